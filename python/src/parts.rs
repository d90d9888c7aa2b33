//! Queries that name the parts of meshes, and a broad phase: what the module `libsolid.fcl` is made of.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use solid_geometry::broad::{BoxTree as CoreTree, BroadPhase, PairSink};
use solid_geometry::convex::epa::Workspace;
use solid_geometry::convex::{RelativePlacement, penetration_depth};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::query::{
    Body, BodyPair, DEFAULT_TOLERANCE, EVERYWHERE, PartIndices, PartVisitor, visit_overlapping,
};
use solid_geometry::shape::Support;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::arrays::Array;
use crate::calls::detached;
use crate::shape::Shape;

/// Two parts, a point of each, the normal towards the first, and the depth.
type PartContact = (u32, u32, [f64; 3], [f64; 3], [f64; 3], f64);

/// The contacts of pairs of parts, at most so many.
struct PartContacts<'b, 's> {
    bodies: &'b BodyPair<'s>,
    /// What is added to the numbers of parts.
    first: PartIndices,
    most: usize,
    work: &'b mut Workspace,
    found: &'b mut Vec<PartContact>,
}

impl PartVisitor for PartContacts<'_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relation: &RelativePlacement,
    ) -> ControlFlow<()> {
        let depth = penetration_depth(a.any(), b.any(), relation, DEFAULT_TOLERANCE, self.work);
        if let Some(depth) = depth {
            let [a, b] = self.bodies.placements;
            let [p, q] = self.bodies.in_order(a.apply(&depth.local_a), b.apply(&depth.local_b));
            let [i, j] = self.bodies.numbers(parts);
            let [i, j] = [self.first[0] + i, self.first[1] + j];
            let normal = self.bodies.directed(depth.normal);
            self.found.push((i, j, p.into(), q.into(), normal.into(), depth.depth));
        }
        if self.found.len() < self.most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

fn with_bodies<R>(
    (a, p): (&Shape, &Placement),
    (b, q): (&Shape, &Placement),
    query: impl FnOnce(&BodyPair<'_>) -> R,
) -> Option<R> {
    let (a, b) = (Body::new(a.core().view(), p)?, Body::new(b.core().view(), q)?);
    let pair = BodyPair::new(a, b)?;
    // Its parts are those of what is near.
    if pair.has_half_space() { pair.bounded(0.0, query) } else { Some(query(&pair)) }
}

/// The contacts of the pairs of parts that share a point: parts, points, normal towards the first, depth.
#[pyfunction]
pub fn part_contacts(
    py: Python<'_>,
    a: &Bound<'_, Shape>,
    pose_a: Array<'_>,
    b: &Bound<'_, Shape>,
    pose_b: Array<'_>,
    most: usize,
) -> PyResult<Vec<PartContact>> {
    let (p, q, a, b) = (pose_a.pose()?, pose_b.pose()?, a.get(), b.get());
    detached(py, || {
        with_bodies((a, &p), (b, &q), |bodies| {
            let (mut work, mut found) = (Workspace::default(), Vec::new());
            bodies.each_pair_of_parts(&mut |bodies, first| {
                if found.len() >= most && most > 0 {
                    return;
                }
                let mut visit = |bodies: &BodyPair<'_>| {
                    let (work, found) = (&mut work, &mut found);
                    let mut contacts = PartContacts { bodies, first, most, work, found };
                    let _ = visit_overlapping(bodies, &mut contacts);
                };
                if bodies.has_half_space() {
                    bodies.bounded(0.0, visit);
                } else {
                    visit(bodies);
                }
            });
            found
        })
        .unwrap_or_default()
    })
}

/// The closest points, and the parts that they belong to.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a tuple for Python")]
pub fn nearest_parts(
    py: Python<'_>,
    a: &Bound<'_, Shape>,
    pose_a: Array<'_>,
    b: &Bound<'_, Shape>,
    pose_b: Array<'_>,
) -> PyResult<Option<(f64, [f64; 3], [f64; 3], u32, u32)>> {
    let (p, q, a, b) = (pose_a.pose()?, pose_b.pose()?, a.get(), b.get());
    detached(py, || {
        with_bodies((a, &p), (b, &q), |bodies| {
            let found = bodies.closest_points(DEFAULT_TOLERANCE)?;
            let parts = bodies.nearest_parts(DEFAULT_TOLERANCE)?.parts;
            let [i, j] = bodies.numbers(parts);
            let [p, q] = found.points;
            Some((found.distance, p.into(), q.into(), i, j))
        })
        .flatten()
    })
}

#[derive(Default)]
struct Overlaps(BTreeSet<(u32, u32)>);

impl PairSink for Overlaps {
    fn begin(&mut self, a: u32, b: u32) {
        self.0.insert((a, b));
    }
    fn end(&mut self, a: u32, b: u32) {
        self.0.remove(&(a, b));
    }
}

/// Which boxes of placed shapes overlap.
#[pyclass(frozen, module = "libsolid._native")]
pub struct BoxTree(Mutex<(CoreTree, Overlaps)>);

/// The box of a placed shape, a little enlarged for rounding.
fn aabb(shape: &Shape, pose: &Placement) -> Aabb {
    if shape.is_half_space() {
        return EVERYWHERE;
    }
    let bounds = shape.core().bounds();
    let around = bounds.transformed(&pose.basis, &pose.origin);
    let size = around.min.abs().sup(&around.max.abs()) + pose.origin.abs();
    around.inflated(&(size * 1e-13 + Vec3::repeat(f64::MIN_POSITIVE)))
}

#[pymethods]
impl BoxTree {
    #[new]
    fn new() -> BoxTree {
        BoxTree(Mutex::default())
    }

    fn place(&self, number: u32, shape: &Bound<'_, Shape>, pose: Array<'_>) -> PyResult<()> {
        let around = aabb(shape.get(), &pose.pose()?);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.place(number, &around);
        Ok(())
    }

    fn remove(&self, number: u32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.remove(number);
    }

    /// All pairs of boxes that overlap, ascending.
    fn pairs(&self) -> Vec<(u32, u32)> {
        let (tree, overlaps) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tree.update(overlaps);
        overlaps.0.iter().copied().collect()
    }

    /// The boxes that overlap that of a placed shape, ascending.
    fn near(&self, shape: &Bound<'_, Shape>, pose: Array<'_>) -> PyResult<Vec<u32>> {
        let around = aabb(shape.get(), &pose.pose()?);
        let (tree, overlaps) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tree.update(overlaps);
        let mut found = Vec::new();
        tree.query_box(&around, &mut |number| found.push(number));
        found.sort_unstable();
        Ok(found)
    }
}

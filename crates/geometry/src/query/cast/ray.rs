//! A point that moves against triangles, those of a mesh or one: [`Ray`] decides, and what it leaves open the general cast.

use std::ops::ControlFlow;

use super::{Earliest, FirstContact, normal_along};
use crate::bvh::{TreeRay, walk_ray};
use crate::convex::cast::swept_ray::SweptRay;
use crate::convex::relative::RelativePlacement;
use crate::convex::triangle::ray::{Ray, RayTest};
use crate::convex::unrounded::similarity;
use crate::math::tolerance::{ROUNDING, TIME_ROUNDINGS, TOUCHING};
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::query::bodies::{BodyPair, BodyShape, Shapes};
use crate::query::parts::{FieldRay, HeightField};
use crate::query::traversal::PartVisitor;
use crate::shape::core::Core;
use crate::shape::{Primitive, Support};

impl BodyPair<'_> {
    /// Has a search see the contacts that may come first of a mesh or a triangle, A, and a point, B, on its path. `None` if the
    /// bodies are others, or A is flattened.
    pub(super) fn meet_point(&self, path: &SweptRay, earliest: &mut Earliest) -> Option<()> {
        match self.shapes {
            Shapes::Mixed(soup, b) => {
                self.point_on_path(b, path, earliest)?.meet_soup(soup)?;
            }
            Shapes::Convex(a, b) => {
                let Some(Core::Triangle(corners)) = a.core(false) else { return None };
                let mut point = self.point_on_path(b, path, earliest)?;
                if point.meet_triangle(&corners).is_some() {
                    let _ = point.earliest.visit(a, b, [0; 2], &self.relative);
                }
            }
            Shapes::Soups(..) | Shapes::Parts(..) => return None,
        }
        Some(())
    }

    fn point_on_path<'p, 'e>(
        &'p self,
        body: &'p Primitive,
        path: &'p SweptRay,
        earliest: &'e mut Earliest,
    ) -> Option<PointOnPath<'p, 'e>> {
        let bounds = self.shapes.each()[0].bounds();
        PointOnPath::new(&self.relative, &bounds, body, path, earliest)
    }

    /// The first contact of a height field and a point, in the order of the query. `None` if the bodies are others, or rounding leaves
    /// the contact with a triangle open.
    pub(super) fn meet_field(&self, motion: &Vec3, tolerance: f64) -> Option<Option<FirstContact>> {
        let Shapes::Parts(..) = self.shapes else { return None };
        let (bodies, outer) = (self.bodies(), self.outer());
        let (a, b) = (bodies[outer], bodies[1 - outer]);
        let (BodyShape::Parts(parts), BodyShape::Convex(body)) = (a.shape, b.shape) else {
            return None;
        };
        let field = parts.as_any().downcast_ref::<HeightField>()?;
        let scale = similarity(&a.placement.basis)?;
        let extents = [a.shape, b.shape].map(|shape| shape.absolute_extents());
        let relative = RelativePlacement::new(&extents[0], a.placement, &extents[1], b.placement)?;
        // The field first.
        let pair = BodyPair {
            shapes: Shapes::Parts(a.shape, b.shape),
            placements: [a.placement, b.placement],
            relative,
            swapped: self.swapped != (outer == 1),
        };
        let motion = pair.directed(*motion);
        let path = SweptRay::new(&motion, 1.0, &pair.relative);
        let mut earliest = Earliest::new(motion, tolerance);
        let mut point = pair.point_on_path(body, &path, &mut earliest)?;
        let local = |v: &Vec3| a.placement.basis.tr_mul(v) / (scale * scale);
        let start = b.placement.apply(&point.point) - a.placement.origin;
        let reach = start.abs().sum() + a.placement.origin.abs().sum() + motion.abs().sum();
        let ray = FieldRay {
            start: local(&start),
            motion: local(&motion),
            slack: PIECE_SLACK * (reach / scale + extents[0].sum()),
        };
        let mut is_open = false;
        field.walk_ray(&ray, &mut |corners| {
            is_open |= point.meet_triangle(corners).is_some();
            if is_open { f64::NEG_INFINITY } else { point.earliest.limit() }
        });
        if is_open {
            return None;
        }
        Some(earliest.found.map(|found| pair.in_order_of_query(found)))
    }
}

/// A point on its path, of which a piece may meet another body.
struct PointOnPath<'p, 'e> {
    relative: &'p RelativePlacement,
    body: &'p Primitive,
    point: Vec3,
    path: &'p SweptRay,
    /// From the middle of the piece; distances are lengths of the path.
    ray: Ray,
    middle: f64,
    /// Half the length of the piece; negative if there is none.
    half: f64,
    earliest: &'e mut Earliest,
}

/// The piece of a path reaches farther by this part of all coordinates. Costs time only.
const PIECE_SLACK: f64 = 1e-9;

/// More than the rounding of single precision.
const LIMIT_SLACK: f64 = 1e-6;

impl<'p, 'e> PointOnPath<'p, 'e> {
    /// The body B, if it is a point that moves, against one in a box.
    fn new(
        relative: &'p RelativePlacement,
        bounds: &Aabb,
        body: &'p Primitive,
        path: &'p SweptRay,
        earliest: &'e mut Earliest,
    ) -> Option<PointOnPath<'p, 'e>> {
        let point = match body {
            Primitive::Segment { from, to } if from == to && path.length > 0.0 => *from,
            _ => return None,
        };
        let start = relative.place_b(&point);
        let reach = relative.largest_coordinate() + path.length;
        let radius = relative.basis_a().abs() * bounds.half_extents();
        let square = path.direction.norm_squared();
        let nearest = (relative.place_a(&bounds.center()) - start).dot(&path.direction) / square;
        let reaching = radius.sum() + PIECE_SLACK * reach;
        let (first, last) = ((nearest - reaching).max(0.0), (nearest + reaching).min(path.length));
        let middle = 0.5 * (first + last);
        let ray = Ray::new(start + path.direction * middle, &path.direction, TOUCHING * reach);
        let half = 0.5 * (last - first);
        Some(PointOnPath { relative, body, point, path, ray, middle, half, earliest })
    }

    /// Up to where on the path contacts are of interest.
    fn length_limit(&self) -> f64 {
        self.path.length_at(self.earliest.limit()).min(self.path.length)
    }

    /// By how much the length of the path may be off at a contact.
    fn allowed_error(&self, at: f64) -> f64 {
        (self.earliest.tolerance * at).max(TIME_ROUNDINGS * self.ray.error)
    }

    /// Up to where on the piece, from -1 to 1, contacts are of interest.
    fn limit(&self) -> f32 {
        let limit = (self.length_limit() - self.middle) / self.half;
        (limit + LIMIT_SLACK * (1.0 + limit.abs())) as f32
    }

    /// Sees the contacts with the polytopes of a mesh. `None` if the mesh is flattened.
    fn meet_soup(&mut self, soup: &PolytopeSoup) -> Option<()> {
        if self.half < 0.0 {
            return Some(());
        }
        let (tree, direction) = (soup.tree(), self.path.direction);
        let coordinates = self.relative.absolute_extents() + direction.abs() * self.path.length;
        let ray = TreeRay::new(
            tree.frame(),
            self.relative.basis_a(),
            [&self.ray.base, &(direction * self.half)],
            &(coordinates * (TOUCHING / ROUNDING)),
        )?;
        let mut open = Vec::new();
        let end = walk_ray(tree.side(), &ray, &mut |i| {
            match soup.corners(i) {
                Some([p, q, r]) => {
                    if let Some(from) = self.meet_triangle(&[*p, *q, *r]) {
                        memory::push(&mut open, (from, i));
                    }
                }
                None => {
                    self.earliest.visit(&soup.primitive(i), self.body, [i, 0], self.relative)?;
                }
            }
            ControlFlow::Continue(self.limit())
        });
        if end.is_break() {
            return Some(());
        }
        for (from, i) in open {
            // At a vertex or an edge one triangle has been met, and the others are not met earlier. What may touch at the start counts.
            let limit = self.length_limit();
            let is_later = from > 0.0 && from > limit - self.allowed_error(limit);
            if self.earliest.found.is_some() && is_later {
                continue;
            }
            let face = soup.primitive(i);
            if self.earliest.visit(&face, self.body, [i, 0], self.relative).is_break() {
                break;
            }
        }
        Some(())
    }

    /// Sees the contact with a triangle, if there is one. If it is left open, returns from where on the path it may be.
    #[inline]
    fn meet_triangle(&mut self, corners: &[Vec3; 3]) -> Option<f64> {
        let (at, error, weights) = match self.ray.meets(&corners.map(|p| self.relative.place_a(&p)))
        {
            RayTest::Missed => return None,
            RayTest::Undecided { from } => return Some(self.middle + from),
            RayTest::Met { at, error, weights } => (self.middle + at, error, weights),
        };
        if at < -error || at > self.path.length + error {
            return None;
        }
        let is_certain = at > error && at < self.path.length - error;
        if !is_certain || error > self.allowed_error(at) {
            return Some(at - error);
        }
        let time = self.path.time(at).min(1.0);
        if self.earliest.found.is_some_and(|first| first.time <= time) {
            return None;
        }
        let [p, q, r] = corners;
        let edges = [q - p, r - p];
        let Some(normal) = normal_along(self.relative.basis_a(), edges, &self.earliest.motion)
        else {
            return Some(at - error);
        };
        let on_a = p * weights[0] + q * weights[1] + r * weights[2];
        self.earliest.found = Some(FirstContact { time, locals: [on_a, self.point], normal });
        self.earliest.at_edge = None;
        None
    }
}

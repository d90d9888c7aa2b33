//! Intersection curves: complete, closed where the meshes are, each segment between the polygons it names.

use crate::convex::query::Coherence;
use crate::convex::relative::RelativePlacement;
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use crate::mesh::builder::{Builder, PolytopeKind};
use crate::mesh::intersection_curve::{Segment, intersection};
use crate::mesh::leaf_test::LeafTest;
use crate::mesh::query::first_pair;
use crate::mesh::soup::PolytopeSoup;
use solid_testing::Random;
use std::collections::BTreeSet;

/// A torus about the z axis, of triangles or quads.
fn torus(around: u32, across: u32, triangles: bool) -> PolytopeSoup {
    let angle = |i: u32, n: u32| f64::from(i) / f64::from(n) * std::f64::consts::TAU;
    let point = |i: u32| {
        let (s, t) = (angle(i / across, around), angle(i % across, across));
        let ring = 1.0 + 0.3 * t.cos();
        Vec3::new(ring * s.cos(), ring * s.sin(), 0.3 * t.sin())
    };
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let mut builder = Builder::new();
    for i in 0..around {
        for j in 0..across {
            let q = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            if triangles {
                builder.vertex_indices(PolytopeKind::Simplex, &[q[0], q[1], q[2]]);
                builder.vertex_indices(PolytopeKind::Simplex, &[q[0], q[2], q[3]]);
            } else {
                builder.vertex_indices(PolytopeKind::Polygon, &q);
            }
        }
    }
    builder.finish(Some(&point)).0
}

/// The surface of a box, by value: six concave polygons that happen to be convex.
fn cube(half: f64) -> PolytopeSoup {
    let mut builder = Builder::new();
    for axis in 0..3 {
        for side in [-half, half] {
            builder.begin(PolytopeKind::ConcavePolygon);
            for (u, v) in [(-half, -half), (half, -half), (half, half), (-half, half)] {
                let mut p = Vec3::zeros();
                (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (side, u, v);
                builder.vertex(p);
            }
            builder.end();
        }
    }
    builder.finish(None).0
}

fn any_place(random: &mut Random, reach: f64) -> Placement {
    let mirror = if random.below(2) == 0 { 1.0 } else { -1.0 };
    let scale = Mat3::from_diagonal(&Vec3::new(1.0, mirror * (1.0 + 0.4 * random.signed()), 1.0));
    Placement { basis: rotation(&random.quaternion()) * scale, origin: random.vector() * reach }
}

fn same(p: &Vec3, q: &Vec3) -> bool {
    p.iter().zip(q.iter()).all(|(x, y)| x == y)
}

/// Checks that each curve goes on without a gap; returns how many of them are closed and how many open.
fn curves(segments: &[Segment], what: &str) -> (usize, usize) {
    let (mut closed, mut open) = (0, 0);
    for curve in segments.chunk_by(|a, b| a.curve == b.curve) {
        for pair in curve.windows(2) {
            assert!(same(&pair[0].ends[1], &pair[1].ends[0]), "{what}: a gap");
        }
        if same(&curve[curve.len() - 1].ends[1], &curve[0].ends[0]) {
            closed += 1
        } else {
            open += 1
        }
    }
    let numbers: BTreeSet<u32> = segments.iter().map(|s| s.curve).collect();
    assert_eq!(numbers.len(), closed + open, "{what}: a curve in pieces");
    (closed, open)
}

fn meeting(
    a: &PolytopeSoup,
    pa: &Placement,
    b: &PolytopeSoup,
    pb: &Placement,
) -> BTreeSet<[u32; 2]> {
    let relative = RelativePlacement::new(&a.absolute_extents(), pa, &b.absolute_extents(), pb)
        .expect("in range");
    let mut all = BTreeSet::new();
    let mut leaf_test = LeafTest::new(a, b, &relative);
    first_pair(a, pa, b, pb, |i, j| {
        let is_hit = leaf_test.intersects(i, j, &mut Coherence::default());
        assert!(!is_hit || all.insert([i, j]), "twice");
        false
    });
    all
}

#[test]
fn tori_cross_in_closed_curves() {
    let random = &mut Random::new(61);
    let (a, b) = (torus(24, 12, true), torus(18, 10, false));
    let (mut closed, mut crossings) = (0, 0);
    for round in 0..60 {
        let (pa, pb) = (any_place(random, 0.5), any_place(random, 0.5));
        for (s, t, what) in [(&a, &a, "triangles"), (&a, &b, "quads")] {
            let segments = intersection(s, &pa, t, &pb);
            let (round_ones, open) = curves(&segments, what);
            assert_eq!(open, 0, "{round} {what}");
            closed += round_ones;
            let pairs: BTreeSet<[u32; 2]> = segments.iter().map(|s| s.polygons).collect();
            let due = meeting(s, &pa, t, &pb);
            if what == "triangles" {
                assert_eq!(pairs, due, "{round}");
            } else {
                // A quad that is not flat is a tetrahedron there, and two triangles here.
                assert!(pairs.is_subset(&due), "{round}");
            }
            crossings += pairs.len();
        }
    }
    assert!(closed > 60 && crossings > 3000, "{closed} {crossings}");
}

#[test]
fn boxes_that_touch_in_all_ways_cross_in_closed_curves() {
    let random = &mut Random::new(62);
    let (a, b) = (cube(1.0), cube(2.0));
    let mut some = 0;
    for round in 0..400 {
        // Faces, edges and corners of the two coincide more often than not.
        let at = |random: &mut Random| Vec3::from([0; 3].map(|_| random.below(5) as f64 - 2.0));
        let (pa, pb) = (
            Placement { origin: at(random), ..Placement::IDENTITY },
            Placement { origin: at(random), ..Placement::IDENTITY },
        );
        let segments = intersection(&a, &pa, &b, &pb);
        assert_eq!(curves(&segments, "boxes").1, 0, "{round}");
        some += usize::from(!segments.is_empty());
        for segment in &segments {
            for (k, (half, place)) in [(1.0, &pa), (2.0, &pb)].into_iter().enumerate() {
                let face = segment.polygons[k] as usize;
                let side = if face.is_multiple_of(2) { -half } else { half };
                for end in &segment.ends {
                    let off = end[face / 2] - place.origin[face / 2] - side;
                    assert!(off.abs() < 1e-12, "{round}: off its polygon");
                }
            }
        }
    }
    assert!(some > 100, "{some}");
}

#[test]
fn a_sheet_through_a_torus_leaves_open_curves_only_at_its_rim() {
    let ring = torus(32, 16, true);
    let mut builder = Builder::new();
    builder.begin(PolytopeKind::ConcavePolygon);
    // An L whose corner is within the ring's tube.
    for (x, y) in [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (1.02, 3.0), (1.02, 0.01), (-3.0, 0.01)] {
        builder.vertex(Vec3::new(x, y, 0.05));
    }
    builder.end();
    let (sheet, problems) = builder.finish(None);
    assert_eq!((problems, sheet.len()), (Default::default(), 4));
    let here = Placement::IDENTITY;
    let segments = intersection(&ring, &here, &sheet, &here);
    assert!(segments.iter().all(|s| s.polygons[1] == 0));
    let (closed, open) = curves(&segments, "sheet");
    // The plane cuts the ring in two circles; the L cuts each of them.
    assert_eq!((closed, open), (0, 2));
    // Within the L.
    for end in segments.iter().flat_map(|s| s.ends) {
        assert!(end.y <= 0.01 + 1e-12 || end.x >= 1.02 - 1e-12, "{end:?}");
        assert!((end.z - 0.05).abs() < 1e-12);
    }
}

//! The walks against brute force: never a pair left out, and few too many.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::bvh::tests::{Random, Triangle, kinds_of_placement, meet, rigid, soup};
use crate::bvh::{OneLeaf, Relative, Tree, visit_body, visit_pairs};
use crate::math::{Aabb, Mat3, Placement, Vec3};

fn tree_of(triangles: &[Triangle]) -> Tree {
    Tree::build(&triangles.iter().map(Aabb::around).collect::<Vec<_>>())
}

fn pairs(a: &Tree, pa: &Placement, b: &Tree, pb: &Placement) -> BTreeSet<(u32, u32)> {
    let mut found = BTreeSet::new();
    let relative = Relative::new(a.frame(), pa, b.frame(), pb);
    let flow: ControlFlow<()> = visit_pairs(a, b, &relative, |i, j| {
        assert!(found.insert((i, j)), "a pair reported twice");
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    found
}

fn placed(triangles: &[Triangle], placement: &Placement) -> Vec<Triangle> {
    triangles.iter().map(|t| t.map(|p| placement.apply(&p))).collect()
}

/// Checks one pair of soups; returns how many pairs meet and how many were reported.
fn check(
    a: &[Triangle],
    pa: &Placement,
    b: &[Triangle],
    pb: &Placement,
    what: &str,
) -> (usize, usize) {
    let found = pairs(&tree_of(a), pa, &tree_of(b), pb);
    let (wa, wb) = (placed(a, pa), placed(b, pb));
    let mut meeting = 0;
    for (i, s) in wa.iter().enumerate() {
        for (j, t) in wb.iter().enumerate() {
            if meet(s, t) {
                meeting += 1;
                assert!(found.contains(&(i as u32, j as u32)), "{what}: pair {i} {j} left out");
            }
        }
    }
    (meeting, found.len())
}

#[test]
fn no_meeting_pair_is_left_out_under_any_placement() {
    let mut random = Random::new(7);
    for (kind, make) in kinds_of_placement() {
        let (mut meeting, mut reported, mut all) = (0, 0, 0);
        for round in 0..60 {
            let (n, m) = (1 + random.below(60), 1 + random.below(60));
            let (a, b) = (soup(&mut random, n, 0.3), soup(&mut random, m, 0.3));
            let (pa, pb) = (make(&mut random), make(&mut random));
            let (hits, found) = check(&a, &pa, &b, &pb, &format!("{kind} {round}"));
            meeting += hits;
            reported += found;
            all += n * m;
        }
        assert!(meeting > 0, "{kind}: no pair meets, nothing was tested");
        // Conservative, but not to the point of brute force.
        let most = meeting + (all - meeting) / 2;
        assert!(reported < most, "{kind}: {reported} of {all} reported, {meeting} meet");
    }
}

#[test]
fn sizes_from_the_least_to_the_greatest() {
    let mut random = Random::new(8);
    for exponent in [-498, -300, 0, 300, 498] {
        let size = 2f64.powi(exponent);
        let mut meeting = 0;
        for round in 0..20 {
            let (a, b) = (soup(&mut random, 40, 0.3), soup(&mut random, 40, 0.3));
            let (pa, pb) = (rigid(&mut random, 0.7), rigid(&mut random, 0.7));
            // The same query at another size: vertices scaled in one, the placement in the other.
            let large: Vec<Triangle> = a.iter().map(|t| t.map(|p| p * size)).collect();
            let big_a = Placement { basis: pa.basis, origin: pa.origin * size };
            let big_b = Placement { basis: pb.basis * size, origin: pb.origin * size };
            let found = pairs(&tree_of(&large), &big_a, &tree_of(&b), &big_b);
            for (i, s) in placed(&a, &pa).iter().enumerate() {
                for (j, t) in placed(&b, &pb).iter().enumerate() {
                    if meet(s, t) {
                        meeting += 1;
                        assert!(
                            found.contains(&(i as u32, j as u32)),
                            "2^{exponent} {round}: {i} {j}"
                        );
                    }
                }
            }
            assert!(found.len() < 800, "2^{exponent}: {} pairs reported", found.len());
        }
        assert!(meeting > 0);
    }
}

#[test]
fn bodies_of_very_different_size() {
    let mut random = Random::new(9);
    for exponent in [-900, -60, -30, -12, 12, 30, 60, 900] {
        let size = 2f64.powi(exponent);
        let a = soup(&mut random, 30, 0.3);
        // Around a vertex of A, so that something meets.
        let target = a[5][1];
        let pb = Placement { basis: rigid(&mut random, 0.0).basis * size, origin: target };
        let b =
            vec![[Vec3::new(-0.3, -0.2, 0.0), Vec3::new(0.3, -0.1, 0.0), Vec3::new(0.0, 0.4, 0.0)]];
        let found = pairs(&tree_of(&a), &Placement::IDENTITY, &tree_of(&b), &pb);
        assert!(found.contains(&(5, 0)), "2^{exponent}");
    }
}

#[test]
fn exact_touch_is_reported() {
    // Grids of squares that share nothing but points, edges or faces of their boxes: all numbers are exact.
    let grid = |z: f64| -> Vec<Triangle> {
        (0..64)
            .map(|i| {
                let (x, y) = (f64::from(i % 8), f64::from(i / 8));
                [Vec3::new(x, y, z), Vec3::new(x + 1.0, y, z), Vec3::new(x, y + 1.0, z)]
            })
            .collect()
    };
    let quarter = Mat3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let mirror = Mat3::new(-2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5);
    let shear = Mat3::new(1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    let mut touching = 0;
    for basis in [Mat3::identity(), quarter, mirror, shear] {
        for far in [0.0, 1e6, 1048576.0 * 1048576.0] {
            for shift in [Vec3::zeros(), Vec3::new(8.0, 0.0, 0.0), Vec3::new(-8.0, 8.0, 0.0)] {
                let away = Vec3::repeat(far);
                let pa = Placement { basis: Mat3::identity(), origin: away };
                let pb = Placement { basis, origin: shift + away };
                touching += check(&grid(3.0), &pa, &grid(3.0 / basis[(2, 2)]), &pb, "grid").0;
            }
        }
    }
    assert!(touching > 1000);
}

#[test]
fn singular_placements_prune() {
    let mut random = Random::new(10);
    let a = soup(&mut random, 400, 0.05);
    let b = soup(&mut random, 400, 0.05);
    let flat = Mat3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0);
    for (pa, pb, most) in [
        // Both flattened to planes that cross, that coincide, and one to a point.
        (flat, rigid(&mut random, 0.0).basis * flat, 20_000),
        (flat, flat, 20_000),
        (flat, Mat3::zeros(), 20_000),
        (Mat3::identity(), Mat3::zeros(), 20_000),
    ] {
        let pa = Placement { basis: pa, origin: Vec3::zeros() };
        let pb = Placement { basis: pb, origin: Vec3::new(0.1, 0.05, 0.0) };
        let (_, found) = check(&a, &pa, &b, &pb, "singular");
        assert!(found < most, "{found}");
        let (_, found) = check(&b, &pb, &a, &pa, "singular");
        assert!(found < most, "{found}");
    }
    // Two points: everything or nothing.
    let point = |x: f64| Placement { basis: Mat3::zeros(), origin: Vec3::new(x, 2.0, 3.0) };
    assert_eq!(pairs(&tree_of(&a), &point(1.0), &tree_of(&b), &point(1.0)).len(), 160_000);
    assert_eq!(pairs(&tree_of(&a), &point(1.0), &tree_of(&b), &point(1.0 + 1e-9)).len(), 0);
}

#[test]
fn degenerate_soups() {
    let p = Vec3::new(0.3, -4.0, 5e5);
    let point: Vec<Triangle> = vec![[p; 3]; 50];
    let line: Vec<Triangle> = (0..50)
        .map(|i| {
            [0.0, 0.5, 1.0]
                .map(|t| Vec3::new(0.3, -4.0, 5e5) + Vec3::x() * (f64::from(i) - 20.0 + t))
        })
        .collect();
    let origin: Vec<Triangle> = vec![[Vec3::zeros(); 3]; 3];
    let one = vec![point[0]];
    let none: Vec<Triangle> = Vec::new();
    let here = Placement::IDENTITY;
    assert_eq!(pairs(&tree_of(&point), &here, &tree_of(&point), &here).len(), 2500);
    assert_eq!(pairs(&tree_of(&one), &here, &tree_of(&point), &here).len(), 50);
    assert_eq!(pairs(&tree_of(&origin), &here, &tree_of(&origin), &here).len(), 9);
    assert_eq!(pairs(&tree_of(&origin), &here, &tree_of(&point), &here).len(), 0);
    assert!(pairs(&tree_of(&none), &here, &tree_of(&point), &here).is_empty());
    assert!(pairs(&tree_of(&point), &here, &tree_of(&none), &here).is_empty());
    let (meeting, found) = check(&line, &here, &line, &here, "line");
    assert!(meeting >= 50 + 98 && found < 400, "{meeting} {found}");
    let (meeting, _) = check(&line, &here, &point, &here, "line and point");
    assert!(meeting >= 50);
    let aside = Placement { basis: Mat3::identity(), origin: Vec3::new(0.0, 0.0, 1e-3) };
    assert_eq!(pairs(&tree_of(&line), &here, &tree_of(&point), &aside).len(), 0);
}

#[test]
fn placements_that_are_not_finite_place_nothing() {
    let mut random = Random::new(11);
    let tree = tree_of(&soup(&mut random, 20, 0.3));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let nowhere = Placement { basis: Mat3::identity(), origin: Vec3::new(0.0, bad, 0.0) };
        let bent = Placement { basis: Mat3::identity() * bad, origin: Vec3::zeros() };
        for p in [nowhere, bent] {
            assert!(pairs(&tree, &p, &tree, &Placement::IDENTITY).is_empty());
            assert!(pairs(&tree, &Placement::IDENTITY, &tree, &p).is_empty());
        }
    }
}

#[test]
fn a_body_meets_what_its_box_meets() {
    let mut random = Random::new(12);
    for (kind, make) in kinds_of_placement() {
        let (mut meeting, mut reported) = (0, 0);
        for _ in 0..100 {
            let a = soup(&mut random, 60, 0.2);
            let t: Triangle = soup(&mut random, 1, 0.8)[0];
            let (pa, pb) = (make(&mut random), make(&mut random));
            let tree = tree_of(&a);
            let body = OneLeaf::new(&Aabb::around(t));
            let relative = Relative::new(tree.frame(), &pa, &body.frame, &pb);
            let mut found = BTreeSet::new();
            let _: ControlFlow<()> = visit_body(&tree, &body, &relative, None, |i| {
                assert!(found.insert(i));
                ControlFlow::Continue(())
            });
            let wt = t.map(|p| pb.apply(&p));
            for (i, s) in placed(&a, &pa).iter().enumerate() {
                if meet(s, &wt) {
                    meeting += 1;
                    assert!(found.contains(&(i as u32)), "{kind}: {i} left out");
                }
            }
            reported += found.len();
        }
        assert!(meeting > 0 && reported < 4500, "{kind}: {meeting} meet, {reported} reported");
    }
}

#[test]
fn a_break_ends_the_walk_and_is_handed_on() {
    let mut random = Random::new(13);
    let tree = tree_of(&soup(&mut random, 50, 0.5));
    let here = Placement::IDENTITY;
    let relative = Relative::new(tree.frame(), &here, tree.frame(), &here);
    let mut calls = 0;
    let flow = visit_pairs(&tree, &tree, &relative, |i, j| {
        calls += 1;
        if calls == 3 { ControlFlow::Break((i, j)) } else { ControlFlow::Continue(()) }
    });
    assert!(flow.is_break());
    assert_eq!(calls, 3);
}

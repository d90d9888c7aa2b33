//! Pairs of soups, and a soup against one body: every pair that meets is offered.

use std::collections::BTreeSet;

use crate::bvh::tests::{Random, Triangle, kinds_of_placement, meet, rigid, scale, soup};
use crate::math::{Aabb, Placement, Vec3};
use crate::mesh::builder::{Builder, PolytopeKind};
use crate::mesh::query::{first_pair, first_primitive};
use crate::mesh::soup::PolytopeSoup;

fn soup_of(triangles: &[Triangle]) -> PolytopeSoup {
    let mut builder = Builder::new();
    for i in 0..triangles.len() as u32 {
        builder.vertex_range(PolytopeKind::Simplex, 3 * i, 3);
    }
    builder.finish(Some(&|i: u32| triangles[i as usize / 3][i as usize % 3])).0
}

fn placed(triangles: &[Triangle], placement: &Placement) -> Vec<Triangle> {
    triangles.iter().map(|t| t.map(|p| placement.apply(&p))).collect()
}

/// Checks that all meeting pairs are offered; returns how many there are.
fn check(
    a: (&PolytopeSoup, &[Triangle], &Placement),
    b: (&PolytopeSoup, &[Triangle], &Placement),
    what: &str,
) -> usize {
    let mut offered = BTreeSet::new();
    let none = first_pair(a.0, a.2, b.0, b.2, |i, j| {
        offered.insert((i, j));
        false
    });
    assert_eq!(none, None);
    let (wa, wb) = (placed(a.1, a.2), placed(b.1, b.2));
    let mut meeting = BTreeSet::new();
    for (i, s) in wa.iter().enumerate() {
        for (j, t) in wb.iter().enumerate() {
            if meet(s, t) {
                meeting.insert((i as u32, j as u32));
            }
        }
    }
    assert!(meeting.is_subset(&offered), "{what}");
    let first = first_pair(a.0, a.2, b.0, b.2, |i, j| meeting.contains(&(i, j)));
    assert_eq!(first.is_some(), !meeting.is_empty());
    assert!(first.is_none_or(|pair| meeting.contains(&pair)));
    meeting.len()
}

#[test]
fn all_meeting_pairs_are_offered_through_random_deformations() {
    let mut random = Random::new(31);
    for (kind, make) in kinds_of_placement() {
        let mut meeting = 0;
        let (mut a, b) = (soup(&mut random, 50, 0.3), soup(&mut random, 40, 0.3));
        let (mut sa, sb) = (soup_of(&a), soup_of(&b));
        for round in 0..30 {
            let (pa, pb) = (make(&mut random), make(&mut random));
            meeting += check((&sa, &a, &pa), (&sb, &b, &pb), &format!("{kind} {round}"));
            let (strength, size) = (scale(&mut random, 1.0) * 0.2, scale(&mut random, 0.3));
            for p in a.iter_mut().flatten() {
                *p = (*p + random.vector() * strength) * size;
                // Not ever further out.
                *p /= (p.amax() / 2.0).max(1.0);
            }
            sa.change_vertices(&|i: u32| a[i as usize / 3][i as usize % 3]);
        }
        assert!(meeting > 0, "{kind}");
    }
}

#[test]
fn the_first_pair_does_not_depend_on_what_was_asked_before() {
    let mut random = Random::new(32);
    let (a, b) = (soup(&mut random, 300, 0.2), soup(&mut random, 300, 0.2));
    let (sa, sb) = (soup_of(&a), soup_of(&b));
    let accept = |i: u32, j: u32| meet(&a[i as usize], &b[j as usize]);
    let here = Placement::IDENTITY;
    let first = first_pair(&sa, &here, &sb, &here, accept);
    assert!(first.is_some());
    for _ in 0..20 {
        let (pa, pb) = (rigid(&mut random, 0.5), rigid(&mut random, 0.5));
        first_pair(&sa, &pa, &sb, &pb, |i, _| i == 7);
        assert_eq!(first_pair(&sa, &here, &sb, &here, accept), first);
        // Nor on which of two equal soups comes first.
        assert_eq!(first_pair(&soup_of(&a), &here, &sb, &here, accept), first);
    }
}

#[test]
fn a_body_is_offered_all_it_meets() {
    let mut random = Random::new(33);
    let a = soup(&mut random, 200, 0.4);
    let sa = soup_of(&a);
    let mut meeting = 0;
    for (kind, make) in kinds_of_placement() {
        for _ in 0..30 {
            let (pa, pb) = (make(&mut random), make(&mut random));
            let t = soup(&mut random, 1, 1.5)[0];
            let mut offered = BTreeSet::new();
            first_primitive(&sa, &pa, &Aabb::around(t), &pb, |i| !offered.insert(i));
            let wt = t.map(|p| pb.apply(&p));
            for (i, s) in placed(&a, &pa).iter().enumerate() {
                if meet(s, &wt) {
                    meeting += 1;
                    assert!(offered.contains(&(i as u32)), "{kind}");
                }
            }
        }
    }
    assert!(meeting > 50, "{meeting}");
    let nowhere = Aabb::EMPTY;
    assert_eq!(
        first_primitive(&sa, &Placement::IDENTITY, &nowhere, &Placement::IDENTITY, |_| true),
        None
    );
}

#[test]
fn empty_and_inactive_soups_meet_nothing() {
    let here = Placement::IDENTITY;
    let one = [[Vec3::zeros(), Vec3::x(), Vec3::y()]];
    let (full, empty) = (soup_of(&one), soup_of(&[]));
    assert_eq!(first_pair(&full, &here, &empty, &here, |_, _| true), None);
    assert_eq!(first_pair(&empty, &here, &full, &here, |_, _| true), None);
    assert_eq!(first_pair(&empty, &here, &empty, &here, |_, _| true), None);
    assert_eq!(first_pair(&full, &here, &full, &here, |_, _| true), Some((0, 0)));
    let bad = soup_of(&[[Vec3::zeros(), Vec3::x(), Vec3::repeat(f64::NAN)]]);
    assert_eq!(first_pair(&full, &here, &bad, &here, |_, _| true), None);
    assert_eq!(first_pair(&bad, &here, &bad, &here, |_, _| true), None);
    let box_around = Aabb { min: Vec3::repeat(-1.0), max: Vec3::repeat(1.0) };
    assert_eq!(first_primitive(&bad, &here, &box_around, &here, |_| true), None);
    assert_eq!(first_primitive(&full, &here, &box_around, &here, |_| true), Some(0));
}

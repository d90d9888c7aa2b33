//! The first contact of round bodies along a ray by Newton's method, and a portal that proves it.
//!
//! As for distances ([`crate::convex::smooth`]), but of the vectors n that have length one along the ray: there the time at which
//! a plane across n is reached is -h(n), and the contact is where that is most. Its proof from above is a portal of points
//! of the same patches a little beside.

use crate::convex::cast::portal::{Corner, Portal, Ray, area};
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::smooth::{Chart, Kink, LONGEST_STEP, Local, Pieces};
use crate::math::Vec3;
use crate::math::tolerance::NEWTON_STEPS;
use crate::math::vector::is_finite;
use crate::shape::Any;

/// A contact as Newton's method finds it.
pub struct Landed {
    /// The unit normal of a plane that separates the bodies until about then.
    pub normal: Vec3,
    /// Points beside the contact.
    pub portal: Portal,
    /// Support points computed.
    pub iterations: u32,
}

/// So often the bound from below may fall: there are more pieces about than are known, and a portal tells them sooner.
const MOST_FALLS: u32 = 1;

/// The contact near a portal. `None` if the bodies are not round, or the method does not lead to it.
#[inline(never)]
pub fn land(pair: &Pair<Any<'_>, Any<'_>>, portal: &Portal, ray: &Ray) -> Option<Landed> {
    let mut hints = VertexHints::default();
    let (shares, _) = portal.shares(ray.rounding)?;
    let searched = [0, 1, 2].map(|i| (portal.corners[i].searched, shares[i]));
    let mut pieces = Pieces::new(Chart::Plane, pair.relative());
    if !pieces.add(pair, &searched, &mut hints) {
        return None;
    }
    let mut n = searched.iter().fold(Vec3::zeros(), |sum, (along, share)| sum + along * *share);
    let (mut best, mut falls) = (f64::NEG_INFINITY, 0);
    for iterations in 1..=NEWTON_STEPS {
        n /= n.dot(&ray.along);
        let place = pieces.look(pair, &n, 1.0, &mut hints);
        pieces.bend(place, &ray.tangents).ok()?;
        let lower = -pieces.local(place).reach;
        falls += u32::from(lower < best);
        best = if lower > best { lower } else { best };
        if falls > MOST_FALLS {
            return None;
        }
        let second = pieces.mean_second();
        let trace = second[0] + second[2];
        let at = pieces.witness().difference;
        let beside = ray.tangents.map(|t| t.dot(&at));
        let off = beside[0] * beside[0] + beside[1] * beside[1];
        let left = (at.dot(&ray.along) - lower).abs();
        let enough = ray.enough(lower);
        if lower > 0.0
            && left <= 0.25 * ray.tolerance * lower + ray.rounding
            && off * 32.0 <= enough * trace
        {
            let angle = (0.5 * enough / trace).sqrt();
            if let Ok(portal) = around(&pieces, &n, angle, ray)
                && portal
                    .bounds(ray)
                    .is_some_and(|(upper, proved)| proved && upper - lower <= 0.9 * enough)
            {
                return Some(Landed { normal: n / n.norm(), portal, iterations });
            }
        }
        pieces.include(place);
        // By an angle: vectors nearly across the ray are long.
        let [x, y] = pieces.step(LONGEST_STEP * n.norm())?;
        n += ray.tangents[0] * x + ray.tangents[1] * y;
    }
    None
}

/// A portal about the contact: points of the patches for vectors that are tilted so much.
fn around(pieces: &Pieces, n: &Vec3, angle: f64, ray: &Ray) -> Result<Portal, Kink> {
    let half_root = 0.75_f64.sqrt();
    let locals = [0, 1].map(|place| pieces.local(place));
    // The place of a piece, and how its vector is tilted.
    let plan = match pieces.count() {
        1 => [(0, [1.0, 0.0]), (0, [-0.5, half_root]), (0, [-0.5, -half_root])],
        2 => {
            // The rounder piece to both sides along the crease, on which the two are equal.
            let across = [0, 1].map(|i| locals[0].slope[i] - locals[1].slope[i]);
            let length = (across[0] * across[0] + across[1] * across[1]).sqrt();
            let (x, y) = (-across[1] / length, across[0] / length);
            let bend = |local: &Local| {
                let [xx, xy, yy] = local.curvature;
                xx * x * x + 2.0 * xy * x * y + yy * y * y
            };
            let round = usize::from(bend(locals[0]) < bend(locals[1]));
            [(1 - round, [0.0; 2]), (round, [x, y]), (round, [-x, -y])]
        }
        3 => [(0, [0.0; 2]), (1, [0.0; 2]), (2, [0.0; 2])],
        _ => return Err(Kink),
    };
    let mut corners = [Corner::NONE; 3];
    for (corner, (place, tilt)) in corners.iter_mut().zip(plan) {
        let searched = n + (ray.tangents[0] * tilt[0] + ray.tangents[1] * tilt[1]) * angle;
        let ([local_a, local_b], w) = pieces.points_along(place, &searched);
        if !is_finite(&w) {
            return Err(Kink);
        }
        let flat = ray.tangents.map(|t| t.dot(&w));
        *corner = Corner { w, flat, local_a, local_b, searched };
    }
    let turned = |a: &Corner, b: &Corner, c: &Corner| {
        area(&a.flat, &b.flat) + area(&b.flat, &c.flat) + area(&c.flat, &a.flat) < 0.0
    };
    if turned(&corners[0], &corners[1], &corners[2]) {
        corners.swap(1, 2);
    }
    Ok(Portal { corners })
}

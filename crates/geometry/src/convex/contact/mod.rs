//! Contact manifolds: the region in which two overlapping bodies touch, as a few points with a depth each.
//!
//! Perturbed sampling (Olvång 2.6): directions a little off the contact normal find the outline of the feature that each
//! body turns to the other; the outlines are clipped against each other in the contact plane. What differs from there:
//!
//! - An outline is searched edge by edge, and not at fixed angles: of a polytope it has every vertex, up to a cap.
//! - Points that move with the angle are on a round surface. They are taken back to where they are at no angle: spheres
//!   have one contact, a cylinder on its side has the two ends of a line.
//! - Each corner knows how far it lies behind the foremost point, so that a small turn of the normal changes the depths of
//!   contacts a little, and does not make them come and go. The region ends where the two bodies together lie farther
//!   behind than they are deep.
//! - Outlines are convex hulls, clipped by half planes, and both hold the deepest point: there are no false insides, and
//!   there is always a contact.

mod clip;
mod outline;

use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{MANIFOLD_MERGE, MANIFOLD_SLACK};
use crate::math::vector::Vec2;
use crate::shape::Any;
use crate::shape::core::Core;
use clip::clip;
use outline::{Outline, Plane};

#[cfg(test)]
mod tests;

/// The most contacts that a manifold has.
pub(crate) const MOST_CONTACTS: usize = 16;

/// One point of a manifold, along world axes from the origin of A, in the units of the relative placement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// On the surface of A, or on a chord of it where it curves by less than the sampling angle: inside of A by up to a quarter of
    /// that angle times the distance from the deepest point. In B or on it, unless B is thinner here along the normal than `depth`.
    pub on_a: Vec3,
    /// On the surface of B, likewise: `depth` times the normal away.
    pub on_b: Vec3,
    /// How deep the bodies are in each other here.
    pub depth: f64,
}

/// Where two bodies touch: the corners of the region of contact and the deepest point, at most 16, as [`manifold`] finds them.
#[derive(Clone, Copy, Debug)]
pub struct Manifold {
    contacts: [Contact; MOST_CONTACTS],
    count: usize,
}

impl Manifold {
    /// The contacts: at least one; of several, the corners of the region, in order around it, and then the deepest point, if no
    /// corner is as deep.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts[..self.count]
    }

    /// Makes sure that a contact is as deep as the bodies: their deepest point need not be a corner of the region.
    fn include_deepest(&mut self, overlap: &Overlap, merge: f64) {
        let Overlap { normal, on_a, depth } = *overlap;
        let deepest = Contact { on_a, on_b: on_a + normal * depth, depth };
        // A contact alone is where the bodies are deepest: that is known to more digits than an outline has.
        if self.count <= 1 {
            self.contacts[0] = deepest;
            self.count = 1;
            return;
        }
        let contacts = &mut self.contacts[..self.count];
        let aside = |contact: &Contact| (contact.on_a - on_a).cross(&normal).norm();
        let (mut best, mut nearest, mut reach) = (0, 0, 0.0_f64);
        for (i, contact) in contacts.iter().enumerate() {
            best = if contact.depth > contacts[best].depth { i } else { best };
            nearest = if aside(contact) < aside(&contacts[nearest]) { i } else { nearest };
            reach = reach.max(aside(contact));
        }
        let missing = depth - contacts[best].depth;
        if missing <= MANIFOLD_SLACK * reach {
            // It is as deep but for rounding.
            contacts[best].on_b += normal * missing;
            contacts[best].depth = depth;
        } else if aside(&contacts[nearest]) <= merge || self.count == MOST_CONTACTS {
            contacts[nearest] = deepest;
        } else {
            self.contacts[self.count] = deepest;
            self.count += 1;
        }
    }

    /// The `most` contacts that matter most: the deepest, then each time the one farthest from those before.
    pub fn reduced(&self, most: usize) -> Manifold {
        let mut kept = *self;
        for chosen in 0..most.min(self.count) {
            let (before, rest) = kept.contacts.split_at_mut(chosen);
            let worth = |c: &Contact| {
                let distances = before.iter().map(|k| (k.on_a - c.on_a).norm_squared());
                if chosen == 0 { c.depth } else { distances.fold(f64::INFINITY, f64::min) }
            };
            let mut best = 0;
            for i in 1..self.count - chosen {
                if worth(&rest[i]) > worth(&rest[best]) {
                    best = i;
                }
            }
            rest.swap(0, best);
        }
        kept.count = most.min(self.count);
        kept
    }
}

/// How two bodies overlap, along world axes from the origin of A, in the units of the relative placement.
#[derive(Clone, Copy, Debug)]
pub struct Overlap {
    /// A unit vector from B towards A.
    pub normal: Vec3,
    /// The point of A that lies deepest in B.
    pub on_a: Vec3,
    /// How deep: at `on_a + depth * normal` lies the point of B that is deepest in A.
    pub depth: f64,
}

/// The contacts of two bodies that overlap as a search for their penetration depth found. Some 8 to 60 support points
/// of each body.
pub fn manifold(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    overlap: &Overlap,
) -> Manifold {
    let mut manifold = Manifold { contacts: [Contact::default(); MOST_CONTACTS], count: 0 };
    if [a, b].iter().any(|body| matches!(body.core(true), Some(Core::Point(_)))) {
        // A ball has one contact with anything.
        manifold.include_deepest(overlap, 0.0);
        return manifold;
    }
    let plane = Plane::new(&overlap.normal);
    let (basis_a, basis_b) = (*relative.basis_a(), *relative.basis_b());
    let on_b = overlap.on_a + overlap.normal * overlap.depth;
    let mut hint = 0;
    let of_a = plane
        .turned()
        .sample(&overlap.on_a, &mut |d| basis_a * a.support(&basis_a.tr_mul(d), &mut hint));
    let mut hint = 0;
    let of_b = plane.sample(&on_b, &mut |d| {
        basis_b * b.support(&basis_b.tr_mul(d), &mut hint) + relative.offset()
    });
    let slack = of_a.error + of_b.error;
    let merge = MANIFOLD_MERGE * of_a.reach.min(of_b.reach);
    let [of_a, of_b] = [of_a, of_b].map(|sample| Outline::of(&sample, overlap.depth, slack));
    // Where both surfaces lie behind, the region ends before each of them does.
    let depth_at = |at: &Vec2| overlap.depth - of_a.behind(at) - of_b.behind(at);
    for at in clip(&of_a, &of_b, depth_at, [slack, merge], MOST_CONTACTS).iter() {
        let depth = depth_at(at);
        if depth < -slack {
            continue;
        }
        let behind = [of_a.behind(at), of_b.behind(at)];
        let across = plane.lift(at);
        manifold.contacts[manifold.count] = Contact {
            on_a: overlap.on_a + across + overlap.normal * behind[0],
            on_b: on_b + across - overlap.normal * behind[1],
            depth: depth.max(0.0),
        };
        manifold.count += 1;
    }
    manifold.include_deepest(overlap, merge);
    manifold
}

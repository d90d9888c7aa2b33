//! The contacts of one normal: the corners of the regions that pairs of parts have along it.

use crate::convex::contact::{MOST_CONTACTS, Manifold, Overlap};
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{ACROSS, CONTACT_BESIDE, CONTACT_DEEPER, COPLANAR, MANIFOLD_SLACK};
use crate::math::vector::{Vec2, largest, tangents};
use crate::math::{Mat3, Vec3};
use crate::memory;
use crate::query::bodies::{BodyPair, BodyShape, PartIndices};
use crate::query::contacts::Contact;
use crate::shape::core::Core;
use crate::shape::{Any, Support};
use smallvec::SmallVec;

/// The corners of a flat part, which is mostly a triangle or a square.
pub(crate) type Corners = SmallVec<[Vec3; 4]>;

/// The contacts of one normal.
pub(crate) struct Region<'p, 'a> {
    pub pair: &'p BodyPair<'a>,
    /// From B to A, and how far a translation that separates the parts moves A along it, in world units.
    pub normal: Vec3,
    pub depth: f64,
    pub found: Vec<(Contact, PartIndices)>,
}

impl<'p, 'a> Region<'p, 'a> {
    pub(crate) fn new(pair: &'p BodyPair<'a>, normal: Vec3, depth: f64) -> Region<'p, 'a> {
        Region { pair, normal, depth, found: Vec::new() }
    }

    /// No contact is deeper, in world units, of parts that a translation of a length separates, given in the units of the relative
    /// placement.
    pub(super) fn deepest_possible(pair: &BodyPair<'_>, length: f64) -> f64 {
        // Twice what is allowed for parts.
        let slack = 2.0
            * (CONTACT_DEEPER * length.abs() + CONTACT_BESIDE * pair.relative.largest_coordinate());
        pair.relative.length_in_world_units(length.max(0.0) + slack)
    }

    pub(crate) fn rounding(&self) -> f64 {
        CONTACT_BESIDE * self.pair.relative.largest_coordinate()
    }

    /// Adds the contacts of two parts as the bodies are placed. `corners` are those of flat parts in the units of the relative
    /// placement, beside which contacts are left out. `deepest` is the point of A that is deepest in B, if it is known.
    pub(crate) fn add<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        corners: Option<[&[Vec3]; 2]>,
        deepest: Option<Vec3>,
    ) {
        let relative = &self.pair.relative;
        let pair = Pair::new(a, b, relative);
        let depth = -pair.gap_along(&self.normal, &mut [0; 2]);
        let most = relative.in_internal_units(self.depth);
        let most = most * (1.0 + CONTACT_DEEPER) + self.rounding();
        if !(-self.rounding()..=most).contains(&depth) {
            return;
        }
        let known = deepest.or_else(|| self.deepest_on_face(a, b, relative, depth));
        let on_a = known.unwrap_or_else(|| {
            let lowest = a.support(&-relative.basis_a().tr_mul(&self.normal), &mut 0);
            relative.place_a(&lowest)
        });
        let overlap = Overlap { normal: self.normal, on_a, depth: depth.max(0.0) };
        // Where the deepest point is not known to be in both parts, the region need not have it.
        let mut found = Manifold::default();
        if known.is_some() {
            found.find(a.any(), b.any(), relative, &overlap);
        } else {
            _ = found.fill(a.any(), b.any(), relative, &overlap);
        }
        found.reduce(MOST_CONTACTS);
        memory::reserve(&mut self.found, found.contacts().len());
        for contact in found.contacts() {
            let beside = |corners: &[Vec3], at: &Vec3| {
                corners.len() > 2 && !is_in_fan(corners, at, self.rounding())
            };
            if let Some([of_a, of_b]) = corners
                && (beside(of_a, &contact.on_a) || beside(of_b, &contact.on_b))
            {
                continue;
            }
            let contact = self.pair.placed_contact(contact, self.normal, parts, relative);
            self.found.push((contact, parts));
        }
    }

    /// The deepest point of A where one body has a face across the normal, or the other is a ball: over the deepest point of that one.
    fn deepest_on_face<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        a: &A,
        b: &B,
        relative: &RelativePlacement,
        depth: f64,
    ) -> Option<Vec3> {
        // A body is flat if it ends where it begins.
        let is_across = |body: Any<'_>, basis: &Mat3| {
            let along = basis.tr_mul(&self.normal);
            let normal = body.facet().map(|[u, v]| (basis * u).cross(&(basis * v)));
            normal.is_some_and(|normal| {
                normal.cross(&self.normal).norm() <= ACROSS * normal.norm()
                    && body.support_value(&along, &mut 0) + body.support_value(&-along, &mut 0)
                        <= self.rounding()
            })
        };
        let is_ball = |core: Option<Core>| matches!(core, Some(Core::Point(_)));
        if is_across(a.any(), relative.basis_a()) || is_ball(b.core(true)) {
            let highest = b.support(&relative.basis_b().tr_mul(&self.normal), &mut 0);
            return Some(relative.place_b(&highest) - self.normal * depth);
        }
        let is_flat = is_across(b.any(), relative.basis_b()) || is_ball(a.core(true));
        is_flat.then(|| {
            let lowest = a.support(&-relative.basis_a().tr_mul(&self.normal), &mut 0);
            relative.place_a(&lowest)
        })
    }

    /// Leaves out what is inside the outline of the others, across the normal, but for the deepest, and what is between two neighbours
    /// there. Of more than [`MOST_CONTACTS`] those go first that cut off the least area.
    pub(crate) fn reduce(&mut self) {
        let [x, y] = tangents(&self.normal);
        // Of A, whichever the query has first.
        let pair = self.pair;
        let on_a = |contact: &Contact| pair.in_order(contact.points[0], contact.points[1])[0];
        let found = std::mem::take(&mut self.found);
        let origin = found.first().map_or(Vec3::zeros(), |(contact, _)| on_a(contact));
        let flat = |contact: &Contact| {
            let p = on_a(contact) - origin;
            Vec2::new(p.dot(&x), p.dot(&y))
        };
        // In the order of places, so that the outline does not depend on that of finding them; of contacts in one place the deepest.
        let mut all: SmallVec<[(Vec2, u32); MOST_CONTACTS]> =
            found.iter().map(|(contact, _)| flat(contact)).zip(0..).collect();
        all.sort_by(|(p, i), (q, j)| {
            let [(c, i), (d, j)] = [i, j].map(|i| &found[*i as usize]);
            let places = p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y));
            places.then(d.depth.total_cmp(&c.depth)).then(i.cmp(j))
        });
        all.dedup_by(|later, first| later.0 == first.0);
        let size = all.iter().fold(0.0_f64, |size, (at, ..)| size.max(at.amax()));
        let turn = |p: usize, q: usize, r: usize| {
            let [p, q, r] = [p, q, r].map(|i| all[i].0);
            (q - p).perp(&(r - p))
        };
        // Andrew's monotone chain.
        let half = |along: &mut dyn Iterator<Item = usize>| {
            let mut chain = SmallVec::<[usize; MOST_CONTACTS]>::new();
            for i in along {
                while let [.., p, q] = chain[..]
                    && turn(p, q, i) <= 0.0
                {
                    chain.pop();
                }
                chain.push(i);
            }
            // The last is the first of the other half.
            chain.pop();
            chain
        };
        let mut outline = half(&mut (0..all.len()));
        outline.extend(half(&mut (0..all.len()).rev()));
        if outline.is_empty() && !all.is_empty() {
            outline.push(0);
        }
        let near = MANIFOLD_SLACK * size;
        while outline.len() > 1 {
            let count = outline.len();
            let (mut least, mut between) = ((f64::INFINITY, 0), None);
            for (k, &i) in outline.iter().enumerate() {
                let next = if k + 1 == count { 0 } else { k + 1 };
                let [before, after] = [outline[if k == 0 { count } else { k } - 1], outline[next]];
                // What a corner cuts off, and whether it is between its neighbours or in the place of one.
                let area = turn(before, i, after).abs();
                least = if area < least.0 { (area, k) } else { least };
                let [before, at, after] = [before, i, after].map(|i| all[i].0);
                // The end of points on a line is between none, whichever way its neighbours are rounded.
                let is_between = || (at - before).dot(&(after - at)) > 0.0;
                let is_flat = || area <= near * (after - before).norm();
                if (at - after).norm() <= near || count > 2 && is_between() && is_flat() {
                    between = Some(k);
                    break;
                }
            }
            match between {
                Some(k) => outline.remove(k),
                None if count > MOST_CONTACTS => outline.remove(least.1),
                None => break,
            };
        }
        let deep = |i: usize| found[all[i].1 as usize].0.depth;
        let deepest = (0..all.len()).max_by(|&i, &j| deep(i).total_cmp(&deep(j)));
        if let Some(deepest) = deepest
            && outline
                .iter()
                .all(|&i| deep(i) < deep(deepest) * (1.0 - CONTACT_DEEPER) - self.rounding())
        {
            outline.push(deepest);
        }
        outline.sort_unstable();
        self.found.extend(outline.into_iter().map(|i| found[all[i].1 as usize]));
    }

    /// The corners of a flat part in the units of the relative placement; none of others.
    pub(crate) fn corners(&self, body: usize, number: u32) -> Corners {
        corners_of(self.pair, body, number)
    }
}

/// As [`Region::corners`].
pub(super) fn corners_of(pair: &BodyPair<'_>, body: usize, number: u32) -> Corners {
    let BodyShape::Soup(soup) = pair.shapes.each()[body] else { return Corners::new() };
    let relative = &pair.relative;
    let place = |v: &Vec3| if body == 0 { relative.place_a(v) } else { relative.place_b(v) };
    let outline = soup.ring(number).unwrap_or_default();
    outline.iter().map(|&v| place(soup.vertex(v))).collect()
}

/// Whether a point is in the fan of triangles of a polygon, or as near to it as this.
pub(super) fn is_in_fan(corners: &[Vec3], at: &Vec3, near: f64) -> bool {
    (1..corners.len() - 1).any(|k| {
        let [p, q, r] = [corners[0], corners[k], corners[k + 1]];
        let normal = (q - p).cross(&(r - p));
        let length = normal.norm();
        // Three corners on a line.
        if length <= COPLANAR * largest(&(q - p)) * largest(&(r - p)) {
            return false;
        }
        // Across each side by the plane through it: the plane of a narrow triangle is known less well.
        let is_within = |from: &Vec3, to: &Vec3| {
            let side = to - from;
            side.cross(&(at - from)).dot(&normal) >= -near * side.norm() * length
        };
        let is_on_plane = (at - p).dot(&normal).abs() <= near * length;
        is_on_plane && is_within(&p, &q) && is_within(&q, &r) && is_within(&r, &p)
    })
}

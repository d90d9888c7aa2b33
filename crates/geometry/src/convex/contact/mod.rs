//! Contact manifolds: the region in which two overlapping bodies touch, as a few points with a depth each.
//!
//! Each body has a feature that is turned to the other: the face, edge or point whose normal is nearest to that of the contact
//! ([`crate::shape::feature`]). One of them, the incident one, is clipped against the sides of the other and against its plane
//! (Sutherland and Hodgman 1974), as seen along the normal. Derivation and formulas: `docs/src/theory/contacts.md`.

mod capsules;
mod clip;
mod disc;
mod lines;
mod names;
mod outline;
mod sample;

use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{
    LEANS_AWAY, LEANS_FULLY, MANIFOLD_MERGE, MANIFOLD_SLACK, SUPPORT_ROUNDING,
};
use crate::math::vector::{greater, lesser};
use crate::shape::Any;
use crate::shape::core::Core;
use crate::shape::feature::Feature;
pub(crate) use capsules::{Capsules, each_of_capsules};
use clip::{Corner, Region, Side};
use lines::Line;
use names::features;
pub(crate) use names::{Kind, MOST_RAW, edge_feature, of_part, of_vertex, raw_ends, raw_vertex};
use outline::{Frame, Outline, Point};
use smallvec::SmallVec;

#[cfg(test)]
mod tests;

/// The most contacts that a manifold has.
pub(crate) const MOST_CONTACTS: usize = 16;

/// One point of a manifold, along world axes from the origin of A, in the units of the relative placement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// On the surface of A. In B or on it, unless B is thinner here along the normal than `depth`.
    pub on_a: Vec3,
    /// On the surface of B, likewise: `depth` times the normal away.
    pub on_b: Vec3,
    /// How deep the bodies are in each other here.
    pub depth: f64,
    /// The numbers of the features of A and of B that meet here: the same as long as these are.
    pub features: [u32; 2],
}

/// What [`manifold`] numbers the features of two bodies that have but one face or line each, where they have one contact.
pub(crate) const ONLY_FACES: [u32; 2] = [Kind::Face as u32; 2];

/// Where two bodies touch: the corners of the region of contact and the deepest point, at most 16, as [`manifold`] finds them.
#[derive(Clone, Debug, Default)]
pub struct Manifold {
    contacts: SmallVec<[Contact; MOST_CONTACTS]>,
    /// The numbers of the features of a contact alone.
    alone: [u32; 2],
}

impl Manifold {
    /// The contacts: at least one; of several, the corners of the region, in order around it, and then the deepest point, if no
    /// corner is as deep.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Makes sure that a contact is as deep as the bodies: their deepest point need not be a corner of the region. A contact within
    /// `merge` of it is replaced.
    fn include_deepest(&mut self, overlap: &Overlap, merge: f64) {
        let Overlap { normal, on_a, depth } = *overlap;
        let deepest = Contact { on_a, on_b: on_a + normal * depth, depth, features: [0; 2] };
        // A contact alone is where the bodies are deepest: that is known to more digits than an outline has.
        if self.contacts.len() <= 1 {
            let features = self.contacts.first().map_or(self.alone, |contact| contact.features);
            self.contacts.clear();
            self.contacts.push(Contact { features, ..deepest });
            return;
        }
        let contacts = &mut self.contacts[..];
        let (mut best, mut nearest, mut least, mut most) = (0, 0, f64::INFINITY, 0.0_f64);
        let mut deepest_corner = f64::NEG_INFINITY;
        for (i, contact) in contacts.iter().enumerate() {
            best = if contact.depth > deepest_corner { i } else { best };
            deepest_corner = greater(contact.depth, deepest_corner);
            let aside = (contact.on_a - on_a).cross(&normal).norm_squared();
            (nearest, least) = if aside < least { (i, aside) } else { (nearest, least) };
            most = greater(aside, most);
        }
        let missing = depth - contacts[best].depth;
        if missing <= MANIFOLD_SLACK * most.sqrt() {
            // It is as deep but for rounding.
            contacts[best].on_b += normal * missing;
            contacts[best].depth = depth;
        } else if least <= merge * merge || contacts.len() == MOST_CONTACTS {
            contacts[nearest] = Contact { features: contacts[nearest].features, ..deepest };
        } else {
            self.contacts.push(deepest);
        }
    }

    /// Keeps the `count` contacts that matter most: the deepest, then each time the one farthest from those before.
    pub(crate) fn reduce(&mut self, count: usize) {
        let contacts = &mut self.contacts[..];
        let kept = count.min(contacts.len());
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (i, contact) in contacts.iter().enumerate() {
            best = if contact.depth > most { i } else { best };
            most = greater(contact.depth, most);
        }
        // The square of the distance of each from those before.
        let mut squares = [f64::INFINITY; MOST_CONTACTS];
        for chosen in 0..kept {
            contacts.swap(chosen, best);
            squares[best] = squares[chosen];
            let at = contacts[chosen].on_a;
            let (mut farthest, next) = (-1.0, chosen + 1);
            best = next;
            for (i, contact) in contacts.iter().enumerate().skip(next) {
                let square = lesser((contact.on_a - at).norm_squared(), squares[i]);
                squares[i] = square;
                (farthest, best) = if square > farthest { (square, i) } else { (farthest, best) };
            }
        }
        self.contacts.truncate(kept);
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

/// The contacts of two bodies that overlap as a search for their penetration depth found. A few hundred operations; 8 to 60 support
/// points of a body whose features are not known.
pub fn manifold(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    overlap: &Overlap,
) -> Manifold {
    let mut manifold = Manifold::default();
    manifold.find(a, b, relative, overlap);
    manifold
}

impl Manifold {
    /// Becomes what [`manifold`] returns: it has room for many contacts, too many to copy.
    pub(crate) fn find(
        &mut self,
        a: Any<'_>,
        b: Any<'_>,
        relative: &RelativePlacement,
        overlap: &Overlap,
    ) {
        self.contacts.clear();
        self.alone = [0; 2];
        // A ball has one contact with anything.
        let is_ball = |body: Any<'_>| matches!(body.core(true), Some(Core::Point(_)));
        let merge = if is_ball(a) || is_ball(b) { 0.0 } else { self.fill(a, b, relative, overlap) };
        self.include_deepest(overlap, merge);
    }
}

/// How much of the region a face has that leans by the angle of this cosine from the normal: all of it up to [`LEANS_FULLY`], and
/// none but what is foremost from [`LEANS_AWAY`] on, where an edge or a corner touches. Equation (5) of the theory's page.
fn share(cosine: f64) -> f64 {
    ((cosine - LEANS_AWAY) / (LEANS_FULLY - LEANS_AWAY)).clamp(0.0, 1.0)
}

impl Manifold {
    /// Adds the corners of the region alone, without the deepest point, which need not be in both bodies as seen along the normal. There
    /// may be none. Contacts that are nearer to each other than what is returned are one.
    pub(crate) fn fill(
        &mut self,
        a: Any<'_>,
        b: Any<'_>,
        relative: &RelativePlacement,
        overlap: &Overlap,
    ) -> f64 {
        let frame = Frame::new(overlap);
        let mut feature = Feature::default();
        let mut of_a = Outline::default();
        let mut of_b = Outline::default();
        let placed_a = (relative.basis_a(), &Vec3::zeros());
        of_a.see(a, 0, placed_a, &frame, &mut feature);
        let placed_b = (relative.basis_b(), &relative.offset());
        of_b.see(b, 1, placed_b, &frame, &mut feature);
        // The region is no larger than the smaller one.
        let reach = of_a.reach.min(of_b.reach);
        let rounding = SUPPORT_ROUNDING * (of_a.reach + of_b.reach);
        let slack = of_a.error + of_b.error + MANIFOLD_SLACK * reach + rounding;
        let is_exact = of_a.is_exact && of_b.is_exact;
        let merge = if is_exact { slack } else { MANIFOLD_MERGE * reach };
        let is_point = |of: &Outline| of.points.len() == 1;
        if is_point(&of_a) || is_point(&of_b) {
            self.alone = [of_a.face(), of_b.face()];
        } else if of_a.plane.is_none() && of_b.plane.is_none() {
            self.alone = [of_a.edge(0), of_b.edge(0)];
            if let (Some(line_a), Some(line_b)) = (Line::of(&of_a), Line::of(&of_b)) {
                let features = [&of_a, &of_b].map(|of| [of.vertex(0), of.vertex(1), of.edge(0)]);
                self.fill_lines(&[line_a, line_b], features, &frame, overlap.depth, slack);
            }
        } else {
            self.alone = [of_a.face(), of_b.face()];
            // The reference is the one that leans less, the first of equals; a line has no plane, and cannot be it.
            let cosine = |of: &Outline| of.plane.map_or(-1.0, |plane| plane.cosine);
            let a_is_reference = cosine(&of_a) >= cosine(&of_b) - MANIFOLD_SLACK;
            let both = (&mut of_a, &mut of_b);
            let (reference, incident) = if a_is_reference { both } else { (both.1, both.0) };
            let of_incident = usize::from(a_is_reference);
            self.fill_face(incident, reference, of_incident, &frame, overlap.depth, slack);
        }
        merge
    }

    /// Of two lines, given the numbers of both ends and of the whole of each.
    fn fill_lines(
        &mut self,
        lines: &[Line; 2],
        numbers: [[u32; 3]; 2],
        frame: &Frame,
        depth: f64,
        slack: f64,
    ) {
        let Some(ends) = lines::ends(lines, depth, slack) else { return };
        for crossing in &ends {
            self.push(frame, &crossing.points, depth, lines::features(crossing.end, numbers));
        }
    }

    /// Adds a contact of two points that are seen at the same place.
    fn push(&mut self, frame: &Frame, points: &[Point; 2], depth: f64, mut features: [u32; 2]) {
        // By how many have the same, not by how many there are: that changes as the region does.
        let (of_second, mut equals) = (features[1], 0);
        while self.contacts.iter().any(|contact| contact.features == features) {
            equals += 1;
            features[1] = of_part(of_second, equals);
        }
        let here = depth - points[0].behind - points[1].behind;
        let depth = greater(lesser(here, depth), 0.0);
        let on_a = frame.point(0, &points[0]);
        let on_b = on_a + frame.normal * depth;
        self.contacts.push(Contact { on_a, on_b, depth, features });
    }

    /// Of a face and what it meets.
    fn fill_face(
        &mut self,
        incident: &mut Outline,
        reference: &mut Outline,
        of_incident: usize,
        frame: &Frame,
        depth: f64,
        slack: f64,
    ) {
        let Some(plane) = reference.plane else { return };
        let mut cut_at = depth * share(plane.cosine);
        if incident.is_of_cone
            && let [p, q, ..] = incident.points[..]
        {
            let (rise, run) = ((q.behind - p.behind).abs(), (q.at - p.at).norm());
            cut_at *= share(run / (rise * rise + run * run).sqrt());
        }
        let rest = |point: &Point| cut_at - point.behind - plane.behind(&point.at);
        disc::polygons(incident, reference, rest);
        let mut region = Region::default();
        region.fill(incident, reference, rest, slack);
        for corner in region.corners() {
            let foremost = incident.foremost_at(corner, reference, slack);
            let point = *foremost.filter(|p| rest(p) >= -slack).unwrap_or(&corner.point);
            let mut meeting = features(corner.sides, incident, reference);
            let behind = reference.behind(&plane, &point.at);
            let mut points = [point, Point { at: point.at, behind }];
            if of_incident == 1 {
                points.reverse();
                meeting.reverse();
            }
            self.push(frame, &points, depth, meeting);
        }
    }
}

impl Outline {
    /// Of a rounded body, the foremost point at a corner of the region that is its own; `None` where that is beside the reference, or no
    /// better.
    fn foremost_at(&self, corner: &Corner, reference: &Outline, slack: f64) -> Option<&Point> {
        let [Side::Incident(_), Side::Incident(i)] = corner.sides else { return None };
        let foremost = self.foremost.get(i as usize)?;
        let sides = &reference.points;
        let is_within = sides.iter().enumerate().all(|(k, from)| {
            let to = &sides[if k + 1 == sides.len() { 0 } else { k + 1 }].at;
            outline::area(&from.at, to, &foremost.at) >= -slack * (to - from.at).norm()
        });
        (is_within && foremost.behind <= corner.point.behind).then_some(foremost)
    }
}

//! Translations that separate.

use super::directions::center;
use super::{Search, answer_after};
use crate::convex::Coherence;
use crate::math::tolerance::{
    CUSHION, SAME_BOUND, SAME_NORMAL, SAME_TRANSLATION, TIGHTEST_DISTANCE_TOLERANCE,
};
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3};
use crate::query::{Answer, Body, BodyPair, PartIndices, Question, collide};
use crate::sorting::sort_by;

/// A translation of A that separates the bodies, or that brings them to a distance of rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escape {
    pub translation: Vec3,
    /// The points that nearly touch then, in the local coordinates of A and of B.
    pub local: [Vec3; 2],
    /// A unit vector from B to A along which they would touch.
    pub normal: Vec3,
    /// The parts that would, if these are known.
    pub parts: PartIndices,
}

impl Escape {
    pub(super) fn length(&self) -> f64 {
        self.translation.norm()
    }

    /// The plane that translations stay outside of as far as its contact knows: the normal, and the product that is not to be less.
    fn plane(&self) -> (Vec3, f64) {
        (self.normal, self.normal.dot(&self.translation))
    }
}

/// Casts go on beyond their end by this part of all coordinates.
const OVERSHOOT: f64 = 8.0 * CUSHION;

/// How often a translation is shortened at most.
const MOST_ROUNDS: u32 = 24;

/// How many planes a translation slides along at most in each round.
const MOST_SLIDES: usize = 4;

/// Rounds that gain less than this part are the last.
const LEAST_GAIN: f64 = 1e-7;

/// The same of ways that may not be the best in the end.
const WORTHWHILE_GAIN: f64 = 0.02;

/// Directions from which a way is longer than the best by this factor are not followed.
pub(super) const HOPELESS: f64 = 1.5;

/// Polygons are local: along their normals a way is either much shorter than others, or of no use.
const PROMISING: f64 = 0.75;

/// By how much more a translation may be needed than before.
const MOVED_ON: f64 = 1.25;

/// Casts begin with the parts of so many casts before.
const LIKELY: usize = 4;

/// How many of the first ways are shortened.
const FOLLOWED: usize = 3;

impl Search<'_, '_> {
    /// Finds a translation that separates: where the bodies are the narrowest, or along the normals of polygons that meet. Returns what is
    /// proved: see `proved`.
    pub(super) fn first_escape(&mut self) -> f64 {
        self.ways = match self.before.and_then(|before| self.way_again(&before)) {
            Some(way) => vec![way],
            None => {
                let mut ways = self.ways_along(Vec::from_iter(self.narrowest()), HOPELESS);
                ways.extend(self.ways_along(self.first_normals(), PROMISING));
                ways
            }
        };
        match self.best {
            Some(best) => self.shorten(best, LEAST_GAIN.max(self.effort.gap)),
            None => self.other_escapes(),
        }
        self.proved()
    }

    /// Finds the least translation that it can without a lower bound: along other directions too, if the first is not proved to be it.
    pub(super) fn escape(&mut self) {
        let proved = self.first_escape();
        if proved < self.best_length() * (1.0 - self.effort.gap.max(SAME_BOUND)) {
            self.other_escapes();
        }
    }

    /// The way along a translation that has separated the bodies before, if one that is not much longer still does.
    fn way_again(&mut self, before: &Vec3) -> Option<Escape> {
        let from = before * MOVED_ON;
        if !self.is_apart(&from) {
            return None;
        }
        let way = self.cast(&from, &Vec3::zeros(), None)?;
        self.consider(&way);
        Some(way)
    }

    pub(super) fn other_escapes(&mut self) {
        let mut ways = std::mem::take(&mut self.ways);
        ways.extend(self.ways_along(self.directions(), HOPELESS));
        sort_by(&mut ways, |p, q| p.length().total_cmp(&q.length()));
        ways.dedup_by(|p, q| p.local == q.local);
        for way in ways.iter().take(FOLLOWED) {
            if way.length() < HOPELESS * self.best_length() && !self.is_over() {
                self.shorten(*way, WORTHWHILE_GAIN);
            }
        }
        self.ways = ways;
        if self.best.is_none() {
            self.best = self.grazing();
        }
        if let Some(best) = self.best {
            self.shorten(best, LEAST_GAIN);
        }
    }

    /// What bodies that touch where casts find no contact take for a way: next to nothing, from centre to centre.
    fn grazing(&self) -> Option<Escape> {
        let [a, b] = self.bodies;
        let common = common_points(self.bodies)?;
        let normal = direction(&(center(&a) - center(&b))).unwrap_or_else(Vec3::x);
        Some(Escape {
            translation: normal * (CUSHION * self.reach),
            local: common,
            normal,
            parts: [0; 2],
        })
    }

    fn ways_along(&mut self, directions: Vec<Vec3>, most: f64) -> Vec<Escape> {
        let mut ways = Vec::new();
        for along in directions {
            if self.best.is_some() && self.is_over() {
                break;
            }
            if let Some(way) = self.way_out(&Vec3::zeros(), &along, most) {
                self.consider(&way);
                ways.push(way);
            }
        }
        ways
    }

    /// A lower bound by pieces where the best way ends, and where others of its length do.
    pub(super) fn proved(&mut self) -> f64 {
        let Some(best) = self.best else { return 0.0 };
        for way in self.found_ways(&best) {
            self.add_pieces(&way, &Vec3::zeros());
        }
        self.depth_of_pieces(&Vec3::zeros())
    }

    /// A translation that separates, as others that are shorter, from one that is known to.
    pub(super) fn escape_from(&mut self, from: &Vec3) {
        if from.norm() >= self.best_length() {
            return;
        }
        if let Some(way) = self.cast(from, &Vec3::zeros(), None) {
            self.consider(&way);
            self.shorten(way, LEAST_GAIN);
        }
    }

    pub(super) fn consider(&mut self, way: &Escape) {
        if way.length() < self.best_length() {
            self.best = Some(*way);
        }
    }

    /// The best way, and others of about its length: where several contacts end a translation, each has pieces of its own.
    pub(super) fn found_ways(&self, best: &Escape) -> Vec<Escape> {
        let mut ways = vec![*best];
        ways.extend(
            self.contacts.iter().filter(|way| {
                way.length() <= best.length() * (1.0 + 1e-3) && way.local != best.local
            }),
        );
        ways.truncate(4);
        ways
    }

    /// The normals of the contacts about where the best way ends: of those that are about the same, the last.
    pub(super) fn normals(&self, best: &Escape) -> Vec<Vec3> {
        let near = SAME_TRANSLATION * best.length() + 8.0 * CUSHION * self.reach;
        let mut normals: Vec<Vec3> = vec![best.normal];
        for way in self.contacts.iter().rev() {
            let is_here = (way.translation - best.translation).norm() <= near;
            let is_known = |n: &Vec3| n.dot(&way.normal) > SAME_NORMAL;
            if is_here && !normals.iter().any(is_known) {
                normals.push(way.normal);
            }
        }
        // What the translation does not go against does not hold it up.
        normals.retain(|normal| normal.dot(&best.translation) > 1e-3 * best.length());
        normals.truncate(3);
        normals
    }

    /// The last contact along a direction from a translation, if it is not too far to be of use, which is this multiple of the best length:
    /// beyond it the bodies are apart.
    pub(super) fn way_out(&mut self, from: &Vec3, along: &Vec3, most: f64) -> Option<Escape> {
        let far = 2.0 * (self.reach + from.norm());
        let rest = most * self.best_length();
        if rest < far {
            let end = from + along * rest;
            if !self.is_apart(&end) {
                return None;
            }
            return self.cast(&end, from, None);
        }
        self.cast(&(from + along * far), from, None)
    }

    /// Parts that meet after a translation, if any are known; `None` if the bodies are apart.
    fn parts_in_contact(&mut self, by: &Vec3) -> Option<PartIndices> {
        self.steps += 1;
        match answer_after(self.bodies, by) {
            Answer::Nothing => None,
            Answer::Parts { parts, .. } => Some(parts),
            _ => Some([0; 2]),
        }
    }

    /// The first contact on the way from a translation that separates to another one; `None` if there is none.
    pub(super) fn cast(
        &mut self,
        from: &Vec3,
        to: &Vec3,
        likely: Option<PartIndices>,
    ) -> Option<Escape> {
        crate::interrupt::check();
        self.steps += 1;
        let placement = self.moved(from);
        let a = Body { placement: &placement, ..self.bodies[0] };
        let pair = BodyPair::new(a, self.bodies[1])?;
        // A little farther: of bodies that touch at the end, rounding may have the contact beyond it.
        let over = direction(&(to - from))? * (OVERSHOOT * self.reach);
        let way = to - from + over;
        let length = way.norm();
        let last = self.contacts.iter().rev().take(LIKELY).map(|way| way.parts);
        let likely: Vec<PartIndices> = likely.into_iter().chain(last).collect();
        let before = CUSHION * (self.reach + length + from.norm()) / length;
        // As B moves towards A, which stays where it is.
        let (found, parts) =
            pair.first_contact_of_apart(&-way, TIGHTEST_DISTANCE_TOLERANCE, &likely, before)?;
        if found.time == 0.0 {
            return None;
        }
        let translation = from + way * (found.time - before).max(0.0);
        let way = Escape { translation, local: found.locals, normal: found.normal, parts };
        self.keep(way);
        Some(way)
    }

    fn keep(&mut self, way: Escape) {
        const KEPT: usize = 256;
        if self.contacts.len() == KEPT {
            self.contacts.remove(0);
        }
        self.contacts.push(way);
    }

    /// Shortens a translation: along the planes of contacts to the shortest that these allow, then towards none, and again.
    /// It ends where a round gains less than a part `gain`.
    fn shorten(&mut self, way: Escape, gain: f64) {
        let mut way = way;
        // The contacts where it ends now: there it goes no nearer to no translation.
        let mut touches = vec![way];
        for _ in 0..MOST_ROUNDS {
            let before = way.length();
            let mut planes: Vec<_> = touches.iter().map(Escape::plane).collect();
            for _ in 0..MOST_SLIDES {
                if self.is_over() {
                    return self.consider(&way);
                }
                let Some(least) = shortest(&planes) else { break };
                if least.norm() >= way.length() * (1.0 - LEAST_GAIN) {
                    break;
                }
                let Some(likely) = self.parts_in_contact(&least) else {
                    // Shorter, whatever is on the way.
                    let normal = direction(&least).unwrap_or(way.normal);
                    way = Escape { translation: least, normal, ..way };
                    touches.clear();
                    break;
                };
                match self.cast(&way.translation, &least, Some(likely)) {
                    Some(hit) => {
                        planes.push(hit.plane());
                        let moved = (hit.translation - way.translation).norm();
                        if moved > SAME_TRANSLATION * way.length() {
                            touches.clear();
                        }
                        touches.push(hit);
                        if hit.length() < way.length() {
                            way = hit;
                        }
                    }
                    // Already touching at its start.
                    None => break,
                }
            }
            if touches.is_empty() {
                way = self.cast(&way.translation, &Vec3::zeros(), None).unwrap_or(way);
                touches.push(way);
            }
            self.consider(&way);
            if way.length() > before * (1.0 - gain) {
                return;
            }
        }
    }
}

/// A point that two bodies have in common, in the coordinates of each.
pub(super) fn common_points([a, b]: [Body<'_>; 2]) -> Option<[Vec3; 2]> {
    match collide(a, b, Question::CommonPoint, &mut Coherence::default(), &mut 0) {
        Answer::Parts { common, .. } | Answer::Inside { common } => Some(common),
        _ => None,
    }
}

/// A translation along a unit vector that separates bodies for certain: if possible one that is no longer than a length but for rounding,
/// of coordinates that reach so far.
pub(super) fn lengthened(
    along: &Vec3,
    length: f64,
    reach: f64,
    mut separates: impl FnMut(&Vec3) -> bool,
) -> Vec3 {
    let mut more = (0.125 * CUSHION * (reach + length)).max(f64::MIN_POSITIVE);
    loop {
        let candidate = along * (length + more);
        // Beyond four times all coordinates the bodies are apart by any test.
        if more > 4.0 * reach || separates(&candidate) {
            return candidate;
        }
        more *= 2.0;
    }
}

/// The shortest vector on the outer side of some planes, each a unit normal and the product that is not to be less; of at most three of
/// them. `None` if there is none, or the planes hardly meet.
fn shortest(planes: &[(Vec3, f64)]) -> Option<Vec3> {
    let mut best: Option<Vec3> = None;
    let mut consider = |candidate: Option<Vec3>| {
        let Some(v) = candidate else { return };
        let slack = 1e-9 * v.norm();
        let is_allowed = planes.iter().all(|(normal, at)| normal.dot(&v) >= at - slack);
        if is_allowed && best.is_none_or(|best| v.norm_squared() < best.norm_squared()) {
            best = Some(v);
        }
    };
    for (i, (n, p)) in planes.iter().enumerate() {
        consider((*p > 0.0).then(|| n * *p));
        for (j, (m, q)) in planes.iter().enumerate().skip(i + 1) {
            let cos = n.dot(m);
            let sine2 = 1.0 - cos * cos;
            if sine2 > 1e-12 {
                consider(Some((n * (p - cos * q) + m * (q - cos * p)) / sine2));
            }
            for (l, r) in planes.iter().skip(j + 1) {
                let rows = Mat3::from_rows(&[n.transpose(), m.transpose(), l.transpose()]);
                if rows.determinant().abs() > 1e-9 {
                    consider(rows.try_inverse().map(|inverse| inverse * Vec3::new(*p, *q, *r)));
                }
            }
        }
    }
    best
}

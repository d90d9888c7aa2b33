//! Convex pieces of the two bodies: while pieces overlap, so do the bodies.

use super::Search;
use super::dop::Dop;
use super::escape::{Escape, HOPELESS, common_points};
use crate::convex::Coherence;
use crate::convex::cast::cast;
use crate::convex::depth::penetration_depth;
use crate::convex::query::intersect;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{CUSHION, TIGHTEST_DISTANCE_TOLERANCE};
use crate::math::vector::{is_finite, is_singular, preimage};
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::mesh::nearest_point::nearest_of;
use crate::mesh::{PolytopeSoup, PolytopeView};
use crate::query::{Body, BodyShape};
use crate::shape::{Any, Primitive, Support};
use crate::solid::region::Region;
use crate::sorting::sort_by;

/// What a body is to the search.
#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    Convex(Any<'a>),
    /// A closed mesh.
    Solid(&'a PolytopeSoup),
    /// A mesh of which only the polytopes count.
    Surface(&'a PolytopeSoup),
    /// A body that consists of others.
    Parts(BodyShape<'a>),
}

impl<'a> Kind<'a> {
    pub(super) fn of(shape: BodyShape<'a>) -> Kind<'a> {
        match shape {
            BodyShape::Convex(primitive) => Kind::Convex(primitive.any()),
            BodyShape::Soup(soup) => match soup.convex_hull() {
                Some(hull) => Kind::Convex(hull.any()),
                None if soup.is_solid() => Kind::Solid(soup),
                None => Kind::Surface(soup),
            },
            BodyShape::Parts(_) => Kind::Parts(shape),
        }
    }

    pub(super) fn convex(&self) -> Option<Any<'a>> {
        if let Kind::Convex(body) = self { Some(*body) } else { None }
    }

    /// Whether depths in it are known: not in a mesh of which only the polytopes count.
    pub(super) fn has_depths(&self) -> bool {
        !matches!(self, Kind::Surface(_))
    }

    /// A convex piece at a point of the surface, or at one inside that is a depth away from there. See [`Region::grow`].
    fn piece(&self, at: &Vec3, inside: &Vec3, reach: f64, inset: f64) -> Option<Piece<'a>> {
        match self {
            Kind::Convex(body) => Some(Piece::Whole(*body)),
            Kind::Solid(soup) => Region::grow(soup, inside, reach, inset).map(Piece::Region),
            Kind::Surface(soup) => {
                let part = nearest_of(soup, at)?.part;
                Some(Piece::Part(soup.primitive(part)))
            }
            Kind::Parts(shape) => {
                let (mut found, placement) = (None, &Placement::IDENTITY);
                let body = Body { shape: *shape, placement };
                let mut grow = |leaf: &Body<'_>| found = piece_of_part(leaf, inside, reach, inset);
                body.leaves_around(inside, &mut grow);
                found
            }
        }
    }
}

/// A piece of a part around a point, in the coordinates of the body that it is a part of.
fn piece_of_part(part: &Body<'_>, inside: &Vec3, reach: f64, inset: f64) -> Option<Piece<'static>> {
    match part.shape {
        BodyShape::Convex(primitive) => primitive.placed(part.placement).ok().map(Piece::Placed),
        BodyShape::Soup(soup) => {
            let local = local_of(part.placement, inside)?;
            let reach = reach / least_stretch(part.placement);
            let region = Region::grow(soup, &local, reach, inset)?;
            Some(Piece::Region(region.placed(part.placement)))
        }
        BodyShape::Parts(_) => None,
    }
}

enum Piece<'a> {
    Whole(Any<'a>),
    Part(PolytopeView<'a>),
    Region(Region),
    Placed(Primitive),
}

impl Piece<'_> {
    fn with<R>(&self, query: impl FnOnce(Any<'_>) -> R) -> R {
        match self {
            Piece::Whole(body) => query(*body),
            Piece::Part(polytope) => query(polytope.any()),
            Piece::Region(region) => query(region.body.any()),
            Piece::Placed(body) => query(body.any()),
        }
    }

    /// Where the coordinates of the piece have their origin, in those of the body.
    fn origin(&self) -> Vec3 {
        if let Piece::Region(region) = self { region.seed } else { Vec3::zeros() }
    }
}

/// A piece of each body, of which some translations do not separate them.
pub(super) struct Overlapping<'a> {
    pieces: [Piece<'a>; 2],
    /// From the origin of A's piece to that of B's, less that between the bodies.
    shift: Vec3,
    coherence: Coherence,
    /// Around the translations after which they overlap.
    bounds: Dop,
    /// Whether they overlap after no translation.
    overlap_now: bool,
}

/// A point that is in both bodies after a translation.
pub(super) struct DeepPoint {
    by: Vec3,
    at: Vec3,
}

/// Where inside the overlap pieces are looked for: in the middle, and nearer to the surfaces, in parts of the depth.
const SEEDS: [f64; 4] = [0.5, 0.2, 0.05, 0.005];

/// Pieces that are not where a way ends have planes at this part of their distance, so that they reach farther along the surface.
const INSET: f64 = 0.75;

/// Pieces reach this many times as far as the upper bound.
const PIECE_REACH: f64 = 2.5;

impl<'a> Search<'a, '_> {
    /// Adds pieces between the points that a way out from a translation brings together.
    pub(super) fn add_pieces(&mut self, way: &Escape, from: &Vec3) {
        let out = way.translation - from;
        let [a, b] = self.bodies.map(|body| *body.placement);
        let (on_a, on_b) = (a.apply(&way.local[0]), b.apply(&way.local[1]));
        let reach = PIECE_REACH * self.best_length().max(out.norm());
        let [a, b] =
            [(0, a, on_a, out), (1, b, on_b, -out)].map(|(side, placement, at, inwards)| {
                let factor = 1.0 / least_stretch(&placement);
                SEEDS.iter().find_map(|share| {
                    let inside = local_of(&placement, &(at + inwards * *share))?;
                    self.kinds[side].piece(&way.local[side], &inside, reach * factor, 1.0)
                })
            });
        if let (Some(a), Some(b)) = (a, b) {
            self.keep_pieces([a, b]);
        }
    }

    /// Adds pieces about a point that is deep in both bodies after a translation. Returns whether they meet at all then.
    pub(super) fn add_pieces_after(&mut self, by: &Vec3) -> bool {
        self.steps += 1;
        let placement = self.moved(by);
        let both = [Body { placement: &placement, ..self.bodies[0] }, self.bodies[1]];
        let Some(deep) = self.deep_point(&both, by) else { return false };
        let reach = PIECE_REACH * self.best_length();
        let [a, b] = [0, 1].map(|side| {
            let inside = local_of(both[side].placement, &deep)?;
            let factor = 1.0 / least_stretch(both[side].placement);
            self.kinds[side].piece(&inside, &inside, reach * factor, INSET)
        });
        if let (Some(a), Some(b)) = (a, b) {
            self.keep_pieces([a, b]);
        }
        true
    }

    /// A point of both bodies after a translation, mostly deep in both; `None` if they are apart.
    fn deep_point(&mut self, both: &[Body<'_>; 2], by: &Vec3) -> Option<Vec3> {
        let distance = |known: &DeepPoint| (known.by - by).norm_squared();
        let near = self.deep_points.iter().min_by(|p, q| distance(p).total_cmp(&distance(q)));
        // About there the bodies still meet, as a rule: half as far as A has moved since.
        let from_near =
            near.map(|known| deepest(both, known.at + (by - known.by) * 0.5, self.reach));
        let at = match from_near {
            Some((at, depth)) if depth > 0.0 => at,
            _ => {
                let [_, on_b] = common_points(*both)?;
                deepest(both, both[1].placement.apply(&on_b), self.reach).0
            }
        };
        memory::push(&mut self.deep_points, DeepPoint { by: *by, at });
        Some(at)
    }

    /// The same of bodies without depths: pieces by the way out along a direction from there, which may be the best.
    pub(super) fn add_pieces_beyond(&mut self, from: &Vec3, along: &Vec3) -> bool {
        if self.is_apart(from) {
            return false;
        }
        if let Some(way) = self.way_out(from, along, HOPELESS) {
            self.consider(&way);
            self.add_pieces(&way, from);
        }
        true
    }

    fn keep_pieces(&mut self, pieces: [Piece<'a>; 2]) {
        let [a, b] = [0, 1].map(|side| bounds(&pieces[side], self.bodies[side].placement));
        let bounds = b.minus(&a, CUSHION * self.reach);
        let [from_a, from_b] =
            [0, 1].map(|side| self.bodies[side].placement.basis * pieces[side].origin());
        let shift = self.internal(&(from_b - from_a));
        let coherence = Coherence::default();
        let pair = Overlapping { pieces, shift, coherence, bounds, overlap_now: false };
        memory::push(&mut self.pieces, pair);
        let last = self.pieces.len() - 1;
        self.pieces[last].overlap_now = self.overlap_after(last, &Vec3::zeros());
    }

    /// The greatest depth of two pieces in each other after a translation.
    pub(super) fn depth_of_pieces(&mut self, by: &Vec3) -> f64 {
        let (relative, by) = (&self.pair.relative, self.internal(by));
        let work = &mut *self.work;
        let depth = |Overlapping { pieces: [a, b], shift, .. }: &Overlapping<'_>| {
            let relative = relative.moved(&(shift - by));
            let found = a.with(|a| b.with(|b| penetration_depth(a, b, &relative, 1e-9, work)));
            found.map_or(0.0, |found| found.lower)
        };
        self.pieces.iter().map(depth).fold(0.0, f64::max)
    }

    /// How many pairs of pieces there are.
    pub(super) fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    /// The pairs of pieces, from the first of these on, that may overlap after translations along all rays of a length, and of greater
    /// ones up to those that they come with, the greatest first.
    pub(super) fn likely_pairs(
        &self,
        first: usize,
        rays: &[usize; 3],
        length: f64,
    ) -> Vec<(f64, usize)> {
        let rays = rays.map(|ray| self.rays.inverse(ray));
        let all = self.pieces[first..].iter().zip(first..);
        let mut likely: Vec<(f64, usize)> = all
            .filter_map(|(pair, number)| Some((pair.bounds.reach_beyond(length, rays)?, number)))
            .collect();
        sort_by(&mut likely, |p, q| q.0.total_cmp(&p.0));
        likely
    }

    /// Whether a pair of pieces overlaps after no translation.
    pub(super) fn overlap_now(&self, number: usize) -> bool {
        self.pieces[number].overlap_now
    }

    /// Whether a pair of pieces overlaps after a translation.
    pub(super) fn overlap_after(&mut self, number: usize, by: &Vec3) -> bool {
        self.tests += 1;
        let relative = self.relative_after(number, by);
        let Overlapping { pieces: [a, b], coherence, .. } = &mut self.pieces[number];
        a.with(|a| b.with(|b| intersect(a, b, &relative, coherence)))
    }

    /// Up to which length of a translation along a direction a pair of pieces overlaps, at most up to a limit; zero if it does not.
    pub(super) fn end_of_overlap(&mut self, number: usize, along: &Vec3, limit: f64) -> f64 {
        self.tests += 4;
        let relative = self.relative_after(number, &(along * limit));
        let Overlapping { pieces: [a, b], .. } = &self.pieces[number];
        // As the second comes back to where it is.
        let found = a.with(|a| {
            b.with(|b| {
                cast(a, b, &relative, along, limit, TIGHTEST_DISTANCE_TOLERANCE, &mut [0; 2])
            })
        });
        found.map_or(0.0, |found| (limit - found.time).max(0.0))
    }

    /// Where the pieces of a pair are to each other after a translation.
    fn relative_after(&self, number: usize, by: &Vec3) -> RelativePlacement {
        self.pair.relative.moved(&(self.pieces[number].shift - self.internal(by)))
    }

    /// A vector in the units of the relative placement.
    fn internal(&self, by: &Vec3) -> Vec3 {
        by.map(|x| self.pair.relative.in_internal_units(x))
    }
}

/// Bounds of a placed piece.
fn bounds(piece: &Piece<'_>, placement: &Placement) -> Dop {
    Dop::around(|direction| {
        let local = placement.basis.tr_mul(direction);
        let origin = placement.apply(&piece.origin());
        piece.with(|piece| piece.support_value(&local, &mut 0)) + direction.dot(&origin)
    })
}

/// From a point to one that is deep in both of two bodies: up the lesser of the two depths, which comes with it.
fn deepest(both: &[Body<'_>; 2], start: Vec3, reach: f64) -> (Vec3, f64) {
    let depth = |at: &Vec3| -> Option<(f64, Vec3)> {
        let [a, b] = both.each_ref().map(|body| body.signed_distance(at).ok().flatten());
        let (a, b) = (a?, b?);
        let (first, second) = if a.distance > b.distance { (a, b) } else { (b, a) };
        let along = if first.distance > 0.7 * second.distance {
            -(first.gradient + second.gradient)
        } else {
            -first.gradient
        };
        Some((-first.distance, along.try_normalize(0.0).unwrap_or(-first.gradient)))
    };
    let Some((mut best, mut along)) = depth(&start) else { return (start, 0.0) };
    let mut at = start;
    let mut step = (0.03 * reach).max(best);
    for _ in 0..DEEP_STEPS {
        let next = at + along * step;
        match depth(&next) {
            Some((value, direction)) if value > best => {
                if value > 0.0 && value < best * 1.05 {
                    return (next, value);
                }
                (at, best, along) = (next, value, direction);
            }
            _ => step *= 0.35,
        }
    }
    (at, best)
}

/// How often [`deepest`] looks.
const DEEP_STEPS: u32 = 8;

/// The coordinates of a point of the world in those of a body; `None` of a placement that flattens.
fn local_of(placement: &Placement, point: &Vec3) -> Option<Vec3> {
    let flattens = is_singular(&placement.basis);
    (!flattens).then(|| preimage(&placement.basis, &(point - placement.origin))).filter(is_finite)
}

/// No more than the least factor by which a placement stretches lengths.
fn least_stretch(placement: &Placement) -> f64 {
    placement.basis.try_inverse().map_or(f64::INFINITY, |inverse| 1.0 / inverse.norm())
}

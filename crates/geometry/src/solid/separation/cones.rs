//! The lower bound by many pairs of pieces: branch and bound over the directions (`docs/src/theory/solids.md`, section 4).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Search;
use super::rays::Rays;
use crate::math::Vec3;
use crate::memory;

/// Translations along the directions of a triangle.
#[derive(Clone, Copy, Debug)]
struct Cone {
    /// The numbers of the rays that are its edges.
    edges: [usize; 3],
    /// No translation separates that is in the tetrahedron of the origin and of the edges up to this length.
    length: f64,
    /// How far from the origin the triangle of unit vectors along the edges is.
    flatness: f64,
    level: u32,
}

/// Cones are divided so often at most.
const MOST_LEVELS: u32 = 14;

/// Where pieces are looked for that go on from those there are: this share of the way to the end.
const NEXT: f64 = 0.02;

/// Pieces that reach farther by no more than this part are no progress.
const LEAST_PROGRESS: f64 = 1e-9;

impl Cone {
    fn new(rays: &Rays, edges: [usize; 3], length: f64, level: u32) -> Cone {
        let [p, q, r] = edges.map(|edge| rays.along(edge));
        let normal = (q - p).cross(&(r - p));
        // Slightly less, to cover rounding.
        let flatness = normal.dot(&p).abs() / normal.norm() * (1.0 - 1e-12);
        Cone { edges, length, flatness, level }
    }

    /// No translation of the cone that is shorter separates.
    fn bound(&self) -> f64 {
        self.length * self.flatness
    }

    fn parts(&self, rays: &mut Rays) -> [Cone; 4] {
        let [p, q, r] = self.edges;
        let [a, b, c] = [(q, r), (r, p), (p, q)].map(|(p, q)| rays.middle(p, q));
        // So far out are the middles of the sides, which are less so than the corners. Slightly less, to cover rounding.
        let out = |p: usize, q: usize| ((rays.along(p) + rays.along(q)) * 0.5).norm();
        let share = out(q, r).min(out(r, p)).min(out(p, q)).min(1.0);
        let length = self.length * share * (1.0 - 1e-12);
        [[p, c, b], [c, q, a], [b, a, r], [a, b, c]]
            .map(|edges| Cone::new(rays, edges, length, self.level + 1))
    }
}

impl Search<'_, '_> {
    /// A lower bound by the pieces there are, which have proved one, and by more where these do not do.
    pub(super) fn lower_bound(&mut self, proved: f64) -> f64 {
        if proved >= self.target() {
            return proved;
        }
        for way in std::mem::take(&mut self.ways) {
            if !self.is_over() {
                self.add_pieces(&way, &Vec3::zeros());
            }
        }
        let of_one = self.depth_of_pieces(&Vec3::zeros());
        let octants = octants(&mut self.rays);
        let mut open =
            BinaryHeap::from(octants.map(|edges| Cone::new(&self.rays, edges, of_one, 0)));
        // What was given up.
        let mut least = f64::INFINITY;
        loop {
            let Some(mut cone) = open.pop() else { return of_one.max(least.min(self.target())) };
            let known = cone.bound().min(least);
            if known >= self.target() || self.is_over() {
                // Finished cones are known up to the target alone, which may have fallen below the bounds of the open ones.
                return of_one.max(known.min(self.target()));
            }
            if self.extend(&mut cone, 0) {
                continue;
            }
            if let Some(share) = self.share_of_probe(cone.level) {
                let known = self.piece_count();
                self.probe(&cone, share);
                if self.extend(&mut cone, known) {
                    continue;
                }
            }
            if cone.level >= MOST_LEVELS {
                least = least.min(cone.bound());
                continue;
            }
            memory::ensure(4 * size_of::<Cone>());
            let target = self.target();
            let parts = cone.parts(&mut self.rays);
            open.extend(parts.into_iter().filter(|part| part.bound() < target));
        }
    }

    /// Which part of the way from what is known to the target a probe goes in cones of a level. Where depths are known, most of the
    /// widest are divided without one: pieces seldom reach over all of them.
    fn share_of_probe(&self, level: u32) -> Option<f64> {
        match (self.has_depths(), level.is_multiple_of(2)) {
            (true, _) if level < 5 && level != 3 => None,
            (true, true) => Some(NEXT),
            (true, false) | (false, true) => Some(1.0),
            (false, false) => Some(0.5),
        }
    }

    /// Lengthens the translations of a cone that are known not to separate, by one pair of pieces after the other. Returns whether they
    /// are long enough. The pairs before the first one have been tried.
    fn extend(&mut self, cone: &mut Cone, mut first: usize) -> bool {
        let edges = cone.edges;
        loop {
            let goal = self.target() / cone.flatness * (1.0 + 1e-9);
            if cone.length >= goal {
                return true;
            }
            let start = cone.length;
            let likely = self.likely_pairs(first, &edges, start);
            // Casts only if no pair overlaps up to the end.
            let reach = likely.iter().take_while(|(most, _)| *most >= goal);
            for (_, number) in reach {
                if self.overlap_at(*number, &edges, goal) && self.overlap_at(*number, &edges, start)
                {
                    cone.length = goal;
                    return true;
                }
            }
            let mut longest = start;
            for (most, number) in likely {
                if most <= longest {
                    break;
                }
                let is_longer = self.overlap_at(number, &edges, longest)
                    && self.overlap_at(number, &edges, start);
                if !is_longer {
                    continue;
                }
                let mut length = goal.min(most);
                for edge in edges {
                    if length > longest {
                        length = length.min(self.overlap_up_to(number, edge, length));
                    }
                }
                longest = longest.max(length);
            }
            if longest <= start * (1.0 + LEAST_PROGRESS) + LEAST_PROGRESS * goal {
                return false;
            }
            (cone.length, first) = (longest, 0);
        }
    }

    /// Looks at a translation in the middle of a cone, a share of the way from what is known to the target: one that separates becomes a
    /// way out, another one is where pieces are looked for.
    fn probe(&mut self, cone: &Cone, share: f64) {
        let [p, q, r] = cone.edges.map(|edge| self.rays.along(edge));
        let along = (p + q + r).normalize();
        let from = along * (cone.bound() + (self.target() - cone.bound()) * share);
        let meet = if self.has_depths() {
            self.add_pieces_after(&from)
        } else {
            self.add_pieces_beyond(&from, &along)
        };
        if !meet {
            self.escape_from(&from);
        }
    }
}

/// The directions, in eight triangles.
fn octants(rays: &mut Rays) -> [[usize; 3]; 8] {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| [axis, -axis].map(|v| rays.add(v)));
    [0, 1, 2, 3, 4, 5, 6, 7].map(|i| [0, 1, 2].map(|k| axes[k][i >> k & 1]))
}

/// The one with the least bound is the greatest.
impl Ord for Cone {
    fn cmp(&self, other: &Cone) -> Ordering {
        let by_bound = other.bound().total_cmp(&self.bound());
        by_bound.then(other.level.cmp(&self.level)).then(other.edges.cmp(&self.edges))
    }
}

impl PartialOrd for Cone {
    fn partial_cmp(&self, other: &Cone) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cone {
    fn eq(&self, other: &Cone) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cone {}

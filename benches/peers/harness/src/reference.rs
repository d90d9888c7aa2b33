//! The certified answers that all others are compared with: the oracle of the project's tests, which shares no code
//! with the library and trusts only axes and enclosures that it has proven.

#[path = "../../../../tests/answers/oracle/mod.rs"]
mod oracle;

use super::case::{Body, Case, Kind, Pose};
use oracle::body::{Body as Placed, Placement, Shape};
use oracle::verdict::{self, Verdict};

/// The body's core; a round box is a box and a radius.
fn shape(body: &Body) -> Shape {
    let [x, y, z, _] = body.size;
    match body.kind {
        Kind::Box | Kind::RoundBox => Shape::Box([2.0 * x, 2.0 * y, 2.0 * z]),
        Kind::Ellipsoid => Shape::Ellipsoid([x, y, z]),
        Kind::Cone => Shape::Cone { radius: x, height: y },
        Kind::Cylinder => Shape::Cylinder { radius: x, height: y },
        Kind::Hull | Kind::Mesh => Shape::Polyhedron(body.points.clone()),
        Kind::Triangle | Kind::Segment => Shape::Simplex(body.points.clone()),
        Kind::Sphere | Kind::Point => Shape::Simplex(vec![[0.0; 3]]),
        Kind::Capsule => Shape::Simplex(vec![[0.0, -y / 2.0, 0.0], [0.0, y / 2.0, 0.0]]),
    }
}

fn radius(body: &Body) -> f64 {
    match body.kind {
        Kind::RoundBox => body.size[3],
        Kind::Sphere | Kind::Capsule => body.size[0],
        _ => 0.0,
    }
}

/// The two bodies of a case, to be placed.
pub struct Pair {
    shapes: [Shape; 2],
    radii: f64,
}

/// What a cast should find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cast {
    Misses,
    /// The part of the sweep until they touch.
    At(f64),
    /// Nearer to grazing than is worth deciding.
    Doubtful,
}

impl Pair {
    pub fn new(case: &Case) -> Pair {
        Pair::of(&case.bodies[0], &case.bodies[1])
    }

    pub fn of(a: &Body, b: &Body) -> Pair {
        Pair { shapes: [shape(a), shape(b)], radii: radius(a) + radius(b) }
    }

    /// Half the extents of boxes around both, which are centred on their origins.
    pub fn reach(&self) -> [[f64; 3]; 2] {
        [0, 1].map(|i| self.shapes[i].reach().map(|x| x + self.radii))
    }

    fn placed(&self, poses: [&Pose; 2], moved: [f64; 3]) -> [Placed; 2] {
        let at = |which: usize, moved: [f64; 3]| {
            let origin = std::array::from_fn(|k| poses[which].origin[k] + moved[k]);
            Placed::new(
                self.shapes[which].clone(),
                Placement { linear: poses[which].rotation, origin },
            )
        };
        [at(0, [0.0; 3]), at(1, moved)]
    }

    /// Whether they share a point; `None` if that is too near to tell.
    pub fn hit(&self, poses: [&Pose; 2]) -> Option<bool> {
        let [a, b] = self.placed(poses, [0.0; 3]);
        match verdict::decide(&a, &b) {
            Verdict::Hit { .. } => Some(true),
            Verdict::Miss { gap_lower, .. } if self.radii == 0.0 => {
                (gap_lower > 1e-9).then_some(false)
            }
            Verdict::Miss { gap_lower, .. } if gap_lower > self.radii => Some(false),
            Verdict::Miss { .. } => {
                let [low, high] = self.distance(poses, [0.0; 3])?;
                if low > 1e-9 { Some(false) } else { (high <= 0.0).then_some(true) }
            }
            Verdict::Ambiguous { .. } => None,
        }
    }

    /// Bounds of the distance, after body 1 has been moved; `None` if they are not apart. Of rounded bodies it may be
    /// negative.
    pub fn distance(&self, poses: [&Pose; 2], moved: [f64; 3]) -> Option<[f64; 2]> {
        let [a, b] = self.placed(poses, moved);
        let found = verdict::distance(&a, &b, 1e-14)?;
        Some([found.lower - self.radii, found.upper - self.radii])
    }

    /// How far body 0 is to be moved along a unit direction until the bodies only touch.
    pub fn depth_along(&self, poses: [&Pose; 2], n: [f64; 3]) -> f64 {
        let [a, b] = self.placed(poses, [0.0; 3]);
        let pair = oracle::search::Pair::new(&a, &b);
        self.radii - pair.gap_along::<f64>(n.map(|x| -x))
    }

    /// When body 1, swept, first touches body 0: Newton's steps on the distance, which is a convex function of time and
    /// never passed over.
    pub fn cast(&self, poses: [&Pose; 2], sweep: [f64; 3]) -> Cast {
        let mut t = 0.0;
        for _ in 0..200 {
            let moved = sweep.map(|x| x * t);
            let [a, b] = self.placed(poses, moved);
            let Some(found) = verdict::distance(&a, &b, 1e-14) else {
                return if t == 0.0 || self.radii > 0.0 { Cast::Doubtful } else { Cast::At(t) };
            };
            let gap = found.lower - self.radii;
            // The axis leads from A to B.
            let closing = -(0..3).map(|k| found.axis[k] * sweep[k]).sum::<f64>();
            if gap <= 1e-12 {
                let certain = closing > 1e-4 && t > 0.0;
                return if certain { Cast::At(t) } else { Cast::Doubtful };
            }
            if closing <= 0.0 {
                return if gap > 1e-7 { Cast::Misses } else { Cast::Doubtful };
            }
            t += gap / closing;
            if t > 1.0 + 1e-9 {
                return Cast::Misses;
            }
            if t > 1.0 - 1e-9 {
                return Cast::Doubtful;
            }
        }
        Cast::Doubtful
    }
}

impl Pair {
    /// When two bodies that turn first touch: conservative advancement on certified distances, by a bound on all velocities
    /// along the axis, so that no contact is passed over. Contacts that are less deep than `least` soon after, or bodies that
    /// come nearer than that and miss, are doubtful.
    pub fn turning_cast(&self, case: &Case, query: usize, least: f64) -> Cast {
        let gap_at = |time: f64| {
            let [a, b] = [0, 1].map(|i| case.pose_at(query, i, time));
            let [a, b] = self.placed([&a, &b], [0.0; 3]);
            let found = verdict::distance(&a, &b, 1e-9)?;
            Some((found.lower - self.radii, found.axis))
        };
        let reach = [0, 1].map(|i| norm(self.shapes[i].reach()) + radius(&case.bodies[i]));
        let (mut time, mut nearest) = (0.0, f64::INFINITY);
        for _ in 0..400 {
            let Some((gap, axis)) = gap_at(time) else { return Cast::Doubtful };
            nearest = gap.min(nearest);
            if gap <= 1e-7 {
                // Deep enough for everyone soon after, and not only for a moment.
                let overlap = |after: f64| {
                    time + after <= 1.0 && gap_at(time + after).is_none_or(|(gap, _)| gap < 0.0)
                };
                let certain = time > 0.0 && overlap(0.1 * least) && overlap(least);
                return if certain { Cast::At(time) } else { Cast::Doubtful };
            }
            if time == 1.0 {
                return if nearest > least { Cast::Misses } else { Cast::Doubtful };
            }
            // The axis leads from A to B, and B is swept.
            let speed = |i: usize| reach[i] * norm(cross(axis, case.spins[2 * query + i]));
            let closing = speed(0) + speed(1) - dot(axis, case.sweeps[query]);
            let step = if closing > 0.0 { gap / closing } else { 1.0 };
            time = (time + step).min(1.0);
        }
        Cast::Doubtful
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn norm(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Pairs of triangles of two placed meshes that share a point: at most `most` are counted, where that many are wanted.
/// The second number counts pairs that are too near to tell.
pub fn triangle_pairs(a: &Body, b: &Body, poses: [&Pose; 2], most: usize) -> [usize; 2] {
    let boxes = |body: &Body, pose: &Pose| -> Vec<([f64; 3], [f64; 3], usize)> {
        let place = |p: &[f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| {
                pose.origin[i] + (0..3).map(|k| pose.rotation[i][k] * p[k]).sum::<f64>()
            })
        };
        let points: Vec<[f64; 3]> = body.points.iter().map(place).collect();
        let around = |(index, t): (usize, &[u32; 3])| {
            let corners = t.map(|i| points[i as usize]);
            // Rounding outwards by more than placing the corners rounds.
            let low = std::array::from_fn(|k| {
                corners.iter().map(|c| c[k]).fold(f64::INFINITY, f64::min) - 1e-9
            });
            let high = std::array::from_fn(|k| {
                corners.iter().map(|c| c[k]).fold(f64::NEG_INFINITY, f64::max) + 1e-9
            });
            (low, high, index)
        };
        let mut boxes: Vec<_> = body.triangles.iter().enumerate().map(around).collect();
        boxes.sort_by(|x, y| x.0[0].total_cmp(&y.0[0]));
        boxes
    };
    let (of_a, of_b) = (boxes(a, poses[0]), boxes(b, poses[1]));
    let widest = of_b.iter().map(|(low, high, _)| high[0] - low[0]).fold(0.0, f64::max);
    let corner = |body: &Body, pose: &Pose, triangle: usize| {
        let points = body.triangles[triangle].map(|i| body.points[i as usize]).to_vec();
        Placed::new(
            Shape::Simplex(points),
            Placement { linear: pose.rotation, origin: pose.origin },
        )
    };
    let [mut hits, mut doubtful] = [0, 0];
    for (low, high, i) in &of_a {
        let first = of_b.partition_point(|(other, _, _)| other[0] < low[0] - widest);
        for (other_low, other_high, j) in
            of_b[first..].iter().take_while(|(other, _, _)| other[0] <= high[0])
        {
            if (0..3).any(|k| other_low[k] > high[k] || low[k] > other_high[k]) {
                continue;
            }
            match verdict::decide(&corner(a, poses[0], *i), &corner(b, poses[1], *j)) {
                Verdict::Hit { .. } => hits += 1,
                Verdict::Miss { gap_lower, .. } if gap_lower > 1e-9 => {}
                _ => doubtful += 1,
            }
            if hits >= most {
                return [hits, doubtful];
            }
        }
    }
    [hits, doubtful]
}

/// Pairs of a scene's objects that share a point, in one frame; and those too near to tell.
pub fn scene_pairs(case: &Case, frame: usize) -> [usize; 2] {
    let poses = &case.poses[frame * case.objects..(frame + 1) * case.objects];
    let mut order: Vec<usize> = (0..case.objects).collect();
    order.sort_by(|&i, &j| poses[i].origin[0].total_cmp(&poses[j].origin[0]));
    let placed = |i: usize| {
        let body = &case.bodies[i % case.bodies.len()];
        Placed::new(shape(body), Placement { linear: poses[i].rotation, origin: poses[i].origin })
    };
    let [mut hits, mut doubtful] = [0, 0];
    for (place, &i) in order.iter().enumerate() {
        for &j in &order[place + 1..] {
            // The hulls are of points of the unit sphere.
            let apart: [f64; 3] = std::array::from_fn(|k| poses[j].origin[k] - poses[i].origin[k]);
            if apart[0] > 2.0 {
                break;
            }
            if apart.iter().map(|x| x * x).sum::<f64>() > 4.0 {
                continue;
            }
            match verdict::decide(&placed(i), &placed(j)) {
                Verdict::Hit { .. } => hits += 1,
                Verdict::Miss { gap_lower, .. } if gap_lower > 1e-9 => {}
                _ => doubtful += 1,
            }
        }
    }
    [hits, doubtful]
}

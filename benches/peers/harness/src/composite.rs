//! Certified answers about bodies of any kind: those about pairs of convex parts, which of a mesh are its triangles, nearest
//! boxes first.

use super::case::{Body, Case, Kind, Pose};
use super::reference::{Cast, Pair};

/// Two bodies, each as its parts.
pub struct Composite {
    parts: [Vec<Body>; 2],
}

/// A box along the world's axes.
#[derive(Clone, Copy)]
struct Bounds {
    low: [f64; 3],
    high: [f64; 3],
}

/// More than rounding adds to the box of a body of size one.
const ROUNDING: f64 = 1e-9;
/// Parts that are looked at together.
const GROUP: usize = 50;

impl Bounds {
    fn of(body: &Body, reach: [f64; 3], pose: &Pose) -> Bounds {
        if !body.points.is_empty() {
            let place = |p: &[f64; 3]| -> [f64; 3] {
                std::array::from_fn(|i| {
                    pose.origin[i] + (0..3).map(|k| pose.rotation[i][k] * p[k]).sum::<f64>()
                })
            };
            let at = |p: [f64; 3]| Bounds {
                low: p.map(|x| x - ROUNDING),
                high: p.map(|x| x + ROUNDING),
            };
            return around(body.points.iter().map(|p| at(place(p))));
        }
        let half: [f64; 3] = std::array::from_fn(|i| {
            (0..3).map(|k| pose.rotation[i][k].abs() * reach[k]).sum::<f64>() + ROUNDING
        });
        Bounds {
            low: std::array::from_fn(|k| pose.origin[k] - half[k]),
            high: std::array::from_fn(|k| pose.origin[k] + half[k]),
        }
    }

    fn distance(&self, other: &Bounds) -> f64 {
        let gap =
            |k: usize| (other.low[k] - self.high[k]).max(self.low[k] - other.high[k]).max(0.0);
        (0..3).map(|k| gap(k) * gap(k)).sum::<f64>().sqrt()
    }

    /// When the other one, swept, may first touch this one.
    fn entry(&self, other: &Bounds, sweep: &[f64; 3]) -> Option<f64> {
        let [mut from, mut to] = [0.0_f64, 1.0_f64];
        for k in 0..3 {
            let [below, above] = [self.low[k] - other.high[k], self.high[k] - other.low[k]];
            if sweep[k] == 0.0 {
                if below > 0.0 || above < 0.0 {
                    return None;
                }
                continue;
            }
            let [one, two] = [below / sweep[k], above / sweep[k]];
            from = from.max(one.min(two));
            to = to.min(one.max(two));
        }
        (from <= to).then_some(from)
    }
}

fn around(all: impl Iterator<Item = Bounds>) -> Bounds {
    let none = Bounds { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };
    all.fold(none, |sum, one| Bounds {
        low: std::array::from_fn(|k| sum.low[k].min(one.low[k])),
        high: std::array::from_fn(|k| sum.high[k].max(one.high[k])),
    })
}

fn parts(body: &Body) -> Vec<Body> {
    if body.kind != Kind::Mesh {
        return vec![body.clone()];
    }
    let corners = |t: &[u32; 3]| t.map(|i| body.points[i as usize]);
    body.triangles.iter().map(|t| Body::of_points(Kind::Triangle, &corners(t))).collect()
}

impl Composite {
    pub fn new(case: &Case) -> Composite {
        Composite { parts: [parts(&case.bodies[0]), parts(&case.bodies[1])] }
    }

    fn pair(&self, i: usize, j: usize) -> Pair {
        Pair::of(&self.parts[0][i], &self.parts[1][j])
    }

    fn bounds(&self, poses: [&Pose; 2]) -> [Vec<Bounds>; 2] {
        // Parts of several are triangles, whose corners serve.
        let reach = self.pair(0, 0).reach();
        [0, 1].map(|k| {
            self.parts[k].iter().map(|part| Bounds::of(part, reach[k], poses[k])).collect()
        })
    }

    /// Asks about pairs of parts in the order of a bound of what they may give, as long as it is not above the least that
    /// was given; which is the result.
    fn least(
        &self,
        poses: [&Pose; 2],
        bound: impl Fn(&Bounds, &Bounds) -> Option<f64>,
        mut ask: impl FnMut(Pair) -> Option<f64>,
    ) -> f64 {
        let bounds = self.bounds(poses);
        let groups = bounds.each_ref().map(|all| {
            let whole = |group: &[Bounds]| around(group.iter().copied());
            all.chunks(GROUP).map(whole).collect::<Vec<_>>()
        });
        let candidates = |a: &[Bounds], b: &[Bounds]| {
            let mut found = Vec::new();
            for (i, in_a) in a.iter().enumerate() {
                let with = |(j, in_b)| Some((bound(in_a, in_b)?, i, j));
                found.extend(b.iter().enumerate().filter_map(with));
            }
            found.sort_by(|x, y| x.0.total_cmp(&y.0));
            found
        };
        let mut least = f64::INFINITY;
        for (low, i, j) in candidates(&groups[0], &groups[1]) {
            if low > least {
                break;
            }
            let [first, second] = [i * GROUP, j * GROUP];
            let [a, b] = [&bounds[0][first..], &bounds[1][second..]];
            for (low, i, j) in candidates(&a[..a.len().min(GROUP)], &b[..b.len().min(GROUP)]) {
                if low > least {
                    break;
                }
                if let Some(value) = ask(self.pair(first + i, second + j)) {
                    least = least.min(value);
                }
            }
        }
        least
    }

    /// As [`Pair::hit`].
    pub fn hit(&self, poses: [&Pose; 2]) -> Option<bool> {
        let mut doubtful = false;
        let overlap = |a: &Bounds, b: &Bounds| (a.distance(b) == 0.0).then_some(0.0);
        let found = self.least(poses, overlap, |pair| {
            let hit = pair.hit(poses);
            doubtful |= hit.is_none();
            // Below all bounds: one hit is enough.
            (hit == Some(true)).then_some(-1.0)
        });
        if found < 0.0 { Some(true) } else { (!doubtful).then_some(false) }
    }

    /// The distance, which is zero for bodies that are too close to tell.
    pub fn distance(&self, poses: [&Pose; 2]) -> f64 {
        self.least(
            poses,
            |a, b| Some(a.distance(b)),
            |pair| {
                let found = pair.distance(poses, [0.0; 3]);
                Some(found.map_or(0.0, |[low, high]| ((low + high) / 2.0).max(0.0)))
            },
        )
    }

    /// As [`Pair::cast`].
    pub fn cast(&self, poses: [&Pose; 2], sweep: [f64; 3]) -> Cast {
        let mut doubtful = false;
        let first = self.least(
            poses,
            |a, b| a.entry(b, &sweep),
            |pair| match pair.cast(poses, sweep) {
                Cast::At(time) => Some(time),
                found => {
                    doubtful |= found == Cast::Doubtful;
                    None
                }
            },
        );
        match (doubtful, first.is_finite()) {
            (true, _) => Cast::Doubtful,
            (false, true) => Cast::At(first),
            (false, false) => Cast::Misses,
        }
    }
}

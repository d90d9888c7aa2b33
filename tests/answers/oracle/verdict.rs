//! The answer and its certificate.

use super::body::Body;
use super::dd::{Dd, Real, V3, add, cross, narrow, neg, norm, scale, sub, widen};
use super::exact;
use super::filter;
use super::search::{End, Found, Goal, Pair, Vertex, Warp, corner_volumes, search};

/// Bound of the relative error of a support point and of its projection, in double-double, times the pair's size.
const SLACK: f64 = 1e-28;

/// What is nearer than this, relative to the pair's size, may be read as touching.
pub const TOUCHING: f64 = 1e-12;

/// What the oracle can say for certain.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// `axis` points from A to B; the true gap is at least `gap_lower`, which is above zero.
    Miss { gap_lower: f64, axis: [f64; 3] },
    /// The bodies have a point in common, near `point` (world); they overlap by at least `depth_lower`, perhaps zero.
    Hit { depth_lower: f64, point: [f64; 3] },
    /// Neither could be proven; the gap is at most this.
    Ambiguous { gap_upper: f64 },
}

/// What the library may answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    Hit,
    Miss,
    Either,
}

impl Verdict {
    /// Touching is hitting, always; a miss must be seen when the gap exceeds what may be read as touching.
    pub fn demand(&self, touching: f64) -> Demand {
        match self {
            Verdict::Hit { .. } => Demand::Hit,
            Verdict::Miss { gap_lower, .. } if *gap_lower > touching => Demand::Miss,
            _ => Demand::Either,
        }
    }
}

/// The gap below which the library may answer either way.
pub fn touching_band(a: &Body, b: &Body) -> f64 {
    TOUCHING * Pair::new(a, b).size
}

/// Decides one pair: quickly in doubles, carefully in double-double, under warps that undo each placement, and at last
/// in exact integers. Every answer but `Ambiguous` is certified.
pub fn decide(a: &Body, b: &Body) -> Verdict {
    decide_beyond(a, b, touching_band(a, b))
}

/// As [`decide`], looking for misses wider than `enough` before settling for narrower ones.
pub fn decide_beyond(a: &Body, b: &Body, enough: f64) -> Verdict {
    let pair = Pair::new(a, b);
    if let Some(miss) = boxes_apart(&pair, enough) {
        return miss;
    }
    filter::decide(&pair, enough).unwrap_or_else(|| carefully(&pair, enough))
}

/// As [`decide_beyond`], without the quick oracle.
pub fn carefully(pair: &Pair, enough: f64) -> Verdict {
    let goal = Goal::Gap(enough);
    let start: V3<f64> = sub(pair.a.at.origin, pair.b.at.origin);
    let mut narrow_miss = None;
    let mut near = f64::INFINITY;
    let mut settle = |verdict: Option<Verdict>| match verdict {
        Some(Verdict::Miss { gap_lower, .. }) if gap_lower <= enough => {
            narrow_miss = verdict;
            None
        }
        other => other,
    };
    let quick = search::<f64>(pair, start, goal, 60, None);
    if let Some(verdict) = settle(certify(pair, &quick)) {
        return verdict;
    }
    let careful = search::<Dd>(pair, widen(narrow(neg(quick.axis))), goal, 400, None);
    near = near.min(careful.upper().f64());
    if let Some(verdict) = settle(certify(pair, &careful)) {
        return verdict;
    }
    if near < 1e-15 * pair.size
        && let Some(verdict) = settle(exact::decide(pair, &careful))
    {
        return verdict;
    }
    // A symmetric start can put the origin on an edge or face of every simplex; a crooked one does not.
    for crooked in [[0.3, -0.85, 0.42], [-0.71, 0.22, 0.67], [0.54, 0.61, -0.58]] {
        let again = search::<Dd>(pair, widen(crooked), goal, 100, None);
        if let Some(verdict) = settle(certify(pair, &again)) {
            return verdict;
        }
    }
    if careful.end != End::Converged || careful.lower.f64() <= 0.0 {
        for warp in warps(pair) {
            let warped = search::<Dd>(pair, widen(start), goal, 400, Some(&warp));
            near = near.min(warped.upper().f64());
            if let Some(verdict) = settle(certify(pair, &warped)) {
                return verdict;
            }
            if warped.lower.f64() > 0.0 {
                let again = search::<Dd>(pair, neg(warped.axis), goal, 2000, None);
                if let Some(verdict) = settle(certify(pair, &again)) {
                    return verdict;
                }
            }
        }
    }
    if let Some(miss) = narrow_miss {
        return miss;
    }
    let around = around(&careful);
    if exact::enclosed(pair, &around) {
        let point = narrow(add(careful.combine(|vertex| vertex.on_a), widen(pair.a.at.origin)));
        return Verdict::Hit { depth_lower: 0.0, point };
    }
    exact::decide(pair, &careful).unwrap_or(Verdict::Ambiguous { gap_upper: near })
}

/// The directions of a search's last simplex, and directions to all sides of it.
fn around(found: &Found<Dd>) -> Vec<V3<Dd>> {
    let mut directions: Vec<V3<Dd>> = found.simplex.iter().map(|vertex| vertex.toward).collect();
    let edge = |i: usize| sub(found.simplex[i].w, found.simplex[0].w);
    if found.simplex.len() > 2 {
        directions.push(cross(edge(1), edge(2)));
    }
    for k in 0..3 {
        directions.push(std::array::from_fn(|i| Dd::of(if i == k { 1.0 } else { 0.0 })));
    }
    directions.extend(directions.clone().into_iter().map(neg));
    directions
}

/// Separation of the world-axis boxes, with room for the rounding of computing them in doubles.
fn boxes_apart(pair: &Pair, enough: f64) -> Option<Verdict> {
    let (ra, rb) = (pair.a.reach(), pair.b.reach());
    (0..3).find_map(|k| {
        let apart = pair.b.at.origin[k] - pair.a.at.origin[k];
        let gap = (apart.abs() - ra[k] - rb[k]) * (1.0 - 1e-12) - 1e-13 * pair.size;
        let mut axis = [0.0; 3];
        axis[k] = apart.signum();
        (gap > enough).then_some(Verdict::Miss { gap_lower: gap, axis })
    })
}

/// The proof in double-double of what a search found, if there is one.
fn certify<R: Real>(pair: &Pair, found: &Found<R>) -> Option<Verdict> {
    match found.end {
        End::Inside => certify_hit(pair, found),
        _ if found.lower.f64() > 0.0 => certify_miss(pair, precise(found.axis)),
        _ => None,
    }
}

fn precise<R: Real>(v: V3<R>) -> V3<Dd> {
    // The part of each number beyond its double; zero for doubles.
    v.map(|x| Dd::of(x.f64()) + Dd::of((x - R::of(x.f64())).f64()))
}

/// A miss, if the axis separates by more than the error of evaluating it.
pub fn certify_miss(pair: &Pair, axis: V3<Dd>) -> Option<Verdict> {
    let gap = pair.gap_along(axis).f64() * (1.0 - 1e-15) - SLACK * pair.size;
    (gap > 0.0).then(|| Verdict::Miss { gap_lower: gap, axis: unit(narrow(axis)) })
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    scale(v, 1.0 / norm(v))
}

/// A hit, if the extreme points in the simplex's four directions have the origin among them beyond all error.
fn certify_hit<R: Real>(pair: &Pair, found: &Found<R>) -> Option<Verdict> {
    let corners: Vec<Vertex<Dd>> =
        found.simplex.iter().map(|vertex| pair.support(precise(vertex.toward))).collect();
    let w: Vec<V3<Dd>> = corners.iter().map(|vertex| vertex.w).collect();
    let volumes = corner_volumes(w[0], w[1], w[2], w[3]);
    let widest = w.iter().map(|p| norm(*p).f64()).fold(0.0, f64::max) * (1.0 + 1e-12);
    let error = SLACK * pair.size * widest * widest;
    let positive = volumes[0].f64() > 0.0;
    if volumes.iter().any(|v| v.f64().abs() <= error || (v.f64() > 0.0) != positive) {
        return None;
    }
    let mut depth = f64::INFINITY;
    for i in 0..4 {
        let [p, q, r]: [V3<Dd>; 3] = std::array::from_fn(|k| w[(i + 1 + k) % 4]);
        let area = norm(cross(sub(q, p), sub(r, p))).f64();
        depth = depth.min((volumes[i].f64().abs() - error) / area);
    }
    let sum = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    let mut point = widen(pair.a.at.origin);
    for (corner, volume) in corners.iter().zip(volumes) {
        point = add(point, scale(corner.on_a, volume / sum));
    }
    Some(Verdict::Hit { depth_lower: depth * (1.0 - 1e-12), point: narrow(point) })
}

/// The maps that undo each placement, and the one that undoes both together on the average.
fn warps(pair: &Pair) -> Vec<Warp> {
    let frame = |body: &Body| -> Option<Warp> {
        let reach = body.shape.reach();
        let m = body.at.linear.map(|row| std::array::from_fn(|k| row[k] * reach[k].max(1e-300)));
        inverse(&m)
    };
    [frame(pair.a), frame(pair.b)].into_iter().flatten().collect()
}

fn inverse(m: &Warp) -> Option<Warp> {
    let columns: [V3<f64>; 3] = std::array::from_fn(|c| std::array::from_fn(|r| m[r][c]));
    let rows = [
        cross(columns[1], columns[2]),
        cross(columns[2], columns[0]),
        cross(columns[0], columns[1]),
    ];
    let volume: f64 = (0..3).map(|k| rows[0][k] * columns[0][k]).sum();
    let inverse = rows.map(|row| scale(row, 1.0 / volume));
    inverse.iter().flatten().all(|x| x.is_finite()).then_some(inverse)
}

/// The distance of two bodies that miss each other, bounded from both sides, and where it is.
#[derive(Clone, Debug)]
pub struct Distance {
    /// Certified along `axis` (unit, from A to B).
    pub lower: f64,
    /// The distance of a point of A and a point of B.
    pub upper: f64,
    pub axis: [f64; 3],
    pub on_a: [f64; 3],
    pub on_b: [f64; 3],
}

/// The distance, to a relative error if the search gets there; `None` if no separating axis could be certified.
pub fn distance(a: &Body, b: &Body, relative: f64) -> Option<Distance> {
    let pair = Pair::new(a, b);
    let goal = Goal::Distance(relative);
    let quick = search::<f64>(
        &pair,
        sub(a.at.origin, b.at.origin),
        Goal::Distance(relative.max(1e-8)),
        60,
        None,
    );
    if quick.end == End::Inside && certify_hit(&pair, &quick).is_some() {
        return None;
    }
    let found = search::<Dd>(&pair, widen(narrow(neg(quick.axis))), goal, 1000, None);
    if found.end == End::Inside {
        return None;
    }
    let Some(Verdict::Miss { gap_lower, axis }) = certify_miss(&pair, found.axis) else {
        return None;
    };
    let on = |body: &Body, arm: V3<Dd>| narrow(add(arm, widen(body.at.origin)));
    Some(Distance {
        lower: gap_lower,
        upper: found.upper().f64() * (1.0 + 1e-15) + SLACK * pair.size,
        axis,
        on_a: on(a, found.combine(|vertex| vertex.on_a)),
        on_b: on(b, found.combine(|vertex| vertex.on_b)),
    })
}

//! Linear programs in a few unknowns by Seidel's randomized incremental algorithm (thesis 4.1): expected linear time, with a
//! constant that grows quickly with the unknowns.

use nalgebra::SVector;

/// The half-space of the points `x` with `normal . x <= offset`.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace<const N: usize> {
    /// Of length one, so that rounding can be judged.
    pub normal: SVector<f64, N>,
    /// How far along the normal the space extends.
    pub offset: f64,
}

/// Coefficients below this are nothing but rounding: normals have length one at first.
const ROUNDING: f64 = 1e-12;

/// The point of all half-spaces, with no coordinate beyond `bound`, that is farthest along `goal`; `None` if they share
/// none. Expected linear time if the half-spaces come in random order.
pub fn farthest<const N: usize>(
    half_spaces: &[HalfSpace<N>],
    goal: &SVector<f64, N>,
    bound: f64,
) -> Option<SVector<f64, N>> {
    solve(N, half_spaces, goal, bound)
}

/// The same for the first `unknowns` coordinates; the others are zero everywhere.
fn solve<const N: usize>(
    unknowns: usize,
    half_spaces: &[HalfSpace<N>],
    goal: &SVector<f64, N>,
    bound: f64,
) -> Option<SVector<f64, N>> {
    if unknowns == 1 {
        return on_line(half_spaces, goal[0], bound);
    }
    let corner = |i: usize| {
        if i < unknowns { bound.copysign(goal[i]) } else { 0.0 }
    };
    let mut best = SVector::<f64, N>::from_fn(|i, _| corner(i));
    for (i, h) in half_spaces.iter().enumerate() {
        if h.normal.amax() <= ROUNDING {
            // All space, or nothing.
            if h.offset < -ROUNDING * bound {
                return None;
            }
            continue;
        }
        let slack = ROUNDING * (h.normal.abs().dot(&best.abs()) + h.offset.abs());
        if h.normal.dot(&best) > h.offset + slack {
            // The optimum is now on this plane, as far as the half-spaces so far say.
            best = on_plane(unknowns, h, &half_spaces[..i], goal, bound)?;
        }
    }
    Some(best)
}

/// The optimum on the boundary of a half-space: its largest coordinate is eliminated.
fn on_plane<const N: usize>(
    unknowns: usize,
    h: &HalfSpace<N>,
    before: &[HalfSpace<N>],
    goal: &SVector<f64, N>,
    bound: f64,
) -> Option<SVector<f64, N>> {
    let out = (0..unknowns).max_by(|i, j| h.normal[*i].abs().total_cmp(&h.normal[*j].abs()))?;
    if h.normal[out] == 0.0 {
        return None;
    }
    let last = unknowns - 1;
    // The eliminated coordinate is `constant - ratio . rest`; the last one takes its place.
    let without = |v: &SVector<f64, N>| {
        let mut rest = *v;
        rest[out] = rest[last];
        rest[last] = 0.0;
        rest
    };
    let (ratio, constant) = (without(&h.normal) / h.normal[out], h.offset / h.normal[out]);
    let reduced = |normal: &SVector<f64, N>, offset: f64| HalfSpace {
        normal: without(normal) - ratio * normal[out],
        offset: offset - constant * normal[out],
    };
    let mut unit = SVector::<f64, N>::zeros();
    unit[out] = 1.0;
    let within = [reduced(&unit, bound), reduced(&-unit, bound)];
    let inner: Vec<_> =
        within.into_iter().chain(before.iter().map(|h| reduced(&h.normal, h.offset))).collect();
    let rest = solve(last, &inner, &(without(goal) - ratio * goal[out]), bound)?;
    let mut x = rest;
    x[last] = rest[out];
    x[out] = constant - ratio.dot(&rest);
    Some(x)
}

/// The farther end of an interval.
fn on_line<const N: usize>(
    half_spaces: &[HalfSpace<N>],
    goal: f64,
    bound: f64,
) -> Option<SVector<f64, N>> {
    let (mut low, mut high) = (-bound, bound);
    let mut slack = 0.0_f64;
    for h in half_spaces {
        let end = h.offset / h.normal[0];
        if h.normal[0].abs() <= ROUNDING {
            if h.offset < -ROUNDING * bound {
                return None;
            }
            continue;
        }
        if h.normal[0] > 0.0 {
            high = high.min(end);
        } else {
            low = low.max(end);
        }
        slack = slack.max(ROUNDING * (1.0 + h.offset.abs()) / h.normal[0].abs());
    }
    (low <= high + slack).then(|| {
        let mut x = SVector::<f64, N>::zeros();
        x[0] = if goal < 0.0 { low } else { high };
        x
    })
}

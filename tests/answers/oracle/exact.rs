//! Decisions without rounding: polytopes by a nearest-point search in exact numbers, curved bodies by trying round
//! points near the contact for exact membership in both.

use super::big::{E3, Exact, eadd, ecross, edot, escale, esub, exact3, narrow3};
use super::body::{Body, Shape};
use super::dd::{Dd, V3, add, narrow, neg, norm, scale, widen};
use super::search::{Found, Pair};
use super::verdict::Verdict;

/// Decides polytopes for certain; other bodies only if they share a point of few binary digits near where the search
/// ended.
pub fn decide(pair: &Pair, near: &Found<Dd>) -> Option<Verdict> {
    if let (Some(a), Some(b)) = (placed(pair.a), placed(pair.b)) {
        return Some(decide_hulls(&a, &b));
    }
    let middle = {
        let p = near.combine(|vertex| vertex.on_a);
        narrow(add(p, widen(pair.a.at.origin)))
    };
    let rounded =
        |digits: i32| exact3(middle.map(|x| (x * 2f64.powi(digits)).round() / 2f64.powi(digits)));
    let candidates = corners(pair.a)
        .into_iter()
        .chain(corners(pair.b))
        .chain([0, 2, 5, 10, 20, 30].map(rounded));
    for point in candidates.chain([exact3(middle)]) {
        if contains(pair.a, &point) && contains(pair.b, &point) {
            return Some(Verdict::Hit { depth_lower: 0.0, point: narrow3(&point) });
        }
    }
    None
}

/// The world points where a body is pointed, exactly: vertices and the apex of a cone.
fn corners(body: &Body) -> Vec<E3> {
    match &body.shape {
        Shape::Cone { height, .. } => {
            let apex = Shape::Simplex(vec![[0.0, height * 0.5, 0.0]]);
            placed(&Body::new(apex, body.at)).expect("a polytope")
        }
        _ => placed(body).unwrap_or_default(),
    }
}

/// Whether points of both bodies, extreme in the given world directions, have the origin in the hull of their exact
/// differences: then the bodies meet. Points of curved shapes are drawn inwards by more than their rounding.
pub fn enclosed(pair: &Pair, toward: &[V3<Dd>]) -> bool {
    let whole = |x: Dd| &Exact::of(x.hi) + &Exact::of(x.lo);
    let inwards = &Exact::of(1.0) - &Exact::of(2f64.powi(-88));
    let point = |body: &Body, n: V3<Dd>| -> E3 {
        let local = body.shape.support(body.at.pull(n)).map(whole);
        let local = if body.shape.vertices().is_some() {
            local
        } else {
            let middle = exact3(body.shape.middle());
            eadd(&middle, &escale(&esub(&local, &middle), &inwards))
        };
        eadd(
            &std::array::from_fn(|r| edot(&exact3(body.at.linear[r]), &local)),
            &exact3(body.at.origin),
        )
    };
    let differences: Vec<E3> =
        toward.iter().map(|n| esub(&point(pair.a, *n), &point(pair.b, neg(*n)))).collect();
    let origin = exact3([0.0; 3]);
    matches!(decide_hulls(&differences, std::slice::from_ref(&origin)), Verdict::Hit { .. })
}

/// The exact world vertices of a polytope.
pub fn placed(body: &Body) -> Option<Vec<E3>> {
    let rows = body.at.linear.map(exact3);
    let origin = exact3(body.at.origin);
    let place = |p: [f64; 3]| {
        let p = exact3(p);
        eadd(&std::array::from_fn(|r| edot(&rows[r], &p)), &origin)
    };
    Some(body.shape.vertices()?.into_iter().map(place).collect())
}

/// Whether two hulls of exact points meet; terminates, since the distance falls at each step or the axis is optimal.
pub fn decide_hulls(a: &[E3], b: &[E3]) -> Verdict {
    let mut simplex = vec![(0, 0)];
    let difference = |&(i, j): &(usize, usize)| esub(&a[i], &b[j]);
    loop {
        let points: Vec<E3> = simplex.iter().map(difference).collect();
        let (kept, toward) = nearest(&points);
        let Some(v) = toward else {
            let point = kept.iter().map(|&k| narrow3(&a[simplex[k].0]));
            let point = scale(point.fold([0.0; 3], add), 1.0 / kept.len() as f64);
            return Verdict::Hit { depth_lower: 0.0, point };
        };
        simplex = kept.into_iter().map(|k| simplex[k]).collect();
        // The vertex of A - B least along v, which points from the origin to the nearest point.
        let least = |points: &[E3], v: &E3, sign: i32| {
            let key = |i: usize| edot(&points[i], v);
            (1..points.len()).fold((0, key(0)), |best, i| {
                let here = key(i);
                if (&here - &best.1).sign() == -sign { (i, here) } else { best }
            })
        };
        let (i, low) = least(a, &v, 1);
        let (j, high) = least(b, &v, -1);
        let margin = &low - &high;
        let current = edot(&difference(&simplex[0]), &v);
        if margin.sign() > 0 {
            let axis = narrow3(&v).map(|x| -x);
            let length: f64 = norm(axis);
            let gap_lower = margin.f64() / length * (1.0 - 1e-14);
            return Verdict::Miss { gap_lower, axis: axis.map(|x| x / length) };
        }
        assert!((&margin - &current).sign() < 0, "an exact search always advances");
        simplex.push((i, j));
    }
}

/// The sub-simplex with the point nearest to the origin, and a vector towards that point; `None` when it is the origin.
fn nearest(points: &[E3]) -> (Vec<usize>, Option<E3>) {
    // The square of the distance as a fraction, with the sub-simplex and the direction.
    let mut best: Option<(Exact, Exact, Vec<usize>, E3)> = None;
    for mask in 1usize..1 << points.len() {
        let picked: Vec<usize> = (0..points.len()).filter(|i| mask >> i & 1 == 1).collect();
        let p: Vec<&E3> = picked.iter().map(|&i| &points[i]).collect();
        let Some((over, under, v)) = affine_nearest(&p) else {
            continue;
        };
        if over.is_zero() {
            return (picked, None);
        }
        if best.as_ref().is_none_or(|(o, u, ..)| (&(&over * u) - &(o * &under)).sign() < 0) {
            best = Some((over, under, picked, v));
        }
    }
    let (_, _, picked, v) = best.expect("a vertex is always a candidate");
    (picked, Some(v))
}

/// Squared distance (numerator, denominator) and direction of the nearest point of independent points' affine hull,
/// if it lies strictly inside theirs.
fn affine_nearest(p: &[&E3]) -> Option<(Exact, Exact, E3)> {
    let positive = |weights: &[Exact]| weights.iter().all(|w| w.sign() > 0);
    match *p {
        [a] => Some((edot(a, a), Exact::of(1.0), a.clone())),
        [a, b] => {
            let e = esub(b, a);
            let (s, t) = (edot(b, &e), -&edot(a, &e));
            if !positive(&[s.clone(), t.clone()]) {
                return None;
            }
            let moment = ecross(a, b);
            Some((edot(&moment, &moment), edot(&e, &e), eadd(&escale(a, &s), &escale(b, &t))))
        }
        [a, b, c] => {
            let n = ecross(&esub(b, a), &esub(c, a));
            let weights =
                [edot(&n, &ecross(b, c)), edot(&n, &ecross(c, a)), edot(&n, &ecross(a, b))];
            if !positive(&weights) {
                return None;
            }
            let height = edot(&n, a);
            let v = escale(&n, &Exact::of(height.sign() as f64));
            Some((&height * &height, edot(&n, &n), v))
        }
        [a, b, c, d] => {
            let cd = ecross(c, d);
            let ab = ecross(a, b);
            let volumes = [edot(b, &cd), -&edot(a, &cd), edot(d, &ab), -&edot(c, &ab)];
            let flipped: Vec<Exact> = volumes.iter().map(|v| -v).collect();
            (positive(&volumes) || positive(&flipped))
                .then(|| (Exact::zero(), Exact::of(1.0), a.clone()))
        }
        _ => None,
    }
}

/// Whether a world point lies in the closed body, exactly. `false` also for flattening placements of curved shapes.
pub fn contains(body: &Body, p: &E3) -> bool {
    if let Some(vertices) = placed(body) {
        return matches!(decide_hulls(&vertices, std::slice::from_ref(p)), Verdict::Hit { .. });
    }
    let column = |c: usize| exact3(body.at.linear.map(|row| row[c]));
    let columns = [column(0), column(1), column(2)];
    let from = esub(p, &exact3(body.at.origin));
    let volume = edot(&columns[0], &ecross(&columns[1], &columns[2]));
    if volume.is_zero() {
        return false;
    }
    // Cramer: the local point times the determinant, made positive.
    let turned = Exact::of(volume.sign() as f64);
    let d = &volume * &turned;
    let local: E3 = std::array::from_fn(|k| {
        let rest = ecross(&columns[(k + 1) % 3], &columns[(k + 2) % 3]);
        &edot(&from, &rest) * &turned
    });
    let square = |x: &Exact| x * x;
    let [x, y, z] = &local;
    let flat = &square(x) + &square(z);
    match &body.shape {
        Shape::Sphere(r) => (&(&flat + &square(y)) - &square(&(&d * &Exact::of(*r)))).sign() <= 0,
        Shape::Ellipsoid(r) => {
            let r2 = r.map(|x| square(&Exact::of(x)));
            let others = |k: usize| &r2[(k + 1) % 3] * &r2[(k + 2) % 3];
            let terms: Vec<Exact> = (0..3).map(|k| &square(&local[k]) * &others(k)).collect();
            let bound = &(&r2[0] * &others(0)) * &square(&d);
            (&(&(&terms[0] + &terms[1]) + &terms[2]) - &bound).sign() <= 0
        }
        Shape::Cylinder { radius, height } => {
            let (r, h) = (&d * &Exact::of(*radius), &d * &Exact::of(height * 0.5));
            (&flat - &square(&r)).sign() <= 0 && (y - &h).sign() <= 0 && (y + &h).sign() >= 0
        }
        Shape::Cone { radius, height } => {
            // Within the height, and no farther from the axis than r (h/2 - y) / h.
            let h = &d * &Exact::of(height * 0.5);
            let down = &h - y;
            let at_most = square(&(&down * &Exact::of(*radius)));
            let wide = &flat * &square(&Exact::of(*height));
            down.sign() >= 0 && (y + &h).sign() >= 0 && (&wide - &at_most).sign() <= 0
        }
        Shape::Round(e, radius) => {
            // Beyond the box's faces; zero within.
            let beyond = |k: usize| {
                let over = &local[k] * &Exact::of(local[k].sign() as f64);
                let over = &over - &(&d * &Exact::of(e[k] * 0.5));
                if over.sign() > 0 { square(&over) } else { Exact::of(0.0) }
            };
            let far = &(&beyond(0) + &beyond(1)) + &beyond(2);
            (&far - &square(&(&d * &Exact::of(*radius)))).sign() <= 0
        }
        Shape::Wheel { radius, rounding } => {
            // With f the distance from the axis: (f - R)^2 + y^2 <= r^2, squared again to be rid of f's root.
            let (big, small) = (&d * &Exact::of(*radius), &d * &Exact::of(*rounding));
            let height = &square(y) - &square(&small);
            if (&flat - &square(&big)).sign() <= 0 {
                return height.sign() <= 0;
            }
            let left = &(&flat + &square(&big)) + &height;
            let right = &(&Exact::of(4.0) * &square(&big)) * &flat;
            left.sign() <= 0 || (&square(&left) - &right).sign() <= 0
        }
        // Not proven.
        Shape::Sum(..) | Shape::Hull(..) => false,
        _ => unreachable!("polytopes are decided above"),
    }
}

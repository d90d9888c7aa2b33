//! Real roots of polynomials of the third degree at most, and the signs of quadratic ones there, by discriminants and remainders.
//!
//! The coefficients of a [`Polynomial`] are taken here for those of one in z = t / (1 - t), lowest first, without leading zeros:
//! the times from 0 to 1 are the z from 0 to infinity. How long it takes depends on the lengths of the numbers, and hardly on how
//! near to each other roots are: see "Whole numbers" of the theory's page.

use super::form::{Leading, Polynomial, Time, signum};
use num_bigint::BigInt;

fn trim(mut p: Polynomial) -> Polynomial {
    while p.0.last().is_some_and(|c| signum(c) == 0) {
        p.0.pop();
    }
    p
}

fn derivative(p: &Polynomial) -> Polynomial {
    Polynomial(p.0.iter().enumerate().skip(1).map(|(i, c)| c * i).collect())
}

fn negated(p: &Polynomial) -> Polynomial {
    Polynomial(p.0.iter().map(|c| -c).collect())
}

/// The quotient and the remainder of the division by `b` of `a` times a positive number that makes them whole.
fn divide(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
    let (mut rest, mut quotient) = (a.clone(), vec![]);
    let leading = b.0.last().expect("not zero");
    let factor = BigInt::from(leading.magnitude().clone());
    while rest.0.len() >= b.0.len() {
        let top = rest.0.pop().expect("not empty") * signum(leading);
        let shift = rest.0.len() + 1 - b.0.len();
        for c in rest.0.iter_mut().chain(&mut quotient) {
            *c *= &factor;
        }
        for (c, d) in rest.0[shift..].iter_mut().zip(&b.0) {
            *c -= &top * d;
        }
        quotient.push(top);
    }
    quotient.reverse();
    (Polynomial(quotient), trim(rest))
}

/// How often the sign changes; zeros are left out.
fn variations(signs: impl Iterator<Item = i32>) -> i32 {
    let (mut count, mut last) = (0, 0);
    for sign in signs.filter(|&sign| sign != 0) {
        count += i32::from(sign * last < 0);
        last = sign;
    }
    count
}

fn quadratic_discriminant([c, b, a]: [&BigInt; 3]) -> BigInt {
    b * b - a * c * 4
}

/// Of a polynomial of the second or third degree: 0 if it has a multiple root, else 1 if all its roots are real, else -1.
fn discriminant(p: &Polynomial) -> i32 {
    signum(&match &p.0[..] {
        [c, b, a] => quadratic_discriminant([c, b, a]),
        [d, c, b, a] => {
            let (ac, bb, bd) = (a * c, b * b, b * d);
            &bb * (c * c - &bd * 4) + &ac * (&bd * 18 - c * c * 4) - (a * d).pow(2) * 27
        }
        _ => unreachable!("the second or third degree"),
    })
}

/// A time where a polynomial is zero.
pub(super) enum Root<'a> {
    /// A time that is known.
    Exact(Time),
    /// The only root of a polynomial between two times, at which it has different signs.
    Isolated { polynomial: &'a Polynomial, bounds: [Time; 2] },
}

/// In a refinement, a step by the secant is good that leaves less than this part of the doubles between the bounds.
const GOOD_STEP: u64 = 1 << 8;

impl<'a> Root<'a> {
    /// The only root between two times, at which the polynomial has different signs. The bounds become as tight as doubles are.
    fn refined(polynomial: &'a Polynomial, mut bounds: [Time; 2]) -> Root<'a> {
        let mut values = bounds.each_ref().map(|t| polynomial.value(t));
        let ends = |bounds: &[Time; 2]| [bounds[0].round_down(), bounds[1].round_up()];
        let doubles = |[low, high]: [f64; 2]| high.to_bits() - low.to_bits();
        let mut halvings = 1;
        loop {
            let before = doubles(ends(&bounds));
            if before <= 2 {
                return Root::Isolated { polynomial, bounds };
            }
            // The bounds are narrow as a rule, and the polynomial almost linear between them: beside the root of the
            // secant there are bounds four doubles apart.
            let secant = polynomial.secant(&bounds, &values);
            for t in [secant, secant.next_down().next_down(), secant.next_up().next_up()] {
                if bounds[0].round_up() < t
                    && t < bounds[1].round_down()
                    && let Some(root) = split(polynomial, &mut bounds, &mut values, Time::new(t))
                {
                    return root;
                }
            }
            if doubles(ends(&bounds)) <= before / GOOD_STEP {
                continue;
            }
            // So many doubles are halved: a root may be far smaller than the bounds.
            for _ in 0..halvings {
                let [low, high] = ends(&bounds).map(f64::to_bits);
                if high - low <= 2 {
                    break;
                }
                let middle = Time::new(f64::from_bits(low.midpoint(high)));
                if let Some(root) = split(polynomial, &mut bounds, &mut values, middle) {
                    return root;
                }
            }
            halvings *= 2;
        }
    }

    /// The sign of a polynomial of degree 2 at most at the root.
    pub(super) fn sign_of(&self, q: &Polynomial) -> i32 {
        let (p, [low, high]) = match self {
            Root::Exact(t) => return q.sign(t),
            Root::Isolated { polynomial, bounds } => (*polynomial, bounds),
        };
        if q.is_zero() {
            return 0;
        }
        let sign = q.sign_between([low, high]);
        if sign != 0 {
            return sign;
        }
        let q = trim(q.clone());
        match &q.0[..] {
            [_] => q.sign(low),
            [c, b] => {
                // It is zero at -c / b; where p has the sign that it has at `high`, that is after the root.
                let (num, den) = (-c * signum(b), b * signum(b));
                -signum(b) * p.sign_at_ratio(&num, &den) * p.sign(high)
            }
            [_, _, a] if signum(a) > 0 => sign_of_quadratic(&q, p, [low, high]),
            _ => -sign_of_quadratic(&negated(&q), p, [low, high]),
        }
    }

    /// The tightest bounds in double precision.
    pub(super) fn rounded(&self) -> [f64; 2] {
        let [low, high] = match self {
            Root::Exact(t) => [t, t],
            Root::Isolated { bounds: [low, high], .. } => [low, high],
        };
        [low.round_down(), high.round_up()]
    }
}

/// The sign of `q`, of degree 2 with a positive leading coefficient, at the root of `p` between two times.
fn sign_of_quadratic(q: &Polynomial, p: &Polynomial, [low, high]: [&Time; 2]) -> i32 {
    let has_roots = discriminant(q);
    if has_roots < 0 {
        return 1;
    }
    let slope = derivative(q);
    let after = |t: &Time| after_roots(q.sign(t), slope.sign(t), has_roots);
    let (after_low, after_high) = (after(low), after(high));
    let mut signs_of_p = None;
    let p_after = p.sign(high);
    // Whether the root of p is after that of q, which has the sign that q has there if its other root is far away.
    let sides = [0, 1].map(|i| {
        if after_low[i] >= 0 {
            return 1;
        }
        if after_high[i] <= 0 {
            return -1;
        }
        let signs = signs_of_p.get_or_insert_with(|| {
            // At the roots of q, p has the sign of the remainder.
            let (_, rest) = divide(p, q);
            signs_of_linear(&rest, [low, high], |num, den| {
                let value = q.sign_at_ratio(num, den);
                after_roots(value, slope.sign_at_ratio(num, den), has_roots)
            })
        });
        -signs[i] * p_after
    });
    sides[0] * sides[1]
}

/// The signs of a polynomial of degree 1 at most at those of two places that are between two times. `after` has on which side of
/// each place a ratio is.
fn signs_of_linear(
    p: &Polynomial,
    [low, high]: [&Time; 2],
    after: impl Fn(&BigInt, &BigInt) -> [i32; 2],
) -> [i32; 2] {
    match &p.0[..] {
        [] => [0; 2],
        [b] => [signum(b); 2],
        [b, a] => {
            let at_low = p.sign(low);
            if at_low != 0 && at_low == p.sign(high) {
                return [at_low; 2];
            }
            let (num, den) = (-b * signum(a), a * signum(a));
            after(&num, &den).map(|after| -after * signum(a))
        }
        _ => unreachable!("a remainder of the first degree"),
    }
}

/// On which sides of both roots of a quadratic polynomial, the lower first, a place is at which it and its derivative have these
/// signs: 1 if after the root. Its leading coefficient is positive; if `discriminant` is 0, both roots are one.
fn after_roots(value: i32, slope: i32, discriminant: i32) -> [i32; 2] {
    match (value, slope) {
        (1, _) => [slope; 2],
        (0, _) if discriminant == 0 => [0; 2],
        (0, 1) => [1, 0],
        (0, _) => [0, -1],
        _ => [1, -1],
    }
}

/// Replaces one of the bounds of a root by a time between them, unless that is the root.
fn split<'a>(
    polynomial: &'a Polynomial,
    bounds: &mut [Time; 2],
    values: &mut [Leading; 2],
    t: Time,
) -> Option<Root<'a>> {
    let value = polynomial.value(&t);
    if signum(&value.number) == 0 {
        return Some(Root::Exact(t));
    }
    let side = usize::from(signum(&value.number) == signum(&values[1].number));
    (bounds[side], values[side]) = (t, value);
    None
}

/// A polynomial that is not zero everywhere, to be solved for its roots.
pub(super) struct Equation {
    /// A polynomial with the same roots between 0 and 1, each of them once.
    squarefree: Polynomial,
    /// Times between its roots, in order: of two neighbouring roots between 0 and 1 one is before, one after one of them.
    separators: Vec<Time>,
    /// Whether 0 and 1 are roots.
    ends: [bool; 2],
}

impl Equation {
    pub(super) fn new(form: &Polynomial) -> Equation {
        let zeros = form.0.iter().take_while(|c| signum(c) == 0).count();
        let mut p = trim(Polynomial(form.0[zeros..].to_vec()));
        let ends = [zeros > 0, zeros + p.0.len() < form.0.len()];
        // Descartes' rule of signs.
        if variations(p.0.iter().map(signum)) <= 1 {
            return Equation { squarefree: p, separators: vec![], ends };
        }
        if p.0.last().is_some_and(|c| signum(c) < 0) {
            p = negated(&p);
        }
        let mut has_roots = discriminant(&p);
        if has_roots == 0 {
            // What is left has two real roots or one.
            p = without_multiple_roots(&p);
            has_roots = 1;
        }
        let separators = if has_roots > 0 { separators(&p) } else { vec![] };
        Equation { squarefree: p, separators, ends }
    }

    /// Visits the roots from a time to 1 in order, until the visitor returns a value.
    pub(super) fn first_root<T>(
        &self,
        from: f64,
        visit: &mut dyn FnMut(&Root) -> Option<T>,
    ) -> Option<T> {
        let p = &self.squarefree;
        let [mut low, end] = [from, 1.0].map(Time::new);
        let mut before = p.sign(&low);
        let starts_at_root = if from == 0.0 { self.ends[0] } else { before == 0 };
        if starts_at_root && from < 1.0 {
            let found = visit(&Root::Exact(low.clone()));
            if found.is_some() {
                return found;
            }
        }
        let later = self.separators.iter().filter(|t| t.is_later_than(from));
        for high in later.chain([&end]) {
            let after = p.sign(high);
            if before * after < 0 {
                let found = visit(&Root::refined(p, [low, high.clone()]));
                if found.is_some() {
                    return found;
                }
            }
            (low, before) = (high.clone(), after);
        }
        if self.ends[1] { visit(&Root::Exact(end)) } else { None }
    }
}

/// A polynomial with the same roots, each of them once, of one of the second or third degree that has a multiple root. Its leading
/// coefficient is positive.
fn without_multiple_roots(p: &Polynomial) -> Polynomial {
    let slope = derivative(p);
    // A double root is that of the last remainder but zero; a triple root is that of the second derivative.
    let (_, common) = divide(p, &slope);
    match (p.0.len(), common.0.is_empty()) {
        (3, _) => slope,
        (_, true) => derivative(&slope),
        _ => {
            let (quotient, _) = divide(p, &common);
            if quotient.0.last().is_some_and(|c| signum(c) < 0) {
                negated(&quotient)
            } else {
                quotient
            }
        }
    }
}

/// Times that separate the positive roots of a polynomial whose roots are all real and different. Its leading coefficient is
/// positive. They come from the extrema, which are as precise as necessary.
fn separators(p: &Polynomial) -> Vec<Time> {
    let refined = |wanted: i32, at: &dyn Fn(u64) -> Time| {
        let mut precision = 64;
        loop {
            let t = at(precision);
            if p.sign(&t) == wanted {
                return t;
            }
            precision *= 2;
        }
    };
    let slope = derivative(p);
    match &slope.0[..] {
        // Below zero it is between the roots.
        [b, a] if signum(b) < 0 => vec![refined(-1, &|k| Time::of_ratio(&-b, a, k, false))],
        [c, b, a] => {
            let quadratic = [c, b, a];
            let discriminant = quadratic_discriminant(quadratic);
            let mut times = Vec::new();
            // Before the maximum and above zero it is between the first two roots.
            if signum(b) < 0 && signum(c) > 0 {
                times.push(refined(1, &|k| Time::of_root(quadratic, &discriminant, k, false)));
            }
            // After the minimum and below zero it is between the last two.
            if signum(b) < 0 || signum(c) < 0 {
                times.push(refined(-1, &|k| Time::of_root(quadratic, &discriminant, k, true)));
            }
            times
        }
        _ => vec![],
    }
}

//! Real roots by Sturm's theorem, and the signs of other polynomials there by Tarski's (Basu, Pollack and Roy 2006, 2.2).
//!
//! The coefficients of a [`Polynomial`] are taken here for those of one in z = t / (1 - t), lowest first, without leading zeros:
//! the times from 0 to 1 are the z from 0 to infinity.

use super::form::{Polynomial, Time, signum};
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

/// A sequence of signed remainders. The variations that it loses from one time to another count roots of the first polynomial.
struct Remainders(Vec<Polynomial>);

impl Remainders {
    fn new(first: Polynomial, second: Polynomial) -> Remainders {
        let mut sequence = vec![first, second];
        while let [.., a, b] = &sequence[..]
            && !b.0.is_empty()
        {
            let rest = divide(a, b).1;
            sequence.push(Polynomial(rest.0.into_iter().map(|c| -c).collect()));
        }
        sequence.pop();
        Remainders(sequence)
    }

    fn variations(&self, t: &Time) -> i32 {
        variations(self.0.iter().map(|p| p.sign(t)))
    }
}

/// A time where a polynomial is zero.
pub(super) enum Root<'a> {
    /// A time that is known.
    Exact(Time),
    /// The only root of a polynomial between two times where it is not zero.
    Isolated { polynomial: &'a Polynomial, bounds: [Time; 2] },
}

impl<'a> Root<'a> {
    /// The only root between two times, of which the first may be another root. The bounds become as tight as doubles are.
    fn refined(polynomial: &'a Polynomial, mut bounds: [Time; 2]) -> Root<'a> {
        let mut values = bounds.each_ref().map(|t| polynomial.value(t));
        loop {
            let [low, high] = [bounds[0].round_down(), bounds[1].round_up()];
            let is_tight = high <= low.next_up().next_up();
            if is_tight && signum(&values[0]) != 0 {
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
            if bounds[1].round_up() - bounds[0].round_down() > 0.25 * (high - low) {
                let middle = Time::between(&bounds[0], &bounds[1]);
                if let Some(root) = split(polynomial, &mut bounds, &mut values, middle) {
                    return root;
                }
            }
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
        // The lost variations are the sum of the signs of q at the roots of p between the bounds.
        let product = trim(derivative(p).times(&trim(q.clone())));
        let remainders = Remainders::new(p.clone(), product);
        remainders.variations(low) - remainders.variations(high)
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

/// Replaces one of the bounds of a root by a time between them, unless that is the root.
fn split<'a>(
    polynomial: &'a Polynomial,
    bounds: &mut [Time; 2],
    values: &mut [BigInt; 2],
    t: Time,
) -> Option<Root<'a>> {
    let value = polynomial.value(&t);
    if signum(&value) == 0 {
        return Some(Root::Exact(t));
    }
    let side = usize::from(signum(&value) == signum(&values[1]));
    (bounds[side], values[side]) = (t, value);
    None
}

/// A polynomial that is not zero everywhere, to be solved for its roots.
pub(super) struct Equation {
    /// A polynomial with the same roots between 0 and 1, each of them once.
    squarefree: Polynomial,
    /// `None` if there is no more than one such root.
    remainders: Option<Remainders>,
    /// Whether 0 and 1 are roots.
    ends: [bool; 2],
}

impl Equation {
    pub(super) fn new(form: &Polynomial) -> Equation {
        let zeros = form.0.iter().take_while(|c| signum(c) == 0).count();
        let mut squarefree = trim(Polynomial(form.0[zeros..].to_vec()));
        let ends = [zeros > 0, zeros + squarefree.0.len() < form.0.len()];
        // Descartes' rule of signs.
        if variations(squarefree.0.iter().map(signum)) <= 1 {
            return Equation { squarefree, remainders: None, ends };
        }
        let mut remainders = Remainders::new(squarefree.clone(), derivative(&squarefree));
        let common = remainders.0.last().expect("the polynomial is not zero");
        if common.0.len() > 1 {
            squarefree = divide(&squarefree, common).0;
            remainders = Remainders::new(squarefree.clone(), derivative(&squarefree));
        }
        Equation { squarefree, remainders: Some(remainders), ends }
    }

    /// Visits the roots from a time to 1 in order, until the visitor returns a value.
    pub(super) fn first_root<T>(
        &self,
        from: f64,
        visit: &mut dyn FnMut(&Root) -> Option<T>,
    ) -> Option<T> {
        let [start, end] = [from, 1.0].map(Time::new);
        let starts_at_root =
            if from == 0.0 { self.ends[0] } else { self.squarefree.sign(&start) == 0 };
        if starts_at_root && from < 1.0 {
            let found = visit(&Root::Exact(start.clone()));
            if found.is_some() {
                return found;
            }
        }
        let variations = [&start, &end].map(|t| self.variations(t));
        let found = self.first_between([start, end.clone()], variations, visit);
        if found.is_some() || !self.ends[1] { found } else { visit(&Root::Exact(end)) }
    }

    /// The same for the roots after a time, up to another.
    fn first_between<T>(
        &self,
        [low, high]: [Time; 2],
        [before, after]: [i32; 2],
        visit: &mut dyn FnMut(&Root) -> Option<T>,
    ) -> Option<T> {
        let p = &self.squarefree;
        match before - after {
            0 => None,
            1 if p.sign(&high) == 0 => visit(&Root::Exact(high)),
            1 => visit(&Root::refined(p, [low, high])),
            _ => {
                let middle = Time::between(&low, &high);
                let between = self.variations(&middle);
                self.first_between([low, middle.clone()], [before, between], visit)
                    .or_else(|| self.first_between([middle, high], [between, after], visit))
            }
        }
    }

    /// A number that is less by one after every root.
    fn variations(&self, t: &Time) -> i32 {
        if let Some(remainders) = &self.remainders {
            return remainders.variations(t);
        }
        // After its only root it has the sign of its highest coefficient.
        let after = self.squarefree.0.last().map_or(0, signum);
        i32::from(self.squarefree.sign(t) * after < 0)
    }
}

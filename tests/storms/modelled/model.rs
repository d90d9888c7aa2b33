//! What the world should be: lists, maps, and loops over all pairs.

use super::build::{Open, PolytopeSoup};
use super::geometry::{Cuboid, Place};
use super::parts::Pieces;
use solid::capi::{DtCollData, DtError};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a shape is.
pub enum Body {
    Primitive(Cuboid),
    /// A dimension is no number.
    Void,
    /// A complex shape that is not finished.
    Unfinished,
    Complex(PolytopeSoup),
    /// A compound, a height field or points.
    Parts(Pieces),
}

pub type SharedBody = Rc<RefCell<Body>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Simple,
    Smart,
    Witnessed,
}

/// A callback's client data and what it is told; or nothing.
pub type Response = Option<(usize, Kind)>;

pub struct Object {
    pub reference: usize,
    pub sequence: u64,
    pub body: SharedBody,
    /// None: a number is not finite.
    pub now: Option<Place>,
    pub before: Option<Place>,
}

impl Object {
    fn is_complex(&self) -> bool {
        matches!(*self.body.borrow(), Body::Unfinished | Body::Complex(_) | Body::Parts(_))
    }

    /// Whether a part is of a surface of triangles.
    pub fn is_surface(&self) -> bool {
        matches!(&*self.body.borrow(), Body::Parts(pieces) if pieces.is_surface)
    }

    /// The parts that can be hit: now, and in the previous frame, placed.
    pub fn parts(&self) -> Vec<(Cuboid, Option<Cuboid>)> {
        let Some(now) = self.now else {
            return Vec::new();
        };
        let pieces = match &*self.body.borrow() {
            // A flattened half-space has no inside.
            Body::Primitive(cuboid) if cuboid.is_half_space() => {
                let before = self.before.filter(|before| !before.is_flat());
                let placed = (now.image(cuboid), before.map(|p| p.image(cuboid)));
                return if now.is_flat() { Vec::new() } else { vec![placed] };
            }
            Body::Primitive(cuboid) => vec![(*cuboid, *cuboid)],
            Body::Void | Body::Unfinished => Vec::new(),
            Body::Complex(soup) => soup.parts(),
            Body::Parts(pieces) => pieces.all.iter().map(|piece| (*piece, *piece)).collect(),
        };
        let place = |(piece, was): (Cuboid, Cuboid)| {
            (now.image(&piece), self.before.map(|p| p.image(&was)))
        };
        pieces.into_iter().map(place).collect()
    }
}

/// A callback that is due.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub key: (u64, u64),
    pub first: usize,
    pub second: usize,
    pub tag: usize,
    pub kind: Kind,
}

#[derive(Default)]
pub struct Model {
    /// In the order of creation.
    pub objects: Vec<Object>,
    /// By its sequence number.
    pub current: Option<u64>,
    pub created: u64,
    pub default: Response,
    pub of_objects: BTreeMap<usize, Response>,
    pub of_pairs: BTreeMap<(usize, usize), Response>,
    /// By handle, those not deleted.
    pub shapes: BTreeMap<usize, SharedBody>,
    pub open: Option<Open>,
    pub error: Option<DtError>,
}

pub fn unordered(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

impl Model {
    pub fn raise(&mut self, error: DtError) {
        self.error.get_or_insert(error);
    }

    pub fn object(&mut self, reference: usize) -> Option<&mut Object> {
        self.objects.iter_mut().find(|object| object.reference == reference)
    }

    pub fn current(&mut self) -> Option<&mut Object> {
        let current = self.current?;
        self.objects.iter_mut().find(|object| object.sequence == current)
    }

    pub fn create(&mut self, reference: usize, body: SharedBody) {
        self.remove(reference);
        let now = Some(Place::IDENTITY);
        self.objects.push(Object { reference, sequence: self.created, body, now, before: now });
        self.current = Some(self.created);
        self.created += 1;
    }

    /// Takes an object out; its responses stay.
    pub fn remove(&mut self, reference: usize) -> bool {
        let Some(place) = self.objects.iter().position(|object| object.reference == reference)
        else {
            return false;
        };
        let object = self.objects.remove(place);
        self.current = self.current.filter(|current| *current != object.sequence);
        true
    }

    pub fn delete(&mut self, reference: usize) -> bool {
        let known = self.remove(reference);
        if known {
            self.of_objects.remove(&reference);
            self.of_pairs.retain(|(a, b), _| *a != reference && *b != reference);
        }
        known
    }

    pub fn proceed(&mut self) {
        for object in &mut self.objects {
            object.before = object.now;
            if let Body::Complex(soup) = &mut *object.body.borrow_mut() {
                soup.proceed();
            }
        }
        for body in self.shapes.values() {
            if let Body::Complex(soup) = &mut *body.borrow_mut() {
                soup.proceed();
            }
        }
    }

    fn response(&self, first: usize, second: usize) -> Response {
        let pair = self.of_pairs.get(&unordered(first, second));
        let own = || self.of_objects.get(&first).or_else(|| self.of_objects.get(&second));
        *pair.or_else(own).unwrap_or(&self.default)
    }

    /// The callback of two objects, if they collide and have a response.
    fn call(&self, a: &Object, b: &Object) -> Option<Call> {
        let rank = |object: &Object| (!object.is_complex(), object.sequence);
        let (first, second) = if rank(a) < rank(b) { (a, b) } else { (b, a) };
        let (tag, kind) = self.response(first.reference, second.reference)?;
        let (p, q) = (first.parts(), second.parts());
        let hit = p.iter().any(|(a, _)| q.iter().any(|(b, _)| a.meets(b)));
        let key = (first.sequence, second.sequence);
        hit.then_some(Call { key, first: first.reference, second: second.reference, tag, kind })
    }

    /// The first callback after that of a key, of objects among the first `limit`.
    pub fn next_call(&self, after: Option<(u64, u64)>, limit: u64) -> Option<Call> {
        let mut next: Option<Call> = None;
        for (i, a) in self.objects.iter().enumerate() {
            for b in &self.objects[i + 1..] {
                if a.sequence.max(b.sequence) < limit
                    && let Some(call) = self.call(a, b)
                    && after.is_none_or(|after| call.key > after)
                    && next.is_none_or(|next| call.key < next.key)
                {
                    next = Some(call);
                }
            }
        }
        next
    }

    /// Objects in words: their placements and parts, now and before.
    pub fn describe(&self, references: [usize; 2]) -> String {
        let objects = self.objects.iter().filter(|object| references.contains(&object.reference));
        objects
            .map(|o| format!("\n{}: {:?}, {:?}, {:?}", o.reference, o.now, o.before, o.parts()))
            .collect()
    }

    /// The callback of one pair.
    pub fn pair_call(&self, a: usize, b: usize) -> Option<Call> {
        let find = |reference| self.objects.iter().find(|object| object.reference == reference);
        let (a, b) = (find(a)?, find(b)?);
        if a.sequence == b.sequence { None } else { self.call(a, b) }
    }

    /// Whether the data of a callback can be right: for a pair of parts that collide now.
    pub fn accepts(&self, call: &Call, data: Option<&DtCollData>) -> bool {
        let Some(data) = data else {
            return call.kind == Kind::Simple;
        };
        let numbers = [data.point1, data.point2, data.normal];
        if call.kind == Kind::Simple || !numbers.iter().flatten().all(|x| x.is_finite()) {
            return false;
        }
        let find = |sequence| self.objects.iter().find(|object| object.sequence == sequence);
        let (Some(first), Some(second)) = (find(call.key.0), find(call.key.1)) else {
            return false;
        };
        let (p, q) = (first.parts(), second.parts());
        let pairs =
            p.iter().flat_map(|a| q.iter().map(move |b| (a, b))).filter(|(a, b)| a.0.meets(&b.0));
        if call.kind == Kind::Witnessed {
            let (Some(a), Some(b)) = (first.now, second.now) else {
                return false;
            };
            let (x, y) = (a.point(&data.point1), b.point(&data.point2));
            let in_both = |(a, b): (&(Cuboid, _), &(Cuboid, _))| a.0.holds(&x) && b.0.holds(&y);
            return data.normal == [0.0; 3] && near(&x, &y, 1e-9) && pairs.into_iter().any(in_both);
        }
        // A previous frame in which there is no placement has no distances: all that is asked is numbers.
        let (Some(a), Some(b)) = (first.before, second.before) else {
            return true;
        };
        // Nor has a half-space that was flat.
        if p.iter().chain(&q).any(|(_, before)| before.is_none()) {
            return true;
        }
        let (x, y) = (a.point(&data.point1), b.point(&data.point2));
        let apart = [0, 1, 2].map(|k| x[k] - y[k]);
        if first.is_surface() || second.is_surface() {
            // The distance is that of two triangles, which are parts of the boxes here.
            let least = pairs.into_iter().filter_map(|(a, b)| Some(length(&a.1?.gap(&b.1?))));
            let least = least.fold(f64::INFINITY, f64::min);
            let holds = |parts: &[(Cuboid, Option<Cuboid>)], point| {
                parts.iter().any(|(_, before)| before.is_some_and(|part| part.holds(point)))
            };
            return near(&apart, &data.normal, 1e-9)
                && length(&data.normal) >= least * (1.0 - 1.1e-6)
                && holds(&p, &x)
                && holds(&q, &y);
        }
        near(&apart, &data.normal, 1e-9)
            && pairs.into_iter().any(|(a, b)| {
                let (Some(a), Some(b)) = (a.1, b.1) else {
                    return false;
                };
                let gap = a.gap(&b);
                let (exact, told) = (length(&gap), length(&data.normal));
                // The tolerance is one of the distance; the vector may be off by its square root.
                let right = (told - exact).abs() <= 1.1e-6 * exact
                    && near(&gap, &data.normal, 2e-3 * exact);
                right && a.holds(&x) && b.holds(&y)
            })
    }
}

fn length(v: &[f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn near(a: &[f64; 3], b: &[f64; 3], slack: f64) -> bool {
    (0..3).all(|k| (a[k] - b[k]).abs() <= slack * (1.0 + a[k].abs()))
}

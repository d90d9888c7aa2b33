//! The oracle of the tests as the referee of methods: it shares no code with the library nor with the methods of the
//! documents, and believes nothing that it has not proved.

#[path = "../../../../tests/answers/oracle/mod.rs"]
mod oracle;

pub use oracle::body::Shape;

use oracle::body::{Body, Placement as Placed};
use oracle::depths::{Bounds, depth};
use oracle::search::Pair;
use oracle::verdict::{Verdict, decide, touching_band};
use oracle::{filter, verdict};
use solid_geometry::math::{Placement, Vec3};

/// Answers may err by this part of the pair's size: its extents and the distance of the origins, together.
pub const ALLOWED: f64 = 1e-5;

/// The referee's own bounds are this much apart, by the pair's size.
const BOUNDS: f64 = 1e-6;

/// So many cells of directions are divided until the bounds of a depth are left as they are.
const CELLS: usize = 20_000;

/// What a method replies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reply {
    pub hit: bool,
    /// The distance, or the depth.
    pub length: f64,
    /// A unit vector from B towards A; zero of a method that finds none.
    pub normal: Vec3,
}

/// What is wrong with a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no reply.
    GaveUp,
    /// A hit that is none, or a missed one.
    Hit,
    /// The length is not that of the pair.
    Length,
    /// The length is the pair's, but not along this direction.
    Direction,
}

/// What is true of a placed pair.
pub struct Truth {
    bodies: [Body; 2],
    size: f64,
    /// `None` where the bodies are as near to touching as may be read as such.
    pub hit: Option<bool>,
    /// Between these; zero of bodies that share a point.
    pub distance: [f64; 2],
    /// Between these; zero of bodies that are apart.
    pub depth: [f64; 2],
}

impl Truth {
    /// Proves what is true of two shapes under rigid placements.
    pub fn new(shapes: [&Shape; 2], poses: &[Placement; 2]) -> Truth {
        let bodies = [0, 1].map(|i| {
            let Placement { basis, origin } = &poses[i];
            let linear = [0, 1, 2].map(|row| [0, 1, 2].map(|column| basis[(row, column)]));
            Body::new(shapes[i].clone(), Placed { linear, origin: (*origin).into() })
        });
        let [a, b] = &bodies;
        let size = Pair::new(a, b).size;
        let band = touching_band(a, b);
        let (mut hit, mut distance, mut deep) = (None, [0.0; 2], [0.0; 2]);
        match decide(a, b) {
            Verdict::Hit { .. } => {
                hit = Some(true);
                let Bounds { lower, upper } = depth(a, b, BOUNDS * size, CELLS);
                deep = [lower, upper];
            }
            Verdict::Miss { gap_lower, .. } => {
                hit = (gap_lower > band).then_some(false);
                let narrow = |found: &verdict::Distance| found.upper - found.lower < BOUNDS * size;
                let found = filter::distance(a, b, 1e-9)
                    .filter(narrow)
                    .or_else(|| verdict::distance(a, b, 1e-9));
                distance = found.map_or([gap_lower, f64::INFINITY], |d| [d.lower, d.upper]);
            }
            Verdict::Ambiguous { .. } => {}
        }
        Truth { bodies, size, hit, distance, depth: deep }
    }

    /// Whether the bounds of the depth are too far apart to judge an answer.
    pub fn is_doubtful(&self) -> bool {
        self.depth[1] - self.depth[0] > ALLOWED * self.size
    }

    /// How far A has to move along a unit vector until the bodies at most touch; negative where they are apart.
    pub fn needed_along(&self, normal: &Vec3) -> f64 {
        let [a, b] = &self.bodies;
        -Pair::new(a, b).gap_along::<f64>((-normal).into())
    }

    /// What is wrong with the answer of an intersection test.
    pub fn of_hit(&self, reply: Option<Reply>) -> Option<Fault> {
        let Some(reply) = reply else { return Some(Fault::GaveUp) };
        self.hit.is_some_and(|hit| hit != reply.hit).then_some(Fault::Hit)
    }

    /// What is wrong with a distance and its direction.
    pub fn of_distance(&self, reply: Option<Reply>) -> Option<Fault> {
        let fault = self.of_hit(reply);
        let Some(Reply { hit: false, length, normal }) = reply else { return fault };
        let ([low, high], slack) = (self.distance, ALLOWED * self.size);
        // A NaN is in no range.
        fault.or_else(|| match self.hit {
            Some(false) if !(low - slack..=high + slack).contains(&length) => Some(Fault::Length),
            Some(false) if !(low - slack..).contains(&-self.needed_along(&normal)) => {
                Some(Fault::Direction)
            }
            _ => None,
        })
    }

    /// What is wrong with a depth and its direction: it must separate the bodies and be the least. An estimate may be longer
    /// than the least depth: its length is wrong if it is shorter, its direction if along it the bodies are deeper than that.
    pub fn of_depth(&self, reply: Option<Reply>, is_estimate: bool) -> Option<Fault> {
        let fault = self.of_hit(reply);
        let Some(Reply { hit: true, length, normal }) = reply else { return fault };
        let ([low, high], slack) = (self.depth, ALLOWED * self.size);
        // A touching contact has no direction.
        if self.hit != Some(true) || normal == Vec3::zeros() && high <= slack {
            return fault;
        }
        let needed = self.needed_along(&normal);
        fault.or_else(|| match is_estimate {
            true if !(low - slack..).contains(&length) => Some(Fault::Length),
            true => (!(needed - slack..).contains(&length)).then_some(Fault::Direction),
            false if !(low - slack..=high + slack).contains(&length) => Some(Fault::Length),
            false => (!(..=high + slack).contains(&needed)).then_some(Fault::Direction),
        })
    }
}

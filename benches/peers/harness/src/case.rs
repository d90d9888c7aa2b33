//! What is asked: bodies, poses and a question, laid out as `adapters/peer.h` has it, so that all peers read the very
//! same numbers.

use super::random::{after, pose};
use std::ffi::{c_int, c_uint};

/// As `PeerKind`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Box,
    Ellipsoid,
    RoundBox,
    Cone,
    Hull,
    Mesh,
    /// Radius.
    Sphere,
    /// Radius, and the height of its axis, which is y.
    Capsule,
    /// Radius and height; axis y.
    Cylinder,
    /// By its points.
    Triangle,
    /// By its points.
    Segment,
    /// The origin, which is swept along a ray.
    Point,
}

/// As `PeerQuestion`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Intersect,
    Distance,
    Depth,
    Cast,
    FirstContact,
    AllContacts,
    Refit,
    Build,
    SceneBroad,
    Scene,
    Turn,
    /// Without the points, which `Distance` has.
    OnlyDistance,
    Contacts,
    Ray,
}

/// A body in its own coordinates; the numbers of `PeerBody`.
#[derive(Clone, Debug)]
pub struct Body {
    pub kind: Kind,
    pub size: [f64; 4],
    pub points: Vec<[f64; 3]>,
    pub triangles: Vec<[c_uint; 3]>,
    pub other_points: Vec<[f64; 3]>,
}

impl Body {
    pub fn solid(kind: Kind, size: [f64; 4]) -> Body {
        Body { kind, size, points: Vec::new(), triangles: Vec::new(), other_points: Vec::new() }
    }

    /// A body of a few points and a size that its kind ignores.
    pub fn of_points(kind: Kind, points: &[[f64; 3]]) -> Body {
        Body { points: points.to_vec(), ..Body::solid(kind, [0.0; 4]) }
    }

    pub fn mesh(points: Vec<[f64; 3]>, triangles: Vec<[c_uint; 3]>) -> Body {
        Body { kind: Kind::Mesh, size: [0.0; 4], points, triangles, other_points: Vec::new() }
    }
}

/// As `PeerPose`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    pub rotation: [[f64; 3]; 3],
    pub origin: [f64; 3],
    pub quaternion: [f64; 4],
}

/// As `PeerAnswer`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    pub hit: c_int,
    pub count: c_int,
    pub value: f64,
    pub a: [f64; 3],
    pub b: [f64; 3],
    pub normal: [f64; 3],
}

/// Many queries of one kind.
pub struct Case {
    pub name: String,
    pub question: Question,
    pub bodies: Vec<Body>,
    /// Two a query; of a scene `objects` a query, which is a frame.
    pub poses: Vec<Pose>,
    pub sweeps: Vec<[f64; 3]>,
    /// Of turning casts, two a query: rotation vectors, and the poses at the end.
    pub spins: Vec<[f64; 3]>,
    pub ends: Vec<Pose>,
    pub queries: usize,
    pub objects: usize,
    pub coherent: bool,
}

impl Case {
    /// Where a body of a turning cast is at a time.
    pub fn pose_at(&self, query: usize, body: usize, time: f64) -> Pose {
        let start = &self.poses[2 * query + body];
        let spin = self.spins[2 * query + body];
        let angle = spin.iter().map(|x| x * x).sum::<f64>().sqrt();
        let [x, y, z] = spin.map(|x| x * (0.5 * time * angle).sin() / angle);
        let sweep = if body == 0 { [0.0; 3] } else { self.sweeps[query] };
        pose(
            after([x, y, z, (0.5 * time * angle).cos()], start.quaternion),
            std::array::from_fn(|k| start.origin[k] + sweep[k] * time),
        )
    }

    pub fn pair(&self, query: usize) -> [&Pose; 2] {
        [&self.poses[2 * query], &self.poses[2 * query + 1]]
    }
}

/// A library that is measured, or a way of using one.
pub trait Peer {
    fn name(&self) -> String;
    fn version(&self) -> String;
    /// Makes everything ready, in the peer's own types. `None` if it does not answer such a question.
    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>>;
}

impl<P: Peer + ?Sized> Peer for &P {
    fn name(&self) -> String {
        (**self).name()
    }

    fn version(&self) -> String {
        (**self).version()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        (**self).open(case)
    }
}

/// A case in the types of a peer.
pub trait Session {
    /// Answers the queries `from..to` into `answers[0..]`, which are all zero. This is what is timed.
    fn run(&mut self, from: usize, to: usize, answers: &mut [Answer]);
}

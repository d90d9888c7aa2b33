//! A small simulator of rigid bodies, after Olvång's (4.2): impulses at the contacts in turn, then overlaps projected apart
//! from the ground upwards. Depths are those of the method under test; the manifold is the library's, which is Olvång's
//! perturbed sampling with refinements.

use super::machine::cpu_ns;
use super::methods::{Buffers, Method, TOLERANCE};
use super::referee::{Reply, Shape, Truth};
use solid_geometry::convex::{Overlap, Pair, RelativePlacement, manifold};
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::shape::{Primitive, Support};
use solid_papers::olvang::gjk::{Sweep, sweep};
use solid_papers::olvang::{epa, support_mapping};

/// Olvång's frequency is 200 Hz.
pub const STEP: f64 = 1.0 / 200.0;

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);
const FRICTION: f64 = 0.6;
/// The part of an overlap that a step projects apart: all of it would make bodies tremble.
const PROJECTED: f64 = 0.2;
/// An overlap that is left alone, so that contacts persist.
const ALLOWED: f64 = 1e-3;
/// What is left of a velocity after a step.
const DAMPING: f64 = 0.999;
/// A depth along its direction differs by less than this from how far the bodies reach there, whatever the method.
const OFF: f64 = 1e-2;
/// So many steps of a simulation have their depths judged once.
const JUDGED: usize = 100;

/// How the depth of two bodies is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Depths {
    /// Of bodies with balls of this radius around them by the sweep GJK; by the expanding polytope where that is too deep.
    Sweep(f64),
    /// By a method of the randomized benchmark.
    By(Method),
}

impl Depths {
    /// The balls around the bodies.
    pub fn radius(self) -> f64 {
        match self {
            Depths::Sweep(radius) => radius,
            Depths::By(_) => 0.0,
        }
    }

    /// `None` of bodies that do not touch, and where there is no answer.
    fn find(
        self,
        [a, b]: [&Primitive; 2],
        relation: &RelativePlacement,
        buffers: &mut Buffers,
        counts: &mut Counts,
    ) -> Option<Reply> {
        let radius = match self {
            Depths::Sweep(radius) => radius,
            Depths::By(method) => {
                let reply = method.ask(a, b, relation, buffers);
                counts.gave_up += usize::from(reply.is_none());
                return reply.filter(|reply| reply.hit);
            }
        };
        let (pair, hints) = (Pair::new(a, b, relation), &mut [0; 2]);
        let support = &mut support_mapping(&pair, hints);
        match sweep(support, &pair.initial_direction(), radius, TOLERANCE) {
            Sweep::Apart => None,
            Sweep::Shallow { depth, normal } => Some(Reply { hit: true, length: depth, normal }),
            Sweep::Deep(simplex) => {
                counts.backups += 1;
                let found = epa::expand(&simplex, support, TOLERANCE, &mut buffers.mesh);
                counts.gave_up += usize::from(found.is_none());
                // Algorithm 5 leaves the balls out here: depths would jump by twice the radius.
                let length = |depth: f64| depth + 2.0 * radius;
                found.map(|d| Reply { hit: true, length: length(d.depth), normal: d.normal })
            }
            Sweep::Capped => {
                counts.gave_up += 1;
                None
            }
        }
    }
}

/// What was counted in a simulation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Pairs in contact.
    pub collisions: usize,
    /// Pairs without an answer.
    pub gave_up: usize,
    /// Contacts too deep for the sweep.
    pub backups: usize,
    /// Contacts that the referee looked at, and those with a wrong depth or direction.
    pub judged: usize,
    pub wrong: usize,
}

/// Impulses below this, in units of a second's weight, change nothing any more.
const SETTLED: f64 = 1e-10;

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        self.collisions += other.collisions;
        self.gave_up += other.gave_up;
        self.backups += other.backups;
        self.judged += other.judged;
        self.wrong += other.wrong;
    }
}

/// A body of mass 1, or one that never moves.
pub struct Body {
    pub shape: Primitive,
    pub placement: Placement,
    velocity: Vec3,
    spin: Vec3,
    /// Zero for the ground.
    inverse_mass: f64,
    /// Along the body's axes.
    inverse_inertia: Vec3,
}

impl Body {
    /// `half`: of the box whose inertia it has.
    pub fn moving(shape: Primitive, half: Vec3, origin: Vec3) -> Body {
        let squares = half.component_mul(&half);
        let inertia = Vec3::repeat(squares.sum()) - squares;
        Body {
            inverse_mass: 1.0,
            inverse_inertia: inertia.map(|x| 3.0 / x),
            ..Body::fixed(shape, origin)
        }
    }

    pub fn fixed(shape: Primitive, origin: Vec3) -> Body {
        Body {
            shape,
            placement: Placement { basis: Mat3::identity(), origin },
            velocity: Vec3::zeros(),
            spin: Vec3::zeros(),
            inverse_mass: 0.0,
            inverse_inertia: Vec3::zeros(),
        }
    }

    fn turn_by(&self, torque: &Vec3) -> Vec3 {
        let basis = &self.placement.basis;
        basis * self.inverse_inertia.component_mul(&basis.tr_mul(torque))
    }

    fn velocity_at(&self, arm: &Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    fn push(&mut self, impulse: &Vec3, arm: &Vec3) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += self.turn_by(&arm.cross(impulse));
    }

    /// The change of velocity at a point along a direction, by a unit impulse there.
    fn yielding(&self, arm: &Vec3, n: &Vec3) -> f64 {
        self.inverse_mass + self.turn_by(&arm.cross(n)).cross(arm).dot(n)
    }

    fn proceed(&mut self) {
        self.velocity = (self.velocity + GRAVITY * STEP) * DAMPING;
        self.spin *= DAMPING;
        self.placement.origin += self.velocity * STEP;
        let angle = self.spin.norm() * STEP;
        if angle > 0.0 {
            let v = self.spin / self.spin.norm() * (angle / 2.0).sin();
            let turn = solid_geometry::math::rotation(&[v.x, v.y, v.z, (angle / 2.0).cos()]);
            self.placement.basis = orthonormal(&(turn * self.placement.basis));
        }
    }
}

/// Rotations drift by rounding.
fn orthonormal(m: &Mat3) -> Mat3 {
    let x: Vec3 = m.column(0).normalize();
    let z = x.cross(&m.column(1)).normalize();
    Mat3::from_columns(&[x, z.cross(&x), z])
}

struct Contact {
    bodies: [usize; 2],
    /// From the bodies' origins.
    arms: [Vec3; 2],
    /// Towards the first; then two directions across.
    axes: [Vec3; 3],
    impulses: [f64; 3],
}

/// The body with a ball of a radius around each of its points.
fn with_balls(body: &Primitive, radius: f64) -> Primitive {
    match body {
        body if radius == 0.0 => body.clone(),
        Primitive::Round { half, radius: own } => {
            Primitive::Round { half: *half, radius: own + radius }
        }
        Primitive::Box(half) => Primitive::Round { half: *half, radius },
        other => unreachable!("stacks are of boxes, not of {other:?}"),
    }
}

/// The body for the referee.
fn shape(body: &Primitive) -> Shape {
    match body {
        Primitive::Round { half, radius } => Shape::Round((half * 2.0).into(), *radius),
        Primitive::Box(half) => Shape::Box((half * 2.0).into()),
        other => unreachable!("stacks are of boxes, not of {other:?}"),
    }
}

/// Bodies that touch, and how deep.
struct Touch {
    bodies: [usize; 2],
    normal: Vec3,
    depth: f64,
}

pub struct Simulation {
    pub bodies: Vec<Body>,
    depths: Depths,
    contacts: Vec<Contact>,
    touches: Vec<Touch>,
    buffers: Buffers,
    steps: usize,
    /// Nanoseconds that finding contacts took.
    pub collision_ns: f64,
    pub counts: Counts,
}

impl Simulation {
    /// Without bodies.
    pub fn new(depths: Depths) -> Simulation {
        Simulation {
            bodies: Vec::new(),
            depths,
            contacts: Vec::new(),
            touches: Vec::new(),
            buffers: Buffers::default(),
            steps: 0,
            collision_ns: 0.0,
            counts: Counts::default(),
        }
    }

    pub fn step(&mut self, iterations: usize) {
        self.bodies.iter_mut().filter(|body| body.inverse_mass > 0.0).for_each(Body::proceed);
        let start = cpu_ns();
        self.find_contacts();
        self.collision_ns += cpu_ns() - start;
        if self.steps.is_multiple_of(JUDGED) {
            self.judge();
        }
        self.steps += 1;
        for _ in 0..iterations {
            if self.exchange_impulses() < SETTLED {
                break;
            }
        }
        self.project();
    }

    fn find_contacts(&mut self) {
        self.contacts.clear();
        self.touches.clear();
        for i in 0..self.bodies.len() {
            for j in 0..i {
                let (a, b) = (&self.bodies[i], &self.bodies[j]);
                // Stacks: bodies farther apart than their heights do not meet.
                let between = a.placement.origin.y - b.placement.origin.y;
                if between.abs()
                    > 1.1
                        * (2.0 * self.depths.radius()
                            + a.shape.absolute_extents().y
                            + b.shape.absolute_extents().y)
                {
                    continue;
                }
                let (p, q) = (&a.placement, &b.placement);
                let Some(relation) = RelativePlacement::new(
                    &a.shape.absolute_extents(),
                    p,
                    &b.shape.absolute_extents(),
                    q,
                ) else {
                    continue;
                };
                let (shapes, counts) = ([&a.shape, &b.shape], &mut self.counts);
                let found = self.depths.find(shapes, &relation, &mut self.buffers, counts);
                // A touching contact may have no direction.
                let Some(found) = found.filter(|found| found.normal != Vec3::zeros()) else {
                    continue;
                };
                self.counts.collisions += 1;
                let normal = found.normal;
                // The depth is that of the bodies with the balls around them, and so is the manifold.
                let [of_a, of_b] = shapes.map(|shape| with_balls(shape, self.depths.radius()));
                let reach = [&of_a, &of_b].map(Support::absolute_extents);
                let Some(relation) = RelativePlacement::new(&reach[0], p, &reach[1], q) else {
                    continue;
                };
                // The deepest point of A, as Olvång samples it.
                let on_a = p.basis * of_a.support(&-p.basis.tr_mul(&normal), &mut 0);
                let on_b =
                    relation.offset() + q.basis * of_b.support(&q.basis.tr_mul(&normal), &mut 0);
                let reached = (on_b - on_a).dot(&normal);
                assert!((reached - found.length).abs() < OFF, "{reached}, but {}", found.length);
                let overlap = Overlap { normal, on_a, depth: found.length };
                let across = normal.cross(&Vec3::ith(normal.iamin(), 1.0)).normalize();
                let axes = [normal, across, normal.cross(&across)];
                let apart = p.origin - q.origin;
                for contact in manifold(&of_a, &of_b, &relation, &overlap).contacts() {
                    let at = (contact.on_a + contact.on_b) / 2.0;
                    let contact = Contact {
                        bodies: [i, j],
                        arms: [at, at + apart],
                        axes,
                        impulses: [0.0; 3],
                    };
                    self.contacts.push(contact);
                }
                self.touches.push(Touch { bodies: [i, j], normal, depth: found.length });
            }
        }
    }

    /// Lets the referee look at all contacts of this step.
    fn judge(&mut self) {
        let radius = self.depths.radius();
        for touch in &self.touches {
            let [a, b] = touch.bodies.map(|i| &self.bodies[i]);
            let shapes = [a, b].map(|body| shape(&body.shape));
            let poses = [a.placement, b.placement];
            let truth = Truth::new([&shapes[0], &shapes[1]], &poses);
            let distance = 2.0 * radius - touch.depth;
            let reply = |hit| Some(Reply { hit, length: distance.abs(), normal: touch.normal });
            let fault = match distance > 0.0 {
                true => truth.of_distance(reply(false)),
                false => truth.of_depth(reply(true), false),
            };
            self.counts.judged += 1;
            self.counts.wrong += usize::from(fault.is_some());
        }
    }

    /// Once at each contact, the normal first; the largest change of an impulse.
    fn exchange_impulses(&mut self) -> f64 {
        let mut largest: f64 = 0.0;
        for contact in &mut self.contacts {
            let [i, j] = contact.bodies;
            for k in 0..3 {
                let n = contact.axes[k];
                let (a, b) = (&self.bodies[i], &self.bodies[j]);
                let speed =
                    (a.velocity_at(&contact.arms[0]) - b.velocity_at(&contact.arms[1])).dot(&n);
                let yielding = a.yielding(&contact.arms[0], &n) + b.yielding(&contact.arms[1], &n);
                let wanted = contact.impulses[k] - speed / yielding;
                let most = FRICTION * contact.impulses[0];
                let allowed = if k == 0 { wanted.max(0.0) } else { wanted.clamp(-most, most) };
                let impulse = allowed - contact.impulses[k];
                contact.impulses[k] = allowed;
                largest = largest.max(impulse.abs());
                self.bodies[i].push(&(n * impulse), &contact.arms[0]);
                self.bodies[j].push(&(n * -impulse), &contact.arms[1]);
            }
        }
        largest
    }

    /// Moves the upper of two bodies that overlap, from the ground upwards.
    fn project(&mut self) {
        let bodies = &mut self.bodies;
        self.touches.sort_by(|s, t| {
            let height = |touch: &Touch| touch.bodies.map(|i| bodies[i].placement.origin.y);
            let [s, t] = [height(s), height(t)];
            s[0].min(s[1]).total_cmp(&t[0].min(t[1]))
        });
        for touch in &self.touches {
            let [i, j] = touch.bodies;
            let (upper, sign) = if bodies[i].placement.origin.y > bodies[j].placement.origin.y {
                (i, 1.0)
            } else {
                (j, -1.0)
            };
            let push = PROJECTED * (touch.depth - ALLOWED).max(0.0) * sign;
            bodies[upper].placement.origin += touch.normal * push;
        }
    }
}

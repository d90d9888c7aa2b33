//! A small simulator of rigid bodies, after Olvång's (4.2): impulses at the contacts in turn, then overlaps projected apart
//! from the ground upwards. Its contacts are the library's: depth, then manifold.

use super::machine::cpu_ns;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::convex::{Overlap, RelativePlacement, manifold, penetration_depth};
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::shape::{Primitive, Support};

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
/// Depths are as exact as the default of dtSetTolerance requires.
const TOLERANCE: f64 = 1e-6;
/// Impulses below this, in units of a second's weight, change nothing any more.
const SETTLED: f64 = 1e-10;

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

/// Bodies that touch, and how deep.
struct Touch {
    bodies: [usize; 2],
    normal: Vec3,
    depth: f64,
}

#[derive(Default)]
pub struct Simulation {
    pub bodies: Vec<Body>,
    contacts: Vec<Contact>,
    touches: Vec<Touch>,
    work: Workspace,
    /// Nanoseconds that finding contacts took, and how many pairs were in contact.
    pub collision_ns: f64,
    pub collisions: usize,
}

impl Simulation {
    pub fn step(&mut self, iterations: usize) {
        self.bodies.iter_mut().filter(|body| body.inverse_mass > 0.0).for_each(Body::proceed);
        let start = cpu_ns();
        self.find_contacts();
        self.collision_ns += cpu_ns() - start;
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
                    > 1.1 * (a.shape.absolute_extents().y + b.shape.absolute_extents().y)
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
                let found =
                    penetration_depth(&a.shape, &b.shape, &relation, TOLERANCE, &mut self.work);
                let Some(found) = found else { continue };
                self.collisions += 1;
                let normal = found.normal;
                let overlap = Overlap { normal, on_a: p.basis * found.local_a, depth: found.depth };
                let across = normal.cross(&Vec3::ith(normal.iamin(), 1.0)).normalize();
                let axes = [normal, across, normal.cross(&across)];
                let apart = p.origin - q.origin;
                for contact in manifold(&a.shape, &b.shape, &relation, &overlap).contacts() {
                    let at = (contact.on_a + contact.on_b) / 2.0;
                    let contact = Contact {
                        bodies: [i, j],
                        arms: [at, at + apart],
                        axes,
                        impulses: [0.0; 3],
                    };
                    self.contacts.push(contact);
                }
                self.touches.push(Touch { bodies: [i, j], normal, depth: found.depth });
            }
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

//! The simulation of the thesis: hulls that fly about in a box, bounce off its walls, and exchange their velocities.

use std::sync::Arc;

use solid::space::{ContactQuery, Object, Selector, Shape, Space};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::shape::{Polytope, Support};
use solid_papers::random::Random;

pub const OBJECTS: usize = 20;
pub const VERTICES: usize = 20;
/// The thesis's defaults: a twentieth of the space is taken, a frame moves a hull by a twentieth of its radius and turns
/// it by ten degrees.
#[derive(Clone, Copy)]
pub struct Setting {
    pub density: f64,
    pub speed: f64,
    pub degrees: f64,
}

pub const DEFAULT: Setting = Setting { density: 0.05, speed: 0.05, degrees: 10.0 };

struct Body {
    placement: Placement,
    velocity: Vec3,
    /// A frame's turn.
    turn: solid_geometry::math::Mat3,
}

/// A simulation as it went: all placements, and which boxes overlapped.
pub struct Film {
    pub points: Vec<Vec3>,
    pub hull: Polytope,
    pub frames: Vec<Vec<Placement>>,
    pub near: Vec<Vec<[usize; 2]>>,
    pub hits: usize,
}

fn turn_about(axis: &Vec3, degrees: f64) -> solid_geometry::math::Mat3 {
    let half = degrees.to_radians() / 2.0;
    let v = axis * half.sin();
    solid_geometry::math::rotation(&[v.x, v.y, v.z, half.cos()])
}

/// Bodies at random places, apart from each other.
fn scatter(random: &mut Random, setting: Setting, reach: f64) -> Vec<Body> {
    let mut bodies: Vec<Body> = Vec::new();
    while bodies.len() < OBJECTS {
        let placement = random.placement(2.0 * reach);
        if bodies.iter().all(|body| (body.placement.origin - placement.origin).norm() > 2.0) {
            let turn = turn_about(&random.direction(), setting.degrees);
            bodies.push(Body { placement, velocity: random.direction() * setting.speed, turn });
        }
    }
    bodies
}

/// A space of the library, with the hull as 20 objects.
pub fn space_of(points: &[Vec3], caching: bool) -> (Space, Vec<Object>) {
    let mut builder = Builder::new();
    builder.begin(PolytopeKind::Polyhedron);
    points.iter().for_each(|p| builder.vertex(*p));
    builder.end();
    let hull = Shape::try_from(Arc::new(builder.finish(None).0)).expect("a hull");
    let mut space = Space::new();
    let hull = space.define(hull);
    let objects = (0..OBJECTS).map(|_| space.create_object(hull).expect("a shape")).collect();
    space.watch(Selector::All, ContactQuery::Hit);
    space.set_caching(caching);
    (space, objects)
}

pub fn place(space: &mut Space, objects: &[Object], placements: &[Placement]) {
    for (object, to) in objects.iter().zip(placements) {
        space.place(*object, *to).expect("a finite placement");
    }
}

/// Hulls bounce off the walls; two that collide exchange their velocities, unless they part already.
pub fn film(setting: Setting, count: usize) -> Film {
    let mut random = Random::new(48);
    let points: Vec<Vec3> = (0..VERTICES).map(|_| random.direction()).collect();
    let hull = Polytope::new(&points);
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    let reach = (OBJECTS as f64 * ball / setting.density).cbrt() / 2.0 - 1.0;
    let mut bodies = scatter(&mut random, setting, reach);
    let (mut space, objects) = space_of(&points, true);
    let mut film = Film { points, hull, frames: Vec::new(), near: Vec::new(), hits: 0 };
    for _ in 0..count {
        for body in &mut bodies {
            body.placement.basis = body.turn * body.placement.basis;
            body.placement.origin += body.velocity;
            for k in 0..3 {
                let at = body.placement.origin[k];
                if at.abs() > reach {
                    body.velocity[k] = -body.velocity[k].abs() * at.signum();
                }
            }
        }
        let placements: Vec<Placement> = bodies.iter().map(|body| body.placement).collect();
        film.near.push(overlapping(&film.hull, &placements));
        place(&mut space, &objects, &placements);
        film.frames.push(placements);
        for hit in space.collisions() {
            film.hits += 1;
            let place = |object| objects.binary_search(&object).expect("one of them");
            let [i, j] = [place(hit.first), place(hit.second)];
            let apart = bodies[j].placement.origin - bodies[i].placement.origin;
            if apart.dot(&(bodies[j].velocity - bodies[i].velocity)) < 0.0 {
                let other = bodies[j].velocity;
                bodies[j].velocity = std::mem::replace(&mut bodies[i].velocity, other);
            }
        }
    }
    film
}

fn overlapping(hull: &Polytope, placements: &[Placement]) -> Vec<[usize; 2]> {
    let bounds = |placement: &Placement| -> [Vec3; 2] {
        let extreme = |sign: f64| {
            Vec3::from_fn(|k, _| {
                let along = placement.basis.row(k).transpose() * sign;
                sign * along.dot(&hull.support(&along, &mut 0)) + placement.origin[k]
            })
        };
        [extreme(-1.0), extreme(1.0)]
    };
    let boxes: Vec<[Vec3; 2]> = placements.iter().map(bounds).collect();
    let apart = |[a, b]: [&[Vec3; 2]; 2]| (0..3).any(|k| a[0][k] > b[1][k] || b[0][k] > a[1][k]);
    let pairs = (0..placements.len()).flat_map(|i| (0..i).map(move |j| [j, i]));
    pairs.filter(|pair| !apart(pair.map(|i| &boxes[i]))).collect()
}

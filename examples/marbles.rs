//! Marbles in a box, in Rust: closures as responses, and the closest points of the previous frame to tell which way to push.
//!
//!     cargo run --release --example marbles

use std::sync::{Arc, Mutex};

use solid::space::{ContactQuery, Error, Object, Placement, Selector, Shape, Space, Vec3};

const MARBLES: usize = 60;
const FRAMES: usize = 600;
const RADIUS: f64 = 0.3;
/// Half the inner extent of the box.
const HALF: f64 = 3.0;

/// Where the marbles are and how they move, by the frame.
struct Marbles {
    objects: Vec<Object>,
    positions: Vec<Vec3>,
    /// Those of the previous frame, where none touched another.
    before: Vec<Vec3>,
    velocities: Vec<Vec3>,
}

impl Marbles {
    /// Puts a marble back to where it was, and turns round what of its velocity goes against `normal`.
    fn bounce(&mut self, object: Object, normal: &Vec3) {
        if let Some(i) = self.objects.iter().position(|o| *o == object) {
            self.positions[i] = self.before[i];
            let against = self.velocities[i].dot(normal);
            if against < 0.0 {
                self.velocities[i] -= 2.0 * against * normal;
            }
        }
    }
}

fn advance(marbles: &mut Marbles) {
    marbles.before.clone_from(&marbles.positions);
    for (position, velocity) in marbles.positions.iter_mut().zip(&marbles.velocities) {
        *position += velocity;
    }
}

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut space = Space::new();
    let marble = space.define(Shape::sphere(RADIUS)?);
    let wall = space.define(Shape::cuboid([2.0 * HALF + 2.0, 1.0, 2.0 * HALF + 2.0])?);
    let mut marbles = Marbles {
        objects: Vec::new(),
        positions: Vec::new(),
        before: Vec::new(),
        velocities: Vec::new(),
    };

    // Six walls: a box that is turned about x or z, and moved outwards.
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)] {
        let mut position = Vec3::zeros();
        position[axis] = sign * (HALF + 0.5);
        let mut placement = Placement::translation(position);
        let half_turn = std::f64::consts::FRAC_1_SQRT_2;
        match axis {
            0 => placement.rotate(&[0.0, 0.0, half_turn, half_turn]),
            2 => placement.rotate(&[half_turn, 0.0, 0.0, half_turn]),
            _ => (),
        }
        let object = space.create_object(wall)?;
        space.place(object, placement)?;
        // Without a response: walls meet each other, and nobody wants to know. Marbles have responses of their own.
    }
    for i in 0..MARBLES {
        let cell = |i: usize| (i as f64 - 1.5) * 1.2;
        let object = space.create_object(marble)?;
        marbles.objects.push(object);
        marbles.positions.push(Vec3::new(cell(i % 4), cell(i / 4 % 4), cell(i / 16)));
        let spread = |k: usize| ((i * k) % 17) as f64 / 17.0 - 0.5;
        marbles.velocities.push(Vec3::new(spread(5), spread(7), spread(11)) * 0.12);
        space.place(object, Placement::translation(marbles.positions[i]))?;
    }

    let state = Arc::new(Mutex::new(marbles));
    let bounced = Arc::new(Mutex::new(0));
    for &object in &state.lock().expect("nobody panicked").objects.clone() {
        let (state, bounced) = (Arc::clone(&state), Arc::clone(&bounced));
        space.set_response(
            Selector::One(object),
            ContactQuery::ClosestBefore,
            move |_, collision| {
                let Some(points) = collision.points else {
                    return;
                };
                let length = points.normal.norm();
                if length > 0.0 {
                    let (mut marbles, normal) =
                        (state.lock().expect("nobody panicked"), points.normal / length);
                    marbles.bounce(collision.first, &normal);
                    marbles.bounce(collision.second, &-normal);
                    *bounced.lock().expect("nobody panicked") += 1;
                }
            },
        );
    }

    for frame in 1..=FRAMES {
        advance(&mut state.lock().expect("nobody panicked"));
        // Who is put back may stand in another's way. In the end all are back, and none touches another.
        loop {
            let placed: Vec<_> = {
                let marbles = state.lock().expect("nobody panicked");
                marbles.objects.iter().copied().zip(marbles.positions.iter().copied()).collect()
            };
            for (object, position) in placed {
                space.place(object, Placement::translation(position))?;
            }
            if space.test() == 0 {
                break;
            }
        }
        space.proceed();
        if frame % 200 == 0 {
            println!("frame {frame}: {} bounces so far", bounced.lock().expect("nobody panicked"));
        }
    }
    let marbles = state.lock().expect("nobody panicked");
    let inside = marbles.positions.iter().filter(|p| p.amax() < HALF).count();
    println!("{inside} of {MARBLES} marbles are still in the box");
    assert_eq!(inside, MARBLES);
    Ok(())
}

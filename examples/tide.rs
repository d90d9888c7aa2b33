//! A sea that deforms in every frame, and buoys in it, in Rust: a mesh, and a loop over the collisions instead of closures.
//!
//!     cargo run --release --example tide

use solid::space::{ContactQuery, Error, Placement, Selector, Shape, Space, Vec3};

/// Squares of the sea along each side.
const SIDE: usize = 60;

/// The height of the sea: two waves that run across each other.
fn height(x: f64, z: f64, time: f64) -> f64 {
    0.4 * (0.9 * x + time).sin() + 0.3 * (0.7 * z - 1.3 * time).cos()
}

fn sea(time: f64) -> Vec<Vec3> {
    let place = |i: usize| i as f64 * 0.25 - SIDE as f64 * 0.125;
    (0..=SIDE)
        .flat_map(|i| (0..=SIDE).map(move |k| (place(i), place(k))))
        .map(|(x, z)| Vec3::new(x, height(x, z, time), z))
        .collect()
}

fn triangles() -> Vec<[u32; 3]> {
    let corner = |i: usize, k: usize| (i * (SIDE + 1) + k) as u32;
    (0..SIDE)
        .flat_map(|i| (0..SIDE).map(move |k| (i, k)))
        .flat_map(|(i, k)| {
            let (a, b, c, d) =
                (corner(i, k), corner(i + 1, k), corner(i + 1, k + 1), corner(i, k + 1));
            [[a, b, c], [a, c, d]]
        })
        .collect()
}

/// Runs the example.
pub fn main() -> Result<(), Error> {
    let mut space = Space::new();
    let mesh = space.define(Shape::mesh(&sea(0.0), &triangles())?);
    let water = space.create_object(mesh)?;
    let buoy = space.define(Shape::hull(
        &Shape::sphere(0.2)?,
        &Shape::cone(0.3, 0.8)?.placed(&Placement::translation([0.0, 0.4, 0.0]))?,
    )?);
    let buoys = [[-3.0, 0.0, -2.0], [0.0, 0.3, 0.0], [2.0, -0.2, 3.0], [4.0, 1.2, -4.0]];
    let mut names = Vec::new();
    for position in buoys {
        let object = space.create_object(buoy)?;
        space.place(object, Placement::translation(position))?;
        names.push(object);
    }
    space.watch(Selector::All, ContactQuery::CommonPoint);

    for step in 0..8 {
        let time = f64::from(step) * 0.4;
        space.change_vertex_base(mesh, &sea(time))?;
        let mut test = space.begin_test();
        let mut wet = Vec::new();
        while let Some(collision) = space.next_collision(&mut test) {
            assert_eq!(collision.first, water, "a mesh comes first");
            let Some(points) = collision.points else {
                continue;
            };
            let which = names.iter().position(|o| *o == collision.second);
            wet.push(format!(
                "buoy {} at height {:.2}",
                which.map_or(0, |i| i + 1),
                points.point1.y
            ));
        }
        println!(
            "time {time:.1}: {}",
            if wet.is_empty() { "all dry".to_owned() } else { wet.join(", ") }
        );
        space.proceed();
    }
    Ok(())
}

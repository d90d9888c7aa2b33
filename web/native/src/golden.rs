//! Scenes whose answers are hashed, bit for bit. `tests/golden.mjs` has the same scenes in JavaScript.

use std::sync::Arc;

use solid::space::{ContactQuery, Error, Object, Placement, Selector, Shape, Space, Vec3};
use solid_geometry::query::{Diagonal, HeightField, Points};
use solid_geometry::threads::Threads;

/// SplitMix64 (Steele et al. 2014).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        (self.word() % count as u64) as usize
    }

    fn within(&mut self, size: f64) -> f64 {
        size * ((self.word() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
    }

    fn point(&mut self, size: f64) -> [f64; 3] {
        std::array::from_fn(|_| self.within(size))
    }

    fn pose(&mut self, size: f64) -> Placement {
        let mut placement = Placement::translation(self.point(size));
        placement.rotate(&std::array::from_fn(|_| self.within(1.0)));
        placement
    }
}

/// A hash of words.
struct Tape(u64);

impl Tape {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn numbers(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.word(number.to_bits()));
    }

    fn vectors(&mut self, vectors: &[Vec3]) {
        vectors.iter().for_each(|vector| self.numbers(vector.as_slice()));
    }
}

type Scene = fn(&mut Tape) -> Result<(), Error>;

/// The lines of `tests/golden.txt`.
pub fn numbers() -> Result<String, Error> {
    let scenes: [(&str, Scene); 4] =
        [("queries", queries), ("motion", motion), ("meshes", meshes), ("parts", parts)];
    let mut text = String::new();
    for (name, scene) in scenes {
        let mut tape = Tape(0);
        scene(&mut tape)?;
        text += &format!("{:016x}  {name}\n", tape.0);
    }
    Ok(text)
}

fn shape(i: usize, random: &mut Random) -> Result<Shape, Error> {
    Ok(match i % 13 {
        0 => Shape::cuboid([1.0, 1.1, 0.9])?,
        1 => Shape::sphere(0.55)?,
        2 => Shape::cone(0.6, 1.2)?,
        3 => Shape::cylinder(0.5, 1.0)?,
        4 => Shape::ellipsoid([0.7, 0.5, 0.4])?,
        5 => Shape::capsule(0.4, 0.7)?,
        6 => Shape::round_box([0.7, 0.5, 0.6], 0.15)?,
        7 => Shape::wheel(0.5, 0.15)?,
        8 => Shape::frustum([1.2, 1.0], [0.4, 0.6], 1.0)?,
        9 => Shape::sum(&Shape::cuboid([0.5, 0.4, 0.6])?, &Shape::cylinder(0.4, 0.0)?)?,
        10 => Shape::hull(&Shape::sphere(0.4)?, &Shape::point([0.2, 0.9, -0.1])?)?,
        11 => Shape::segment([-0.6, 0.1, 0.0], [0.5, 0.3, 0.7])?,
        _ => Shape::polytope(&Vec::from_iter((0..14).map(|_| Vec3::from(random.point(0.7)))))?,
    })
}

const COUNT: usize = 65;

fn world(random: &mut Random) -> Result<(Space, Vec<Object>), Error> {
    let mut space = Space::new();
    let mut objects = Vec::new();
    for i in 0..COUNT {
        let shape = shape(i, random)?;
        objects.push(space.create_object(shape)?);
    }
    Ok((space, objects))
}

fn number(space: &Space, objects: &[Object], object: Object) -> u64 {
    debug_assert!(space.contains(object));
    objects.iter().position(|other| *other == object).map_or(0, |place| place as u64 + 1)
}

fn queries(tape: &mut Tape) -> Result<(), Error> {
    let random = &mut Random(1);
    let (mut space, objects) = world(random)?;
    for frame in 0..6 {
        for object in &objects {
            let pose = random.pose(2.0);
            space.place(*object, pose)?;
        }
        space.watch(
            Selector::All,
            [ContactQuery::Contacts, ContactQuery::Depth, ContactQuery::Hit][frame % 3],
        );
        let mut test = space.begin_test();
        while let Some(found) = space.next_collision(&mut test) {
            tape.word(number(&space, &objects, found.first));
            tape.word(number(&space, &objects, found.second));
            if frame % 3 < 2 {
                for contact in space.found_contacts() {
                    tape.vectors(&[contact.points[0], contact.points[1], contact.normal]);
                    tape.numbers(&[contact.depth]);
                }
            }
        }
        for _ in 0..80 {
            let a = random.below(COUNT);
            let b = (a + 1 + random.below(COUNT - 1)) % COUNT;
            let (from, to, by) = (random.point(4.0), random.point(4.0), random.point(3.0));
            let closest = space.closest_pair(objects[a], objects[b])?;
            tape.numbers(&[closest.distance]);
            tape.vectors(&closest.points);
            if let Some(found) = space.ray_cast(from, to)? {
                tape.word(number(&space, &objects, found.object));
                tape.numbers(&[found.contact.time]);
                tape.vectors(&[found.contact.point, found.contact.normal]);
            }
            if let Some(hit) = space.cast_objects(objects[a], by, objects[b], [0.0; 3])? {
                tape.numbers(&[hit.time]);
                tape.vectors(&[hit.point, hit.normal]);
            }
            match space.cast_objects_turning(objects[a], [by, from], objects[b], [[0.0; 3]; 2]) {
                Ok(Some(hit)) => {
                    tape.numbers(&[hit.time]);
                    tape.vectors(&[hit.point, hit.normal]);
                }
                Ok(None) => tape.word(0),
                Err(_) => tape.word(1),
            }
        }
    }
    Ok(())
}

fn motion(tape: &mut Tape) -> Result<(), Error> {
    let random = &mut Random(2);
    let (mut space, objects) = world(random)?;
    for frame in 0..6 {
        for object in &objects {
            let pose = random.pose(6.0);
            space.place(*object, pose)?;
        }
        space.proceed();
        for object in &objects {
            let pose = random.pose(6.0);
            space.place(*object, pose)?;
        }
        if frame % 2 == 0 {
            space.watch(Selector::All, ContactQuery::CommonPoint);
            let mut test = space.begin_motion_test();
            while let Some(found) = space.next_contact(&mut test) {
                tape.word(number(&space, &objects, found.collision.first));
                tape.word(number(&space, &objects, found.collision.second));
                tape.numbers(&[found.time]);
                tape.vectors(&[found
                    .collision
                    .points
                    .map_or(Vec3::zeros(), |points| points.normal)]);
            }
        } else {
            space.watch(Selector::All, ContactQuery::Hit);
            for stop in space.advance() {
                tape.word(number(&space, &objects, stop.first));
                tape.word(number(&space, &objects, stop.second));
                tape.numbers(&[stop.time]);
                tape.vectors(&[stop.point, stop.normal]);
            }
            for object in &objects {
                let placement = space.placement(*object).ok_or(Error::NoSuchObject)?;
                tape.numbers(placement.basis.as_slice());
                tape.vectors(&[placement.origin]);
            }
        }
    }
    Ok(())
}

/// The point at a share of the way around a unit circle, made without trigonometry, so that all machines agree.
fn on_circle(share: f64) -> [f64; 2] {
    let quarter = (4.0 * share).floor();
    let t = 4.0 * share - quarter;
    let (c, s) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    match quarter as i64 & 3 {
        0 => [c, s],
        1 => [-s, c],
        2 => [-c, -s],
        _ => [s, -c],
    }
}

const AROUND: usize = 24;
const ACROSS: usize = 12;

fn torus_points(thick: f64) -> Vec<Vec3> {
    let point = |i: usize| {
        let [c, s] = on_circle((i / ACROSS) as f64 / AROUND as f64);
        let [x, y] = on_circle((i % ACROSS) as f64 / ACROSS as f64);
        let far = 1.0 + thick * x;
        Vec3::new(far * c, thick * y, far * s)
    };
    (0..AROUND * ACROSS).map(point).collect()
}

fn torus_faces() -> Vec<[u32; 3]> {
    let mut faces = Vec::new();
    for i in 0..AROUND {
        for k in 0..ACROSS {
            let at = |i: usize, k: usize| (i % AROUND * ACROSS + k % ACROSS) as u32;
            faces.push([at(i, k), at(i, k + 1), at(i + 1, k)]);
            faces.push([at(i + 1, k), at(i, k + 1), at(i + 1, k + 1)]);
        }
    }
    faces
}

fn meshes(tape: &mut Tape) -> Result<(), Error> {
    let random = &mut Random(3);
    let mut space = Space::new();
    let points = torus_points(0.25);
    let surface = Shape::mesh(&points, &torus_faces())?;
    let solid = surface.clone().into_solid()?;
    let sheet = space.define(Shape::mesh(&torus_points(0.35), &torus_faces())?);
    let objects =
        [space.create_object(surface)?, space.create_object(solid)?, space.create_object(sheet)?];
    let ball = space.create_object(Shape::sphere(0.4)?)?;
    let all = [objects[0], objects[1], objects[2], ball];
    for _ in 0..12 {
        for object in all {
            let pose = random.pose(0.9);
            space.place(object, pose)?;
        }
        let moved: Vec<_> =
            points.iter().map(|point| point + Vec3::from(random.point(0.05))).collect();
        space.change_vertex_base(sheet, &moved)?;
        space.watch(Selector::All, ContactQuery::Contacts);
        let mut test = space.begin_test();
        while let Some(found) = space.next_collision(&mut test) {
            tape.word(number(&space, &all, found.first));
            tape.word(number(&space, &all, found.second));
            for contact in space.found_contacts() {
                tape.vectors(&[contact.points[0], contact.points[1], contact.normal]);
                tape.numbers(&[contact.depth]);
            }
        }
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            for segment in space.intersection(objects[a], objects[b])? {
                tape.vectors(&segment.ends);
                tape.word(segment.curve.into());
            }
            for pair in space.colliding_polytopes(objects[a], objects[b])? {
                pair.faces.iter().for_each(|face| tape.word((*face).into()));
            }
            tape.numbers(&[space.closest_pair(objects[a], ball)?.distance]);
        }
    }
    Ok(())
}

/// Height fields, clouds of points and compounds among each other, and bodies that meet them.
fn parts(tape: &mut Tape) -> Result<(), Error> {
    let random = &mut Random(4);
    let mut space = Space::new();
    let heights = Vec::from_iter((0..13 * 11).map(|_| random.within(0.4)));
    let field = HeightField::new(heights, [13, 11], [0.5, 0.6], Diagonal::Alternating)?;
    let field = space.define(Shape::height_field(field));
    let points = Vec::from_iter((0..80).map(|_| Vec3::from(random.point(1.0))));
    let radii = Vec::from_iter((0..80).map(|_| 0.15 + random.within(0.05)));
    let cloud = Points::new(points.into_iter().zip(radii), &Threads::default())?;
    let mut chair = Vec::new();
    for i in 0..5 {
        chair.push((shape(i, random)?, random.pose(0.7)));
    }
    let chair = Shape::compound(&chair)?;
    let first = (chair.clone(), random.pose(0.5));
    let torus = Shape::mesh(&torus_points(0.25), &torus_faces())?;
    let nested = Shape::compound(&[first, (torus, random.pose(0.5))])?;
    let mut objects = vec![space.create_object(field)?];
    for shape in [Shape::of_parts(Arc::new(cloud)), chair, nested] {
        objects.push(space.create_object(shape)?);
    }
    for i in 0..8 {
        objects.push(space.create_object(shape(i, random)?)?);
    }
    for _ in 0..10 {
        for object in &objects[1..] {
            let mut pose = random.pose(2.0);
            pose.origin += Vec3::new(3.0, 0.0, 3.0);
            space.place(*object, pose)?;
        }
        let heights = Vec::from_iter((0..20).map(|_| random.within(0.6)));
        space.change_heights(field, [2, 3], [4, 5], &heights)?;
        space.watch(Selector::All, ContactQuery::Contacts);
        let mut test = space.begin_test();
        while let Some(found) = space.next_collision(&mut test) {
            tape.word(number(&space, &objects, found.first));
            tape.word(number(&space, &objects, found.second));
            for contact in space.found_contacts() {
                tape.vectors(&[contact.points[0], contact.points[1], contact.normal]);
                tape.numbers(&[contact.depth]);
            }
        }
        for _ in 0..40 {
            let a = random.below(objects.len());
            let b = (a + 1 + random.below(objects.len() - 1)) % objects.len();
            let closest = space.closest_pair(objects[a], objects[b])?;
            tape.numbers(&[closest.distance]);
            tape.vectors(&closest.points);
            let by = random.point(2.0);
            if let Some(hit) = space.cast_objects(objects[a], by, objects[b], [0.0; 3])? {
                tape.numbers(&[hit.time]);
                tape.vectors(&[hit.point, hit.normal]);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_scenes_repeat_to_the_last_bit() {
        let golden = include_str!("../../tests/golden.txt");
        assert_eq!(super::numbers().expect("no scene has an error"), golden);
    }
}

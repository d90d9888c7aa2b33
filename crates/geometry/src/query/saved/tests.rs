use solid_testing::Random;

use super::*;
use crate::math::{Placement, Vec3};
use crate::query;

fn points(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| random.point(1.0).into()).collect()
}

/// A shape of every kind.
fn shapes(random: &mut Random) -> Vec<Shape> {
    let few = Shape::polytope(&points(random, 20)).expect("finite");
    let many = Shape::polytope(&points(random, 900)).expect("finite");
    let cone = Shape::cone(1.0, 2.0).expect("finite");
    let ball = Shape::sphere(0.5).expect("finite");
    let sum = Shape::sum(&cone, &few).expect("small");
    let round = Shape::sum(&Shape::sum(&few, &ball).expect("small"), &cone).expect("small");
    let hull = Shape::hull(&cone, &ball).expect("small");
    let mut placement = Placement::translation([1.0, 2.0, 3.0]);
    placement.rotate(&[1.0, 2.0, 3.0, 4.0]);
    let placed = Shape::hull(&hull, &few).and_then(|shape| shape.placed(&placement));
    let mut all = vec![
        Shape::point([1.0, 2.0, 3.0]).expect("finite"),
        Shape::segment([1.0, 2.0, 3.0], [0.5, -1.0, 1e-9]).expect("finite"),
        Shape::cuboid([1.0, 2.0, 0.0]).expect("finite"),
        Shape::ellipsoid([1.0, 2.0, 0.5]).expect("finite"),
        Shape::cylinder(0.5, 2.0).expect("finite"),
        Shape::capsule(0.5, 2.0).expect("finite"),
        Shape::wheel(1.0, 0.25).expect("finite"),
        Shape::frustum([1.0, 2.0], [0.5, 0.25], 1.0).expect("finite"),
        placed.expect("small"),
    ];
    let twice = Shape::sum(
        &hull,
        &Shape::hull(&few, &Shape::sum(&few, &cone).expect("small")).expect("small"),
    );
    all.extend([few, many, cone, ball, sum, round, hull, twice.expect("small")]);
    all.extend(mesh_shapes(random));
    all
}

/// A surface of triangles, a solid of them, and polytopes with few and with many vertices.
fn mesh_shapes(random: &mut Random) -> [Shape; 3] {
    let (vertices, faces) = torus(24, 12);
    let surface = Shape::mesh(&vertices, &faces).expect("a torus");
    let solid = Shape::mesh(&vertices, &faces).and_then(Shape::into_solid).expect("closed");
    let scattered = points(random, 400);
    let mut next = 0;
    let bodies: Vec<Vec<u32>> = (0..40)
        .map(|i| {
            let count = [1, 2, 4, 12, 20][i % 5];
            next += count;
            (next - count..next).map(|v| v % 400).collect()
        })
        .collect();
    [surface, solid, Shape::mesh(&scattered, &bodies).expect("finite")]
}

fn torus(around: u32, across: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for i in 0..around {
        for j in 0..across {
            let turn = |k: u32, of: u32| std::f64::consts::TAU * f64::from(k) / f64::from(of);
            let (u, v) = (turn(i, around), turn(j, across));
            let radius = 1.0 + 0.4 * v.cos();
            vertices.push(Vec3::new(radius * u.cos(), 0.4 * v.sin(), radius * u.sin()));
            let corner = |di: u32, dj: u32| (i + di) % around * across + (j + dj) % across;
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            faces.extend([[a, c, b], [a, d, c]]);
        }
    }
    (vertices, faces)
}

fn pose(random: &mut Random) -> Placement {
    let mut pose = Placement::translation(random.point(2.0));
    pose.rotate(&[0, 1, 2, 3].map(|_| random.within(1.0) + 1e-3));
    pose
}

/// All that is asked about two placed shapes, as text, which tells every bit.
fn answers(a: &Shape, b: &Shape, random: &mut Random) -> Vec<String> {
    (0..12)
        .map(|_| {
            let (p, q) = (pose(random), pose(random));
            let (from, to) = (random.point(3.0), random.point(3.0));
            format!(
                "{:?} {:?} {:?} {:?}",
                query::closest_points(a, &p, b, &q),
                query::penetration(a, &p, b, &q),
                query::contacts(a, &p, b, &q),
                query::ray(a, &p, from, to),
            )
        })
        .collect()
}

#[test]
fn loaded_shapes_answer_as_the_saved_ones() {
    let random = &mut Random::new(71);
    let partner = Shape::polytope(&points(random, 30)).expect("finite");
    for shape in shapes(random) {
        let bytes = shape.to_bytes().expect("finite");
        let loaded = Shape::from_bytes(&bytes).expect("whole");
        assert!(loaded.to_bytes().expect("finite") == bytes, "saved again: {shape:?}");
        assert_eq!(loaded.vertex_count(), shape.vertex_count());
        let seed = random.word();
        let before = answers(&shape, &partner, &mut Random::new(seed));
        assert!(answers(&loaded, &partner, &mut Random::new(seed)) == before, "{shape:?}");
        if let ShapeKind::Mesh(mesh) = loaded.kind() {
            mesh.validate();
        }
    }
}

#[test]
fn deformed_meshes_are_saved_as_they_are() {
    let (mut vertices, faces) = torus(16, 8);
    let solid = Shape::mesh(&vertices, &faces).and_then(Shape::into_solid).expect("closed");
    let ShapeKind::Mesh(mut mesh) = solid.into_kind() else { panic!("a mesh stays one") };
    vertices.iter_mut().for_each(|v| *v = Vec3::new(v.x * 1.5, v.y + v.x * 0.3, v.z));
    assert!(Arc::make_mut(&mut mesh).change_vertices(&|i: u32| vertices[i as usize]));
    let deformed = Shape::try_from(mesh).expect("not empty");
    let loaded = Shape::from_bytes(&deformed.to_bytes().expect("finite")).expect("whole");
    let (seed, partner) = (5, Shape::cuboid([1.0, 0.5, 0.25]).expect("finite"));
    let expected = answers(&deformed, &partner, &mut Random::new(seed));
    assert!(answers(&loaded, &partner, &mut Random::new(seed)) == expected);
    // A vertex that is not finite cannot be saved.
    let ShapeKind::Mesh(mut mesh) = loaded.into_kind() else { panic!("a mesh stays one") };
    vertices[3].y = f64::NAN;
    Arc::make_mut(&mut mesh).change_vertices(&|i: u32| vertices[i as usize]);
    assert!(Shape::try_from(mesh).expect("some faces").to_bytes().is_none());
}

/// Bytes that begin at some place, as those of a mapped file do at a page.
struct Placed {
    buffer: Vec<u8>,
    start: usize,
    len: usize,
}

impl AsRef<[u8]> for Placed {
    fn as_ref(&self) -> &[u8] {
        &self.buffer[self.start..self.start + self.len]
    }
}

/// The bytes, from `beyond` bytes after a multiple of 16 on.
fn shared(bytes: &[u8], beyond: usize) -> SharedBytes {
    let mut buffer = vec![0; bytes.len() + 48];
    let start = buffer.as_ptr().align_offset(16) + beyond;
    buffer[start..start + bytes.len()].copy_from_slice(bytes);
    Arc::new(Placed { buffer, start, len: bytes.len() })
}

#[test]
fn shared_bytes_answer_as_copied_ones() {
    let random = &mut Random::new(74);
    let partner = Shape::polytope(&points(random, 30)).expect("finite");
    for shape in shapes(random) {
        let bytes = shape.to_bytes().expect("finite");
        let before = answers(&shape, &partner, &mut Random::new(9));
        // The last place is one where no number is aligned.
        for beyond in [0, 16, 1] {
            let sharing = Shape::from_shared_bytes(shared(&bytes, beyond)).expect("whole");
            assert!(answers(&sharing, &partner, &mut Random::new(9)) == before, "{shape:?}");
            assert!(sharing.to_bytes().expect("finite") == bytes);
        }
        let broken = shared(&bytes[..bytes.len() - 1], 0);
        assert_eq!(Shape::from_shared_bytes(broken).unwrap_err(), LoadError::Damaged);
    }
}

/// A mesh in shared bytes has its own vertices and tree once it is deformed, and the bytes stay.
#[test]
fn a_deformed_mesh_leaves_shared_bytes_alone() {
    let (mut vertices, faces) = torus(64, 32);
    let saved = Shape::mesh(&vertices, &faces).expect("a torus").to_bytes().expect("finite");
    let bytes = shared(&saved, 0);
    let mesh = || {
        let shape = Shape::from_shared_bytes(Arc::clone(&bytes)).expect("whole");
        let ShapeKind::Mesh(mesh) = shape.into_kind() else { panic!("a mesh stays one") };
        mesh
    };
    let (mut deformed, other) = (mesh(), mesh());
    vertices.iter_mut().for_each(|v| v.y *= 2.0);
    let soup = Arc::get_mut(&mut deformed).expect("the only one");
    assert!(soup.change_vertices(&|i: u32| vertices[i as usize]));
    soup.validate();
    assert!((*bytes).as_ref() == saved && other.bounds().max.y * 2.0 == deformed.bounds().max.y);
    // Twice, so that both lists of vertices have been its own.
    let soup = Arc::get_mut(&mut deformed).expect("the only one");
    soup.proceed();
    vertices.iter_mut().for_each(|v| v.y *= 0.5);
    assert!(soup.change_vertices(&|i: u32| vertices[i as usize]));
    soup.validate();
    assert_eq!(soup.bounds(), other.bounds());
}

/// Writes the checksum and the length that belong to the bytes.
pub(in crate::query) fn seal(bytes: &mut [u8]) {
    let length = (bytes.len() - HEADER) as u64;
    bytes[16..HEADER].copy_from_slice(&length.to_le_bytes());
    let sum = crc32fast::hash(&bytes[16..]);
    bytes[12..16].copy_from_slice(&sum.to_le_bytes());
}

/// Other bytes are refused; with a right checksum they may be another shape, about which all can be asked.
#[test]
fn damaged_bytes_do_no_harm() {
    let rounds = std::env::var("SOLID_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let random = &mut Random::new(72);
    let partner = Shape::cuboid([0.5, 1.0, 0.25]).expect("finite");
    for shape in shapes(random) {
        let bytes = shape.to_bytes().expect("finite");
        for length in [0, 7, 8, 12, 20, HEADER, bytes.len() / 2, bytes.len() - 1] {
            assert!(Shape::from_bytes(&bytes[..length]).is_err());
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Shape::from_bytes(&longer).unwrap_err(), LoadError::Damaged);
        for round in 0..rounds {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                // Most of a mesh is numbers; what counts the others stands at its beginning.
                let end = if round % 2 == 0 { damaged.len() } else { damaged.len().min(120) };
                let at = HEADER + random.below(end - HEADER);
                damaged[at] = match random.below(4) {
                    0 => 0,
                    1 => 255,
                    2 => damaged[at] ^ 1 << random.below(8),
                    _ => random.word() as u8,
                };
            }
            if damaged == bytes {
                continue;
            }
            assert_eq!(Shape::from_bytes(&damaged).unwrap_err(), LoadError::Damaged);
            if random.below(8) == 0 {
                damaged.truncate(HEADER + random.below(damaged.len() - HEADER));
            }
            seal(&mut damaged);
            if let Ok(other) = Shape::from_bytes(&damaged) {
                let (p, q) = (pose(random), pose(random));
                query::closest_points(&other, &p, &partner, &q);
                query::contacts(&other, &p, &partner, &q);
                query::ray(&other, &p, [4.0, 0.0, 0.0], [-4.0, 0.1, 0.0]);
                if let ShapeKind::Mesh(mesh) = other.kind() {
                    mesh.validate();
                }
            }
        }
    }
}

/// Trees that are none are refused, however right their checksum is.
#[test]
fn wrong_trees_are_refused() {
    let [surface, ..] = mesh_shapes(&mut Random::new(73));
    let bytes = surface.to_bytes().expect("finite");
    // The last node's last child, then one of its boxes.
    let end = bytes.len();
    for (at, word) in [(end - 4, 0_u32), (end - 4, 1 << 31), (end - 4, 1 << 20), (end - 112, 0)] {
        let mut damaged = bytes.clone();
        damaged[at..at + 4].copy_from_slice(&word.to_le_bytes());
        assert_ne!(damaged, bytes);
        seal(&mut damaged);
        assert_eq!(Shape::from_bytes(&damaged).unwrap_err(), LoadError::Damaged, "{at} {word}");
    }
    let mut newer = bytes;
    newer[8] = 99;
    assert_eq!(Shape::from_bytes(&newer).unwrap_err(), LoadError::Version(99));
}

/// A face's corners instead of another's, with the checksum that belongs to them: the surface is open, and has no inside.
#[test]
fn solids_that_are_open_are_refused() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
    let faces = [[0u32, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let solid = Shape::mesh(&corners.map(Vec3::from), &faces).and_then(Shape::into_solid);
    let bytes = solid.expect("closed").to_bytes().expect("finite");
    let indices: Vec<u8> = faces.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
    let at = bytes.windows(indices.len()).position(|part| part == indices).expect("as they are");
    assert!(Shape::from_bytes(&bytes).is_ok());
    for face in 0..4 {
        for other in (0..4).filter(|other| *other != face) {
            let mut open = bytes.clone();
            open[at + 12 * face..at + 12 * face + 12].copy_from_slice(&indices[12 * other..][..12]);
            seal(&mut open);
            assert!(Shape::from_bytes(&open).is_err(), "{face} as {other}");
        }
    }
}

/// A convex shape as bytes, by its words.
fn convex(version: u32, words: &[u32]) -> Vec<u8> {
    let mut bytes = Writer::default();
    bytes.0.extend_from_slice(MAGIC);
    bytes.word(version);
    [0, 0, 0, CONVEX].iter().chain(words).for_each(|word| bytes.word(*word));
    seal(&mut bytes.0);
    bytes.0
}

/// What shapes share is saved, and made, once, and so are hulls of the same points.
#[test]
fn shared_parts_are_saved_once() {
    let random = &mut Random::new(75);
    let points = points(random, 2000);
    let hull = || Shape::polytope(&points).expect("finite");
    let alone = hull().to_bytes().expect("finite").len();
    let (shared, lift) = (hull(), Placement::translation([0.0, 0.0, 1.0]));
    let next = [
        // The very hull, another one of the same points, and one that is placed.
        (&|| shared.clone()) as &dyn Fn() -> Shape,
        &hull,
        &|| shared.placed(&lift).expect("finite"),
    ];
    for part in next {
        let sum = (1..64).fold(part(), |sum, _| Shape::sum(&sum, &part()).expect("small"));
        let bytes = sum.to_bytes().expect("finite");
        assert!(bytes.len() < alone + 64 * 128, "{} bytes, {alone} alone", bytes.len());
        let loaded = Shape::from_bytes(&bytes).expect("whole");
        assert!(loaded.to_bytes().expect("finite") == bytes);
        let ball = Shape::sphere(0.5).expect("finite");
        assert_eq!(
            answers(&loaded, &ball, &mut Random::new(7)),
            answers(&sum, &ball, &mut Random::new(7))
        );
        // It says so: version 1 has no such parts.
        assert_eq!(bytes[8], 2);
    }
    assert_eq!(shared.to_bytes().expect("finite")[8], 1);
}

/// Shapes of version 1, in which the same part stands several times.
#[test]
fn the_first_version_is_read() {
    const SUM: u32 = 9;
    const CYLINDER: u32 = 4;
    let cylinder = [CYLINDER, 0, 0x3ff0_0000, 0, 0x4000_0000];
    let bytes = convex(1, &[&[SUM, 2][..], &cylinder, &cylinder].concat());
    let loaded = Shape::from_bytes(&bytes).expect("whole");
    let one = Shape::cylinder(1.0, 4.0).expect("finite");
    let sum = Shape::sum(&one, &one).expect("small");
    let ball = Shape::sphere(0.5).expect("finite");
    assert_eq!(
        answers(&loaded, &ball, &mut Random::new(7)),
        answers(&sum, &ball, &mut Random::new(7))
    );
}

/// Parts that repeat parts that repeat parts are counted as often as they stand there, and nothing is made of too many.
#[test]
fn repeated_parts_are_no_bomb() {
    const SUM: u32 = 9;
    const HULL: u32 = 10;
    const REPEATED: u32 = 13;
    let cone = [3, 0, 0x3ff0_0000, 0, 0x3ff0_0000];
    for kind in [SUM, HULL] {
        let nested = |levels: u32| {
            let mut words = Vec::new();
            // Each level has the one before and repeats it once.
            (0..levels).for_each(|_| words.extend([kind, 2]));
            words.extend([kind, 2]);
            words.extend(cone);
            words.extend(cone);
            (0..levels).for_each(|level| words.extend([REPEATED, level]));
            convex(2, &words)
        };
        assert!(Shape::from_bytes(&nested(8)).is_ok());
        assert_eq!(Shape::from_bytes(&nested(14)).unwrap_err(), LoadError::Damaged);
        // A great many of something great.
        let mut words = vec![kind, 1026, kind, 1000];
        (0..1000).for_each(|_| words.extend(cone));
        (0..1025).for_each(|_| words.extend([REPEATED, 0]));
        assert_eq!(Shape::from_bytes(&convex(2, &words)).unwrap_err(), LoadError::Damaged);
    }
    // One that does not exist yet, and itself.
    for words in [vec![REPEATED, 0], [&[SUM, 2], &cone[..], &[REPEATED, 0]].concat()] {
        assert_eq!(Shape::from_bytes(&convex(2, &words)).unwrap_err(), LoadError::Damaged);
    }
}

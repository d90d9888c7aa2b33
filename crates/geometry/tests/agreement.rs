//! All questions about two bodies agree with each other: bodies of all kinds, half of them level, with coordinates in quarters, where
//! ties are the rule. `SOLID_CASES=100000 cargo test --release -p solid-geometry --test agreement` looks at more.

use solid_geometry::query::{self, CastHit, ClashKind, ClashLimits, Diagonal, Effort, HeightField};
use solid_geometry::{Motion, Placement, Shape, ShapeError, Vec3, WarmStart};
use solid_testing::Random;
use solid_testing::meshes::{l_shape, ring};

/// The first ones may be parts of others.
const SIMPLE: usize = 9;
const KINDS: usize = 21;

/// A number of quarters.
fn quarters(random: &mut Random, low: i64, high: i64) -> f64 {
    random.integer(low, high) as f64 * 0.25
}

fn point(random: &mut Random, most: i64) -> Vec3 {
    Vec3::from([(); 3].map(|()| quarters(random, -most, most)))
}

fn points(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| point(random, 4)).collect()
}

/// A box of twelve triangles.
fn mesh_box(half: Vec3) -> Result<Shape, ShapeError> {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Vec3::new(sign(0), sign(1), sign(2)).component_mul(&half)
    };
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> =
        sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Shape::mesh(&(0..8).map(corner).collect::<Vec<_>>(), &triangles)
}

fn terrain(random: &mut Random) -> Result<Shape, ShapeError> {
    let [columns, rows] = [(); 2].map(|()| 2 + random.below(5) as u32);
    let is_flat = random.chance(0.3);
    let height = |random: &mut Random| if is_flat { 0.0 } else { quarters(random, -2, 2) };
    let heights: Vec<f64> = (0..columns * rows).map(|_| height(random)).collect();
    let diagonal = if random.chance(0.5) { Diagonal::Rising } else { Diagonal::Falling };
    let cells = [quarters(random, 2, 4), quarters(random, 2, 4)];
    HeightField::new(heights, [columns, rows], cells, diagonal).map(Shape::height_field)
}

fn shape(random: &mut Random, kind: usize) -> Shape {
    let size = |random: &mut Random| quarters(random, 1, 6);
    let sizes = |random: &mut Random| Vec3::from([(); 3].map(|()| size(random)));
    let made = match kind {
        0 => Shape::sphere(size(random)),
        1 => Shape::capsule(size(random), size(random)),
        2 => Shape::cuboid(sizes(random)),
        3 => Shape::cylinder(size(random), quarters(random, 0, 6)),
        4 => Shape::cone(size(random), size(random)),
        5 => {
            let count = 3 + random.below(12);
            Shape::polytope(&points(random, count))
        }
        6 => Shape::round_box(sizes(random), size(random)),
        7 => Shape::segment(point(random, 4), point(random, 4)),
        8 => Shape::ellipsoid(sizes(random)),
        9 => Shape::point(point(random, 4)),
        10 => Shape::wheel(size(random), quarters(random, 0, 3)),
        11 | 12 => {
            let operands = [(); 2].map(|()| {
                let kind = random.below(SIMPLE);
                shape(random, kind)
            });
            let [a, b] = &operands;
            if kind == 11 { Shape::sum(a, b) } else { Shape::hull(a, b) }
        }
        13 => mesh_box(sizes(random)),
        14 => mesh_box(sizes(random)).and_then(Shape::into_solid),
        15 => {
            let mesh = l_shape();
            Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid)
        }
        16 => {
            let mesh = ring(1.0, 0.25, 8, 12);
            Shape::mesh(&mesh.vertices, &mesh.triangles)
        }
        17 => terrain(random),
        18 => {
            let count = 1 + random.below(12);
            Shape::points(&points(random, count), quarters(random, 0, 3))
        }
        19 => {
            let part = |random: &mut Random| {
                let kind = random.below(SIMPLE);
                (shape(random, kind), level(random))
            };
            let count = 1 + random.below(3);
            Shape::compound(&(0..count).map(|_| part(random)).collect::<Vec<_>>())
        }
        _ => {
            let normals = [Vec3::y(), Vec3::x(), -Vec3::z(), Vec3::new(1.0, 1.0, 0.0)];
            Shape::half_space(normals[random.below(4)], quarters(random, -4, 4))
        }
    };
    made.unwrap_or_else(|_| Shape::cuboid([1.0; 3]).expect("finite"))
}

/// A placement in quarters of a unit: turned by right angles, or by a triangle of sides 3, 4 and 5, mirrored or stretched.
fn level(random: &mut Random) -> Placement {
    let mut placement = Placement::translation(point(random, 6));
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    let order = orders[random.below(6)];
    placement.basis.fill(0.0);
    for (row, column) in order.into_iter().enumerate() {
        placement.basis[(row, column)] = random.sign();
    }
    if placement.basis.determinant() < 0.0 {
        placement.basis = -placement.basis;
    }
    match random.below(8) {
        0 => placement.basis *= 2.0,
        1 => placement.rotate(&[0.0, 0.0, 0.2_f64.sqrt(), 0.8_f64.sqrt()]),
        2 => placement.scale(&Vec3::new(0.5, 1.0, 2.0)),
        3 => placement.basis = -placement.basis,
        _ => {}
    }
    placement
}

fn placed(random: &mut Random) -> Placement {
    if random.chance(0.5) {
        return level(random);
    }
    let mut placement = Placement::translation(random.vector() * 3.0);
    placement.rotate(&random.quaternion());
    placement
}

struct Pair {
    a: Shape,
    b: Shape,
    at_a: Placement,
    at_b: Placement,
    /// Solids may be held in several places, with contacts that are not as deep as the depth.
    has_solid: bool,
    has_end: bool,
    name: String,
}

impl Pair {
    fn new(case: u64) -> (Pair, Random) {
        let mut random = Random::case(4712, case);
        let kinds = [(); 2].map(|()| random.below(KINDS));
        let [a, b] = kinds.map(|kind| shape(&mut random, kind));
        let [at_a, at_b] = [(); 2].map(|()| placed(&mut random));
        let has_solid = kinds.iter().any(|kind| [14, 15].contains(kind));
        let has_end = !kinds.contains(&20);
        let name = format!("case {case}, kinds {kinds:?}");
        (Pair { a, b, at_a, at_b, has_solid, has_end, name }, random)
    }

    fn moved(&self, by: Vec3) -> Placement {
        Placement { origin: self.at_a.origin + by, ..self.at_a }
    }

    fn collide_at(&self, at: &Placement) -> bool {
        query::intersects(&self.a, at, &self.b, &self.at_b)
    }

    fn collide(&self) -> bool {
        self.collide_at(&self.at_a)
    }

    /// How deep they are with A somewhere else; zero of bodies apart.
    fn depth_at(&self, at: &Placement) -> f64 {
        query::penetration(&self.a, at, &self.b, &self.at_b).map_or(0.0, |found| found.depth)
    }

    fn verdicts_agree(&self) {
        let Pair { a, b, at_a, at_b, name, .. } = self;
        let hit = self.collide();
        assert_eq!(query::intersects(b, at_b, a, at_a), hit, "{name}: in the other order");
        assert_eq!(query::common_point(a, at_a, b, at_b).is_some(), hit, "{name}: common point");
        let distance = query::distance(a, at_a, b, at_b).expect("finite");
        assert_eq!(distance == 0.0, hit, "{name}: distance {distance}");
        assert_eq!(query::is_within(a, at_a, b, at_b, 0.0), hit, "{name}: within nothing");
        let within = |factor: f64| query::is_within(a, at_a, b, at_b, distance * factor);
        if distance > 1e-9 {
            let are_within = [within(1.0 - 4e-6), within(1.0 + 4e-6)];
            assert_eq!(are_within, [false, true], "{name}: within {distance}");
        }
    }

    fn depths_agree(&self) {
        let Pair { a, b, at_a, at_b, name, .. } = self;
        let depth = query::penetration(a, at_a, b, at_b);
        let back = query::penetration(b, at_b, a, at_a);
        let contacts = query::contacts(a, at_a, b, at_b);
        assert_eq!(depth.is_some(), self.collide(), "{name}: depth");
        assert_eq!(contacts.is_empty(), depth.is_none(), "{name}: contacts");
        let (Some(depth), Some(back)) = (depth, back) else { return };
        // Two half-spaces may be in each other without an end.
        let is_as_deep = |other: f64| {
            other == depth.depth || (other - depth.depth).abs() <= 1e-6 * (1.0 + other)
        };
        assert!(is_as_deep(back.depth), "{name}: {depth:?} {back:?}");
        for contact in contacts.iter().chain([&depth]) {
            assert!(contact.depth >= 0.0, "{name}: {contact:?}");
            assert!((contact.normal.norm() - 1.0).abs() < 1e-9, "{name}: {contact:?}");
        }
        let deepest = contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
        assert!(self.has_solid || is_as_deep(deepest), "{name}: {depth:?} {deepest}");
    }

    /// A pair that remembers gives the answers of one that is asked for the first time.
    fn memory_changes_nothing(&mut self, random: &mut Random) {
        let (mut warm, start) = (WarmStart::default(), self.at_a);
        for _ in 0..5 {
            let Pair { a, b, at_a, at_b, name, .. } = &*self;
            assert_eq!(warm.intersects(a, at_a, b, at_b), self.collide(), "{name}");
            let cold = query::distance(a, at_a, b, at_b).expect("finite");
            let found = warm.distance(a, at_a, b, at_b).expect("finite");
            assert!((found - cold).abs() <= 3e-6 * cold, "{name}: {found} {cold}");
            let depths = [query::penetration(a, at_a, b, at_b), warm.penetration(a, at_a, b, at_b)];
            let [cold, found] = depths.map(|found| found.map(|found| found.depth));
            let error = (found.unwrap_or(-1.0) - cold.unwrap_or(-1.0)).abs();
            let is_as_deep = found == cold || error <= 1e-5 * (1e-3 + cold.unwrap_or(0.0));
            assert!(is_as_deep, "{name}: {found:?} {cold:?}");
            let count = query::contacts(a, at_a, b, at_b).len();
            assert_eq!(warm.contacts(a, at_a, b, at_b).len(), count, "{name}: contacts");
            self.at_a.origin += point(random, 1) * 0.5;
            if random.chance(0.3) {
                self.at_a.origin += random.vector() * 1e-3;
            }
        }
        self.at_a = start;
    }

    fn casts_agree(&self, random: &mut Random) {
        let Pair { a, b, at_a, at_b, name, .. } = self;
        let (by, hit) = (point(random, 8), self.collide());
        let found = query::cast(a, at_a, by, b, at_b, Vec3::zeros());
        let along = |time: f64| self.moved(by * time);
        match &found {
            Some(CastHit { time, normal, .. }) => {
                assert_eq!(*time == 0.0, hit, "{name}: {by:?} {found:?}");
                assert!(hit || (normal.norm() - 1.0).abs() < 1e-9, "{name}: {by:?} {found:?}");
                let left = query::distance(a, &along(*time), b, at_b).expect("finite");
                assert!(left <= 1e-5, "{name}: {by:?} {found:?} {left}");
            }
            None => {
                for k in 0..=4 {
                    let depth = self.depth_at(&along(f64::from(k) / 4.0));
                    assert!(depth <= 1e-6, "{name}: {by:?} {k} {depth}");
                }
            }
        }
        if !self.has_end {
            return;
        }
        let gap = 1e-4;
        let rest = Motion::rest(at_b);
        let cast = |motion: &Motion| query::cast_motion(a, motion, b, &rest, gap).expect("decided");
        let straight = cast(&Motion::translation(at_a, &by));
        assert_eq!(straight.is_some(), found.is_some(), "{name}: {by:?} {straight:?} {found:?}");
        let turn = Motion::turning(at_a, &by, &(random.vector() * 2.0)).expect("finite");
        let found = cast(&turn);
        let end = found.as_ref().map_or(1.0, |found| found.time);
        for k in 0..8 {
            let depth =
                if end > 0.0 { self.depth_at(&turn.at(end * f64::from(k) / 8.0)) } else { 0.0 };
            assert!(depth <= 1e-6, "{name}: {turn:?} {k} {depth}");
        }
        if found.is_some() {
            let left = query::distance(a, &turn.at(end), b, at_b).expect("finite");
            assert!(left <= 2.0 * gap, "{name}: {turn:?} {found:?} {left}");
        }
    }

    /// A ray is a cast of a point, and no point that it misses is inside.
    fn points_agree(&self, random: &mut Random) {
        let Pair { b, at_b, name, .. } = self;
        let dot = Shape::point([0.0; 3]).expect("finite");
        let (from, to) = (point(random, 12), point(random, 12));
        let ray = query::ray(b, at_b, from, to);
        let at_dot = Placement::translation(from);
        let cast = query::cast(&dot, &at_dot, to - from, b, at_b, Vec3::zeros());
        let times = [&ray, &cast].map(|found| found.as_ref().map_or(2.0, |found| found.time));
        assert!((times[0] - times[1]).abs() < 1e-6, "{name}: {from:?} {to:?} {ray:?} {cast:?}");
        let inner = at_b.apply(&point(random, 4));
        for place in [from, from + (to - from) * 0.5, inner] {
            let is_inside = query::contains_point(b, at_b, place);
            let Ok(Some(found)) = query::signed_distance(b, at_b, place) else { continue };
            assert!(
                (found.distance <= 0.0) == is_inside || found.distance.abs() < 1e-12,
                "{name}: {place:?} {found:?}"
            );
            assert!((found.gradient.norm() - 1.0).abs() < 1e-9, "{name}: {place:?} {found:?}");
            let outside = query::point_distance(b, at_b, place).expect("finite");
            let error = (found.distance.max(0.0) - outside).abs();
            assert!(error <= 1e-6 * (1.0 + outside), "{name}: {place:?} {found:?} {outside}");
            assert!(
                place == inner || ray.is_some() || found.distance > -1e-9,
                "{name}: the ray from {from:?} to {to:?} misses {place:?}"
            );
        }
    }

    /// What is saved answers with the same bits.
    fn saving_changes_nothing(&self) {
        let Pair { a, b, at_a, at_b, name, .. } = self;
        let Some(bytes) = a.to_bytes() else { return };
        let again = Shape::from_bytes(&bytes).expect("just saved");
        let answers = |a: &Shape| {
            let contacts = query::contacts(a, at_a, b, at_b);
            format!("{:?} {contacts:?}", query::distance(a, at_a, b, at_b))
        };
        assert_eq!(answers(a), answers(&again), "{name}");
    }

    fn separations_separate(&self, random: &mut Random) {
        let Pair { a, b, at_a, at_b, name, .. } = self;
        let effort = Effort { steps: 40, ..Effort::default() };
        let Ok(found) = query::separation(a, at_a, b, at_b, effort) else { return };
        assert_eq!(found.is_some(), self.collide(), "{name}");
        let Some(found) = found else { return };
        assert!(!self.collide_at(&self.moved(found.translation)), "{name}: {found:?}");
        assert!(found.lower <= found.length(), "{name}: {found:?}");
        for _ in 0..4 {
            let by = random.direction() * (found.lower * random.unit());
            assert!(self.collide_at(&self.moved(by)), "{name}: {by:?} {found:?}");
        }
    }

    fn clashes_agree(&self) {
        let Pair { a, b, at_a, at_b, name, .. } = self;
        let limits = ClashLimits { clearance: 0.25, tolerance: 1e-6 };
        let found = query::clash(a, at_a, b, at_b, limits).expect("finite");
        let back = query::clash(b, at_b, a, at_a, limits).expect("finite");
        assert_eq!(found.kind, back.kind, "{name}");
        let is_apart = matches!(found.kind, ClashKind::Apart | ClashKind::Clearance);
        assert_eq!(is_apart, !self.collide(), "{name}: {found:?}");
        assert_eq!(found.distance > 0.0, is_apart, "{name}: {found:?}");
        assert!(found.least <= found.depth() * (1.0 + 1e-12), "{name}: {found:?}");
        if let (Some(one), Some(other)) = (found.volume, back.volume) {
            assert!((one - other).abs() <= 1e-9 * (1.0 + one), "{name}: {found:?} {back:?}");
            assert!(one >= -1e-9 && (one <= 1e-6 || !is_apart), "{name}: {found:?}");
        }
        if !is_apart && found.least > 0.0 {
            assert!(!self.collide_at(&self.moved(found.translation)), "{name}: {found:?}");
        }
    }
}

#[test]
fn all_questions_about_a_pair_agree() {
    let cases = std::env::var("SOLID_CASES").map_or(600, |x| x.parse().expect("a number"));
    let mut hits = 0;
    for case in 0..cases {
        let (mut pair, mut random) = Pair::new(case);
        hits += u64::from(pair.collide());
        pair.verdicts_agree();
        pair.depths_agree();
        pair.casts_agree(&mut random);
        pair.points_agree(&mut random);
        pair.saving_changes_nothing();
        if case % 4 == 0 {
            pair.separations_separate(&mut random);
        }
        if case % 4 == 1 && pair.has_end {
            pair.clashes_agree();
        }
        pair.memory_changes_nothing(&mut random);
    }
    assert!(hits > cases / 5, "{hits} of {cases}");
}

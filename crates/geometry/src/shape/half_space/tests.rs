use crate::bytes::{Reader, Writer};
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::{CompositionError, HalfSpace, Primitive};
use solid_testing::Random;

fn some(random: &mut Random) -> HalfSpace {
    HalfSpace::new(random.vector() * 3.0, random.between(-5.0, 5.0)).expect("a normal")
}

#[test]
fn numbers_that_make_no_half_space_are_refused() {
    for normal in [Vec3::zeros(), Vec3::repeat(f64::NAN), Vec3::x() * f64::INFINITY] {
        assert!(HalfSpace::new(normal, 0.0).is_none(), "{normal:?}");
    }
    assert!(HalfSpace::new(Vec3::x(), f64::NAN).is_none());
    // The offset leaves the range of numbers.
    assert!(HalfSpace::new(Vec3::x() * 1e-300, 1e300).is_none());
    let tiny = HalfSpace::new(Vec3::new(0.0, 0.0, 3e-200), 6e-200).expect("a normal");
    assert_eq!((tiny.normal(), tiny.offset()), (Vec3::z(), 2.0));
}

#[test]
fn a_part_is_as_large_as_it_has_to_be_and_under_the_plane() {
    let random = &mut Random::new(71);
    for _ in 0..500 {
        let whole = some(random);
        let (point, distance) = (random.vector() * 10.0, random.between(0.0, 10.0));
        let part = whole.near(&point, distance);
        assert!(whole.is_whole() && !part.is_whole());
        let corners = part.corners().expect("a box");
        let height = |p: &Vec3| whole.normal().dot(p) - whole.offset();
        assert!(corners.iter().all(|corner| height(corner) < 1e-12));
        // Points within the distance are in both or in none.
        for _ in 0..20 {
            let near = point + random.vector().normalize() * (distance * random.between(0.0, 1.0));
            let side = (corners[1] - corners[0]).normalize();
            let across = [side, whole.normal().cross(&side), whole.normal()];
            let is_in_part = across.iter().flat_map(|d| [*d, -d]).all(|d| {
                let farthest = corners.iter().map(|p| p.dot(&d)).fold(f64::NEG_INFINITY, f64::max);
                near.dot(&d) <= farthest
            });
            assert_eq!(height(&near) <= 0.0, is_in_part, "{}", height(&near));
        }
        for axis in 0..3 {
            for d in [Vec3::ith(axis, 1.0), -Vec3::ith(axis, 1.0)] {
                let farthest = corners.iter().map(|p| p.dot(&d)).fold(f64::NEG_INFINITY, f64::max);
                assert!((part.support(&d).dot(&d) - farthest).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn the_image_of_a_half_space_has_the_images_of_its_points() {
    let random = &mut Random::new(72);
    for round in 0..500 {
        let whole = some(random);
        let mut placement = Placement::translation(random.vector() * 4.0);
        placement.basis = Mat3::from_fn(|_, _| random.between(-2.0, 2.0));
        let image = whole.placed(&placement).expect("not flattened");
        for _ in 0..20 {
            let p = random.vector() * 9.0;
            let height = whole.normal().dot(&p) - whole.offset();
            let there = image.normal().dot(&placement.apply(&p)) - image.offset();
            assert!(height.abs() < 1e-9 || (height > 0.0) == (there > 0.0), "{round}");
        }
    }
    let flat =
        Placement { basis: Mat3::from_diagonal(&Vec3::new(1.0, 0.0, 1.0)), ..Placement::IDENTITY };
    assert!(some(random).placed(&flat).is_none());
}

#[test]
fn boxes_are_infinite_but_along_the_normal() {
    let floor = HalfSpace::new(Vec3::y(), 2.0).expect("a normal");
    let infinite = f64::INFINITY;
    assert_eq!(
        floor.bounds(),
        Aabb { min: Vec3::repeat(-infinite), max: Vec3::new(infinite, 2.0, infinite) }
    );
    let turned = Mat3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let bounds = Primitive::HalfSpace(floor).bounds_under(&turned);
    assert_eq!((bounds.min.x, bounds.max.x, bounds.max.y), (-2.0, infinite, infinite));
}

#[test]
fn it_is_no_operand_and_is_saved_to_the_bit() {
    let random = &mut Random::new(73);
    let ball = Primitive::sphere(1.0);
    for _ in 0..100 {
        let whole = Primitive::HalfSpace(some(random));
        for made in [Primitive::sum(&ball, &whole), Primitive::hull(&whole, &ball)] {
            assert_eq!(made.unwrap_err(), CompositionError::Unbounded);
        }
        let mut writer = Writer::default();
        whole.save(&mut writer);
        let loaded = Primitive::load(&mut Reader::new(&writer.0)).expect("what was saved");
        let bits = |shape: &Primitive| {
            let plane = shape.as_half_space().expect("a half-space");
            [plane.normal().x, plane.normal().y, plane.normal().z, plane.offset()].map(f64::to_bits)
        };
        assert_eq!(bits(&loaded), bits(&whole));
        // Another length of the normal, and a NaN.
        for (at, byte) in [(11, 0x12), (35, 0x7f)] {
            let mut damaged = writer.0.clone();
            damaged[at] ^= byte;
            if let Some(loaded) = Primitive::load(&mut Reader::new(&damaged)) {
                let [x, y, z, offset] = bits(&loaded).map(f64::from_bits);
                assert!((Vec3::new(x, y, z).norm() - 1.0).abs() < 1e-14 && offset.is_finite());
            }
        }
    }
}

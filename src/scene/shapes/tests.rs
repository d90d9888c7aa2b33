use super::{Shape, ShapeStore};
use solid_geometry::mesh::Builder;
use solid_geometry::shape::Primitive;

fn listed(store: &ShapeStore) -> usize {
    store.shared.lock().shapes.keys().len()
}

fn ball() -> Shape {
    Shape::Primitive(Primitive::sphere(1.0))
}

/// Found by the soak: the shapes of a deleted context stayed in the catalogue for ever.
#[test]
fn a_shape_goes_with_the_last_world_that_knows_it() {
    let mut first = ShapeStore::default();
    let kept = first.insert(ball());
    let (mut second, mut third) = (ShapeStore::sharing(&first), ShapeStore::sharing(&first));
    let passed_on = second.insert(ball());
    let own = second.insert(Shape::Void);
    assert_eq!(listed(&first), 3);
    assert!(third.slot_or_shared(passed_on).is_some() && third.slot_or_shared(kept).is_some());
    drop(second);
    assert_eq!(first.slot_or_shared(own), None);
    assert_eq!(listed(&first), 2);
    drop(third);
    assert_eq!(listed(&first), 1);
    assert!(first.slot(kept).is_some() && first.delete(kept));
    assert_eq!(listed(&first), 0);
}

#[test]
fn a_soup_stays_listed_through_its_deformations() {
    let first = ShapeStore::default();
    let mut second = ShapeStore::sharing(&first);
    let handle = second.insert(Shape::Complex(None));
    assert_eq!(listed(&first), 0);
    let slot = second.slot(handle).expect("just made");
    second
        .finish(slot, Shape::Complex(Some(std::sync::Arc::new(Builder::default().finish(None).0))));
    assert_eq!(listed(&first), 1);
    let mut third = ShapeStore::sharing(&first);
    assert!(third.slot_or_shared(handle).is_some());
    assert!(second.change(slot, Shape::soup_mut, |_| ()).is_some());
    drop(second);
    assert_eq!(listed(&first), 1);
    drop(third);
    assert_eq!(listed(&first), 0);
}

/// One that is deleted while others know it is theirs alone: it is not listed again, nor missed.
#[test]
fn a_deleted_shape_is_left_to_those_that_know_it() {
    let mut first = ShapeStore::default();
    let handle = first.insert(ball());
    let mut second = ShapeStore::sharing(&first);
    let slot = second.slot_or_shared(handle).expect("it is listed");
    assert!(first.delete(handle));
    assert_eq!(second.slot(handle), Some(slot));
    drop(second);
    assert_eq!(listed(&first), 0);
}

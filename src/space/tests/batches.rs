//! Batches of queries about all objects: each row is the single query, whichever threads answer.

use solid_testing::Random;

use crate::space::{Error, Filter, Object, Placement, QueryFilter, Shape, ShapeId, Space, Vec3};

const ROWS: usize = 600;

fn vector(random: &mut Random, size: f64) -> Vec3 {
    Vec3::from_fn(|_, _| random.between(-size, size))
}

/// Objects of several kinds, compounds and clouds among them, and a shape that asks.
fn scene(random: &mut Random) -> Result<(Space, Vec<Object>, ShapeId), Error> {
    let mut space = Space::new();
    let ball = Shape::sphere(0.7)?;
    let at = |x: f64| Placement::translation([x, 0.2, 0.0]);
    let shapes = [
        ball.clone(),
        Shape::cuboid([1.0, 2.0, 0.5])?,
        Shape::compound(&[(ball, at(-0.6)), (Shape::cylinder(0.2, 2.0)?, at(0.6))])?,
        Shape::points(&Vec::from_iter((0..40).map(|_| vector(random, 1.0))), 0.1)?,
        Shape::mesh(
            &Vec::from_iter((0..9).map(|_| vector(random, 1.5))),
            &[[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        )?,
    ];
    let shapes = shapes.map(|shape| space.define(shape));
    let mut objects = Vec::new();
    for i in 0..40 {
        let object = space.create_object(shapes[i % shapes.len()])?;
        let mut placement = Placement::translation(vector(random, 5.0));
        placement.rotate(&[0.1, random.between(-1.0, 1.0), 0.3, 0.7]);
        space.place(object, placement)?;
        space.set_filter(object, Filter { categories: 1 << (i % 3), mask: u32::MAX })?;
        objects.push(object);
    }
    let asks = space.define(Shape::cuboid([0.8, 1.1, 0.6])?);
    Ok((space, objects, asks))
}

#[test]
fn each_row_is_the_single_query_by_any_number_of_threads() -> Result<(), Error> {
    let random = &mut Random::new(17);
    let (mut space, objects, asks) = scene(random)?;
    let poses = Vec::from_iter((0..ROWS).map(|_| Placement::translation(vector(random, 6.0))));
    let ways = Vec::from_iter((0..ROWS).map(|_| vector(random, 6.0)));
    let filters = [
        QueryFilter::default(),
        QueryFilter { most: 1, except: &objects[..3], ..QueryFilter::default() },
        QueryFilter {
            filter: Some(Filter { categories: u32::MAX, mask: 5 }),
            limit: 0.5,
            ..QueryFilter::default()
        },
    ];
    let mut found = 0;
    for threads in [1, 3] {
        space.set_threads(threads)?;
        for filter in filters
            .map(|QueryFilter { filter, except, most, limit, .. }| (filter, except, most, limit))
        {
            let make = || QueryFilter {
                filter: filter.0,
                except: filter.1,
                accept: None,
                most: filter.2,
                limit: filter.3,
            };
            let ask = |queries: &mut crate::space::Queries<'_>, row: usize| {
                let (pose, by, filter) = (&poses[row], ways[row], make());
                let to = pose.origin + by;
                Ok((
                    queries.overlaps(asks, Some(pose), &filter)?.to_vec(),
                    queries.closest(asks, Some(pose), &filter)?.to_vec(),
                    queries.contacts(asks, Some(pose), &filter)?.to_vec(),
                    queries.cast(asks, Some(pose), by, [0.0; 3], &filter)?.to_vec(),
                    queries.ray(pose.origin, to, &filter)?.to_vec(),
                    queries.closest(objects[row % 40], None, &filter)?.to_vec(),
                ))
            };
            let batch = space.queries().batch(ROWS, ask);
            let mut queries = space.queries();
            for (row, answer) in batch.into_iter().enumerate() {
                let answer = answer?;
                found += answer.0.len() + answer.2.len() + answer.3.len() + answer.4.len();
                assert_eq!(answer, ask(&mut queries, row)?, "row {row}, {threads} threads");
            }
        }
    }
    assert!(found > ROWS);
    Ok(())
}

#[test]
fn rows_with_an_error_leave_the_others() -> Result<(), Error> {
    let (mut space, _, asks) = scene(&mut Random::new(18))?;
    let poses = [1.0, f64::NAN, 2.0].map(|x| Placement::translation([x, 0.0, 0.0]));
    let found = space.queries().batch(3, |queries, row| {
        Ok(queries.closest(asks, Some(&poses[row]), &QueryFilter::default())?.len())
    });
    assert_eq!(found, [Ok(40), Err(Error::NothingToHit), Ok(40)]);
    assert_eq!(space.queries().batch(0, |_, _| Ok(())), []);
    Ok(())
}

#[test]
fn answers_that_have_no_room_are_no_abort() {
    let mut space = Space::new();
    let ask = || space.queries().batch(usize::MAX / 8, |_, row| Ok(row));
    let all = std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask));
    assert!(all.expect_err("so much there is not").is::<solid_geometry::memory::OutOfMemory>());
}

#[test]
fn surface_points_of_a_batch_are_single_ones() -> Result<(), Error> {
    let random = &mut Random::new(19);
    let (mut space, objects, _) = scene(random)?;
    space.set_threads(2)?;
    let mut rows = Vec::from_iter((0..ROWS).map(|i| (objects[i % 40], vector(random, 5.0))));
    rows[7].1.x = f64::INFINITY;
    let gone = objects[11];
    space.delete_object(gone)?;
    let found = space.batch_surface_points(&rows);
    for (row, (object, point)) in rows.iter().enumerate() {
        assert_eq!(found[row], space.surface_point(*object, *point), "row {row}");
    }
    assert_eq!(found[11], Err(Error::NoSuchObject));
    assert!(found[7].is_err() && found[8].is_ok());
    Ok(())
}

#[test]
fn signed_distances_of_a_batch_are_single_ones() -> Result<(), Error> {
    let random = &mut Random::new(20);
    let (mut space, objects, _) = scene(random)?;
    space.set_threads(2)?;
    let mut rows = Vec::from_iter((0..ROWS).map(|i| (objects[i % 40], vector(random, 5.0))));
    rows[7].1.x = f64::INFINITY;
    space.delete_object(objects[11])?;
    let found = space.batch_signed_distances(&rows);
    for (row, (object, point)) in rows.iter().enumerate() {
        assert_eq!(found[row], space.signed_distance(*object, *point), "row {row}");
    }
    assert_eq!(found[11], Err(Error::NoSuchObject));
    assert!(found[7].is_err() && found.iter().filter(|found| found.is_ok()).count() > ROWS / 4);
    Ok(())
}

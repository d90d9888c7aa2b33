use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{Interrupted, Pace, check, interruptible};
use crate::math::Placement;
use crate::query::Shape;
use crate::query::batch::{Batch, Bodies, Pairs, RowError};
use crate::threads::Threads;

/// Ends the work at the second question, and checks how long after that it ends.
fn assert_ends_soon(work: impl FnOnce()) {
    let asked = Rc::new(Cell::new(None));
    let when = asked.clone();
    let is_to_end = move || {
        if when.get().is_none() {
            when.set(Some(Instant::now()));
            return false;
        }
        when.set(Some(Instant::now()));
        true
    };
    assert_eq!(interruptible(is_to_end, work), Err(Interrupted));
    let since = asked.get().expect("it was asked").elapsed();
    assert!(since < Duration::from_millis(50), "it went on for {since:?}");
}

/// A mesh of `count` by `count` squares, which are bent so that many of them are as near to another mesh.
fn sheet(count: u32) -> (Vec<crate::Vec3>, Vec<[u32; 3]>) {
    let at = |i: u32, j: u32| {
        let (x, y) = (f64::from(i) / f64::from(count), f64::from(j) / f64::from(count));
        [x, y, 0.01 * (9.0 * x).sin() * (9.0 * y).cos()].into()
    };
    let vertices = (0..=count).flat_map(|i| (0..=count).map(move |j| at(i, j))).collect();
    let squares = (0..count).flat_map(|i| (0..count).map(move |j| i * (count + 1) + j));
    let faces =
        squares.flat_map(|a| [[a, a + 1, a + count + 1], [a + 1, a + count + 2, a + count + 1]]);
    (vertices, faces.collect())
}

#[test]
fn a_batch_ends_with_any_number_of_threads() {
    let ball = Shape::sphere(1.0).expect("a ball");
    let far = Placement::translation([3.0, 0.0, 0.0]);
    for threads in [1, 3] {
        let batch = Batch::new(&Threads::new(threads).expect("threads"));
        assert_ends_soon(|| {
            loop {
                let poses = vec![Placement::IDENTITY; 100_000];
                let pairs = Pairs { a: Bodies::of(&ball, &poses[..]), b: Bodies::of(&ball, &far) };
                batch.distances(&pairs, &mut vec![0.0; poses.len()]);
            }
        });
        // One row that takes long, on whichever thread.
        let begun = AtomicUsize::new(0);
        assert_ends_soon(|| {
            batch.answer(&mut [0; 64], |_, row| {
                let mut pace = Pace::default();
                if row == 63 {
                    begun.fetch_max(1, Relaxed);
                    loop {
                        pace.step();
                    }
                }
                Ok::<_, RowError>(0)
            });
        });
        assert_eq!(begun.into_inner(), 1);
    }
}

#[test]
fn a_long_row_ends() {
    let (vertices, faces) = sheet(60);
    let faces: Vec<&[u32]> = faces.iter().map(|face| &face[..]).collect();
    let mesh = Shape::mesh(&vertices, &faces).expect("a mesh");
    let near = Placement::translation([0.0, 0.0, 0.001]);
    let mut warm = crate::WarmStart::default();
    assert_ends_soon(|| {
        loop {
            warm.contacts(&mesh, &Placement::IDENTITY, &mesh, &near);
        }
    });
}

#[test]
fn building_ends() {
    let (vertices, faces) = sheet(400);
    let faces: Vec<&[u32]> = faces.iter().map(|face| &face[..]).collect();
    assert_ends_soon(|| {
        loop {
            let _ = Shape::mesh(&vertices, &faces);
        }
    });
    assert_ends_soon(|| {
        loop {
            let _ = Shape::polytope(&vertices);
        }
    });
}

#[test]
fn what_is_not_watched_goes_on() {
    check();
    assert_eq!(interruptible(|| true, || 3), Ok(3));
    // Work within work has its own question, and leaves that of the other.
    let inner = || {
        interruptible(
            || true,
            || {
                assert_ends_soon(|| {
                    loop {
                        check()
                    }
                })
            },
        )
    };
    assert_eq!(interruptible(|| false, inner), Ok(Ok(())));
    assert_ends_soon(|| {
        let _ = interruptible(|| false, || 3);
        loop {
            check();
        }
    });
}

#[test]
fn a_panic_goes_through() {
    let panics = || interruptible(|| false, || std::panic::panic_any(7_u8));
    let panic = std::panic::catch_unwind(panics).expect_err("it panics");
    assert_eq!(panic.downcast_ref::<u8>(), Some(&7));
}

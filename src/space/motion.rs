//! Tests along the straight paths from the previous frame's placements to the present ones.

use super::responses::run;
use super::world::{Collision, Space, collision};
use crate::scene::motion::MotionCursor;

/// A contact on the path from the previous frame to this one.
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
///
/// // A bullet is on one side of a wall in one frame, and on the other in the next.
/// let mut space = Space::new();
/// let wall = space.add_shape(Shape::cuboid([0.5, 10.0, 10.0])?);
/// let bullet = space.add_shape(Shape::sphere(0.25)?);
/// space.place(bullet, Placement::translation([-2.0, 0.0, 0.0]))?;
/// space.proceed();
/// space.place(bullet, Placement::translation([2.0, 0.0, 0.0]))?;
///
/// space.watch(Selector::All, ContactQuery::Hit);
/// assert_eq!(space.collisions().count(), 0, "now they are apart");
/// let mut test = space.begin_motion_test();
/// let contact = space.next_contact(&mut test).expect("it went through the wall");
/// // The ball touched the wall at -0.5, after 1.5 of its way of 4.
/// assert!((contact.time - 0.375).abs() < 1e-9);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MotionContact {
    /// The two objects. The points are those that meet, each in its object's local coordinates; the normal is a unit
    /// vector from the second object to the first, and zero if they share a point from the start.
    pub collision: Collision,
    /// When: from 0, the previous frame, to 1, now.
    pub time: f64,
}

/// How far a test along the paths has come: see [`Space::next_contact`].
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.define(Shape::sphere(1.0)?);
/// let balls = [space.add(ball)?, space.add(ball)?, space.add(ball)?];
/// // The first flies along the x-axis, past the others' places.
/// for (ball, x) in balls.into_iter().zip([0.0, 5.0, 10.0]) {
///     space.place(ball, Placement::translation([x, 0.0, 0.0]))?;
/// }
/// space.proceed();
/// space.place(balls[0], Placement::translation([20.0, 0.0, 0.0]))?;
///
/// space.watch(Selector::All, ContactQuery::Hit);
/// let mut test = space.begin_motion_test();
/// let mut met = Vec::new();
/// while let Some(contact) = space.next_contact(&mut test) {
///     met.push(contact.collision.second);
/// }
/// assert_eq!(met, balls[1..]);
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MotionTest(MotionCursor);

impl Space {
    /// Follows each object on the straight path from its placement at the last [`Space::proceed`] to the present one, and runs
    /// the responses in the order in which the contacts come about. Returns how many there were.
    ///
    /// An object turns at once and then moves; one that is new rests. What a response moves has another path from then on.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let wall = space.add_shape(Shape::cuboid([0.1, 10.0, 10.0])?);
    /// let bullet = space.add_shape(Shape::sphere(0.01)?);
    /// space.place(bullet, Placement::translation([-50.0, 0.0, 0.0]))?;
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// space.proceed();
    /// space.place(bullet, Placement::translation([50.0, 0.0, 0.0]))?;
    /// assert_eq!((space.test(), space.test_motion()), (0, 1));
    /// # drop(wall);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn test_motion(&mut self) -> usize {
        let mut test = self.begin_motion_test();
        let mut count = 0;
        self.motion_tests += 1;
        while let Some(found) = self.world.next_contact(&mut test.0) {
            count += 1;
            run(self, found.event.callback, &collision(&found.event, found.data));
        }
        self.motion_tests -= 1;
        count
    }

    /// Begins a test along the paths whose contacts [`Space::next_contact`] hands out, instead of running responses. Outside
    /// of a response it ends one that is still under way.
    pub fn begin_motion_test(&mut self) -> MotionTest {
        MotionTest(self.world.begin_motion_test(self.motion_tests > 0))
    }

    /// The next contact of a test along the paths, in order of time. Between two of them the space may be changed.
    pub fn next_contact(&mut self, test: &mut MotionTest) -> Option<MotionContact> {
        let found = self.world.next_contact(&mut test.0)?;
        Some(MotionContact { collision: collision(&found.event, found.data), time: found.time })
    }
}

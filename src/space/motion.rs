//! Tests along the paths from the previous frame's placements to the present ones.

use std::sync::Arc;

use super::Error;
use super::test::{Collision, collision};
use super::world::{Object, Space};
use crate::scene::motion::MotionCursor;
use solid_geometry::math::Vec3;
use solid_geometry::math::vector::is_finite;
use solid_geometry::query::CastHit;

pub use crate::scene::turning::MotionKind;
use crate::scene::turning::is_spin;

/// A contact on the path from the previous frame to this one.
///
/// ```
/// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
///
/// // A bullet is on one side of a wall in one frame, and on the other in the next.
/// let mut space = Space::new();
/// let wall = space.create_object(Shape::cuboid([0.5, 10.0, 10.0])?)?;
/// let bullet = space.create_object(Shape::sphere(0.25)?)?;
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
/// let balls = [space.create_object(ball)?, space.create_object(ball)?, space.create_object(ball)?];
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
#[derive(Debug)]
pub struct MotionTest {
    cursor: MotionCursor,
    /// As long as this lives, the space keeps the rest of the test.
    _kept: Arc<()>,
}

/// Why two objects have stopped: see [`Space::advance`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// The first of the two that would meet.
    pub first: Object,
    /// The second.
    pub second: Object,
    /// When they stopped, from 0, the previous frame, to 1, now: just before their contact.
    pub time: f64,
    /// Half way between their closest points where they stopped, in world coordinates.
    pub point: Vec3,
    /// A unit vector from the second towards the first.
    pub normal: Vec3,
}

impl Space {
    /// Moves each object from its placement at the last [`Space::proceed`] towards the present one, until just before its first
    /// contact with another object. Returns which two stopped each other, in the order of the times. What touches nothing
    /// reaches its present placement.
    ///
    /// Obstacles are those of [`Space::test_motion`]: pairs that have a response or are watched. Objects that stop are apart, by
    /// the tolerance times the longest half extent of the smaller one at most. Objects that share a point at the start do not hold
    /// each other. The vertices of a mesh that was deformed since then move straight meanwhile and stop with its object, so all
    /// objects of such a mesh stop together; where they stopped is its shape from then on.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let wall = space.create_object(Shape::cuboid([2.0, 10.0, 10.0])?)?;
    /// let probe = space.create_object(Shape::sphere(0.5)?)?;
    /// space.place(probe, Placement::translation([-4.0, 0.0, 0.0]))?;
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// space.proceed();
    /// space.place(probe, Placement::translation([4.0, 0.0, 0.0]))?;
    /// let stops = space.advance();
    /// assert_eq!((stops.len(), stops[0].first), (1, wall));
    /// let x = space.placement(probe).expect("it exists").origin.x;
    /// assert!(-1.5 - 1e-6 < x && x < -1.5); // it touches the wall's side at x = -1, almost
    /// assert_eq!(space.collisions().count(), 0);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn advance(&mut self) -> Vec<Stop> {
        let stops = self.world.advance().into_iter();
        stops
            .map(|stop| {
                let [first, second] = stop.objects.map(Object);
                Stop { first, second, time: stop.time, point: stop.point, normal: stop.normal }
            })
            .collect()
    }

    /// Follows each object from its placement at the last [`Space::proceed`] to the present one, and runs the responses in the
    /// order in which the contacts come about. Returns how many there were.
    ///
    /// An object moves straight and turns meanwhile, unless [`Space::set_motion`] says otherwise; one that is new rests. What a
    /// response moves has another path from then on. No contact is earlier than its time; bodies that turn are then apart by the
    /// tolerance times the longest half extent of the smaller one at most. An object that is mirrored in one of the frames
    /// alone has no rotation from one to the other: each of its points moves straight. So does each vertex of a mesh that was
    /// deformed, whatever its object does.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let wall = space.create_object(Shape::cuboid([0.1, 10.0, 10.0])?)?;
    /// let bullet = space.create_object(Shape::sphere(0.01)?)?;
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
        self.run_responses(|space| {
            let found = space.world.next_contact(&mut test.cursor)?;
            space.contact_time = found.time;
            Some((found.event.callback, collision(&found.event, found.data)))
        })
    }

    /// The time of the last contact whose response [`Space::test_motion`] has run, from 0, the previous frame, to 1, now; 0 before
    /// the first.
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let wall = space.create_object(Shape::cuboid([2.0, 10.0, 10.0])?)?;
    /// let bullet = space.create_object(Shape::point([0.0; 3])?)?;
    /// space.place(bullet, Placement::translation([-5.0, 0.0, 0.0]))?;
    /// space.set_response(Selector::One(wall), ContactQuery::Hit, |space, _| {
    ///     assert!((space.contact_time() - 0.4).abs() < 1e-6);
    /// });
    /// space.proceed();
    /// space.place(bullet, Placement::translation([5.0, 0.0, 0.0]))?;
    /// assert_eq!(space.test_motion(), 1);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn contact_time(&self) -> f64 {
        self.contact_time
    }

    /// Begins a test along the paths whose contacts [`Space::next_contact`] hands out, instead of running responses. Several may
    /// be under way; one that is dropped is over.
    pub fn begin_motion_test(&mut self) -> MotionTest {
        self.motion_tests.retain(|(_, kept)| kept.strong_count() > 0);
        let tests = &self.motion_tests;
        let goes_on = |number| tests.iter().any(|(of, _)| *of == number);
        let (cursor, kept) = (self.world.begin_motion_test(goes_on), Arc::new(()));
        self.motion_tests.push((cursor.number(), Arc::downgrade(&kept)));
        MotionTest { cursor, _kept: kept }
    }

    /// The next contact of a test along the paths, in order of time. Between two of them the space may be changed.
    pub fn next_contact(&mut self, test: &mut MotionTest) -> Option<MotionContact> {
        let found = self.world.next_contact(&mut test.cursor)?;
        Some(MotionContact { collision: collision(&found.event, found.data), time: found.time })
    }

    /// Sets how objects move between two frames.
    ///
    /// ```
    /// use solid::space::{ContactQuery, MotionKind, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let rod = space.create_object(Shape::cuboid([4.0, 0.1, 0.1])?)?;
    /// let ball = space.create_object(Shape::sphere(0.1)?)?;
    /// space.place(ball, Placement::translation([1.0, 1.0, 0.0]))?;
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// space.proceed();
    /// let mut upright = Placement::IDENTITY;
    /// upright.rotate(&[0.0, 0.0, 1.0, 1.0]);
    /// space.place(rod, upright)?;
    /// assert_eq!(space.test_motion(), 1); // it sweeps over the ball
    /// space.set_motion(MotionKind::Straight);
    /// assert_eq!(space.test_motion(), 0); // it is upright from the start
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn set_motion(&mut self, kind: MotionKind) {
        self.world.set_motion_kind(kind);
    }

    /// Sets by how much an object turns from frame to frame: the axis, in world coordinates, times the angle. Of the rotations
    /// from its previous placement to the present one it makes the nearest to this; the zero vector asks for the shortest. An
    /// angle above 10,000 is [`Error::NotFinite`].
    ///
    /// ```
    /// use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let propeller = space.create_object(Shape::cuboid([4.0, 0.1, 0.1])?)?;
    /// let ball = space.create_object(Shape::sphere(0.1)?)?;
    /// space.place(ball, Placement::translation([1.0, 1.0, 0.0]))?;
    /// space.watch(Selector::All, ContactQuery::Hit);
    /// space.proceed();
    /// space.set_spin(propeller, [0.0, 0.0, std::f64::consts::TAU])?; // a full turn in each frame
    /// assert_eq!(space.test_motion(), 1);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn set_spin(&mut self, object: Object, spin: impl Into<Vec3>) -> Result<(), Error> {
        let spin = spin.into();
        if !is_spin(&spin) {
            return Err(Error::NotFinite);
        }
        self.world.set_spin(object.0, &spin).then_some(()).ok_or(Error::NoSuchObject)
    }

    /// Sets the local point of an object that moves straight, and about which it turns; at first the local origin.
    pub fn set_pivot(&mut self, object: Object, pivot: impl Into<Vec3>) -> Result<(), Error> {
        let pivot = pivot.into();
        if !is_finite(&pivot) {
            return Err(Error::NotFinite);
        }
        self.world.set_pivot(object.0, &pivot).then_some(()).ok_or(Error::NoSuchObject)
    }

    /// The first contact of two objects that move from where they are while time goes from 0 to 1. The motion of each is a
    /// translation of its local origin and a rotation vector about that. No contact is earlier; see [`Space::test_motion`] for the
    /// tolerance.
    ///
    /// ```
    /// use solid::space::{Placement, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let rod = space.create_object(Shape::cuboid([4.0, 0.0, 0.0])?)?;
    /// let post = space.create_object(Shape::point([1.0, 1.0, 0.0])?)?;
    /// let right_angle = [0.0, 0.0, std::f64::consts::FRAC_PI_2];
    /// let hit = space.cast_objects_turning(rod, [[0.0; 3], right_angle], post, [[0.0; 3]; 2])?.expect("a hit");
    /// assert!((hit.time - 0.5).abs() < 1e-6);
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn cast_objects_turning(
        &mut self,
        a: Object,
        motion_a: [impl Into<Vec3>; 2],
        b: Object,
        motion_b: [impl Into<Vec3>; 2],
    ) -> Result<Option<CastHit>, Error> {
        let motions = [motion_a.map(Into::into), motion_b.map(Into::into)];
        Ok(self.world.cast_objects_turning([a.0, b.0], &motions)?)
    }
}

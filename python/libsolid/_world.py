"""Worlds of objects, and what is done where they collide."""

import numbers
import threading
from typing import NamedTuple, Optional

import numpy as np

from . import _arrays, _native
from ._batch import Closest, Depth, Hit, vectors
from ._bodies import Obstacles
from ._questions import Questions
from ._settings import Settings
from ._shapes import _point


# All categories.
ALL = 0xFFFFFFFF

_STILL = np.zeros((1, 3))


class Object:
    """An object of a world: `World.add` makes it. Using it after its removal raises ``KeyError``."""

    __slots__ = ("world", "number", "shape", "data")

    def __init__(self, world, number, shape, data):
        self.world, self.number, self.shape, self.data = world, number, shape, data

    @property
    def pose(self):
        """Where it is: a matrix of (4, 4). Setting it takes any placement."""
        return np.array(self.world._call(self.world._native.pose, (self,), self.number))

    @pose.setter
    def pose(self, value):
        pose = _arrays.pose(value)
        try:
            self.world._call(self.world._native.place, (self,), self.number, pose)
        except ValueError as error:
            raise ValueError(f"the pose of {self!r}: {error}") from None

    def remove(self):
        """Removes it from its world, with the responses that were set for it."""
        self.world.remove(self)

    def __repr__(self):
        data = "" if self.data is None else f", data {self.data!r}"
        return f"<libsolid.Object {self.number}: {self.shape!r}{data}>"


class Collision(NamedTuple):
    """Two objects that collide. What their response wants: with "point" and "closest" a point of each in its own coordinates,
    with "closest" the vector from the second to the first along the world's axes."""

    a: Object
    b: Object
    point_a: Optional[np.ndarray]
    point_b: Optional[np.ndarray]
    normal: Optional[np.ndarray]


class SurfacePoint(NamedTuple):
    """Where a point is on an object: the number of the polytope, for a mesh the row of its faces; and the barycentric coordinates in a
    triangle, in the order of its vertices, ``None`` of what is no triangle."""

    polytope: int
    weights: Optional[np.ndarray]


class SurfacePoints(NamedTuple):
    """Where many points are on objects: the numbers of the polytopes of (...), -1 without an answer; and barycentric coordinates of
    (..., 3), NaN where there is no triangle."""

    polytope: np.ndarray
    weights: np.ndarray


def match_contacts(before, now):
    """Find each of some contacts among those of the last frame, by what tells them apart: `FeatureContact.features`, or tuples of these
    and of the objects, if they are of several pairs. The place of each in ``before``, -1 where it is new: a solver begins with the
    impulses that it had found there. None is found twice; of equal ones the first is the first."""
    places = {}
    for place, key in enumerate(before):
        places.setdefault(_key(key), []).append(place)
    for same in places.values():
        same.reverse()
    found = [same.pop() if (same := places.get(_key(key))) else -1 for key in now]
    return np.array(found, np.int64)


def _key(key):
    return tuple(key.tolist()) if isinstance(key, np.ndarray) else key


class SignedDistance(NamedTuple):
    """How far a point is from a surface, negative inside: the distance, the unit vector along which it grows, and the nearest point; of
    many points as arrays."""

    distance: "float | np.ndarray"
    gradient: np.ndarray
    nearest: np.ndarray


class Separation(NamedTuple):
    """A translation that separates two objects, and bounds on the length of the least one: the upper bound is its length."""

    translation: np.ndarray
    lower: float
    upper: float


class Contact(NamedTuple):
    """A contact on the way from the last frame to this one: when, from 0 to 1, and the two objects."""

    time: float
    collision: Collision


class World(Questions, Settings):
    """Objects, where they are, and what is done where they collide.

        >>> import libsolid
        >>> world = libsolid.World()
        >>> a, b = world.add(libsolid.sphere(1.0)), world.add(libsolid.box(1.0, 1.0, 1.0))
        >>> world.respond(lambda world, collision: print(collision.a is a, collision.b is b))
        >>> world.test()
        True True
        1

    Several threads may use one world: it is locked while a call works, and not while callbacks run. A test leaves out what
    another thread removes meanwhile. A pickled or copied world has the objects where they are, their data and the responses; its
    previous frame is the present one.
    """

    def __init__(self):
        self._native = _native.World()
        # Held where these change together with the compiled part; never during a callback. The collector of cycles may run a
        # finalizer wherever it is held, and that may use this world: so the lock is one that a thread can take again, no loop
        # under it runs over what may change, and what is replaced is dropped after it.
        self._lock = threading.RLock()
        self._objects = {}
        self._responses = {}

    # Objects

    def add(self, shape, pose=None, data=None):
        """Add an object of a shape, at a placement; ``data`` is the caller's."""
        _arrays.shape(shape, "shape")
        pose = _arrays.pose(pose)
        with self._lock:
            number = self._native.add(shape, pose)
            added = self._objects[number] = Object(self, number, shape, data)
        return added

    def remove(self, obj):
        """Remove an object, and the responses that were set for it."""
        number = self._number(obj)
        with self._lock:
            self._call(self._native.remove, (obj,), number)
            old = [self._objects.pop(number)]
            old += [self._responses.pop(key, None) for key in list(self._responses) if number in key]
        del old

    @property
    def objects(self):
        """All objects, in the order in which they were added."""
        with self._lock:
            return list(self._objects.values())

    def _number(self, obj):
        if not hasattr(obj, "world"):
            raise TypeError(f"expected a libsolid.Object of this world, not {_arrays.kind_of(obj)}")
        if obj.world is not self:
            raise KeyError(f"{obj!r} is of another world")
        return obj.number

    def _call(self, method, objects, *arguments):
        """Calls a method of the compiled part; the error about an object that was removed names it."""
        try:
            return method(*arguments)
        except KeyError:
            with self._lock:
                removed = [obj for obj in objects if obj is not None and obj.number not in self._objects]
            if not removed:
                raise  # as of a support function
            raise KeyError(f"{removed[0]!r} was removed") from None

    # Responses

    def _key(self, a, b):
        return tuple(sorted(self._number(obj) for obj in (a, b) if obj is not None))

    def respond(self, callback, a=None, b=None, want="hit"):
        """Call ``callback(world, collision)`` for all pairs that collide, those of ``a``, or of ``a`` and ``b`` only. The more
        particular response counts. It wants only to know ("hit"), a common "point", or the points that were "closest" in the
        last frame. It may change anything in the world, and return True to end the test."""
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be a function or None, not {_arrays.kind_of(callback)}")
        key = self._key(a, b)
        with self._lock:
            self._call(self._native.watch, (a, b), list(key), want)
            old = self._responses.get(key)
            self._responses[key] = (callback, want)
        del old

    def watch(self, a=None, b=None, want="hit"):
        """List collisions in `collisions` without a callback."""
        self.respond(None, a, b, want)

    def ignore(self, a=None, b=None):
        """Leave pairs out; they cost nothing."""
        key = self._key(a, b)
        with self._lock:
            self._call(self._native.ignore, (a, b), list(key))
            old = self._responses.get(key)
            self._responses[key] = None
        del old

    def unset(self, a=None, b=None):
        """Remove a response, so that a more general one counts again."""
        key = self._key(a, b)
        with self._lock:
            self._call(self._native.unset, (a, b), list(key))
            old = self._responses.pop(key, None)
        del old

    def _callback(self, collision):
        a, b = collision.a.number, collision.b.number
        with self._lock:
            for key in (tuple(sorted((a, b))), (a,), (b,), ()):
                if key in self._responses:
                    return (self._responses[key] or (None,))[0]
        return None

    # Tests

    def _collision(self, found):
        """What the compiled part found; ``None`` if another thread has removed an object since."""
        a, b, points = found
        with self._lock:
            a, b = self._objects.get(a), self._objects.get(b)
        if a is None or b is None:
            return None
        points = [None] * 3 if points is None else [np.array(point) for point in points]
        return Collision(a, b, *points)

    def test(self):
        """Test all pairs and call the responses of those that collide, in the order in which the objects were added. Returns how
        many collided. An exception of a callback ends the test and goes through."""
        count = 0
        for collision in self.collisions():
            count += 1
            callback = self._callback(collision)
            if callback is not None and callback(self, collision) is True:
                break
        return count

    def collisions(self):
        """The pairs that collide and have a response, which is not called: a generator of `Collision`."""
        cursor = self._native.begin_test()
        while (found := self._native.next_collision(cursor)) is not None:
            collision = self._collision(found)
            if collision is not None:
                yield collision

    def proceed(self):
        """End a frame: where objects are now is where they were."""
        self._native.proceed()

    def motion_contacts(self):
        """The contacts on the ways from the last frame to this one, in order of time: a generator of `Contact`. The origins of
        objects go straight, and objects turn meanwhile by the shortest way."""
        cursor = self._native.begin_motion()
        while (found := self._native.next_contact(cursor)) is not None:
            collision = self._collision(found[1])
            if collision is not None:
                yield Contact(found[0], collision)

    def test_motion(self):
        """Call the responses for `motion_contacts`. Returns how many there were."""
        count = 0
        for contact in self.motion_contacts():
            count += 1
            callback = self._callback(contact.collision)
            if callback is not None and callback(self, contact.collision) is True:
                break
        return count

    # Questions

    def _ask(self, question, a, b):
        return self._call(question, (a, b), self._number(a), self._number(b))

    def closest_points(self, a, b):
        """The distance of two objects and their closest points: `Closest`."""
        return _closest(np.array(self._ask(self._native.closest, a, b)))

    def distance(self, a, b):
        """The distance of two objects, zero if and only if they collide."""
        return self._ask(self._native.closest, a, b)[0]

    def depth(self, a, b):
        """How deep two objects are in each other: `Depth`, or ``None`` if they are apart."""
        row = self._ask(self._native.depth, a, b)
        return None if row is None else _depth(row)

    def signed_distance(self, obj, point):
        """How far a point is from the surface of an object, negative inside; the direction in which that grows, and the nearest point of
        the surface: `SignedDistance`. The object's shape is convex, or a solid mesh."""
        row = self._one(_native.signed_distance, obj, _point(point, "point"))
        return SignedDistance(row[0], np.array(row[1:4]), np.array(row[4:7]))

    def signed_distances(self, obj, points):
        """The same for many points of (..., 3): `SignedDistance` of arrays. ``obj`` is an object, or a list of one for each point."""
        points, rows, objects = self._rows(obj, points)
        numbers = [self._number(one) for one in objects]
        found, report = self._call(_native.signed_distances, objects, self._native, numbers, np.ascontiguousarray(rows))
        found = np.array([[np.nan] * 7 if row is None else row for row in found], float).reshape(len(rows), 7)
        lead = points.shape[:-1]
        gradient, nearest = found[:, 1:4].reshape(points.shape), found[:, 4:].reshape(points.shape)
        return _arrays.finished(report, lead, SignedDistance(found[:, 0].reshape(lead), gradient, nearest))

    @staticmethod
    def _rows(obj, points):
        """Points of (..., 3), the same as rows, and the object of each."""
        points = np.asarray(points, float)
        if points.ndim == 0 or points.shape[-1] != 3:
            raise ValueError(f"points has the shape (..., 3), not {points.shape}")
        rows = points.reshape(-1, 3)
        objects = [obj] * len(rows) if isinstance(obj, Object) else list(obj)
        if len(objects) != len(rows):
            raise ValueError(f"there are {len(objects)} objects for {len(rows)} points")
        return points, rows, objects

    def surface_point(self, obj, point):
        """The polytope of an object that a point of its surface is on, and the barycentric coordinates in it: `SurfacePoint`. For the
        points of rays, casts, distances, depths and contacts."""
        polytope, weights = self._one(_native.surface_point, obj, _point(point, "point"))
        return SurfacePoint(polytope, None if weights is None else np.array(weights))

    def surface_points(self, obj, points):
        """The same for many points of (..., 3): `SurfacePoints`. ``obj`` is an object, or a list of one for each point, in which
        ``None``, as for a ray that hits nothing, has no answer."""
        points, rows, objects = self._rows(obj, points)
        polytopes = np.full(len(rows), -1, np.int64)
        weights = np.full((len(rows), 3), np.nan)
        asked = [i for i, one in enumerate(objects) if one is not None]
        whose = [objects[i] for i in asked]
        numbers = [self._number(one) for one in whose]
        found, (decided, refused, first) = self._call(
            _native.surface_points, whose, self._native, numbers, np.ascontiguousarray(rows[asked]))
        for i, of_row in zip(asked, found):
            if of_row is not None:
                polytopes[i] = of_row[0]
                weights[i] = np.nan if of_row[1] is None else of_row[1]
        lead = points.shape[:-1]
        first = first and (asked[first[0]], first[1])
        report = (len(rows) - len(asked) + decided, refused, first)
        return _arrays.finished(report, lead, SurfacePoints(polytopes.reshape(lead), weights.reshape(points.shape)))

    def separation(self, a, b, *, gap=0.01, seconds=None):
        """A translation of ``a`` that separates two objects, and bounds on the length of the least: `Separation`, or ``None`` if they
        are apart. Their shapes are convex, or solid meshes, or compounds of such, or points. The search ends when the bounds differ by no more than the part ``gap``, or
        after so many ``seconds``, with what is known then; without them after some hundred tests. With ``seconds`` it begins with the
        translation that it found last for the two objects: after a small motion the bounds are closer in the same time."""
        if not gap >= 0 or not (seconds is None or seconds >= 0):
            raise ValueError("gap and seconds are numbers that are not negative")
        row = self._two(_native.separation, a, b, float(gap), seconds)
        if row is None:
            return None
        translation = np.array(row[:3])
        return Separation(translation, float(row[3]), float(np.linalg.norm(translation)))

    def ray(self, start, end):
        """The object that the ray between two points enters first, and `Hit`; ``None`` if there is none."""
        start, end = (_point(value, name) for value, name in ((start, "start"), (end, "end")))
        while (found := _native.ray(self._native, start, end)) is not None:
            with self._lock:
                hit = self._objects.get(found[0])
            # Without an object another thread has removed it since, and something else is hit.
            if hit is not None:
                row = np.array(found[1])
                return hit, Hit(float(row[0]), row[1:4], row[4:7])
        return None

    def set_filter(self, obj, categories=ALL, mask=ALL):
        """Give an object categories, a bit each, and the categories of the objects with which it has responses."""
        self._call(self._native.set_filter, (obj,), self._number(obj), categories, mask)

    def _query(self, kind, what, pose, motion, leave_out, most, limit, categories, mask, answer):
        """Asks about all objects: `Shape` or `Object` is what asks, None a ray. Of many rows a list of the answers of each."""
        shape = number = None
        if isinstance(what, Object):
            number = self._number(what)
        elif kind != "ray":
            _arrays.shape(what, "what")
            shape = what
        leave_out = list(leave_out)
        except_ = [self._number(obj) for obj in leave_out]
        leads = [of.shape[:-1] for of in motion if of is not _STILL]
        if pose is not None:
            pose, lead = _arrays.poses(pose, name="pose")
            leads.append(lead)
            pose = pose.reshape((-1,) + pose.shape[len(lead):])
        rows = np.broadcast_shapes(*leads)
        if len(rows) > 1:
            raise ValueError(f"many queries are one row after the other, not of {rows}")
        motion = [np.ascontiguousarray(of.reshape(-1, 3)) for of in motion]
        arguments = (self._native, kind, shape, number, pose, motion, except_, (categories, mask), (most, float(limit)))
        asked, report = self._call(_native.query, [what if number is not None else None, *leave_out], *arguments)
        if not rows and report[2] is not None:
            raise ValueError(report[2][1])
        with self._lock:
            found = [of and [(self._objects.get(number), np.array(row)) for number, row in of] for of in asked]
        # Another thread may have removed one since.
        found = [of and [answer(obj, row) for obj, row in of if obj is not None] for of in found]
        return _arrays.finished(report, rows, found) if rows else found[0]

    def overlaps(self, what, pose=None, leave_out=(), most=0, categories=None, mask=None):
        """The objects that share a point with a shape at a pose, or with an object, in the order in which they were added.

        An object that asks is not among them; without a pose it is where it is. ``leave_out`` are objects that do not count, ``most``
        is how many are wanted, all with 0; ``categories`` and ``mask`` are those of what asks, as in `set_filter`.

        With poses of (n, 4, 4) or (n, 7) it is n queries, which the threads of the world share: a list of the answers of each, and
        in the ``result`` of a `BadRow` ``None`` of each that cannot be answered."""
        found = lambda obj, row: obj
        return self._query("overlaps", what, pose, (_STILL, _STILL), leave_out, most, np.inf, categories, mask, found)

    def nearest(self, what, pose=None, within=np.inf, leave_out=(), most=0, categories=None, mask=None):
        """The objects nearest to a shape or an object, the nearest first, and `Closest`: no farther than ``within``. The rest is as
        in `overlaps`."""
        found = lambda obj, row: (obj, _closest(row))
        return self._query("closest", what, pose, (_STILL, _STILL), leave_out, most, within, categories, mask, found)

    def touching(self, what, pose=None, leave_out=(), most=0, categories=None, mask=None):
        """The contacts of a shape or an object with all objects, one after the other: the object and `Depth`. The rest is as in
        `overlaps`; ``most`` is how many objects are wanted."""
        found = lambda obj, row: (obj, _depth(row))
        return self._query("contacts", what, pose, (_STILL, _STILL), leave_out, most, np.inf, categories, mask, found)

    def cast(self, what, by, spin=(0, 0, 0), pose=None, leave_out=(), most=0, categories=None, mask=None):
        """The objects that a shape or an object meets while it moves ``by`` a vector and turns about its origin by the rotation
        vector ``spin``: the first one first, and `Hit`. The rest is as in `overlaps`."""
        motion = vectors(by, "by")[0], vectors(spin, "spin")[0]
        return self._query("cast", what, pose, motion, leave_out, most, np.inf, categories, mask, _hit)

    def rays(self, start, end, leave_out=(), most=0, categories=None, mask=None):
        """The objects that the ray between two points enters, the first one first, and `Hit`: of many rays, between points of (n, 3), a
        list of the answers of each. The rest is as in `overlaps`."""
        motion = vectors(start, "start")[0], vectors(end, "end")[0]
        return self._query("ray", None, None, motion, leave_out, most, np.inf, categories, mask, _hit)

    def near_pairs(self, distance):
        """The pairs with a response that are no farther apart than a distance, in the order of tests: two objects and `Closest`."""
        return self._pairs(_native.near_pairs(self._native, float(distance)), lambda row: _closest(np.array(row)))

    def events(self):
        """The pairs with a response that have "began" to collide since `proceed`, those of which it "stays" so, and those for which it
        has "ended": two objects and this word. Pairs of removed objects are left out."""
        return self._pairs(self._native.events(), lambda change: change)

    def _pairs(self, rows, what):
        with self._lock:
            found = [(self._objects.get(a), self._objects.get(b), what(row)) for a, b, row in rows]
        return [(a, b, row) for a, b, row in found if a is not None and b is not None]

    def obstacles(self):
        """All objects as they are now, as `Obstacles` for batches; numbered as in `objects`."""
        with self._lock:
            bodies = self._placed()
        poses = np.array([pose for _, pose in bodies]).reshape(-1, 4, 4)
        return Obstacles([obj.shape for obj, _ in bodies], poses)

    def _placed(self):
        """All objects, and where they are."""
        placed = []
        for obj in list(self._objects.values()):
            # A finalizer may remove one meanwhile.
            if obj.number in self._objects:
                placed.append((obj, self._native.pose(obj.number)))
        return placed

    def __repr__(self):
        count = len(self.objects)
        return f"<libsolid.World: {count} {'object' if count == 1 else 'objects'}>"

    # Copies

    def __reduce__(self):
        with self._lock:
            placed, kept = self._placed(), list(self._responses.items())
        index = {obj.number: i for i, (obj, _) in enumerate(placed)}
        objects = [(obj.shape, np.array(pose), obj.data) for obj, pose in placed]
        responses = [(tuple(index[i] for i in key), each) for key, each in kept if index.keys() >= set(key)]
        return _world, (objects, responses)

    def __copy__(self):
        return _world(*self.__reduce__()[1])

    def to_bytes(self):
        """The world as bytes, for `World.from_bytes`, and for programs in C (dtLoadWorld) and Rust: objects where they are and were in the
        last frame, shapes, motion, filters, settings, and what is wanted of collisions. Not the callbacks; of an object's data a whole
        number that is not negative and has 64 bits. ``ValueError`` if a shape cannot be saved, as those of functions."""
        with self._lock:
            data = [(obj.number, _saved_data(obj.data)) for obj in list(self._objects.values())]
            return self._native.to_bytes(data)

    @staticmethod
    def from_bytes(bytes):
        """The world of such bytes, also of dtSaveWorld. It answers as the saved one, to the last bit and in the same order. An object's
        data is the number that it was saved with, ``None`` for 0. Collisions are watched as they were: callbacks are to be set again by
        `respond`. ``ValueError`` if the bytes are damaged or no world, or an object has nothing to hit, as those that C programs make
        of dimensions that are NaN."""
        made = World()
        made._native, objects, responses = _native.World.from_bytes(bytes)
        for number, shape, data in objects:
            made._objects[number] = Object(made, number, shape, data or None)
        for key, want in responses:
            made._responses[tuple(key)] = None if want is None else (None, want)
        return made


def _saved_data(data):
    is_whole = isinstance(data, numbers.Integral) and not isinstance(data, bool)
    return int(data) if is_whole and 0 <= data < 1 << 64 else 0


def _closest(row):
    return Closest(float(row[0]), row[1:4], row[4:7])


def _hit(obj, row):
    return obj, Hit(float(row[0]), row[1:4], row[4:7])


def _depth(row):
    row = np.array(row)
    return Depth(float(row[0]), row[1:4], row[4:7], row[7:10])


def _world(objects, responses):
    world = World()
    added = [world.add(shape, pose, data) for shape, pose, data in objects]
    world.proceed()
    for key, kept in responses:
        whose = [added[i] for i in key]
        if kept is None:
            world.ignore(*whose)
        else:
            callback, want = kept
            world.respond(callback, *whose, want=want)
    return world

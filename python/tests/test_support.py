"""Shapes of support functions."""

import pickle
import threading

import numpy as np
import pytest

import libsolid

HALF = np.array([1.0, 2.0, 3.0])


def at(x, y=0.0, z=0.0):
    return [x, y, z, 0, 0, 0, 1]


def corner(direction):
    assert direction.shape == (3,) and abs(np.linalg.norm(direction) - 1) < 1e-12
    return np.where(direction < 0, -HALF, HALF)


class Breaking:
    """A ball, until it breaks."""

    def __init__(self):
        self.action = None

    def __call__(self, direction):
        return direction if self.action is None else self.action(direction)


def test_a_function_is_the_body_that_it_describes():
    own, box = libsolid.support(corner), libsolid.box(*(2 * HALF))
    ball = libsolid.sphere(0.5)
    random = np.random.default_rng(7)
    places = np.concatenate([random.uniform(-4, 4, (200, 3)), np.tile([0, 0, 0, 1.0], (200, 1))], axis=1)
    for question in (libsolid.distances, libsolid.depths):
        found, known = question(own, None, ball, places), question(box, None, ball, places)
        if question is libsolid.depths:
            found, known = found.depth, known.depth
        np.testing.assert_allclose(found, known, atol=1e-6)
    assert (libsolid.intersects(own, None, ball, places) == libsolid.intersects(box, None, ball, places)).all()
    assert own.is_convex() and own.bounds()[1] == pytest.approx(HALF)
    assert own.volume == pytest.approx(48)
    assert repr(own).startswith("<libsolid.Shape: convex body, 2.")


def test_lists_and_tuples_are_points():
    for kind in (list, tuple):
        ball = libsolid.support(lambda d: kind(d))
        assert libsolid.distances(ball, None, libsolid.sphere(1), at(5)) == pytest.approx(3, abs=1e-6)


def test_composed_and_in_a_world():
    rounded = libsolid.minkowski_sum(libsolid.support(corner), libsolid.sphere(0.5))
    both = libsolid.compound([(libsolid.support(corner), at(0)), (libsolid.sphere(1), at(9))])
    assert libsolid.distances(rounded, None, libsolid.sphere(1), at(5)) == pytest.approx(2.5, abs=1e-6)
    world = libsolid.World()
    a, b = world.add(both), world.add(libsolid.sphere(1), at(2.5))
    assert world.distance(a, b) == pytest.approx(0.5, abs=1e-6)
    b.pose = at(1.5)
    world.watch()
    assert len(list(world.collisions())) == 1


def test_exceptions_are_raised():
    def wrong(direction):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        libsolid.support(wrong)
    function, ball = Breaking(), libsolid.sphere(1)
    shape = libsolid.support(function)
    places = np.tile(at(5.0), (2000, 1))
    world = libsolid.World()
    a, b = world.add(shape), world.add(ball, at(3))
    for ask in (
        lambda: libsolid.distances(shape, None, ball, at(5)),
        lambda: libsolid.distances(shape, None, ball, places, threads=2),
        lambda: libsolid.contacts(shape, None, ball, at(1.5)),
        lambda: world.distance(a, b),
        lambda: shape.volume,
    ):
        function.action = wrong
        with pytest.raises(KeyError, match="mine"):
            ask()
        function.action = None
        ask()


def test_an_exception_is_that_of_its_own_call():
    """Helpers of one thread's call raise; those of another's, at the same time, do not."""
    ball, places = libsolid.sphere(1), np.tile(at(5.0), (400, 1))

    def wrong(direction):
        raise KeyError("mine")

    bad, good = Breaking(), libsolid.support(Breaking())
    broken = libsolid.support(bad)
    bad.action = wrong
    due = libsolid.distances(good, None, ball, places)
    raised = []

    def raise_often():
        for _ in range(40):
            try:
                libsolid.distances(broken, None, ball, places, threads=2)
            except KeyError:
                raised.append(True)

    thread = threading.Thread(target=raise_often)
    thread.start()
    while thread.is_alive():
        assert (libsolid.distances(good, None, ball, places, threads=2) == due).all()
    thread.join()
    assert len(raised) == 40


def test_what_was_found_before_an_exception_is_not_kept():
    def wrong(direction):
        raise KeyError("mine")

    function = Breaking()
    world = libsolid.World()
    a, b = world.add(libsolid.support(function)), world.add(libsolid.box(0.6, 0.6, 0.6), at(9))
    world.watch()
    assert not list(world.collisions())
    a.pose = at(0.125)
    function.action = wrong
    with pytest.raises(KeyError, match="mine"):
        list(world.collisions())
    function.action = None
    b.pose = at(1.25)
    assert len(list(world.collisions())) == 1


def test_lies_are_noticed():
    for lie, kind, message in (
        (lambda d: -d, ValueError, "farthest"),
        (lambda d: d * np.nan, ValueError, "finite"),
        (lambda d: "abc", TypeError, "three coordinates"),
        (lambda d: d[:2], TypeError, "three coordinates"),
        (lambda d: 7, TypeError, "three coordinates"),
    ):
        with pytest.raises(kind, match=message):
            libsolid.support(lie)
    function, ball = Breaking(), libsolid.sphere(1)
    shape = libsolid.support(function)
    function.action = lambda d: 9 * d
    with pytest.raises(ValueError, match="farthest"):
        libsolid.distances(shape, None, ball, at(5))
    function.action = lambda d: d * np.nan
    with pytest.raises(ValueError, match="finite"):
        libsolid.distances(shape, None, ball, at(5))
    function.action = None
    assert libsolid.distances(shape, None, ball, at(5)) == pytest.approx(3, abs=1e-6)


def test_a_function_may_ask_but_not_about_a_world():
    world, cube = libsolid.World(), libsolid.box(1, 1, 1)
    function = Breaking()
    shape = libsolid.support(function)
    a, b = world.add(shape), world.add(libsolid.sphere(1), at(3))
    function.action = lambda d: d * (1 + 0 * libsolid.distances(cube, None, cube, at(3)))
    assert world.distance(a, b) == pytest.approx(1, abs=1e-6)
    function.action = lambda d: world.distance(a, b)
    with pytest.raises(RuntimeError, match="cannot use a world"):
        world.distance(a, b)
    function.action = None
    assert world.distance(a, b) == pytest.approx(1, abs=1e-6)


def test_functions_are_not_saved():
    with pytest.raises(ValueError, match="support function"):
        pickle.dumps(libsolid.support(corner))
    with pytest.raises(TypeError, match="callable"):
        libsolid.support(3)

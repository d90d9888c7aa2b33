"""Points with a radius."""

import numpy as np
import pytest

import libsolid

RANDOM = np.random.default_rng(5)
SEEN = RANDOM.uniform(-1, 1, (2000, 3))


def at(x, y=0.0, z=0.0):
    return [x, y, z, 0, 0, 0, 1]


def test_answers_are_those_of_the_balls():
    radii = RANDOM.uniform(0, 0.05, len(SEEN))
    ball = libsolid.sphere(0.25)
    for radius in (0.01, radii):
        shape = libsolid.points(SEEN, radius)
        for place in RANDOM.uniform(-2, 2, (20, 3)):
            known = (np.linalg.norm(SEEN - place, axis=1) - radius).min() - 0.25
            found = libsolid.distances(shape, None, ball, at(*place))
            assert found == pytest.approx(max(known, 0), abs=1e-6)
            assert libsolid.intersects(shape, None, ball, at(*place)) == (known <= 0)


def test_any_array_of_points():
    shape = libsolid.points(SEEN, 0.01)
    assert shape.parts() == 2000 and not shape.is_convex()
    assert repr(shape).startswith("<libsolid.Shape: 2000 points, 2.")
    transposed = np.asfortranarray(SEEN)
    assert libsolid.points(transposed, [-0.01]).to_bytes() == shape.to_bytes()
    assert libsolid.points(SEEN, np.full(2000, 0.01)).to_bytes() == shape.to_bytes()
    assert libsolid.points(SEEN.astype(np.float32), 0.01).parts() == 2000
    assert libsolid.Shape.from_bytes(shape.to_bytes()).to_bytes() == shape.to_bytes()
    assert shape.volume == pytest.approx(2000 * 4 / 3 * np.pi * 1e-6)

    class Cloud:
        vertices = SEEN

    assert libsolid.points(Cloud(), 0.01).to_bytes() == shape.to_bytes()


def test_a_world_has_points():
    world = libsolid.World()
    scan = world.add(libsolid.points(SEEN, 0.01))
    hand = world.add(libsolid.box(0.5, 0.5, 0.5), at(5))
    world.watch()
    assert not list(world.collisions())
    hand.pose = at(0.5)
    (found,) = world.collisions()
    assert {found.a, found.b} == {scan, hand}
    assert world.contacts(scan, hand)


def test_bad_points_are_refused():
    with pytest.raises(ValueError, match="point 3 is not finite"):
        libsolid.points(np.vstack([SEEN[:3], [[0, np.nan, 0]]]), 1)
    with pytest.raises(ValueError, match="radius is not finite"):
        libsolid.points(SEEN, np.inf)
    with pytest.raises(ValueError, match="there are 2000 points"):
        libsolid.points(SEEN, [1, 2])
    with pytest.raises(ValueError, match="no vertices"):
        libsolid.points(np.zeros((0, 3)), 1)
    with pytest.raises(ValueError):
        libsolid.points(np.zeros((4, 2)), 1)
    with pytest.raises(TypeError):
        libsolid.points(SEEN, "a")

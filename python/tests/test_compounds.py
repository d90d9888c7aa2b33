"""Shapes that consist of others."""

import numpy as np
import pytest

import libsolid


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def table():
    leg = libsolid.box(0.2, 2, 0.2)
    return libsolid.compound([(libsolid.box(6, 0.2, 2), at(0, 2.1)), (leg, at(-2, 1)), (leg, at(2, 1))])


def test_answers_are_those_of_the_parts():
    ball = libsolid.sphere(0.5)
    found = libsolid.closest_points(table(), None, ball, at(0, 1))
    assert found.distance == 0.5 and found.point_a.tolist() == [0, 2, 0]
    assert not libsolid.intersects(table(), None, ball, at(0, 1))
    assert libsolid.intersects(table(), None, ball, at(-1.5, 1))
    assert table().volume == pytest.approx(2.56)


def test_numbers_name_parts_also_of_nested_compounds():
    both = libsolid.compound([(table(), at(0)), (table(), at(9))])
    assert (both.parts(), both.part(5)) == (6, (1, 2))
    assert libsolid.Shape.from_bytes(both.to_bytes()).part(5) == (1, 2)
    assert repr(both).startswith("<libsolid.Shape: compound of 2 parts")
    with pytest.raises(ValueError, match="no part of number 6"):
        both.part(6)
    with pytest.raises(ValueError, match="no compound"):
        libsolid.sphere(1).part(0)


def test_bad_parts_are_refused():
    with pytest.raises(ValueError, match="no parts"):
        libsolid.compound([])
    with pytest.raises(ValueError, match="flattens"):
        libsolid.compound([(libsolid.sphere(1), np.zeros((4, 4)))])
    with pytest.raises(TypeError, match=r"parts\[0\]"):
        libsolid.compound([(libsolid.sphere(1),)])
    with pytest.raises(TypeError, match="list of pairs"):
        libsolid.compound(libsolid.sphere(1))


def test_a_compound_is_separated_and_has_signed_distances():
    world = libsolid.World()
    stands, ball = world.add(table(), at(0)), world.add(libsolid.sphere(0.25), at(1, 2.125))
    found = world.separation(ball, stands)
    assert found.upper == pytest.approx(0.325) and 0.99 * found.upper - 1e-9 <= found.lower <= found.upper
    moved = np.array(ball.pose)
    moved[:3, 3] += found.translation
    ball.pose = moved
    assert world.separation(ball, stands) is None and world.distance(ball, stands) < 1e-9
    assert world.signed_distance(stands, (0, 3, 0)).distance == pytest.approx(0.8)
    sheet = libsolid.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    odd = world.add(libsolid.compound([(libsolid.sphere(1), at(0)), (sheet, at(0))]), at(0, 2))
    with pytest.raises(ValueError, match="solid"):
        world.separation(odd, stands)
    with pytest.raises(ValueError, match="solid"):
        world.signed_distance(odd, (0, 0, 0))

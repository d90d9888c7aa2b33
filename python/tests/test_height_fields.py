"""Terrain over a grid."""

import numpy as np
import pytest

import libsolid


def valley(dtype=float):
    x = np.arange(20) - 9.0
    return np.tile(x * x / 8, (15, 1)).astype(dtype)


@pytest.mark.parametrize("dtype", [float, np.float32, int])
@pytest.mark.parametrize("diagonal", ["rising", "falling", "alternating"])
def test_answers_are_those_of_a_mesh(dtype, diagonal):
    heights = valley(dtype)
    field = libsolid.height_field(heights, (2, 0.5), diagonal=diagonal)
    rows, columns = heights.shape
    vertices = [(2 * j, heights[i, j], 0.5 * i) for i in range(rows) for j in range(columns)]
    faces = []
    for i in range(rows - 1):
        for j in range(columns - 1):
            a, b, c, d = (k + i * columns + j for k in (0, 1, columns, columns + 1))
            rising = diagonal == "rising" or (diagonal == "alternating" and (i + j) % 2 == 1)
            faces += [(a, c, d), (a, d, b)] if rising else [(a, c, b), (b, c, d)]
    mesh = libsolid.mesh(np.array(vertices, float), np.array(faces))
    generator = np.random.default_rng(7)
    body = libsolid.box(3, 1, 2)
    for _ in range(50):
        pose = np.eye(4)
        pose[:3, 3] = generator.uniform([0, -1, 0], [38, 15, 7])
        answers = [libsolid.closest_points(shape, None, body, pose).distance for shape in (field, mesh)]
        assert answers[0] == pytest.approx(answers[1], abs=1e-6)
        assert libsolid.intersects(field, None, body, pose) == libsolid.intersects(mesh, None, body, pose)


def test_a_field_can_be_saved_and_tells_its_heights():
    heights = valley()
    heights[3, 4] = np.nan
    field = libsolid.height_field(heights)
    again = libsolid.Shape.from_bytes(field.to_bytes())
    assert again.height(3, 5) == heights[3, 5] and np.isnan(again.height(3, 4))
    assert repr(again).startswith("<libsolid.Shape: height field of 15 x 20")
    assert again.bounds() == field.bounds()
    with pytest.raises(IndexError, match="15 x 20"):
        field.height(15, 0)
    with pytest.raises(ValueError, match="no height field"):
        libsolid.sphere(1).height(0, 0)


def test_heights_of_an_object_change():
    world = libsolid.World()
    shape = libsolid.height_field(np.zeros((5, 5), np.float32))
    ground, pose = world.add(shape), np.eye(4)
    pose[:3, 3] = 2, 3, 2
    ball = world.add(libsolid.sphere(0.5), pose)
    assert world.distance(ball, ground) == pytest.approx(2.5)
    world.change_heights(ground, [[1.0, 2.0]], row=2, column=1)
    assert world.distance(ball, ground) == pytest.approx(0.5)
    assert shape.height(2, 2) == 0
    with pytest.raises(ValueError):
        world.change_heights(ground, [[1.0, 2.0]], row=2, column=4)
    with pytest.raises(ValueError):
        world.change_heights(ground, [[np.inf]])
    with pytest.raises(ValueError, match="not a height field"):
        world.change_heights(ball, [[1.0]])


def test_bad_heights_are_refused():
    for bad in (np.zeros(9), np.zeros((1, 5)), [["a", "b"], ["c", "d"]], np.full((2, 2), np.inf)):
        with pytest.raises(ValueError):
            libsolid.height_field(bad)
    with pytest.raises(ValueError, match="diagonal"):
        libsolid.height_field(np.zeros((2, 2)), diagonal="up")
    with pytest.raises(ValueError):
        libsolid.height_field(np.zeros((2, 2)), (0, 1))

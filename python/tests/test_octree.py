"""Octrees of cubes: octomap's binary data in `libsolid.fcl`."""

import struct

import numpy as np
import pytest

import libsolid.fcl as fcl
from libsolid import _octree

UNKNOWN, FREE, OCCUPIED, INNER = range(4)


def encoded(node):
    """Of eight children, each a number or a list of eight."""
    kinds = [INNER if isinstance(child, list) else child for child in node]
    inner = b"".join(encoded(child) for child in node if isinstance(child, list))
    return struct.pack("<H", sum(kind << 2 * i for i, kind in enumerate(kinds))) + inner


def put(root, key, level, kind):
    """Gives the cell of 2^level around a key its kind."""
    for bit in range(15, level, -1):
        child = sum((int(x) >> bit & 1) << axis for axis, x in enumerate(key))
        if not isinstance(root[child], list):
            root[child] = [UNKNOWN] * 8
        root = root[child]
    root[sum((int(x) >> level & 1) << axis for axis, x in enumerate(key))] = kind


def tree_of(cells):
    root = [UNKNOWN] * 8
    for key, level, kind in cells:
        put(root, np.array(key) + 2**15, level, kind)
    return encoded(root)


def at(*t):
    return fcl.Transform(np.array(t, dtype=float))


def test_cells_are_cubes_where_their_keys_are():
    data = tree_of([((1, 0, 0), 0, OCCUPIED), ((-1, 3, 0), 0, FREE), ((8, 8, -4), 2, OCCUPIED)])
    tree = fcl.OcTree(0.5, data)
    assert (tree.getNodeType(), fcl.CollisionObject(tree).getObjectType()) == (fcl.NODE_TYPE.GEOM_OCTREE, fcl.OBJECT_TYPE.OT_OCTREE)
    # The smallest cell is (0.5, 0, 0) to (1, 0.5, 0.5), the one four times as large (4, 4, -2) to (6, 6, 0).
    assert np.array(tree._shape().bounds()).tolist() == [[0.5, 0, -2], [6, 6, 0.5]]
    ball, cells = fcl.CollisionObject(fcl.Sphere(0.25)), fcl.CollisionObject(tree)
    for place, distance, part in (((0, 0.25, 0.25), 0.25, 0), ((5, 5, 1), 0.75, 1), ((5, 7, -1), 0.75, 1)):
        ball.setTranslation(place)
        result = fcl.DistanceResult()
        assert fcl.distance(cells, ball, None, result) == pytest.approx(distance)
        # python-fcl's numbers are addresses.
        assert result.b2 == -1 and result.b1 in (0, 1)
    ball.setTranslation((0.4, 0.25, 0.25))
    result = fcl.CollisionResult()
    assert fcl.collide(cells, ball, fcl.CollisionRequest(enable_contact=True), result) == 1
    assert result.contacts[0].normal == pytest.approx([-1, 0, 0]) and result.contacts[0].penetration_depth == pytest.approx(0.15)
    ball.setTranslation((-0.25, 1.75, 0.25))
    assert fcl.collide(cells, ball) == 0, "a cell that is free"


def test_answers_are_those_of_all_cubes():
    random = np.random.default_rng(3)
    cells, taken = [], set()
    for key in random.integers(-12, 12, (250, 3)):
        level = int(random.integers(3))
        key = key >> level << level
        covered = {tuple(key + np.array(offset)) for offset in np.ndindex((1 << level,) * 3)}
        if not covered & taken:
            cells.append((key, level, OCCUPIED))
            taken |= covered
    low = np.array([key * 0.1 for key, _, _ in cells])
    high = low + np.array([0.1 * 2**level for _, level, _ in cells])[:, None]
    octree = fcl.CollisionObject(fcl.OcTree(0.1, tree_of(cells)), at(0.3, 0.2, 0.1))
    ball, moved = fcl.CollisionObject(fcl.Sphere(0.05)), np.array([0.3, 0.2, 0.1])
    every = fcl.CollisionRequest(num_max_contacts=1000)

    def parts(place):
        ball.setTranslation(place + moved)
        result = fcl.CollisionResult()
        fcl.collide(octree, ball, every, result)
        return [contact.b1 for contact in result.contacts]

    # Each cell has a number, by which answers name it.
    point = fcl.CollisionObject(fcl.Sphere(0.01))
    numbers = []
    for center in (low + high) / 2:
        point.setTranslation(center + moved)
        result = fcl.CollisionResult()
        assert fcl.collide(octree, point, every, result) == 1
        numbers.append(result.contacts[0].b1)
    assert sorted(numbers) == list(range(len(cells))) and len(cells) > 100
    numbers = np.array(numbers)
    hits = 0
    for place in random.uniform(-1.6, 1.6, (300, 3)):
        gaps = np.linalg.norm(np.maximum(0, np.maximum(low - place, place - high)), axis=1) - 0.05
        assert sorted(parts(place)) == sorted(numbers[gaps <= 0])
        result = fcl.DistanceResult()
        found = fcl.distance(octree, ball, None, result)
        if gaps.min() > 0:
            nearest = gaps[numbers == result.b1]
            assert found == pytest.approx(gaps.min(), abs=1e-12) and nearest == pytest.approx(gaps.min(), abs=1e-12)
        else:
            hits += 1
            assert found == -1
    assert 10 < hits < 290


def test_managers_and_motion_take_octrees():
    tree = fcl.CollisionObject(fcl.OcTree(1.0, tree_of([((0, 0, 0), 0, OCCUPIED), ((4, 0, 0), 0, OCCUPIED)])))
    ball = fcl.CollisionObject(fcl.Sphere(0.5), at(2.5, 0.5, 0.5))
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([tree, ball])
    data = fcl.CollisionData()
    manager.collide(data, fcl.defaultCollisionCallback)
    assert not data.result.is_collision
    assert fcl.continuousCollide(tree, at(0, 0, 0), ball, at(4.5, 0.5, 0.5)) == pytest.approx(0.5)


def decoded(data, center=(0.0, 0.0, 0.0), size=2.0**16):
    """Centres and sizes of occupied cells, those of a node before those of its children, and the bytes after the node."""
    (kinds,), data = struct.unpack("<H", data[:2]), data[2:]
    places = [np.array(center) + size / 4 * np.array([1 if child >> axis & 1 else -1 for axis in range(3)]) for child in range(8)]
    kind = [kinds >> 2 * child & 3 for child in range(8)]
    found = [(*places[child], size / 2) for child in range(8) if kind[child] == OCCUPIED]
    for child in range(8):
        if kind[child] == INNER:
            below, data = decoded(data, places[child], size / 2)
            found += below
    return found, data


def test_cells_come_in_the_order_of_the_data():
    random = np.random.default_rng(11)

    def node(levels):
        return [node(levels - 1) if levels and random.random() < 0.4 else int(random.integers(3)) for _ in range(8)]

    for levels in (0, 1, 2, 4, 5, 15):
        tree = node(min(levels, 5))
        for _ in range(levels - 5):  # down to the smallest cells
            tree = [int(random.integers(3)) for _ in range(7)] + [tree]
        data = encoded(tree)
        expected, rest = decoded(data)
        assert rest == b"" and expected
        centers, sizes = _octree.cells(data)
        assert np.column_stack((centers, sizes)).tolist() == [list(map(float, cell)) for cell in expected]


def test_bytes_may_be_numbers_and_damaged_ones_are_refused():
    data = tree_of([((0, 0, 0), 0, OCCUPIED), ((-1, -1, -1), 0, OCCUPIED)])
    assert max(data) > 127
    for numbers in (list(data), np.frombuffer(data, np.int8), np.frombuffer(data, np.uint8), bytearray(data)):
        assert fcl.OcTree(1.0, numbers)._shape().parts() == 2
    for wrong, words in ((data[:-1], "end within a node"), (data + b"\0\0", "ends after"), (b"", "end within"), (b"\0\0", "no cell")):
        with pytest.raises(ValueError, match=words):
            fcl.OcTree(1.0, wrong)
    node = [OCCUPIED] * 8
    for _ in range(16):
        node = [node] + [UNKNOWN] * 7
    with pytest.raises(ValueError, match="deeper than 16"):
        fcl.OcTree(1.0, encoded(node))
    for size in (0, -1, np.nan, np.inf):
        with pytest.raises(ValueError, match="positive"):
            fcl.OcTree(size, data)

"""Rows that broadcast in several dimensions: answered where they are, without copies of the columns."""

import subprocess
import sys

import numpy as np
import pytest

import libsolid
from common import SHAPES, matrices, random_poses

ROUND, HULL = SHAPES["capsule"], SHAPES["hull"]


def placed(*shape, seed=0):
    count = int(np.prod(shape))
    return matrices(random_poses(np.random.default_rng(seed), count, 2)).reshape(shape + (4, 4))


def copied(array, shape, tail=2):
    return np.ascontiguousarray(np.broadcast_to(array, shape + array.shape[array.ndim - tail:]))


def same(a, b):
    a, b = (each if isinstance(each, tuple) else (each,) for each in (a, b))
    for one, other in zip(a, b):
        if isinstance(one, tuple):
            same(one, other)
        else:
            assert np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")


@pytest.mark.parametrize("shape_a, shape_b", [((7, 1), (1, 9)), ((7, 1), (9,)), ((3, 1, 5), (1, 4, 1)), ((1, 4, 1), (3, 1, 5)), ((1,), (5, 2))])
def test_tables_are_what_copies_give(shape_a, shape_b):
    a, b = placed(*shape_a), placed(*shape_b, seed=1)
    shape = np.broadcast_shapes(shape_a, shape_b)
    whole_a, whole_b = copied(a, shape), copied(b, shape)
    vectors = np.random.default_rng(2).normal(size=shape_b + (3,))
    whole = copied(vectors, shape, 1)
    for ask in (libsolid.intersects, libsolid.first, libsolid.distances, libsolid.closest_points, libsolid.depths, libsolid.contacts):
        same(ask(ROUND, a, HULL, b), ask(ROUND, whole_a, HULL, whole_b))
    same(libsolid.within(ROUND, a, HULL, b, distance=1), libsolid.within(ROUND, whole_a, HULL, whole_b, distance=1))
    same(libsolid.cast(ROUND, a, vectors, HULL), libsolid.cast(ROUND, whole_a, whole, HULL))
    same(libsolid.cast_turning(ROUND, a, b, HULL), libsolid.cast_turning(ROUND, whole_a, whole_b, HULL))
    which = np.arange(np.prod(shape_b)).reshape(shape_b) % 2
    sides = ([ROUND, HULL], which), ([ROUND, HULL], np.ascontiguousarray(np.broadcast_to(which, shape)))
    same(libsolid.distances(sides[0], a, HULL), libsolid.distances(sides[1], whole_a, HULL))
    starts = np.random.default_rng(3).normal(size=shape_a + (3,)) * 4
    same(libsolid.rays(HULL, starts, vectors), libsolid.rays(HULL, copied(starts, shape, 1), whole))
    obstacles = libsolid.Obstacles([HULL, ROUND], placed(2, seed=4))
    for name in ("first", "nearest", "deepest", "contacts"):
        ask = getattr(obstacles, name)
        same(ask(sides[0], a), ask(sides[1], whole_a))
    same(obstacles.cast(ROUND, a, vectors), obstacles.cast(ROUND, whole_a, whole))
    same(obstacles.cast_turning(ROUND, a, b), obstacles.cast_turning(ROUND, whole_a, whole_b))
    same(obstacles.rays(starts, vectors), obstacles.rays(copied(starts, shape, 1), whole))
    chain = libsolid.Chain([ROUND, HULL], obstacles=obstacles)
    links = np.broadcast_to(np.stack([copied(a, shape), copied(a, shape)], axis=-3)[..., :1, :, :], shape + (2, 4, 4))
    for name in ("first", "collides", "nearest", "deepest"):
        same(getattr(chain, name)(links), getattr(chain, name)(np.ascontiguousarray(links)))


def test_rows_beyond_the_first_chunk():
    """More rows than are answered at a time, with a last chunk that is not full, and a bad one in it."""
    a, b = placed(300, 1), placed(1, 301, seed=1)
    expected = np.stack([libsolid.distances(ROUND, row, HULL, b[0]) for row in a[:, 0]])
    for threads in (1, 2):
        assert (libsolid.distances(ROUND, a, HULL, b, threads=threads) == expected).all()
    far = a.copy()
    far[:, 0, 0, 3] += 50
    far[299] = np.eye(4)
    hits = libsolid.intersects(ROUND, far, HULL, b)
    assert libsolid.first(ROUND, far, HULL, b) == int(hits.argmax()) > 1 << 16
    a[298, 0, 0, 0] = np.nan
    with pytest.raises(libsolid.BadRow) as caught:
        libsolid.distances(ROUND, a, HULL, b)
    assert caught.value.row == (298, 0) and caught.value.count == 301
    assert np.array_equal(caught.value.result[299], expected[299])


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")
def test_the_memory_is_that_of_the_answers():
    """Four million rows, whose matrices would be 512 MB a side."""
    program = """
import resource, numpy as np, libsolid
ball, far = libsolid.sphere(1), np.eye(4)
far[0, 3] = 9
a, b = np.tile(np.eye(4), (2000, 1, 1, 1)), np.tile(far, (1, 2000, 1, 1))
which = np.zeros((2000, 1), int)
used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
libsolid.first(ball, a[:40], ball, b, threads=2)
before = used()
assert libsolid.first(ball, a, ball, b, threads=2) is None
assert libsolid.first(([ball], which), a, ball, b, threads=2) is None
print(used() - before)
"""
    kilobytes = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(kilobytes) < 60_000

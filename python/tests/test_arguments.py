"""What is wrong with the arguments of batches, and what becomes of their output then."""

import pickle

import numpy as np
import pytest

import libsolid
from common import SHAPES

BOX = SHAPES["box"]
NAN = float("nan")


def cut_off(ask):
    """The error of a batch that ends after its first rows, however slow the machine is."""
    for doubling in range(12):
        with pytest.raises(libsolid.DeadlineExceeded) as caught:
            ask(0.001 * 2**doubling)
        if caught.value.rows > 0:
            break
    return caught.value


def test_rows_after_the_deadline_are_not_called_answered():
    poses, ball, mesh = np.zeros((1_000_000, 7)), SHAPES["ball"], SHAPES["mesh"]
    poses[:, 6], poses[0, 0] = 1, NAN
    error = cut_off(lambda seconds: libsolid.intersects(ball, poses, mesh, seconds=seconds, threads=1))
    assert error.rows < len(poses) and error.result.sum() == error.rows - 1
    assert (error.bad.row, error.bad.count) == (0, 1)
    same = pickle.loads(pickle.dumps(error))
    assert same.rows == error.rows and same.bad.row == 0
    chain = libsolid.Chain([ball, mesh])
    error = cut_off(lambda seconds: chain.collides(poses.reshape(-1, 2, 7), seconds=seconds, threads=1))
    assert error.bad.row == 0 and error.bad.result.dtype == np.bool_
    with pytest.raises(libsolid.DeadlineExceeded) as caught:
        libsolid.intersects(BOX, poses, BOX, seconds=0)
    assert caught.value.rows == 0 and caught.value.bad is None


def outputs(poses):
    ends = np.ones((len(poses), 3))
    return [
        (lambda **k: libsolid.intersects(BOX, poses, BOX, **k), (), np.bool_),
        (lambda **k: libsolid.within(BOX, poses, BOX, **{"distance": 1, **k}), (), np.bool_),
        (lambda **k: libsolid.distances(BOX, poses, BOX, **k), (), np.float64),
        (lambda **k: libsolid.closest_points(BOX, poses, BOX, **k), (7,), np.float64),
        (lambda **k: libsolid.depths(BOX, poses, BOX, **k), (10,), np.float64),
        (lambda **k: libsolid.contacts(BOX, poses, BOX, most=2, **k), (2, 10), np.float64),
        (lambda **k: libsolid.cast(BOX, poses, ends, BOX, **k), (7,), np.float64),
        (lambda **k: libsolid.cast_turning(BOX, poses, poses, BOX, **k), (7,), np.float64),
        (lambda **k: libsolid.rays(BOX, -ends, ends, **k), (7,), np.float64),
    ]


def test_wrong_arguments_leave_the_output_as_it_was():
    poses = np.tile(np.eye(4), (5, 1, 1))
    for ask, tail, kind in outputs(poses):
        out = np.ones((5,) + tail, kind)
        wrong = [{"threads": 0}, {"seconds": NAN}]
        if kind == np.float64:
            wrong += [{"tolerance": NAN}, {"tolerance": -1.0}, {"tolerance": -np.inf}]
        for options in wrong:
            with pytest.raises(ValueError):
                ask(out=out, **options)
            assert (out == 1).all()
    out = np.ones(5, np.bool_)
    for distance in (NAN, -1.0, -np.inf):
        with pytest.raises(ValueError):
            libsolid.within(BOX, poses, BOX, distance=distance, out=out)
    with pytest.raises(TypeError):
        libsolid.intersects(([BOX, None], [0, 1, 0, 1, 0]), poses, BOX, out=out)
    assert out.all()
    out = np.ones((5, 7))
    with pytest.raises(TypeError):
        libsolid.rays(None, np.ones((5, 3)), np.zeros(3), out=out)
    assert (out == 1).all()


def test_an_output_that_is_an_argument_is_refused():
    table = np.zeros((5, 7))
    table[:, 0], table[:, 6] = np.arange(5), 1
    before = table.copy()
    all_numbers = np.zeros(8 * 5)
    poses = np.lib.stride_tricks.as_strided(all_numbers[1:], (5, 7), (8, 8))
    for ask in (
        lambda: libsolid.closest_points(BOX, table, BOX, out=table),
        lambda: libsolid.closest_points(BOX, np.eye(4), BOX, table, out=table),
        lambda: libsolid.distances(BOX, poses, BOX, out=all_numbers[:5]),
        lambda: libsolid.cast_turning(BOX, before, table, BOX, out=table),
        lambda: libsolid.cast(BOX, before, table[:, :3], BOX, out=table),
        lambda: libsolid.rays(BOX, table[:, :3], table[:, 3:6], out=table),
    ):
        with pytest.raises(ValueError, match="shares memory"):
            ask()
        assert (table == before).all()
    # Side by side is no overlap.
    both = np.zeros(5 * 8)
    poses, out = both[5:].reshape(5, 7), both[:5]
    poses[:, 0], poses[:, 6] = 3, 1
    assert libsolid.distances(BOX, poses, BOX, out=out).tolist() == [2] * 5

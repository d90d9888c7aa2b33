"""Casts that begin in contact, and casts of shapes that turn without deciding."""

import numpy as np
import pytest

import libsolid

FOOT, FLOOR = libsolid.box(1, 1, 1), libsolid.box(9, 1, 9)
STANDS = [0, 1, 0, 0, 0, 0, 1]
WAYS = [[3, 0, 0], [0, 3, 0], [0, -3, 0], [0, 0, 0]]


def test_casts_that_begin_in_contact_go_on_if_asked():
    ends = np.tile(np.array(STANDS, float), (4, 1))
    ends[:, :3] += WAYS
    obstacles = libsolid.Obstacles([FLOOR], [[0, 0, 0, 0, 0, 0, 1]])
    for stop, times in ((True, [0, 0, 0, 0]), (False, [np.nan, np.nan, 0, np.nan])):
        k = {"stop_at_penetration": stop}
        hits = [
            libsolid.cast(FOOT, STANDS, WAYS, FLOOR, **k),
            libsolid.cast_turning(FOOT, STANDS, ends, FLOOR, **k),
            obstacles.cast(FOOT, STANDS, WAYS, **k)[1],
            obstacles.cast_turning(FOOT, STANDS, ends, **k)[1],
        ]
        for hit in hits:
            np.testing.assert_array_equal(hit.time, times)
            np.testing.assert_array_equal(hit.normal, hits[0].normal)


def test_casts_without_a_turn_are_straight_casts():
    random = np.random.default_rng(5)
    poses = np.concatenate([random.uniform(-3, 3, (300, 3)), random.normal(size=(300, 4))], axis=1)
    ends = poses.copy()
    ends[:, :3] -= 2 * poses[:, :3] + random.uniform(-6, 6, (300, 3))
    for shape in (libsolid.cone(1, 1), libsolid.ellipsoid(1, 0.5, 0.25), libsolid.cylinder(0.5, 1)):
        straight = libsolid.cast(shape, poses, ends[:, :3] - poses[:, :3], FOOT)
        turning = libsolid.cast_turning(shape, poses, ends, FOOT)
        for name in ("time", "point", "normal"):
            np.testing.assert_array_equal(getattr(straight, name), getattr(turning, name))
        assert 50 < np.isfinite(straight.time).sum() < 300


def test_rows_that_are_left_open_are_bad():
    # A body of 12 corners is followed on its way through half a turn: no row of these is open.
    angles = np.arange(12) * np.pi / 6
    gear = libsolid.hull(np.stack([np.cos(angles), np.zeros(12), np.sin(angles)], axis=1))
    pawl = libsolid.box(0, 0, 0)
    ends = [0, 0, 0, 0, np.sin(np.pi / 4), 0, np.cos(np.pi / 4)]
    hit = libsolid.cast_turning(gear, [0, 0, 0, 0, 0, 0, 1], ends, pawl, [1.000001, 0, 0, 0, 0, 0, 1], tolerance=1e-9)
    assert np.isnan(hit.time)
    assert issubclass(libsolid.BadRow, Exception)
    with pytest.raises(libsolid.BadRow):
        libsolid.cast_turning(gear, [np.nan, 0, 0, 0, 0, 0, 1], ends, pawl)

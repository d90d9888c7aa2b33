"""Batches about many bodies: obstacles and chains."""

import pickle

import numpy as np
import pytest

import libsolid
from common import SHAPES, matrices, random_poses


def earliest(which, time, alone):
    """Holds the first hits among obstacles against those of each obstacle alone."""
    alone = np.where(np.isnan(alone), np.inf, alone)
    struck = np.isfinite(alone.min(0))
    assert 20 < struck.sum() and (which == np.where(struck, alone.argmin(0), -1)).all()
    assert np.array_equal(time, np.where(struck, alone.min(0), np.nan), equal_nan=True)


def test_obstacles_are_those_of_single_questions():
    random = np.random.default_rng(5)
    shapes = [SHAPES[name] for name in random.choice(list(SHAPES), 12)]
    there = matrices(random_poses(random, 12, 6))
    obstacles = libsolid.Obstacles(shapes, there)
    shape, poses = SHAPES["capsule"], matrices(random_poses(random, 300, 6))
    for same in (obstacles, pickle.loads(pickle.dumps(obstacles))):
        hits = np.array([libsolid.intersects(shape, poses, s, p) for s, p in zip(shapes, there)])
        assert (same.first(shape, poses) == np.where(hits.any(0), hits.argmax(0), -1)).all()
        distances = np.array([libsolid.distances(shape, poses, s, p) for s, p in zip(shapes, there)])
        which, closest = same.nearest(shape, poses)
        assert (which == distances.argmin(0)).all() and (closest.distance == distances.min(0)).all()
        which, deepest = same.deepest(shape, poses)
        assert ((which >= 0) == hits.any(0)).all()
        start, end = random.uniform(-8, 8, (2, 300, 3))
        times = np.array([libsolid.rays(s, start, end, p).time for s, p in zip(shapes, there)])
        which, hit = same.rays(start, end)
        assert np.array_equal(hit.time, np.nanmin(np.where(np.isnan(times), np.inf, times), 0), equal_nan=True) or (
            (np.where(np.isnan(hit.time), np.inf, hit.time) == np.where(np.isnan(times), np.inf, times).min(0)).all()
        )
        motion = random.uniform(-8, 8, (300, 3))
        which, hit = same.cast(shape, poses, motion)
        earliest(which, hit.time, [libsolid.cast(shape, poses, motion, s, p).time for s, p in zip(shapes, there)])
        assert (same.cast(shape, poses[0], motion)[0] == [same.cast(shape, poses[0], by)[0] for by in motion]).all()
        ends = poses[::-1]
        for screw in (False, True):
            which, hit = same.cast_turning(shape, poses, ends, screw=screw, threads=2)
            alone = [libsolid.cast_turning(shape, poses, ends, s, p, screw=screw).time for s, p in zip(shapes, there)]
            earliest(which, hit.time, alone)
        which, found = same.contacts(shape, poses, most=400)
        alone = [libsolid.contacts(shape, poses, s, p, most=400) for s, p in zip(shapes, there)]
        counts = np.array([each.count for each in alone], dtype=int)
        assert (found.count == counts.sum(0)).all() and found.count.max() > 1
        for row in range(300):
            assert which[row, : found.count[row]].tolist() == np.repeat(np.arange(12), counts[:, row]).tolist()
            depths = np.concatenate([each.depth[row, : each.count[row]] for each in alone])
            assert (found.depth[row, : found.count[row]] == depths).all() and np.isnan(found.depth[row, found.count[row] :]).all()
        assert (same.contacts(shape, poses, most=1)[0][:, 0] == which[:, 0]).all()
    with pytest.raises(ValueError):
        obstacles.contacts(shape, poses, most=0)
    with pytest.raises(ValueError, match="obstacle 1"):
        libsolid.Obstacles([shape] * 2, [np.eye(4), np.full((4, 4), np.nan)])


def test_chains_are_those_of_single_questions():
    random = np.random.default_rng(6)
    links = [SHAPES[name] for name in ("box", "capsule", "hull", "mesh")]
    floor = libsolid.Obstacles([libsolid.box(20, 1, 20)], [np.eye(4)])
    ignore = [(0, 1), (2, 3)]
    chain = libsolid.Chain(links, ignore, floor, [[True], [False], [False], [False]])
    poses = matrices(random_poses(random, 4 * 200, 5)).reshape(200, 4, 4, 4)
    first = chain.first(poses)
    assert (chain.collides(poses) == (first[:, 0] >= 0)).all() and 20 < (first[:, 0] >= 0).sum() < 190
    assert chain.pairs.tolist() == [[0, 2], [0, 3], [1, 2], [1, 3]]
    block = libsolid.box(20, 1, 20)
    order = [(0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]
    distances = np.array(
        [
            libsolid.distances(links[a], poses[:, a], *((links[b], poses[:, b]) if b < 4 else (block,)))
            for a, b in order
        ]
    )
    expected = np.where((distances == 0).any(0)[:, None], np.array(order)[(distances == 0).argmax(0)], -1)
    assert (first == expected).all()
    nearest = chain.nearest(poses)
    assert (nearest.distance == distances.min(0)).all()
    assert (nearest.pair == np.array(order)[distances.argmin(0)]).all()
    depths = np.array(
        [
            libsolid.depths(links[a], poses[:, a], *((links[b], poses[:, b]) if b < 4 else (block,))).depth
            for a, b in order
        ]
    )
    greatest = np.where(np.isnan(depths), -1, depths)
    pair, deepest = chain.deepest(poses)
    touching = greatest.max(0) >= 0
    assert (pair == np.where(touching[:, None], np.array(order)[greatest.argmax(0)], -1)).all()
    assert np.array_equal(deepest.depth, np.where(touching, greatest.max(0), np.nan), equal_nan=True)
    assert (pickle.loads(pickle.dumps(chain)).first(poses, threads=2) == first).all()
    poses[7, 2, 0, 0] = np.nan
    with pytest.raises(libsolid.BadRow) as caught:
        chain.collides(poses)
    assert caught.value.row == 7 and (caught.value.result[:7] == (first[:7, 0] >= 0)).all()


def test_a_chain_among_no_obstacles_is_one_without():
    box, poses = SHAPES["box"], np.tile(np.eye(4), (3, 2, 1, 1))
    poses[1:, 1, 0, 3] = 5
    alone = libsolid.Chain([box, box])
    chain = libsolid.Chain([box, box], obstacles=libsolid.Obstacles([], np.zeros((0, 4, 4))))
    assert (chain.first(poses) == alone.first(poses)).all()
    assert chain.collides(poses).tolist() == [True, False, False]
    assert (chain.nearest(poses).distance == alone.nearest(poses).distance).all()
    assert (chain.deepest(poses)[0] == alone.deepest(poses)[0]).all()


def test_half_spaces():
    ground, here = libsolid.half_space((0, 3, 4), 5), np.eye(4)
    random = np.random.default_rng(12)
    poses = matrices(random_poses(random, 200, 6))
    for name, shape in SHAPES.items():
        gaps = libsolid.distances(shape, poses, ground, here)
        depths = libsolid.depths(shape, poses, ground, here)
        hits = libsolid.intersects(shape, poses, ground, here)
        assert (hits == (gaps == 0)).all() and 20 < hits.sum() < 180, name
        # Moved out along the normal as far as they are deep, they touch.
        moved = poses.copy()
        moved[:, :3, 3] += np.outer(np.where(hits, depths.depth, -gaps), (0, 0.6, 0.8))
        assert np.abs(libsolid.distances(shape, moved, ground, here)).max() < 1e-9, name
        moved[:, :3, 3] += (0, 0.6, 0.8)
        assert libsolid.distances(shape, moved, ground, here) == pytest.approx(1), name
    # From a height of 63 / 5 over the origin to as much below it; the plane is at 1.
    assert libsolid.rays(ground, (9, 9, 9), (9, -9, -9)).time == pytest.approx((63 / 5 - 1) / (126 / 5))
    world = libsolid.World()
    world.add(ground, here)
    ball = world.add(SHAPES["ball"], here)
    low, high = ground.bounds()
    assert low == [-np.inf] * 3 and high == [np.inf] * 3
    assert len(world.overlaps(ball)) == 1
    for wrong in ((0, 0, 0), (1, 2), (1, 2, float("nan"))):
        with pytest.raises(ValueError):
            libsolid.half_space(wrong)
    with pytest.raises(ValueError):
        libsolid.minkowski_sum(ground, SHAPES["ball"])

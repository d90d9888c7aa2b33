"""Long calls end soon after a signal, and batches after their time."""

import os
import signal
import threading
import time
import tracemalloc

import numpy as np
import pytest

import libsolid
from common import torus

# Half of it on an idle machine. On a busy one this process may not run for a while: then the time that it had counts.
SOON = 0.1

BALL, BLOCK = libsolid.sphere(1), libsolid.box(1, 1, 1)
TORUS = libsolid.mesh(*torus(60, 40))
APART = np.eye(4)
APART[0, 3] = 9
EVER = 1 << 40


def many(shape=(EVER,), pose=np.eye(4)):
    return np.broadcast_to(pose, shape + (4, 4))


def sheets():
    """Two meshes, bent alike, of which almost all faces are as near to each other: one row that takes long."""
    x, y = np.meshgrid(np.linspace(0, 1, 120), np.linspace(0, 1, 120), indexing="ij")
    vertices = np.stack([x, y, 0.01 * np.sin(40 * x) * np.cos(40 * y)], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(119), np.arange(119), indexing="ij")
    corner = lambda di, dj: ((i + di) * 120 + j + dj).ravel()
    a, b, c, d = corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
    return libsolid.mesh(vertices, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]))


def crowd():
    """A world of meshes, each in the others."""
    world = libsolid.World()
    shape = libsolid.mesh(*torus(30, 20))
    for number in range(60):
        pose = np.eye(4)
        pose[:3, 3] = 0, 0, 0.001 * number
        world.add(shape, pose)
    world.watch()
    return world


def in_a_world(world):
    while True:
        # All pairs are found anew.
        world.objects[0].pose = np.eye(4)
        for _ in world.collisions():
            pass


def moving(world):
    while True:
        for obj in world.objects:
            obj.pose = obj.pose @ np.diag([1, 1, -1, 1])
        for _ in world.motion_contacts():
            pass


def again(call):
    """Of a batch with answers, which NumPy makes first: so few rows that this takes no time."""
    while True:
        call()


def building():
    vertices, faces = torus(1500, 1000)
    while True:
        libsolid.mesh(vertices, faces)


def hulling():
    points = np.random.default_rng(0).normal(size=(400_000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    while True:
        libsolid.hull(points)


def leaving(cast, end):
    """A cast that begins where almost all faces touch."""
    sheet = sheets()
    while True:
        cast(sheet, np.eye(4), end, sheet, stop_at_penetration=False)


def turned():
    pose = np.eye(4)
    pose[:2, :2] = [[0, -1], [1, 0]]
    return pose


OBSTACLES = libsolid.Obstacles([BLOCK] * 20, np.tile(APART, (20, 1, 1)))
CHAIN = libsolid.Chain([BALL, BLOCK], obstacles=OBSTACLES)

LONG = {
    "first": lambda: libsolid.first(BALL, many(), BLOCK, APART, threads=1),
    "first of two threads": lambda: libsolid.first(BALL, many(), BLOCK, APART, threads=2),
    "distances of a mesh": lambda: libsolid.distances(TORUS, many((1 << 20,)), TORUS, APART, threads=2),
    "one row": lambda: libsolid.contacts(sheets(), np.eye(4), sheets(), most=1),
    "cast that leaves": lambda: leaving(libsolid.cast, [0.0, 0, 1]),
    "turning cast that leaves": lambda: leaving(libsolid.cast_turning, turned()),
    "chain": lambda: again(lambda: CHAIN.nearest(np.broadcast_to([APART, np.eye(4)], (1 << 18, 2, 4, 4)))),
    "obstacles": lambda: again(lambda: OBSTACLES.nearest(BALL, many((1 << 18,)))),
    "world": lambda: in_a_world(crowd()),
    "world in motion": lambda: moving(crowd()),
    "building": building,
    "hull": hulling,
}


class Ended(Exception):
    pass


def seconds_to_end(long):
    """How long a call goes on after a signal, whose handler raises an exception."""
    sent = []

    def handler(*_):
        raise Ended

    def send():
        sent.append((time.monotonic(), time.process_time()))
        os.kill(os.getpid(), signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, handler)
    timer = threading.Timer(0.3, send)
    try:
        timer.start()
        with pytest.raises(Ended):
            long()
        ended = time.monotonic(), time.process_time()
    finally:
        timer.cancel()
        signal.signal(signal.SIGUSR1, before)
    return min(now - then for now, then in zip(ended, sent[0]))


@pytest.mark.parametrize("what", LONG)
def test_long_calls_end_after_a_signal(what):
    # A machine may be slow for a while; a call that does not look at signals is late each time.
    assert any(seconds_to_end(LONG[what]) < SOON for _ in range(5))
    # What was interrupted works on.
    assert libsolid.distances(BALL, APART, BLOCK) == 7.5


def test_an_interrupted_world_is_as_before():
    world = crowd()
    expected = [(c.a.number, c.b.number) for c in world.collisions()]
    signal_before = signal.signal(signal.SIGUSR1, lambda *_: 1 / 0)
    try:
        for delay in (0.001, 0.005, 0.02, 0.05):
            for obj in world.objects:
                obj.pose = obj.pose
            timer = threading.Timer(delay, lambda: os.kill(os.getpid(), signal.SIGUSR1))
            timer.start()
            try:
                for _ in world.collisions():
                    pass
                timer.join()
                time.sleep(0)
            except ZeroDivisionError:
                pass
            timer.join()
    except ZeroDivisionError:
        pass
    finally:
        signal.signal(signal.SIGUSR1, signal_before)
    assert [(c.a.number, c.b.number) for c in world.collisions()] == expected


def test_a_handler_that_raises_nothing_changes_nothing():
    refused, world = [], crowd()
    poses = np.tile(APART, (3000, 1, 1))
    expected = libsolid.closest_points(TORUS, poses, BALL)
    count = len(list(world.collisions()))

    def handler(*_):
        # Another batch within the call.
        assert libsolid.distances(BALL, APART, BLOCK) == 7.5
        # The world that it interrupts it cannot use.
        with pytest.raises(RuntimeError, match="handler of a signal"):
            world.distance(*world.objects[:2])
        refused.append(True)

    before = signal.signal(signal.SIGALRM, handler)
    try:
        while not refused:
            for obj in world.objects:
                obj.pose = obj.pose
            cursor = world._native.begin_test()
            signal.setitimer(signal.ITIMER_REAL, 0.005)
            try:
                while world._native.next_collision(cursor) is not None:
                    pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    except BaseException:
        # It ran between two calls: the world was not in use.
        if not refused:
            pytest.skip("the signal came between two calls")
        raise
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(list(world.collisions())) == count
    assert all(np.array_equal(one, other) for one, other in zip(expected, libsolid.closest_points(TORUS, poses, BALL)))


ROWS = 1 << 20


def batches():
    """Each function that takes seconds, with rows that broadcast. NumPy makes their answers, which is a part of the time."""
    rows = (ROWS,)
    ends = np.broadcast_to([1.0, 0, 0], rows + (3,))
    links = np.broadcast_to([APART, np.eye(4)], rows + (2, 4, 4))
    poses = many(rows)
    pairs = ("intersects", "first", "distances", "closest_points", "depths", "contacts")
    found = {name: lambda name=name: getattr(libsolid, name)(BALL, poses, BLOCK, APART, seconds=0.05) for name in pairs}
    found["within"] = lambda: libsolid.within(BALL, poses, BLOCK, APART, distance=2, seconds=0.05)
    found["cast"] = lambda: libsolid.cast(BALL, poses, ends, BLOCK, APART, seconds=0.05)
    found["cast of one pose"] = lambda: libsolid.cast(BALL, np.eye(4), ends, BLOCK, APART, seconds=0.05)
    found["cast_turning"] = lambda: libsolid.cast_turning(BALL, poses, APART, BLOCK, APART, seconds=0.05)
    found["rays"] = lambda: libsolid.rays(BALL, ends, -ends[:1], seconds=0.05)
    for name in ("first", "nearest", "deepest", "contacts"):
        found[f"Obstacles.{name}"] = lambda name=name: getattr(OBSTACLES, name)(BALL, poses, seconds=0.05)
    found["Obstacles.cast"] = lambda: OBSTACLES.cast(BALL, poses, ends, seconds=0.05)
    found["Obstacles.cast_turning"] = lambda: OBSTACLES.cast_turning(BALL, poses, APART, seconds=0.05)
    found["Obstacles.rays"] = lambda: OBSTACLES.rays(ends, -ends[:1], seconds=0.05)
    for name in ("first", "collides", "nearest", "deepest"):
        found[f"Chain.{name}"] = lambda name=name: getattr(CHAIN, name)(links, seconds=0.05)
    return found


@pytest.mark.parametrize("what", batches())
def test_the_time_is_held_over_rows_that_broadcast(what):
    begun = time.monotonic()
    tracemalloc.start()
    try:
        batches()[what]()
        # All rows within the time, which a machine may well manage; one that forgets the time takes longer than this.
        assert time.monotonic() - begun < 10
    except libsolid.DeadlineExceeded as error:
        assert 0 <= error.rows < ROWS
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    # What is prepared before the first row is not interrupted: it is the answers, and never a copy of all rows' poses.
    answer = 4 * 10 * 8 if "contacts" in what else 8 * 8
    assert most < ROWS * (answer + 8 * 8)


def test_more_rows_than_could_be_gone_through():
    # Were the time not held, this would not end.
    with pytest.raises(libsolid.DeadlineExceeded) as caught:
        libsolid.first(BALL, many((1 << 20, 1 << 20)), BLOCK, APART, seconds=0.1)
    assert 0 < caught.value.rows < 1 << 30

"""Several Python threads at once, with or without a global interpreter lock.

With a free-threaded interpreter (``python/check`` with PYTHON set to one) they run side by side.
"""

import ctypes
import platform
import sys
import sysconfig
import threading

import numpy as np
import pytest

import libsolid


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def together(count, work):
    """Calls ``work(0)`` to ``work(count - 1)`` in threads that begin at once; raises what any of them raised."""
    start, results, errors = threading.Barrier(count), [None] * count, []

    def run(number):
        try:
            start.wait()
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_the_package_needs_no_interpreter_lock():
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this interpreter has a lock")
    assert not sys._is_gil_enabled()


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_of_several_threads_are_those_of_one(threads):
    random = np.random.default_rng(1)
    points = random.normal(size=(40, 3))
    shapes = [libsolid.hull(points), libsolid.box(1, 2, 3), libsolid.sphere(1)]
    poses = np.tile(np.eye(4), (2000, 1, 1))
    poses[:, :3, 3] = random.uniform(-3, 3, (2000, 3))
    obstacles = libsolid.Obstacles(shapes, poses[:3])
    chain = libsolid.Chain(shapes, [(0, 1)], obstacles)
    rows = np.stack([poses[:500], poses[500:1000], poses[1000:1500]], axis=1)

    def answers(_):
        found = []
        for shape in shapes:
            found.append(libsolid.intersects(shapes[0], poses, shape, threads=threads))
            found.append(libsolid.distances(shapes[0], poses, shape, threads=threads))
            found.append(libsolid.depths(shapes[0], poses, shape, threads=threads).depth)
        found.append(obstacles.nearest(shapes[1], poses, threads=threads)[1].distance)
        found.append(chain.first(rows, threads=threads))
        return found

    expected = answers(0)
    for found in together(4, answers):
        for one, other in zip(expected, found):
            assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def test_one_world_for_several_threads():
    """Each thread adds, moves and removes objects of its own in a place of its own, and tests the whole world."""
    world, ball = libsolid.World(), libsolid.sphere(1)
    resting = [world.add(ball, at(0)), world.add(ball, at(1))]
    world.watch()
    world.proceed()

    def work(number):
        y = 10.0 * (number + 1)
        for step in range(60):
            a, b = world.add(ball, at(0, y), data=number), world.add(ball, at(5, y), data=number)
            if step % 3 == 0:
                world.respond(None, a, b)
            b.pose = at(1, y)
            # Whatever the others do meanwhile, these four collide.
            found = [(c.a, c.b) for c in world.collisions()]
            assert (a, b) in found and tuple(resting) in found
            assert all(p.data == q.data for p, q in found)
            assert world.test() >= 2 and world.distance(a, b) == 0
            hit, _ = world.ray([-9, y, 0], [9, y, 0])
            assert hit is a
            assert len(world.obstacles()) >= 4
            a.remove()
            with pytest.raises(KeyError):
                a.pose
            hit, _ = world.ray([-9, y, 0], [9, y, 0])
            assert hit is b
            b.remove()
        return True

    assert together(4, work) == [True] * 4
    assert world.objects == resting and world.test() == 1


def test_an_object_is_removed_once():
    world = libsolid.World()
    for _ in range(50):
        obj = world.add(libsolid.sphere(1))

        def remove(_):
            try:
                obj.remove()
                return True
            except KeyError:
                return False

        assert sorted(together(3, remove)) == [False, False, True]
    assert world.objects == []


def test_an_array_is_written_by_one_batch_at_a_time():
    """Two batches into one array: each is answered, or refused with an exception; nothing else happens."""
    ball, out = libsolid.sphere(1), np.empty(5000)
    poses = np.tile(at(4), (5000, 1, 1))

    def write(_):
        try:
            libsolid.distances(ball, poses, ball, out=out)
            return True
        except Exception as error:
            return type(error).__name__

    assert True in together(4, write)
    assert (libsolid.distances(ball, poses, ball, out=out) == 2).all()


def test_threads_may_save_to_one_path(tmp_path):
    shapes = [libsolid.sphere(1 + number) for number in range(4)]

    def save(number):
        for _ in range(20):
            shapes[number].save(tmp_path / "shape")
            assert libsolid.load(tmp_path / "shape").to_bytes() in {shape.to_bytes() for shape in shapes}
        return True

    assert together(4, save) == [True] * 4
    assert [file.name for file in tmp_path.iterdir()] == ["shape"]


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64") or sys.platform != "linux", reason="its rounding modes")
@pytest.mark.parametrize("threads", [1, 2])
def test_the_floating_point_environment_changes_no_answer(threads):
    # Other modules set it: those compiled with -ffast-math, say.
    environment, upwards = ctypes.CDLL("libm.so.6"), 0x800
    poses = np.random.default_rng(1).normal(size=(1000, 7))
    shapes = libsolid.cylinder(1, 2), libsolid.cone(1, 3)
    due = libsolid.distances(shapes[0], poses, shapes[1])
    try:
        environment.fesetround(upwards)
        found = libsolid.distances(shapes[0], poses, shapes[1], threads=threads)
        own = environment.fegetround()
    finally:
        environment.fesetround(0)
    assert own == upwards
    np.testing.assert_array_equal(found, due)

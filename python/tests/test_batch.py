import copy
import multiprocessing
import os
import pickle
import threading
import warnings

import numpy as np
import pytest

import libsolid
from common import SHAPES, matrices, random_poses


@pytest.mark.parametrize("name", SHAPES)
def test_batches_are_single_questions(name):
    random = np.random.default_rng(1)
    shape, other = SHAPES[name], SHAPES["hull"]
    poses = matrices(random_poses(random, 400, 3.5))
    batches = [
        lambda p, **k: libsolid.intersects(shape, p, other, **k),
        lambda p, **k: libsolid.distances(shape, p, other, **k),
        lambda p, **k: np.concatenate([x.ravel() for x in libsolid.closest_points(shape, p, other, **k)]),
        lambda p, **k: libsolid.within(shape, p, other, distance=0.2, **k),
        lambda p, **k: libsolid.depths(shape, p, other, **k).depth,
        lambda p, **k: libsolid.contacts(shape, p, other, most=2, **k).depth,
        lambda p, **k: libsolid.cast(shape, p, [1, 0, 0], other, **k).time,
        lambda p, **k: libsolid.cast_turning(shape, p[:100], p[100:200], other, **k).time,
    ]
    for batch in batches:
        one, two = batch(poses, threads=1), batch(poses, threads=2)
        assert np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
    hits = libsolid.intersects(shape, poses, other)
    assert 20 < hits.sum() < 380
    assert [bool(libsolid.intersects(shape, pose, other)) for pose in poses] == hits.tolist()
    assert ((libsolid.distances(shape, poses, other) == 0) == hits).all()
    assert (np.isnan(libsolid.depths(shape, poses, other).depth) == ~hits).all()
    assert libsolid.first(shape, poses, other) == int(np.argmax(hits))
    closest = libsolid.closest_points(shape, poses, other)
    gap = np.linalg.norm(closest.point_a - closest.point_b, axis=1)
    assert np.allclose(gap, closest.distance, atol=1e-9)


def test_what_a_box_says_is_right():
    block = libsolid.box(2, 2, 2)
    poses = np.tile(np.eye(4), (3, 1, 1))
    poses[:, 0, 3] = [1.5, 2.0, 4.0]
    assert libsolid.intersects(block, poses, block).tolist() == [True, True, False]
    assert libsolid.distances(block, poses, block).tolist() == [0, 0, 2]
    depth = libsolid.depths(block, poses, block)
    assert depth.depth[0] == 0.5 and depth.normal[0].tolist() == [1, 0, 0] and np.isnan(depth.depth[2])
    contacts = libsolid.contacts(block, poses, block, most=4)
    assert contacts.count.tolist()[0] == 4 and contacts.count.tolist()[2] == 0
    assert (contacts.depth[0] == 0.5).all() and np.isnan(contacts.depth[2]).all()
    hit = libsolid.rays(block, [[5, 0, 0], [5, 3, 0]], [[-5, 0, 0], [-5, 3, 0]])
    assert hit.time[0] == pytest.approx(0.4) and np.isnan(hit.time[1])
    assert hit.normal[0].tolist() == [1, 0, 0]
    hit = libsolid.cast(block, poses[2], [-4, 0, 0], block)
    assert hit.time == pytest.approx(0.5)


def test_arrays_of_all_kinds_are_read_alike():
    random = np.random.default_rng(3)
    shape, other = SHAPES["box"], SHAPES["hull"]
    poses = random_poses(random, 60, 2)
    expected = libsolid.distances(shape, poses, other)
    m = matrices(poses)
    exact = libsolid.distances(shape, m, other)
    assert np.allclose(exact, expected, atol=1e-9)
    wide = np.zeros((120, 5, 6))
    wide[::2, :4, 1:5] = m
    for same in (m[:, :3], np.asfortranarray(m), wide[::2, :4, 1:5], m[::-1][::-1], np.swapaxes(np.swapaxes(m, 1, 2).copy(), 1, 2)):
        assert (libsolid.distances(shape, same, other) == exact).all()
    assert (libsolid.distances(shape, m[::-1], other) == exact[::-1]).all()
    assert (libsolid.distances(shape, m.reshape(3, 20, 4, 4), other) == exact.reshape(3, 20)).all()
    single = m.astype(np.float32)
    assert (libsolid.distances(shape, single, other) == libsolid.distances(shape, single.astype(float), other)).all()
    big_endian = m.astype(">f8")
    assert (libsolid.distances(shape, big_endian, other) == exact).all()
    m.flags.writeable = False
    assert (libsolid.distances(shape, m, other) == exact).all()
    wxyz = poses[:, [0, 1, 2, 6, 3, 4, 5]]
    assert (libsolid.distances(shape, wxyz, other, quaternion="wxyz") == expected).all()
    assert libsolid.distances(shape, poses[:0], other).shape == (0,)
    out = np.empty(60)
    assert libsolid.distances(shape, m, other, out=out) is out and (out == exact).all()
    which = random.integers(0, 2, 60)
    both = libsolid.distances(([shape, other], which), m, other)
    assert (both == np.where(which == 0, exact, libsolid.distances(other, m, other))).all()
    with pytest.raises(ValueError):
        libsolid.distances(shape, m, other, out=np.empty(59))
    with pytest.raises(ValueError):
        libsolid.distances(shape, m[:, :2], other)
    with pytest.raises(TypeError):
        libsolid.distances(shape, np.full((4, 4), "x"), other)


def test_answers_go_into_the_array_of_the_caller():
    random = np.random.default_rng(9)
    shape, ends = SHAPES["hull"], random.normal(size=(5, 12, 3))
    poses = matrices(random_poses(random, 60, 2)).reshape(5, 12, 4, 4)
    for ask, tail in (
        (lambda **k: libsolid.closest_points(shape, poses, shape, **k), (7,)),
        (lambda **k: libsolid.depths(shape, poses, shape, **k), (10,)),
        (lambda **k: libsolid.contacts(shape, poses, shape, most=3, **k)[1:], (3, 10)),
        (lambda **k: libsolid.cast(shape, poses, ends, shape, **k), (7,)),
        (lambda **k: libsolid.cast_turning(shape, poses, poses[::-1], shape, **k), (7,)),
        (lambda **k: libsolid.rays(shape, ends * 3, ends, **k), (7,)),
    ):
        out = np.zeros((5, 12) + tail)
        for own, given in zip(ask(), ask(out=out)):
            assert np.array_equal(own, given, equal_nan=True) and np.shares_memory(given, out)
        for wrong in (out.reshape((60,) + tail), out.astype(np.float32), np.asfortranarray(out), np.zeros(out.shape[:-1] + (99,))):
            with pytest.raises(ValueError):
                ask(out=wrong)
    assert libsolid.rays(shape, ends[:0], ends[:0]).time.shape == (0, 12)


def test_wrong_arrays_are_refused_with_a_reason():
    shape, pose, poses, ends = SHAPES["box"], np.eye(4), np.tile(np.eye(4), (3, 1, 1)), np.zeros((3, 3))
    obstacles = libsolid.Obstacles([shape] * 2, poses[:2])
    chain = libsolid.Chain([shape] * 2)
    for wrong in (
        lambda: libsolid.intersects(shape, pose.astype(complex), shape),
        lambda: libsolid.intersects(shape, pose.astype(object), shape),
        lambda: libsolid.intersects(shape, pose.astype(bool), shape),
        lambda: libsolid.intersects(([shape], [0.0]), pose, shape),
        lambda: libsolid.intersects("box", pose, shape),
        lambda: libsolid.cast(shape, poses, ends.astype(complex), shape),
        lambda: libsolid.rays(shape, ends.astype("U1"), ends),
        lambda: libsolid.Obstacles(["box"], poses[:1]),
    ):
        with pytest.raises((TypeError, ValueError)):
            wrong()
    for wrong in (
        lambda: libsolid.intersects(shape, np.zeros((3, 3)), shape),
        lambda: libsolid.intersects(shape, np.zeros(6), shape),
        lambda: libsolid.intersects(shape, 1.0, shape),
        lambda: libsolid.intersects(shape, poses, shape, poses[:2]),
        lambda: libsolid.intersects(([shape], [0, 0]), poses, shape),
        lambda: libsolid.intersects(shape, poses, shape, out=np.empty(3)),
        lambda: libsolid.intersects(shape, poses, shape, out=np.empty(6, bool)[::2]),
        lambda: libsolid.intersects(shape, np.ones(7), shape, quaternion="zyxw"),
        lambda: libsolid.intersects(shape, poses, shape, threads=0),
        lambda: libsolid.contacts(shape, poses, shape, most=0),
        lambda: libsolid.cast(shape, poses, np.zeros((3, 2)), shape),
        lambda: libsolid.cast(shape, poses, ends[:2], shape),
        lambda: libsolid.cast_turning(shape, poses, ends, shape),
        lambda: libsolid.cast_turning(shape, poses, poses[:2], shape),
        lambda: libsolid.rays(shape, ends, ends[:2]),
        lambda: libsolid.rays(shape, ends, ends, poses),
        lambda: libsolid.Obstacles([shape], poses),
        lambda: obstacles.first(shape, ends),
        lambda: obstacles.cast(shape, poses, ends[:2]),
        lambda: obstacles.cast_turning(shape, poses, ends),
        lambda: chain.first(poses),
        lambda: chain.nearest(pose),
        lambda: libsolid.Chain([shape] * 2, ignore=np.zeros((3, 3), bool)),
        lambda: libsolid.Chain([shape] * 2, ignore_obstacles=[(0, 0)]),
        lambda: libsolid.World().add(shape, poses),
    ):
        with pytest.raises(ValueError):
            wrong()
    assert libsolid.intersects(shape, poses, shape).tolist() == [True] * 3


def test_bad_rows_are_named_and_the_others_answered():
    shape = SHAPES["box"]
    poses = np.tile(np.eye(4), (5, 1, 1))
    expected = libsolid.distances(shape, poses, shape)
    poses[[1, 3], 0, 0] = np.nan, np.inf
    with pytest.raises(libsolid.BadRow, match="row 1.*1 more") as caught:
        libsolid.distances(shape, poses, shape)
    assert (caught.value.row, caught.value.count) == (1, 2)
    assert (caught.value.result[[0, 2, 4]] == expected[[0, 2, 4]]).all()
    assert np.isnan(caught.value.result[[1, 3]]).all()
    assert pickle.loads(pickle.dumps(caught.value)).row == 1
    with pytest.raises(libsolid.BadRow) as caught:
        libsolid.intersects(shape, np.array([[[0, 0, 0, 0, 0, 0, 0.0]]]), shape)
    assert caught.value.row == (0, 0)
    with pytest.raises(libsolid.BadRow, match="no such shape"):
        libsolid.intersects(([shape], [0, -1]), np.eye(4), shape)
    with pytest.raises(libsolid.DeadlineExceeded) as caught:
        libsolid.distances(shape, np.tile(np.eye(4), (9, 1, 1)), shape, seconds=0)
    assert caught.value.rows == 0


def test_rows_without_an_answer_spoil_no_others():
    shape, nan, one = SHAPES["box"], np.full(3, np.nan), np.ones(3)
    poses = np.tile(np.eye(4), (3, 1, 1))
    bad = poses.copy()
    bad[1, 2, 3] = np.nan
    obstacles = libsolid.Obstacles([shape], np.eye(4)[None])
    ends = np.array([5 * one, nan, 5 * one])
    for ask, right in (
        (lambda: libsolid.rays(shape, ends, -ends), lambda found: found.time),
        (lambda: obstacles.rays(ends, -ends), lambda found: found[1].time),
        (lambda: libsolid.cast(shape, poses, ends, shape, poses), lambda found: found.time),
        (lambda: libsolid.cast_turning(shape, poses, bad, shape), lambda found: found.time),
        (lambda: libsolid.cast_turning(shape, poses, None, shape, bad), lambda found: found.time),
        (lambda: obstacles.cast(shape, poses, ends), lambda found: found[1].time),
        (lambda: obstacles.cast_turning(shape, bad, poses), lambda found: found[1].time),
        (lambda: obstacles.contacts(shape, bad), lambda found: found[1].depth[:, 0]),
        (lambda: libsolid.depths(shape, bad, shape), lambda found: found.depth),
        (lambda: libsolid.closest_points(shape, bad, shape), lambda found: found.distance),
        (lambda: libsolid.contacts(shape, bad, shape), lambda found: found.depth[:, 0]),
        (lambda: obstacles.nearest(shape, bad), lambda found: found[1].distance),
        (lambda: obstacles.deepest(shape, bad), lambda found: found[1].depth),
        (lambda: libsolid.Chain([shape] * 2).nearest(np.stack([bad, poses], 1)), lambda found: found.distance),
        (lambda: libsolid.Chain([shape] * 2).deepest(np.stack([bad, poses], 1)), lambda found: found[1].depth),
    ):
        with pytest.raises(libsolid.BadRow) as caught:
            ask()
        assert (caught.value.row, caught.value.count) == (1, 1)
        assert np.isfinite(right(caught.value.result)).tolist() == [True, False, True]
    for ask in (lambda: libsolid.intersects(shape, bad, shape), lambda: libsolid.within(shape, bad, shape, distance=1)):
        with pytest.raises(libsolid.BadRow) as caught:
            ask()
        assert caught.value.row == 1 and caught.value.result.tolist() == [True, False, True]
    with pytest.raises(libsolid.BadRow) as caught:
        obstacles.first(shape, bad)
    assert caught.value.result.tolist() == [0, -1, 0]
    with pytest.raises(libsolid.BadRow) as caught:
        libsolid.first(shape, bad[1:], shape)
    assert caught.value.row == 0 and caught.value.result == 1


def test_what_is_answered_before_the_deadline_is_right():
    shape, ball = SHAPES["mesh"], SHAPES["ball"]
    poses = np.tile(random_poses(np.random.default_rng(7), 1000, 2), (1000, 1))
    expected = libsolid.distances(shape, poses[:1000], ball)
    for threads in (1, 2):
        with pytest.raises(libsolid.DeadlineExceeded) as caught:
            libsolid.distances(shape, poses, ball, seconds=0.05, threads=threads)
        rows, found = caught.value.rows, caught.value.result
        assert rows < len(poses) and (found[:rows] == np.resize(expected, rows)).all()


def test_shapes_are_refused_with_a_reason():
    for wrong in (
        lambda: libsolid.sphere(np.nan),
        lambda: libsolid.hull(np.zeros((0, 3))),
        lambda: libsolid.hull(np.zeros((4, 2))),
        lambda: libsolid.mesh(np.zeros((3, 3)), [[0, 1, 2.5]]),
        lambda: libsolid.mesh(np.zeros((3, 3)), np.zeros((0, 3), int)),
        lambda: libsolid.mesh(np.eye(3), [[0, 1, 2]], solid=True),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError, match="face 1"):
        libsolid.mesh(np.zeros((3, 3)), [[0, 1, 2], [0, 1, 3]])


@pytest.mark.parametrize("name", SHAPES)
def test_copies_answer_alike(name):
    shape = SHAPES[name]
    poses = random_poses(np.random.default_rng(4), 50, 2)
    expected = libsolid.distances(shape, poses, SHAPES["ball"])
    for same in (copy.copy(shape), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))):
        assert (libsolid.distances(same, poses, SHAPES["ball"]) == expected).all()


@pytest.mark.parametrize("name", SHAPES)
def test_saved_shapes_answer_alike(name, tmp_path):
    shape, path = SHAPES[name], tmp_path / "a shape"
    shape.save(path)
    poses = random_poses(np.random.default_rng(4), 50, 2)
    expected = libsolid.contacts(shape, poses, SHAPES["ball"])
    for mmap in (False, True):
        loaded = libsolid.load(str(path), mmap=mmap)
        found = libsolid.contacts(loaded, poses, SHAPES["ball"])
        assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(expected, found))
        assert loaded.to_bytes() == path.read_bytes() == shape.to_bytes()
        # Neither needs the file any more, and a new one does not change what was loaded.
        SHAPES["ball"].save(path)
        assert loaded.to_bytes() == shape.to_bytes()
        shape.save(path)
    assert os.listdir(tmp_path) == ["a shape"]
    path.unlink()
    assert loaded.to_bytes() == shape.to_bytes()


def test_damaged_files_are_refused(tmp_path):
    path = tmp_path / "a shape"
    SHAPES[list(SHAPES)[-1]].save(path)
    data = bytearray(path.read_bytes())
    for place in range(0, len(data), 1 + len(data) // 200):
        damaged = data.copy()
        damaged[place] ^= 1
        path.write_bytes(damaged)
        for mmap in (False, True):
            with pytest.raises(ValueError, match="a shape"):
                libsolid.load(path, mmap)
    path.write_bytes(data[:-1])
    with pytest.raises(ValueError, match="damaged"):
        libsolid.load(path)
    path.write_bytes(b"")
    with pytest.raises(ValueError):
        libsolid.load(path, mmap=True)
    with pytest.raises(FileNotFoundError):
        libsolid.load(tmp_path / "another", mmap=True)
    with pytest.raises(OSError):
        SHAPES["box"].save(tmp_path)
    with pytest.raises(ValueError, match="not a saved shape"):
        libsolid.Shape.from_bytes(b"")
    with pytest.raises(OSError):
        libsolid.load(tmp_path / "none")


def test_composed_shapes():
    rounded = libsolid.minkowski_sum(libsolid.box(2, 2, 2), libsolid.sphere(0.5))
    assert rounded.bounds()[1] == pytest.approx([1.5] * 3)
    drop = libsolid.convex_hull(libsolid.sphere(1), libsolid.placed(libsolid.sphere(0.1), [0, 3, 0, 0, 0, 0, 1]))
    assert drop.bounds()[1][1] == pytest.approx(3.1)
    assert pickle.loads(pickle.dumps(drop)).bounds() == drop.bounds()


def answer(shape):
    poses = random_poses(np.random.default_rng(7), 1000, 2)
    return libsolid.distances(shape, poses, SHAPES["ball"], threads=2)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_answer_alike(method):
    shape = SHAPES["mesh"]
    expected = answer(shape)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert (pool.apply(answer, (shape,)) == expected).all()


def test_a_fork_while_a_batch_runs():
    """The child has none of the threads that answer the parent, and can ask all the same."""
    shape = SHAPES["mesh"]
    expected = answer(shape)
    poses = np.tile(random_poses(np.random.default_rng(7), 1000, 2), (50, 1))
    found = []
    running = threading.Thread(target=lambda: found.append(libsolid.distances(shape, poses, SHAPES["ball"], threads=2)))
    running.start()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks while threads run
        child = os.fork()
    if child == 0:
        same = False
        try:
            same = (answer(shape) == expected).all()
        finally:
            os._exit(0 if same else 1)
    assert running.is_alive(), "the batch was over before the fork"
    assert os.waitpid(child, 0)[1] == 0
    running.join()
    assert (found[0].reshape(50, -1) == expected).all()


def test_threads_are_set():
    assert libsolid.get_threads() >= 1
    libsolid.set_threads(2)
    assert libsolid.get_threads() == 2
    libsolid.set_threads(None)
    with pytest.raises(ValueError):
        libsolid.set_threads(0)
    os.environ["LIBSOLID_NUM_THREADS"] = "3"
    try:
        assert libsolid.get_threads() == 3
    finally:
        del os.environ["LIBSOLID_NUM_THREADS"]

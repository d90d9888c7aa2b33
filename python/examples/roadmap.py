"""Checks the configurations of a roadmap by several processes, and goes on where it was if one of them is killed.

    python roadmap.py [--count 10000000] [--workers 2] [--folder roadmap] [--ray]

An arm of six links, which are meshes, among boxes: which random configurations are free? Configurations are drawn part by part,
each part from a seed of its own, so that it does not matter who checks it and when. A part that is done is a file, which appears in
the folder whole or not at all: nothing is lost or done twice, whether a worker or the whole program is killed. Workers share nothing
but the link's mesh, which is built once, saved in the folder, and mapped: there is one copy of it in memory. With --ray they are those of Ray (PyPI ray), which is
started on this machine; on a cluster they would be anywhere, with the folder on a file system that all of them see.
"""

import argparse
import os
import pathlib
import signal
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

import numpy as np

import libsolid

PART = 10_000
LENGTH = 0.5
LINK = "link.shape"
_chain = None


def link():
    """A tube of triangles with round ends, along y from ``-LENGTH / 2`` to ``LENGTH / 2`` and a little farther."""
    around, across = 12, 10
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, around, False), np.linspace(-np.pi / 2, np.pi / 2, across), indexing="ij")
    y = 0.06 * np.sin(v) + np.where(v < 0, -0.5, 0.5) * LENGTH
    vertices = np.stack([0.06 * np.cos(v) * np.cos(u), y, 0.06 * np.cos(v) * np.sin(u)], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(around), np.arange(across - 1), indexing="ij")
    corner = lambda di, dj: ((i + di) % around * across + j + dj).ravel()
    a, b, c, d = corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
    return libsolid.mesh(vertices, np.concatenate([np.stack([a, c, b], 1), np.stack([a, d, c], 1)]))


def arm(shape):
    """The chain: links along z that turn about y and z in turn, and boxes around it."""
    links = [shape] * 6
    random = np.random.default_rng(1)
    boxes = [libsolid.box(*random.uniform(0.1, 0.6, 3)) for _ in range(40)]
    poses = np.tile(np.eye(4), (40, 1, 1))
    directions = random.normal(size=(40, 3))
    poses[:, :3, 3] = directions / np.linalg.norm(directions, axis=1, keepdims=True) * random.uniform(1.2, 3, (40, 1))
    obstacles = libsolid.Obstacles(boxes, poses)
    return libsolid.Chain(links, [(i, i + 1) for i in range(5)], obstacles)


def placements(angles):
    """Where the links are: matrices of (rows, 6, 4, 4), of angles of (rows, 6) in radians."""
    rows = len(angles)
    frame = np.tile(np.eye(4), (rows, 1, 1))
    result = np.empty((rows, 6, 4, 4))
    # Links are long in y: turned to z, and moved so that they begin at the joint.
    own = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, LENGTH / 2], [0, 0, 0, 1.0]])
    for link in range(6):
        turn = np.tile(np.eye(4), (rows, 1, 1))
        c, s = np.cos(angles[:, link]), np.sin(angles[:, link])
        i, j = ((0, 1), (2, 0))[link % 2]
        turn[:, i, i], turn[:, i, j], turn[:, j, i], turn[:, j, j] = c, -s, s, c
        frame = frame @ turn
        result[:, link] = frame @ own
        frame[:, :3, 3] += LENGTH * frame[:, :3, 2]
    return result


def angles_of(part):
    return np.random.default_rng(part).uniform(-np.pi, np.pi, (PART, 6))


def start(folder):
    # Ctrl-C is for the process that waits for them: a worker that it ends may leave a lock behind that others wait for.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _chain
    _chain = arm(libsolid.load(folder / LINK, mmap=True))


def check_own(part, folder):
    return check(_chain, part, folder)


def check(chain, part, folder):
    """Checks a part, unless that is done; writes which configurations are free."""
    done = folder / f"{part:08}.npy"
    if not done.exists():
        free = ~chain.collides(placements(angles_of(part)), threads=1)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".part-", delete=False) as file:
            np.save(file, np.packbits(free))
        os.replace(file.name, done)
    return part


def progress(done, parts):
    if sys.stderr.isatty():
        width = 40 * done // parts
        print(f"\r[{'#' * width}{'.' * (40 - width)}] {done} of {parts}", end="" if done < parts else "\n", file=sys.stderr)


def by_processes(missing, workers, folder):
    """Checks parts by processes of this machine; yields each that is done."""
    while missing:
        pool = ProcessPoolExecutor(workers, initializer=start, initargs=(folder,))
        try:
            for job in as_completed([pool.submit(check_own, part, folder) for part in missing]):
                missing.remove(job.result())
                yield
        except BrokenProcessPool:
            print("a worker was killed: its part is checked again", file=sys.stderr)
        finally:
            # After Ctrl-C the parts that nobody has begun are left for the next time.
            pool.shutdown(cancel_futures=True)


def by_ray(missing, workers, folder):
    """The same by Ray, which starts the task of a killed worker again by itself."""
    import ray

    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        shared, task = ray.put(arm(libsolid.load(folder / LINK))), ray.remote(max_retries=-1)(check)
        waiting = [task.remote(shared, part, folder) for part in missing]
        while waiting:
            done, waiting = ray.wait(waiting)
            ray.get(done)
            yield
    finally:
        ray.shutdown()


def roadmap(count, workers, folder, run=by_processes):
    """How many of the configurations are free, and how many there are."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    parts = -(-count // PART)
    if not (folder / LINK).exists():
        link().save(folder / LINK)
    missing = [part for part in range(parts) if not (folder / f"{part:08}.npy").exists()]
    progress(parts - len(missing), parts)
    for done, _ in enumerate(run(list(missing), workers, folder), parts - len(missing) + 1):
        progress(done, parts)
    free = [np.unpackbits(np.load(folder / f"{part:08}.npy")) for part in range(parts)]
    return int(np.sum([part.sum() for part in free])), parts * PART


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", default="roadmap")
    parser.add_argument("--ray", action="store_true", help="by Ray in place of processes")
    options = parser.parse_args()
    run = by_ray if options.ray else by_processes
    try:
        free, count = roadmap(options.count, options.workers, options.folder, run)
    except KeyboardInterrupt:
        raise SystemExit("interrupted: what is done is in the folder, and the next call goes on there") from None
    print(f"{free} of {count} configurations are free")

"""Checks the configurations of a roadmap by several processes, and goes on where it was if one of them is killed.

    python roadmap.py [--count 10000000] [--workers 2] [--folder roadmap]

An arm of six capsules among boxes: which random configurations are free? Configurations are drawn part by part, each part from a
seed of its own, so that it does not matter who checks it and when. A part that is done is a file, which appears in the folder whole
or not at all: nothing is lost or done twice, whether a worker or the whole program is killed. Workers share nothing but the chain
that they are given at the start, with its shapes.
"""

import argparse
import os
import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

import numpy as np

import libsolid

PART = 10_000
LENGTH = 0.5
_chain = None


def arm():
    """The chain: links along z that turn about y and z in turn, and boxes around it."""
    links = [libsolid.capsule(0.06, LENGTH)] * 6
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
    # Capsules are long in y: turned to z, and moved so that they begin at the joint.
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


def start(chain):
    global _chain
    _chain = chain


def check(part, folder):
    """Check a part, unless that is done; writes which configurations are free."""
    done = folder / f"{part:08}.npy"
    if not done.exists():
        free = ~_chain.collides(placements(angles_of(part)), threads=1)
        own = folder / f".{part:08}.{os.getpid()}"
        with open(own, "wb") as file:
            np.save(file, np.packbits(free))
        os.replace(own, done)
    return part


def progress(done, parts):
    if sys.stderr.isatty():
        width = 40 * done // parts
        print(f"\r[{'#' * width}{'.' * (40 - width)}] {done} of {parts}", end="" if done < parts else "\n", file=sys.stderr)


def roadmap(count, workers, folder):
    """How many of the configurations are free, and how many there are."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    parts, chain = -(-count // PART), arm()
    while True:
        missing = [part for part in range(parts) if not (folder / f"{part:08}.npy").exists()]
        progress(parts - len(missing), parts)
        if not missing:
            break
        try:
            with ProcessPoolExecutor(workers, initializer=start, initargs=(chain,)) as pool:
                jobs = [pool.submit(check, part, folder) for part in missing]
                for done, job in enumerate(as_completed(jobs), parts - len(missing) + 1):
                    job.result()
                    progress(done, parts)
        except BrokenProcessPool:
            print("a worker was killed: its part is checked again", file=sys.stderr)
    free = [np.unpackbits(np.load(folder / f"{part:08}.npy")) for part in range(parts)]
    return int(np.sum([part.sum() for part in free])), parts * PART


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", default="roadmap")
    options = parser.parse_args()
    free, count = roadmap(options.count, options.workers, options.folder)
    print(f"{free} of {count} configurations are free")

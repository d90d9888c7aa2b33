import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import numpy as np

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def children(pid):
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        try:
            parent = re.search(r"^PPid:\s*(\d+)", status.read_text(), re.M)
        except OSError:
            continue
        if parent and int(parent.group(1)) == pid:
            found.append(int(status.parent.name))
    return found


def test_a_roadmap_survives_a_killed_worker(tmp_path):
    roadmap = load("roadmap")
    command = [sys.executable, str(EXAMPLES / "roadmap.py"), "--count", "300000", "--folder", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.time() + 60
        while not list(tmp_path.glob("*.npy")) and time.time() < deadline:
            time.sleep(0.01)
        workers = children(process.pid)
        assert workers, "it is under way"
        os.kill(workers[0], signal.SIGKILL)
        output, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert "a worker was killed" in errors
    assert sorted(file.name for file in tmp_path.glob("*.npy")) == [f"{part:08}.npy" for part in range(30)]
    # What is in the files is what one process finds.
    chain = roadmap.arm()
    for part in (0, 7, 29):
        free = ~chain.collides(roadmap.placements(roadmap.angles_of(part)))
        assert (np.unpackbits(np.load(tmp_path / f"{part:08}.npy")).astype(bool) == free).all()
        assert 100 < free.sum() < 9900
    total = sum(int(np.unpackbits(np.load(file)).sum()) for file in tmp_path.glob("*.npy"))
    assert output == f"{total} of 300000 configurations are free\n"

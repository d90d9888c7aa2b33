"""What an installed package needs and weighs, and what a batch takes besides its arrays."""

import importlib.metadata
import os
import pathlib
import subprocess
import sys
import zlib

import pytest

import libsolid


def run(program):
    # Isolated: else it would find the sources, which have no compiled part, in the current directory.
    return subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(sys.version_info < (3, 10), reason="sys has no list of the standard library")
def test_it_needs_numpy_alone():
    needed = importlib.metadata.requires("libsolid")
    assert [need.split(">")[0] for need in needed if "extra" not in need] == ["numpy"]
    loaded = run("import numpy, sys; before = set(sys.modules); import libsolid, libsolid.fcl; print(*set(sys.modules) - before)")
    others = {name.split(".")[0] for name in loaded.split()} - set(sys.stdlib_module_names)
    assert others == {"libsolid"}


@pytest.mark.skipif("SOLID_TRIAL" in os.environ, reason="a trial is not built as what is shipped")
def test_it_is_small():
    files = [file for file in pathlib.Path(libsolid.__file__).parent.rglob("*") if file.suffix in (".py", ".pyi", ".so", ".pyd")]
    assert any(file.name.startswith("_native.") for file in files)
    assert sum(len(zlib.compress(file.read_bytes())) for file in files) < 3_000_000


def test_arrays_are_not_copied():
    """Two million rows of one matrix, which are 256 MB if they are written down."""
    program = """
import resource, numpy as np, libsolid
block, out = libsolid.box(1, 1, 1), np.ones(2_000_000, bool)
poses = np.broadcast_to(np.eye(4), (2_000_000, 4, 4))
libsolid.intersects(block, poses[:1000], block, threads=2)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
libsolid.intersects(block, poses, block, out=out, threads=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, out.all())
"""
    kilobytes, all_hit = run(program).split()
    assert all_hit == "True"
    if sys.platform == "linux":
        assert int(kilobytes) < 20_000

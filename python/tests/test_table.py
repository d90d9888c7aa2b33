"""The table of the manual leaves no function of C out, and names what there is."""

import functools
import pathlib
import re

import pytest

import libsolid
import libsolid.clash  # noqa: F401

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = (ROOT / "docs/src/languages.md").read_text(encoding="utf-8")
ROWS = {row[0]: row[1:] for row in re.findall(r"^\| (dt\w+) \| (.*?) \| (.*?) \|$", TABLE, re.M)}
EXPORTED = (ROOT / "capi-tests/exports.txt").read_text(encoding="utf-8").split()
RUST = "\n".join(path.read_text(encoding="utf-8") for path in [
    *(ROOT / "src/space").rglob("*.rs"), *(ROOT / "crates/geometry/src/query").rglob("*.rs"), *(ROOT / "crates/geometry/src/math").rglob("*.rs"),
])


def test_no_function_is_left_out():
    assert sorted(ROWS) == sorted(EXPORTED)


@pytest.mark.parametrize("function", EXPORTED)
def test_each_has_its_counterparts(function):
    for cell in ROWS[function]:
        assert "`" in cell or cell.startswith("none: ") or cell.startswith("the "), cell


@pytest.mark.parametrize("name", sorted({name for _, cell in ROWS.values() for name in re.findall(r"`([\w.]+\.\w+)`", cell)}))
def test_names_of_python_are_there(name):
    first, *rest = name.split(".")
    start = libsolid if first == "libsolid" else getattr(libsolid, first)
    if name in ("BadRow.row", "Object.shape", "Object.data"):
        return  # of instances
    assert functools.reduce(getattr, rest, start) is not None


@pytest.mark.parametrize("name", sorted({name for cell, _ in ROWS.values() for name in re.findall(r"`(?:\w+::)?([a-z_]+)`", cell)}))
def test_names_of_rust_are_there(name):
    assert re.search(rf"pub (const )?fn {name}\b", RUST), name

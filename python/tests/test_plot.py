"""Pictures of worlds, and the notebook."""

import contextlib
import io
import json
import pathlib

import numpy as np
import pytest

import libsolid
import libsolid.plot
from common import SHAPES

NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples" / "tour.ipynb"


@pytest.fixture
def world():
    made = libsolid.World()
    for number, shape in enumerate([*SHAPES.values(), libsolid.segment([0, 0, 0], [1, 1, 1])]):
        made.add(shape, [4.0 * number, 0, 0, 0, 0, 0, 1], data=number)
    return made


def test_a_scene_has_each_object_where_it_is(world):
    pytest.importorskip("trimesh")
    scene = libsolid.plot.scene(world)
    assert len(scene.graph.nodes_geometry) >= len(SHAPES)
    for number, obj in enumerate(world.objects[: len(SHAPES)]):
        matrix, name = scene.graph[str(number)]
        assert name == str(number) and np.allclose(matrix, obj.pose)
        placed = scene.geometry[name].copy().apply_transform(matrix)
        assert np.allclose(placed.bounds, world.bounds(obj), atol=0.02)


def test_axes_are_as_wide_as_the_world(world):
    pytest.importorskip("matplotlib").use("Agg")
    axes = libsolid.plot.axes(world)
    low, high = axes.get_xlim()
    assert low <= -0.5 and high >= 4 * len(SHAPES) and len(axes.collections) >= len(SHAPES)
    axes.figure.savefig(io.BytesIO())
    libsolid.plot.axes(libsolid.World())


def test_pyvista_has_each_object(world):
    pyvista = pytest.importorskip("pyvista")
    plotter = libsolid.plot.plotter(world, off_screen=True)
    assert isinstance(plotter, pyvista.Plotter) and len(plotter.actors) == len(world.objects)


def test_the_notebook_runs(monkeypatch, tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("trimesh")
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        for cell in cells:
            exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), names)
    assert len(cells) == 5 and "floor and crate" in printed.getvalue() and "piercing pipe" in printed.getvalue()

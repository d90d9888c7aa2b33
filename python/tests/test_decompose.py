"""Solids taken apart into convex parts: the bounds hold, of points all over both."""

import sys

import numpy as np
import pytest

import libsolid
from libsolid import decompose as module
from libsolid.decompose import decompose

ELL = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]


def prism(outline, height):
    """A closed mesh over an outline, counter-clockwise, from z = 0: its triangles fan about the first corner."""
    count = len(outline)
    vertices = np.array([(x, y, z) for z in (0, height) for x, y in outline], float)
    faces = [(0, i + 1, i) for i in range(1, count - 1)] + [(count, count + i, count + i + 1) for i in range(1, count - 1)]
    for i in range(count):
        j = (i + 1) % count
        faces += [(i, j, count + j), (i, count + j, count + i)]
    return vertices, np.array(faces)


def ell():
    # About the inner corner, from which all of the outline is seen.
    return prism(ELL[3:] + ELL[:3], 1.0)


def about(shape, count, seed):
    low, high = np.array(shape.bounds())
    poses = np.tile(np.eye(4), (count, 1, 1))
    poses[:, :3, 3] = np.random.default_rng(seed).uniform(low - 0.1, high + 0.1, (count, 3))
    return poses


def beyond(one, other, poses):
    """How far points of one body are from the other."""
    point = libsolid.sphere(0.0)
    return libsolid.distances(point, poses, other)[libsolid.intersects(point, poses, one)].max()


def test_parts_are_as_near_as_they_are_said_to_be():
    pytest.importorskip("coacd")
    tries = []
    vertices, faces = ell()
    found = decompose(vertices, faces, error=0.2, progress=lambda parts, error: tries.append((parts, error)))
    assert tries[-1] == (len(found.parts), found.error) and len(found.parts) >= 2 and found.error <= 0.2
    solid = libsolid.mesh(vertices, faces, solid=True)
    poses = about(solid, 50_000, 1)
    assert beyond(found.shape, solid, poses) <= found.excess
    assert beyond(solid, found.shape, poses) <= found.missing
    assert found.shape.parts() == len(found.parts) and all(part.is_convex() for part in found.parts)


def test_one_part_has_the_error_of_the_hull():
    pytest.importorskip("coacd")
    found = decompose(*ell(), error=0.2, most=1)
    # The hull's slanted side runs from (3, 1) to (1, 3): its middle is 1 from both arms.
    assert len(found.parts) == 1 and 1 <= found.excess <= 1.05 and found.missing <= 0.05


def test_parts_that_cover_leave_nothing_out():
    pytest.importorskip("coacd")
    vertices, faces = ell()
    solid = libsolid.mesh(vertices, faces, solid=True)
    found = decompose(solid, error=0.2, cover=True)
    assert found.missing == 0
    poses = about(solid, 50_000, 2)
    assert beyond(solid, found.shape, poses) == 0
    assert beyond(found.shape, solid, poses) <= found.excess


def test_a_decomposition_is_saved_as_any_shape(tmp_path):
    pytest.importorskip("coacd")
    vertices, faces = ell()
    np.testing.assert_allclose(vertices.min(axis=0), 0)
    shape = decompose(vertices, faces, error=0.3).shape
    shape.save(tmp_path / "ell.shape")
    poses = about(shape, 1000, 3)
    loaded = libsolid.load(tmp_path / "ell.shape")
    np.testing.assert_array_equal(
        libsolid.distances(libsolid.sphere(0.1), poses, loaded), libsolid.distances(libsolid.sphere(0.1), poses, shape)
    )


def test_the_command_saves_a_shape(tmp_path, monkeypatch, capsys):
    pytest.importorskip("coacd")
    trimesh = pytest.importorskip("trimesh")
    model, shape = tmp_path / "ell.stl", tmp_path / "ell.shape"
    trimesh.Trimesh(*ell()).export(model)
    monkeypatch.setattr(sys, "argv", ["decompose", str(model), str(shape), "--error", "0.3"])
    module._main()
    assert "parts, excess" in capsys.readouterr().out and libsolid.load(shape).parts() >= 2
    monkeypatch.setattr(sys, "argv", ["decompose", str(tmp_path / "none.stl"), str(shape)])
    with pytest.raises(SystemExit, match="libsolid.decompose: "):
        module._main()


@pytest.mark.parametrize("closeness", [0.5, 0.05])
def test_the_bound_is_close_to_the_truth(closeness):
    # Two balls, of which all distances are known: the farthest point of the one is 1.5 + 1 - 2 from the other.
    centre = np.array([1.5, 0, 0])

    def away(middle, radius):
        return lambda points: np.maximum(np.linalg.norm(points - middle, axis=1) - radius, 0)

    def deep(points):
        return 2 - np.linalg.norm(points, axis=1)

    found = module._farthest(away(centre, 1), away(np.zeros(3), 2), deep, centre - 1, centre + 1, closeness)
    assert 0.5 <= found <= 0.5 + closeness


def test_distances_that_are_none_leave_no_cell_out():
    import importlib

    module = importlib.import_module("libsolid.decompose")
    zero = lambda points: np.zeros(len(points))
    none = lambda points: np.where(points[:, 0] > 0, np.nan, 0.0)
    for functions in ((none, zero, zero), (zero, none, zero), (zero, zero, none)):
        with pytest.raises(ValueError, match="not finite"):
            module._farthest(*functions, -np.ones(3), np.ones(3), 0.1)


def test_what_is_wrong_is_told(monkeypatch):
    pytest.importorskip("coacd")
    vertices, faces = ell()
    with pytest.raises(ValueError, match="edge from vertex"):
        decompose(vertices, faces[1:])
    with pytest.raises(ValueError, match="positive length"):
        decompose(vertices, faces, error=0)
    with pytest.raises(ValueError, match="positive length"):
        decompose(vertices, faces, error=np.nan)
    with pytest.raises(ValueError, match="at least 1"):
        decompose(vertices, faces, most=0)
    with pytest.raises(ValueError, match=r"\(m, 3\)"):
        decompose(vertices, np.zeros((3, 4), int))
    with pytest.raises(TypeError, match="expected vertices and faces"):
        decompose(vertices)

    def stop(parts, error):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decompose(vertices, faces, error=0.5, progress=stop)
    monkeypatch.setitem(sys.modules, "coacd", None)
    with pytest.raises(ImportError, match="pip install coacd"):
        decompose(vertices, faces)

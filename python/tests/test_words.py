"""What errors, ``repr`` and ``help`` say."""

import os
import pydoc

import numpy as np
import pytest

import libsolid
from common import torus

BALL, BLOCK = libsolid.sphere(1), libsolid.box(1, 2, 3)
HERE, ROWS = np.eye(4), np.tile(np.eye(4), (3, 1, 1))
VERTICES = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


class Trimesh:
    vertices, faces = VERTICES, FACES


class Scene:
    geometry, graph = {"a": Trimesh()}, None

    def to_mesh(self):
        return Trimesh()


def with_vertex(number, value):
    vertices = VERTICES.copy()
    vertices[number] = value
    return vertices


def removed():
    world = libsolid.World()
    obj = world.add(BALL, data="the ball")
    obj.remove()
    return obj


WRONG = [
    (lambda: libsolid.mesh(VERTICES, [[0, 1, 2], [0, 1, 9]]), ValueError, "face 1 names vertex 9, and there are 4 vertices"),
    (lambda: libsolid.mesh(VERTICES, [[0, 1, 2], [0, -1, 2]]), ValueError, "face 1 names vertex -1"),
    (lambda: libsolid.mesh(with_vertex(3, np.nan), FACES), ValueError, "face 1 has vertex 3, which is not finite"),
    (lambda: libsolid.mesh(VERTICES, FACES[1:], solid=True), ValueError, "not closed: face 0 has the edge from vertex 0 to 1, which 1"),
    (lambda: libsolid.mesh(FACES, VERTICES), ValueError, "are vertices and faces swapped"),
    (lambda: libsolid.mesh(3, FACES), ValueError, "vertices are of shape"),
    (lambda: libsolid.mesh("a"), TypeError, "expected a trimesh.Trimesh or Scene, or vertices and faces"),
    (lambda: libsolid.hull(with_vertex(2, np.inf)), ValueError, "point 2 is not finite"),
    (lambda: libsolid.box(1, np.nan, 1), ValueError, "y is not finite"),
    (lambda: libsolid.capsule(1, "a"), TypeError, "height must be a number, not the str 'a'"),
    (lambda: libsolid.distances(HERE, BALL, BLOCK), TypeError, "a must be a libsolid.Shape, .* of shape .4, 4.; are the arguments swapped"),
    (lambda: libsolid.distances(BALL, BLOCK, HERE), TypeError, "poses_a: .*not a Shape; are the arguments swapped"),
    (lambda: libsolid.distances(BALL, BLOCK, BLOCK), TypeError, "poses_a: expected real numbers, not a Shape; are the arguments swapped"),
    (lambda: libsolid.distances(BALL, HERE, Trimesh()), TypeError, "b must be .*Trimesh; libsolid.from_trimesh makes a shape of it"),
    (lambda: libsolid.distances(Scene(), HERE, BALL), TypeError, "a must be .*Scene; libsolid.from_trimesh makes one shape of the whole"),
    (lambda: libsolid.distances(BALL, HERE, removed()), TypeError, "b must be .*its attribute `shape` is one"),
    (lambda: libsolid.distances(([BALL, 3], [0]), HERE, BALL), TypeError, r"a\[0\]\[1\] must be a libsolid.Shape, not a int"),
    (lambda: libsolid.distances(BALL, ROWS, BALL, ROWS[:2]), ValueError, r"do not broadcast: poses_a \(3,\), poses_b \(2,\)"),
    (lambda: libsolid.distances(BALL, [[1, 2], [3]], BALL), ValueError, "poses_a: the numbers form no array"),
    (lambda: libsolid.cast(BALL, HERE, [1, 2], BLOCK), ValueError, "motion_a: vectors are of shape"),
    (lambda: libsolid.rays([0, 0, 0], [1, 0, 0], BALL), TypeError, "shape must be a libsolid.Shape, not a list"),
    (lambda: libsolid.rays(BALL, [0, 0], [1, 0, 0]), ValueError, "start: vectors are of shape"),
    (lambda: libsolid.Obstacles(ROWS, [BALL] * 3), TypeError, "shapes must be a list of libsolid.Shape, not an array"),
    (lambda: libsolid.Obstacles([BALL, Trimesh()], ROWS[:2]), TypeError, r"shapes\[1\] must be a libsolid.Shape, not a .*from_trimesh"),
    (lambda: libsolid.Obstacles([BALL], ROWS), ValueError, r"1 shapes need poses of \(1,\) placements, not of \(3,\)"),
    (lambda: libsolid.Obstacles([BALL] * 3, with_nan(2)), ValueError, "obstacle 2: a number is not finite"),
    (lambda: libsolid.Chain([BALL, BLOCK], [(0, 1), (0, 7)]), ValueError, r"ignore\[1\] is \(0, 7\), but there are 2 links"),
    (lambda: libsolid.Chain([BALL], obstacles=[BLOCK]), TypeError, "obstacles must be a libsolid.Obstacles, not a list"),
    (lambda: libsolid.Chain([BALL, BLOCK]).first(ROWS), ValueError, "poses: 2 links need placements"),
    (lambda: libsolid.distances(BALL, with_nan(1), BALL), libsolid.BadRow, "row 1: a number is not finite"),
    (lambda: libsolid.World().add(HERE, BALL), TypeError, "shape must be a libsolid.Shape, .*swapped"),
    (lambda: libsolid.World().add(Trimesh()), TypeError, "shape must be .*from_trimesh"),
    (lambda: libsolid.World().respond(BALL), TypeError, "callback must be a function or None"),
    (lambda: libsolid.World().remove(BALL), TypeError, "expected a libsolid.Object of this world"),
    (lambda: libsolid.World().remove(removed()), KeyError, "Object 0: .*the ball.* is of another world"),
    (lambda: removed().pose, KeyError, "Object 0: .*the ball.* was removed"),
    (lambda: setattr(removed(), "pose", HERE), KeyError, "Object 0: .*the ball.* was removed"),
    (lambda: libsolid.World().ray(BALL, [0, 0, 0]), TypeError, "start: expected real numbers, not a Shape"),
]


def with_nan(row):
    poses = ROWS.copy()
    poses[row, 0, 3] = np.nan
    return poses


@pytest.mark.parametrize("wrong, error, words", WRONG)
def test_errors_name_what_is_wrong(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_questions_about_a_removed_object_name_it():
    world = libsolid.World()
    a, b = world.add(BALL, data="a"), world.add(BALL, data="b")
    b.remove()
    for ask in (world.distance, world.closest_points, world.depth, world.contacts):
        with pytest.raises(KeyError, match="data 'b'.* was removed"):
            ask(a, b)
    with pytest.raises(ValueError, match="the pose of <libsolid.Object 0.*finite"):
        a.pose = np.full((4, 4), np.nan)


def test_meshes_of_trimesh_are_taken():
    expected = libsolid.mesh(VERTICES, FACES, solid=True).to_bytes()
    assert libsolid.mesh(Trimesh(), solid=True).to_bytes() == expected
    assert libsolid.from_trimesh(Scene(), solid=True).to_bytes() == expected
    assert libsolid.hull(Trimesh()).to_bytes() == libsolid.hull(VERTICES).to_bytes()


def test_scenes_of_trimesh_are_taken_where_they_are():
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.Scene()
    for x in (0, 5):
        scene.add_geometry(trimesh.creation.box((1, 1, 1)), transform=trimesh.transformations.translation_matrix([x, 0, 0]))
    assert libsolid.from_trimesh(scene).bounds() == [[-0.5] * 3, [5.5, 0.5, 0.5]]
    assert libsolid.from_trimesh(scene, convex=True).is_convex()
    with pytest.raises(TypeError, match="Path"):
        libsolid.from_trimesh(trimesh.load_path([[0, 0], [1, 0]]))


def test_what_things_are():
    obstacles = libsolid.Obstacles([BALL], ROWS[:1])
    world = libsolid.World()
    assert repr(BLOCK) == "<libsolid.Shape: box(1, 2, 3)>" and repr(BALL) == "<libsolid.Shape: sphere(1)>"
    assert repr(libsolid.capsule(0.5, 2)) == "<libsolid.Shape: capsule(0.5, 2)>"
    assert repr(libsolid.half_space((0, 0, 2), 3)) == "<libsolid.Shape: half_space([0, 0, 1], 1.5)>"
    assert repr(libsolid.cone(1, 3)) == "<libsolid.Shape: cone(1, 3)>"
    assert repr(libsolid.mesh(*torus())) == "<libsolid.Shape: mesh of 1200 faces, 2.8000 x 2.7847 x 0.8000>"
    assert repr(libsolid.hull(VERTICES)) == "<libsolid.Shape: convex body, 1.0000 x 1.0000 x 1.0000>"
    assert repr(obstacles) == "<libsolid.Obstacles: 1 body>"
    chain = libsolid.Chain([BALL, BLOCK], obstacles=obstacles)
    assert repr(chain) == "<libsolid.Chain: 2 links, 1 pair of them is tested, among 1 obstacle>"
    assert repr(world.add(BALL, data="b")) == "<libsolid.Object 0: <libsolid.Shape: sphere(1)>, data 'b'>"
    assert repr(world) == "<libsolid.World: 1 object>"


def test_help_is_complete():
    """Every function says what its parameters are; nothing comes from a module that nobody imports."""
    text = pydoc.plain(pydoc.render_doc(libsolid))
    for name in libsolid.__all__:
        assert name in text
        assert getattr(libsolid, name).__module__ == "libsolid" and getattr(libsolid, name).__doc__
    text = pydoc.plain(pydoc.render_doc(libsolid.distances))
    assert "function distances in module libsolid" in text or "distances in libsolid" in text
    for word in ("a", "poses_a", "b", "poses_b", "out", "threads", "tolerance", "seconds", "quaternion", "BadRow", "DeadlineExceeded"):
        assert f"\n    {word}\n        " in text
    for method in (libsolid.Obstacles.contacts, libsolid.Chain.nearest):
        assert "Parameters\n----------" in method.__doc__ and "\nself\n" not in method.__doc__


@pytest.mark.skipif(os.name != "posix", reason="links and modes as POSIX has them")
def test_saving_follows_no_link_and_leaves_nothing(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "shape").symlink_to(victim)
    for number in range(100):
        (tmp_path / f"shape.{os.getpid()}-{number}.part").symlink_to(victim)
    before = {file.name for file in tmp_path.iterdir()}
    mask = os.umask(0o027)
    try:
        BALL.save(tmp_path / "shape")
    finally:
        os.umask(mask)
    assert victim.read_text() == "precious" and not (tmp_path / "shape").is_symlink()
    assert (tmp_path / "shape").stat().st_mode & 0o777 == 0o640
    assert {file.name for file in tmp_path.iterdir()} == before
    with pytest.raises(OSError):
        BALL.save(tmp_path / "missing" / "shape")
    with pytest.raises(OSError):
        BALL.save(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == before

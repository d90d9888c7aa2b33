"""What a world answers about contacts, meshes, motions and places; its settings; and shapes."""

import numpy as np
import pytest

import libsolid
from common import torus

SQUARE = np.array([[-1.0, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1]])


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


@pytest.fixture
def world():
    return libsolid.World()


def test_contacts_have_features(world):
    floor, cube = world.add(libsolid.box(9, 1, 9)), world.add(libsolid.box(1, 1, 1), at(0, 0.9))
    found = world.contacts(cube, floor)
    assert len(found) == 4 and all(each.depth == pytest.approx(0.1) and each.normal[1] == 1 for each in found)
    features = [each.features for each in found]
    assert len(set(features)) == 4
    cube.pose = at(0.2, 0.95)
    assert [each.features for each in world.contacts(cube, floor)] == features
    patches = world.contact_patches(cube, floor, most=1)
    assert len(patches) == 1 and patches[0].patch == 0 and patches[0].depth == pytest.approx(0.05)
    assert world.within_distance(cube, floor, 0) and np.all(world.common_point(cube, floor) <= 1)
    cube.pose = at(0, 3)
    assert world.contacts(cube, floor) == [] and world.common_point(cube, floor) is None
    assert not world.within_distance(cube, floor, 1.9) and world.within_distance(cube, floor, 2.1)


def test_faces_of_meshes(world):
    a = world.add(libsolid.mesh(SQUARE, [[0, 1, 2], [0, 2, 3]]))
    upright = np.array([[0.5, -1.0, -0.2], [0.5, 1, -0.2], [0.5, 0, 0.2]])
    b = world.add(libsolid.mesh(upright, [[0, 1, 2]]))
    curves, faces = world.intersection(a, b)
    assert len(curves) == 1 and curves[0].shape[1] == 3 and np.abs(curves[0][:, 1]).max() < 1e-12
    assert len(faces[0]) == len(curves[0]) - 1
    assert world.colliding_faces(a, b).tolist() == [[0, 0]]
    assert [(x is a, y is b, i, j) for x, y, i, j in world.all_colliding_faces()] == [(True, True, 0, 0)]
    world.change_vertices(b, upright + [5, 0, 0])
    assert len(world.colliding_faces(a, b)) == 0 and world.distance(a, b) > 4
    with pytest.raises(ValueError):
        world.change_vertices(b, upright[:2])
    with pytest.raises(ValueError):
        world.intersection(a, world.add(libsolid.sphere(1)))
    folded = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0.2, 0.2, 1], [0.3, 0.2, 1]])
    strip = world.add(libsolid.mesh(folded, [[0, 1, 2], [3, 4, 5]]))
    assert world.self_collisions(strip).tolist() == [[0, 1]]
    above = folded.copy()
    above[3:, 2] += 4
    world.change_vertices(strip, above)
    assert len(world.self_collisions(strip)) == 0
    world.proceed()
    world.change_vertices(strip, folded)
    faces, times = world.self_collisions_motion(strip)
    assert faces.tolist() == [[0, 1]] and times == pytest.approx([0.75], abs=1e-9)  # the lowest corner comes down from 3 to -1
    assert world.tree_boxes(a, 0).shape == (1, 2, 3)


def test_motions(world):
    ball, wall = world.add(libsolid.sphere(1), at(-5)), world.add(libsolid.box(1, 9, 9))
    world.watch()
    hit = world.cast_objects(ball, [10, 0, 0], wall)
    assert hit.time == pytest.approx(0.35, abs=1e-6)
    turning = world.cast_objects(ball, [10, 0, 0], wall, spin_a=[0, 1, 0])
    assert turning.time == pytest.approx(0.35, abs=1e-5)
    assert world.cast_objects(ball, [0, 10, 0], wall) is None
    assert world.ray_object(wall, [-5, 0, 0], [5, 0, 0]).time == pytest.approx(0.45, abs=1e-6)
    assert world.ray_object(ball, [-9, 3, 0], [9, 3, 0]) is None
    world.proceed()
    ball.pose = at(5)
    stops = world.advance()
    assert len(stops) == 1 and {stops[0].a, stops[0].b} == {ball, wall} and ball.pose[0, 3] == pytest.approx(-1.5, abs=1e-4)
    world.set_spin(ball, [0, 2 * np.pi, 0])
    world.set_pivot(ball, [1, 0, 0])
    for kind in ("straight", "screw", "turning"):
        world.set_motion(kind)
    with pytest.raises(ValueError):
        world.set_motion("sideways")


def test_places(world):
    block = world.add(libsolid.box(2, 4, 6), at(1, 2, 3))
    assert np.allclose(world.bounds(block), [[0, 0, 0], [2, 4, 6]])
    assert np.allclose(world.to_world(block, [1, 0, 0]), [2, 2, 3]) and np.allclose(world.to_local(block, [2, 2, 3]), [1, 0, 0])
    assert world.query_box([1, 1, 1], [9, 9, 9]) == [block] and world.query_box([7, 7, 7], [9, 9, 9]) == []
    lines = world.lines()
    assert lines.ends.shape == (12, 2, 3) and all(pair == (block, block) for pair in lines.objects)
    assert world.lines("boxes").ends.shape == (12, 2, 3) and len(world.lines("contacts").ends) == 0
    with pytest.raises(ValueError):
        world.lines("colours")


def test_settings(world):
    a, b = world.add(libsolid.sphere(1)), world.add(libsolid.sphere(1), at(1.5))
    world.watch()
    for phase in ("sweep_and_prune", "box_tree", "brute_force", "automatic"):
        world.configure(
            threads=2, tolerance=1e-9, caching=False, broad_phase=phase, fixed_boxes=True, stop_at_penetration=False,
            collision_method="subdivision", subdivision_levels=4,
        )
        assert world.test() == 1
    world.configure(stop_at_penetration=True, collision_method="trees", subdivision_levels=0, caching=True, fixed_boxes=False)
    found = world.statistics()
    assert found["objects"] == 2 and found["pairs"] == 1
    assert world.take_warnings() == []
    for wrong in ({"tolerance": -1}, {"broad_phase": "none"}, {"collision_method": "none"}, {"threads": 1000}):
        with pytest.raises(ValueError):
            world.configure(**wrong)
    world.remove(a)
    with pytest.raises(KeyError):
        world.contacts(a, b)


def test_impacts():
    start = [[0.2, 0.2, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    end = [[0.2, 0.2, -1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    low, high = libsolid.vertex_face_impact(start, end)
    assert low <= 0.5 <= high and high - low < 1e-11
    assert libsolid.vertex_face_impact(start, start) is None
    edges = [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]]
    low, high = libsolid.edge_edge_impact(edges, [[-1, 0, -3], [1, 0, -3], [0, -1, 0], [0, 1, 0]])
    assert low <= 0.25 <= high
    with pytest.raises(ValueError):
        libsolid.edge_edge_impact(edges, np.full((4, 3), np.nan))


def test_shapes_have_volumes_and_triangles():
    assert libsolid.box(1, 2, 3).volume == pytest.approx(6) and libsolid.sphere(1).volume == pytest.approx(4 / 3 * np.pi)
    assert libsolid.cone(1, 4).center == [0, -1, 0]
    assert np.allclose(libsolid.box(1, 2, 3).inertia, np.diag([13, 10, 5]) * 6 / 12)
    vertices, faces = torus()
    solid = libsolid.mesh(vertices, faces, solid=True)
    trimesh = pytest.importorskip("trimesh")
    theirs = trimesh.Trimesh(vertices, faces, process=False)
    theirs.fix_normals()
    assert solid.volume == pytest.approx(theirs.volume) and np.allclose(solid.center, theirs.center_mass)
    assert np.allclose(solid.inertia, theirs.moment_inertia)
    with pytest.raises(ValueError):
        libsolid.mesh(vertices, faces).volume
    for shape in (libsolid.box(1, 2, 3), libsolid.capsule(1, 2), libsolid.hull(vertices), solid):
        mesh = libsolid.to_trimesh(shape)
        assert mesh.is_watertight and mesh.volume == pytest.approx(shape.volume, rel=0.01)
        assert np.allclose(mesh.bounds, shape.bounds(), atol=0.02)


@pytest.mark.parametrize("shape, low, high", [
    (libsolid.point(1, 2, 3), [1, 2, 3], [1, 2, 3]),
    (libsolid.segment([0, 0, 0], [1, 2, -3]), [0, 0, -3], [1, 2, 0]),
    (libsolid.rectangle(2, 4), [-1, 0, -2], [1, 0, 2]),
    (libsolid.disc(2), [-2, 0, -2], [2, 0, 2]),
    (libsolid.ellipse(1, 2), [-1, 0, -2], [1, 0, 2]),
    (libsolid.round_box(2, 4, 6, 1), [-2, -3, -4], [2, 3, 4]),
    (libsolid.lozenge(2, 4, 1), [-2, -1, -3], [2, 1, 3]),
    (libsolid.wheel(2, 0.5), [-2.5, -0.5, -2.5], [2.5, 0.5, 2.5]),
    (libsolid.frustum((4, 2), (2, 2), 3), [-2, -1.5, -1], [2, 1.5, 1]),
])
def test_more_shapes(shape, low, high):
    assert np.allclose(shape.bounds(), [low, high])
    again = eval(repr(shape)[len("<libsolid.Shape: "):-1], vars(libsolid))
    assert again.to_bytes() == shape.to_bytes()


def test_polygons_may_be_concave():
    outline = [[0, 0, 0], [2, 0, 0], [2, 1, 0], [1, 1, 0], [1, 2, 0], [0, 2, 0]]
    shape = libsolid.polygons(outline, [range(6)])
    world = libsolid.World()
    obj = world.add(shape)
    assert world.overlaps(libsolid.point(0.5, 1.5, 0)) == [obj] and world.overlaps(libsolid.point(1.5, 1.5, 0)) == []
    with pytest.raises(ValueError):
        libsolid.polygons(outline, [[0, 1, 9]])

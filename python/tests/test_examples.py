import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from functools import partial

import libsolid
from libsolid.robot import Robot
import numpy as np
import pytest

import libsolid

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
    chain = roadmap.arm(libsolid.load(tmp_path / "link.shape"))
    for part in (0, 7, 29):
        free = ~chain.collides(roadmap.placements(roadmap.angles_of(part)))
        assert (np.unpackbits(np.load(tmp_path / f"{part:08}.npy")).astype(bool) == free).all()
        assert 100 < free.sum() < 9900
    total = sum(int(np.unpackbits(np.load(file)).sum()) for file in tmp_path.glob("*.npy"))
    assert output == f"{total} of 300000 configurations are free\n"


def test_a_roadmap_ends_when_it_is_interrupted(tmp_path):
    command = [sys.executable, str(EXAMPLES / "roadmap.py"), "--count", "30000000", "--folder", str(tmp_path)]
    # A shell lets its background jobs ignore the signal, and so their children.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=heed
    )
    try:
        deadline = time.time() + 60
        while not list(tmp_path.glob("*.npy")) and time.time() < deadline:
            time.sleep(0.01)
        # As a terminal does it: to all processes.
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 1 and output == "" and "interrupted: what is done is in the folder" in errors
    assert list(tmp_path.glob("*.npy"))


def test_a_roadmap_by_ray_is_the_same(tmp_path):
    pytest.importorskip("ray")
    for folder, more in (("a", []), ("b", ["--ray"])):
        command = [sys.executable, str(EXAMPLES / "roadmap.py"), "--count", "30000", "--folder", str(tmp_path / folder)]
        # Not in the folder of the sources, which Ray's workers would import.
        subprocess.run(command + more, check=True, capture_output=True, timeout=120, cwd=tmp_path)
    for part in range(3):
        assert (tmp_path / "a" / f"{part:08}.npy").read_bytes() == (tmp_path / "b" / f"{part:08}.npy").read_bytes()


def test_clashes_are_those_worked_out():
    clashes = load("clashes")
    beam = clashes.box("beam", "structure", [0, 0, 0], [4, 0.2, 0.3])
    pipes = [
        clashes.pipe("through", [1, -1, 0.15], [1, 1, 0.15], 0.05, sides=4),
        clashes.pipe("above", [2, -1, 0.37], [2, 1, 0.37], 0.05, sides=4),
        clashes.pipe("touching", [3, -1, 0.35], [3, 1, 0.35], 0.05, sides=4),
        clashes.pipe("far", [2, -1, 1], [2, 1, 1], 0.05, sides=4),
    ]
    found = clashes.clashes([*pipes, beam], clearance=0.03)
    assert found.tested == 3
    assert [(each.kind, {each.a.name, each.b.name}) for each in found] == [
        ("piercing", {"through", "beam"}), ("clearance", {"above", "beam"})
    ]
    # Of the square of side 0.05 * sqrt(2), 0.2 long.
    assert found[0].inner.name == "through" and found[0].volume == pytest.approx(0.005 * 0.2)
    assert found[1].distance == pytest.approx(0.02)
    found = clashes.clashes(clashes.building(), clearance=0.03)
    # Each branch passes through the wall; the main pipes meet columns.
    names = [({each.a.name, each.b.name}, each.kind) for each in found]
    assert all(({f"branch {n}", "wall"}, "piercing") in names for n in range(11))
    assert any(each.depth > 0 and {"main", "column"} <= {name.split()[0] for name in pair} for (pair, _), each in zip(names, found))


def test_clashes_of_an_ifc_file(tmp_path):
    pytest.importorskip("ifcopenshell")
    import ifcopenshell.api.context, ifcopenshell.api.geometry, ifcopenshell.api.project, ifcopenshell.api.root
    import ifcopenshell.api.unit

    clashes, api = load("clashes"), ifcopenshell.api
    model = api.project.create_file()
    api.root.create_entity(model, ifc_class="IfcProject")
    api.unit.assign_unit(model, length={"is_metric": True, "raw": "METERS"})
    context = api.context.add_context(model, context_type="Model")
    body = api.context.add_context(model, "Model", "Body", "MODEL_VIEW", context)
    for name, kind, x in (("wall", "IfcWall", 0.0), ("through", "IfcPipeSegment", 1.0), ("beside", "IfcPipeSegment", 6.0)):
        element = api.root.create_entity(model, ifc_class=kind, name=name)
        matrix = np.eye(4)
        matrix[0, 3] = x
        api.geometry.edit_object_placement(model, product=element, matrix=matrix)
        shape = api.geometry.add_wall_representation(model, context=body, length=4 if kind == "IfcWall" else 0.5, height=3, thickness=0.2)
        api.geometry.assign_representation(model, product=element, representation=shape)
    model.write(str(tmp_path / "model.ifc"))
    elements = clashes.ifc(str(tmp_path / "model.ifc"), {"pipes": ["IfcPipeSegment"], "structure": ["IfcWall"]})
    found = clashes.clashes(elements)
    assert [{each.a.name, each.b.name} for each in found] == [{"through", "wall"}]
    assert found[0].depth == pytest.approx(0.2) and all(len(each.guid) == 22 for each in elements)


def arm_in_two_links(tmp_path):
    """A robot of two bars, one metre long, that turn about z."""
    trimesh = pytest.importorskip("trimesh")
    trimesh.creation.box((1, 0.1, 0.1)).apply_translation([0.5, 0, 0]).export(tmp_path / "bar.stl")
    link = '<link name="{}"><collision><geometry><mesh filename="package://example-robot-data/robots/bar.stl"/></geometry></collision></link>'
    joint = (
        '<joint name="{}" type="revolute"><parent link="{}"/><child link="{}"/><origin xyz="{} 0 {}"/><axis xyz="0 0 1"/>'
        '<limit lower="-3" upper="3"/></joint>'
    )
    links = '<link name="base"/>' + link.format("upper") + link.format("lower")
    joints = joint.format("shoulder", "base", "upper", 0, 0.4) + joint.format("elbow", "upper", "lower", 1, 0.11)
    (tmp_path / "arm.urdf").write_text(f"<robot>{links}{joints}</robot>")
    return tmp_path / "arm.urdf"


def test_a_robot_is_where_its_file_says(tmp_path, monkeypatch):
    urdf = arm_in_two_links(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    robot = Robot(urdf, tmp_path)
    assert robot.joints == ["shoulder", "elbow"] and robot.names == ["upper", "lower"] and robot.ignore == {(0, 1)}
    poses = robot.placements([[np.pi / 2, 0], [0, np.pi / 2]])
    assert poses.shape == (2, 2, 4, 4)
    np.testing.assert_allclose(poses[0, 1] @ [1, 0, 0, 1], [0, 2, 0.51, 1], atol=1e-12)
    np.testing.assert_allclose(poses[1, 1] @ [1, 0, 0, 1], [1, 1, 0.51, 1], atol=1e-12)


def robot_of(tmp_path, monkeypatch, links, joints=""):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    (tmp_path / "robot.urdf").write_text(f"<robot>{links}{joints}</robot>")
    return Robot(tmp_path / "robot.urdf", tmp_path)


def collision(geometry, origin=""):
    return f"<collision>{origin}<geometry>{geometry}</geometry></collision>"


def test_bodies_of_all_kinds_are_where_the_file_says(tmp_path, monkeypatch):
    pytest.importorskip("trimesh").creation.box((1, 1, 1)).export(tmp_path / "cube.stl")
    aside = '<origin xyz="0 0 2"/>'
    links = (
        '<link name="a">' + collision('<box size="1 2 3"/>') + collision('<cylinder radius=".1" length="4"/>', aside) + "</link>"
        '<link name="b">' + collision('<sphere radius=".5"/>', aside) + collision('<capsule radius=".1" length="1"/>') + "</link>"
        '<link name="nothing"/><link name="c">' + collision('<mesh filename="package://any/cube.stl" scale="2 1 1"/>', aside) + "</link>"
    )
    joint = '<joint name="{}" type="revolute"><parent link="{}"/><child link="{}"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/></joint>'
    joints = joint.format("j", "a", "b") + joint.format("k", "b", "nothing") + joint.format("l", "nothing", "c")
    robot = robot_of(tmp_path, monkeypatch, links, joints)
    assert robot.names == ["a", "b", "c"] and len(robot.shapes) == 3
    # Neighbours are not tested: a against c is left.
    assert libsolid.Chain(robot.shapes, robot.ignore).pairs.tolist() == [[0, 2]]
    poses = robot.placements([[0, 0, 0], [np.pi / 2, 0, 0]])
    boxes = []
    for shape, pose in zip(robot.shapes, poses[0]):
        corners = np.array(shape.bounds())[np.indices((2, 2, 2)).reshape(3, -1).T, np.arange(3)] @ pose[:3, :3].T + pose[:3, 3]
        boxes.append([corners.min(axis=0), corners.max(axis=0)])
    expected = [
        [[-0.5, -1, -1.5], [0.5, 1, 4]],
        [[-0.5, -0.5, -0.6], [0.5, 0.5, 2.5]],
        [[-1, -0.5, 1.5], [1, 0.5, 2.5]],
    ]
    np.testing.assert_allclose(boxes, expected, atol=1e-9)
    np.testing.assert_allclose(poses[1, 2] @ [0, 0, 0, 1], [0, -2, 0, 1], atol=1e-9)
    for shape, mesh in zip(robot.shapes, robot.meshes):
        np.testing.assert_allclose(mesh.bounds, shape.bounds(), atol=1e-6)
    assert robot.chain().collides(poses).tolist() == [True, False]


def test_a_link_of_several_bodies_is_a_compound_of_them(tmp_path, monkeypatch):
    solids = ['<box size=".2 .1 .3"/>', '<cylinder radius=".1" length=".4"/>', '<sphere radius=".15"/>', '<capsule radius=".1" length=".2"/>']
    places = [f'<origin xyz="{x} {x / 3} {-x / 2}" rpy="{x} {2 * x} .3"/>' for x in (-0.5, -0.2, 0.2, 0.5)]
    bodies = [collision(*each) for each in zip(solids, places)]
    joint = '<joint name="j" type="revolute"><parent link="b"/><child link="a"/><axis xyz="1 0 1"/><limit lower="-3" upper="3"/></joint>'
    ball = '<link name="b">' + collision('<sphere radius=".15"/>', '<origin xyz=".4 .3 0"/>') + "</link>"
    robot = robot_of(tmp_path, monkeypatch, '<link name="a">' + "".join(bodies) + "</link>" + ball, joint)
    assert robot.names == ["a", "b"] and robot.shapes[0].parts() == 4 and robot.shapes[0].part(2) == (2, 0)
    # The same by one body at a time.
    singles = [robot_of(tmp_path, monkeypatch, f'<link name="a">{body}</link>' + ball, joint) for body in bodies]
    values = robot.random(np.random.default_rng(4), 500)

    def nearest(robot):
        poses = robot.placements(values)
        return libsolid.closest_points(robot.shapes[0], poses[:, 0], robot.shapes[1], poses[:, 1])

    found, each = nearest(robot), [nearest(single) for single in singles]
    np.testing.assert_allclose(found.distance, np.min([one.distance for one in each], axis=0), atol=1e-12)
    assert found.distance.min() == 0 and found.distance.max() > 0
    # Its points are on the part that is nearest.
    world = libsolid.World()
    link = world.add(robot.shapes[0], robot.placements(values[:1])[0, 0])
    part = [world.surface_point(link, point).polytope for point in nearest(robot).point_a[:1]]
    assert part == [int(np.argmin([one.distance[0] for one in each]))]


@pytest.mark.parametrize(
    "geometry, words",
    [
        ('<torus radius="1"/>', "link odd: .*torus"),
        ("", "link odd: .*missing"),
        ('<mesh filename="package://any/lost.stl"/>', "link odd: there is no package://any/lost.stl"),
        ('<box size="1 1"/>', "link odd"),
    ],
)
def test_bodies_that_cannot_be_made_are_named(tmp_path, monkeypatch, geometry, words):
    with pytest.raises(ValueError, match=words):
        robot_of(tmp_path, monkeypatch, '<link name="odd">' + collision(geometry) + "</link>")


def test_a_robot_that_fills_its_scene_is_planned_for(tmp_path, monkeypatch):
    """Of many joints, whose links touch each other at almost all random values; it stands where the pillars of a small one would."""
    count = 14
    link = "".join(f'<link name="{n}">' + collision('<box size=".5 .5 .18"/>', '<origin xyz=".25 0 0"/>') + "</link>" for n in range(count))
    joint = (
        '<joint name="j{0}" type="revolute"><parent link="{0}"/><child link="{1}"/><origin xyz="0 0 .2"/><axis xyz="0 1 0"/>'
        '<limit lower="-3" upper="3"/></joint>'
    )
    robot = robot_of(tmp_path, monkeypatch, link, "".join(joint.format(n, n + 1) for n in range(count - 1)))
    rrt = load("rrt")
    shapes, places, beside = rrt.scene(robot)
    planner = rrt.Planner(robot, libsolid.Obstacles(shapes, places), beside, 1)
    assert planner.free(robot.random(np.random.default_rng(0), 1000)).mean() < 0.01
    assert planner.free(robot.neutral()[None]).all() and len(shapes) > 1
    a, b = planner.ends()
    assert planner.free(np.array([a, b])).all() and (a != b).any()


def test_a_planned_path_is_free(tmp_path, monkeypatch):
    urdf = arm_in_two_links(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    rrt = load("rrt")
    pillar = libsolid.Obstacles([libsolid.box(0.2, 0.2, 2)], np.array([[1, 0, 0, 1.5], [0, 1, 0, 0], [0, 0, 1, 0.5]])[None])
    planner = rrt.Planner(rrt.Robot(urdf, tmp_path), pillar, [], 3)
    start, goal = np.array([-0.8, 0]), np.array([0.8, 0])
    assert not planner.edge_is_free(start, goal), "the pillar is between them"
    path = planner.plan(start, goal)
    short = planner.shorten(path)
    for way in (path, short):
        assert (way[0] == start).all() and (way[-1] == goal).all()
        fine = np.concatenate([a + (b - a) * np.linspace(0, 1, 500)[:, None] for a, b in zip(way, way[1:])])
        assert planner.free(fine).all()
    assert 3 <= len(short) <= len(path) and rrt.length(short) <= rrt.length(path)
    # Ends are free and far apart.
    a, b = planner.ends()
    assert planner.free(np.array([a, b])).all() and np.linalg.norm(b - a) > 3

import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import libsolid
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
    found, tested = clashes.clashes(pipes, [beam], clearance=0.03)
    assert tested == 3
    assert [clash.a for clash in found] == ["through", "touching", "above"]
    assert found[0].depth == pytest.approx(0.2) and found[0].distance == 0
    assert found[1].depth == 0 and found[1].distance < 1e-12
    assert found[2].depth == 0 and found[2].distance == pytest.approx(0.02)
    # An L around the pipe "far" is not convex: it is a clash only where its material is.
    corner = [clashes.box("L", "structure", [0, -1, 0.9], [4, 1, 0.96]), clashes.box("L", "structure", [0, -1, 0.9], [0.1, 1, 2])]
    ell = np.concatenate([part.vertices for part in corner]), np.concatenate([corner[0].faces, corner[1].faces + 8])
    found, _ = clashes.clashes(pipes, [clashes.Element("L", "structure", *ell)])
    assert [clash.a for clash in found] == ["far"] and 0 < found[0].depth <= 0.06
    trades = [[e for e in clashes.building() if e.trade == trade] for trade in ("pipes", "structure")]
    found, _ = clashes.clashes(*trades, clearance=0.03)
    # Each branch passes through the wall; the main pipes meet columns.
    assert {f"branch {n}" for n in range(11)} == {clash.a for clash in found if clash.b == "wall" and clash.depth > 0}
    assert any(clash.a.startswith("main") and clash.b.startswith("column") for clash in found)


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
    a, b = (clashes.ifc(str(tmp_path / "model.ifc"), [kind]) for kind in ("IfcPipeSegment", "IfcWall"))
    found, _ = clashes.clashes(a, b)
    assert [(clash.a, clash.b) for clash in found] == [("IfcPipeSegment through", "IfcWall wall")]
    assert found[0].depth == pytest.approx(0.2)


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
    robot = load("urdf").Robot(urdf, tmp_path)
    assert robot.joints == ["shoulder", "elbow"] and robot.names == ["upper", "lower"] and robot.ignore == {(0, 1)}
    poses = robot.placements([[np.pi / 2, 0], [0, np.pi / 2]])
    assert poses.shape == (2, 2, 4, 4)
    np.testing.assert_allclose(poses[0, 1] @ [1, 0, 0, 1], [0, 2, 0.51, 1], atol=1e-12)
    np.testing.assert_allclose(poses[1, 1] @ [1, 0, 0, 1], [1, 1, 0.51, 1], atol=1e-12)


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

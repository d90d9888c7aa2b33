"""Clashes: kinds, groups, reports."""

import base64
import csv
import re
import xml.etree.ElementTree as xml
import zipfile

import numpy as np
import pytest

import libsolid
from common import random_poses, torus
from libsolid import clash

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
CUBE_FACES = libsolid.triangles(libsolid.hull(CUBE))[1]


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def boxes(random, count, spread):
    """Boxes along the axes, and the ends of their intervals."""
    sizes, places = random.uniform(0.5, 2, (count, 3)), random.uniform(-spread, spread, (count, 3))
    elements = [
        clash.Element(f"box {k}", libsolid.box(*size), at(*place), group="ab"[k % 2]) for k, (size, place) in enumerate(zip(sizes, places))
    ]
    return elements, places - sizes / 2, places + sizes / 2


def test_compounds_share_what_their_parts_do():
    layers = libsolid.compound([(libsolid.box(0.25, 4, 4), at(0)), (libsolid.box(0.25, 4, 4), at(0.25))])
    twice = libsolid.compound([(libsolid.box(0.25, 4, 4), at(0)), (libsolid.box(0.25, 4, 4), at(0.125))])
    beam = clash.Element("beam", libsolid.box(4, 0.5, 0.5), at(0))
    found = clash.clash(beam, clash.Element("wall", layers, at(0)))
    assert found.volume == pytest.approx(0.125) and found.center == pytest.approx([0.125, 0, 0])
    assert np.isnan(clash.clash(beam, clash.Element("wall", twice, at(0))).volume)


def test_boxes_share_the_product_of_their_intervals():
    elements, low, high = boxes(np.random.default_rng(1), 150, 5)
    found = clash.find(elements, clearance=0.1)
    shared = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    overlapping = {(i, j) for i, j in zip(*np.nonzero((shared > 1e-9).all(axis=2))) if i < j}
    named = {each.name: k for k, each in enumerate(elements)}
    hard = {tuple(sorted((named[each.a.name], named[each.b.name]))): each for each in found if each.distance == 0}
    assert set(hard) == overlapping and len(overlapping) > 50
    for (i, j), each in hard.items():
        assert each.volume == pytest.approx(shared[i, j].prod(), rel=1e-9)
        middle = (np.minimum(high[i], high[j]) + np.maximum(low[i], low[j])) / 2
        assert np.allclose(each.center, middle)
        a = named[each.a.name]
        assert each.inner is None or each.kind in ("piercing", "contained")
        if each.kind == "contained":
            inner = named[each.inner.name]
            assert each.volume == pytest.approx((high[inner] - low[inner]).prod())
        gap = libsolid.distances(elements[a].shape, elements[a].pose @ at(*0 * each.translation), each.b.shape, each.b.pose)
        assert gap == 0
        moved = at(*(each.translation * (1 + 1e-9))) @ np.asarray(each.a.pose)
        assert libsolid.distances(each.a.shape, moved, each.b.shape, each.b.pose) >= 0
    soft = [each for each in found if each.distance > 0]
    assert all(each.kind == "clearance" and 0 < each.distance <= 0.1 for each in soft) and soft
    assert found.counts()["clearance"] == len(soft)
    assert [clash.KINDS.index(each.kind) for each in found] == sorted(clash.KINDS.index(each.kind) for each in found)


def test_groups_and_limits():
    elements, _, _ = boxes(np.random.default_rng(2), 60, 3)
    of_both = clash.find(elements, clearance=0.2, between=[("a", "b")], touching=True)
    everything = clash.find(elements, clearance=0.2, touching=True)
    key = lambda each: (each.a.name, each.b.name, each.kind, each.volume)
    assert sorted(map(key, of_both)) == sorted(key(each) for each in everything if each.a.group != each.b.group)
    assert 0 < len(of_both) < len(everything)
    own = clash.find(elements, between=[("a", "b")], limits={("b", "a"): (0.2, 0.0)}, touching=True)
    assert sorted(map(key, own)) == sorted(map(key, of_both))
    pairs, distances = clash.near_pairs(elements, 0.2, between=[("a", "b")])
    assert len(pairs) == of_both.tested == len(distances) and (pairs[:, 0] < pairs[:, 1]).all() and (distances <= 0.2).all()
    many = [each._replace(group=str(k)) for k, each in enumerate(elements)]
    assert clash.find(many, clearance=0.2, touching=True).tested == everything.tested
    some = clash.find(many, clearance=0.2, between=[(str(k), str(k + 1)) for k in range(59)], touching=True)
    assert all(abs(int(each.a.group) - int(each.b.group)) == 1 for each in some)


def test_a_tolerance_has_what_is_shallow_touch():
    a, b = clash.Element("a", libsolid.box(1, 1, 1)), clash.Element("b", libsolid.box(1, 1, 1), at(0.999))
    assert clash.find([a, b], tolerance=0.002) == []
    assert [each.kind for each in clash.find([a, b], tolerance=0.002, touching=True)] == ["touching"]
    assert [each.kind for each in clash.find([a, b])] == ["overlapping"]
    one = clash.clash(a, b._replace(pose=at(5)))
    assert one.kind == "apart" and one.distance == 4 and one.volume == 0


def test_meshes_clash_as_what_they_enclose():
    vertices, faces = torus()
    ring = clash.element("ring", vertices, faces)
    assert ring.shape.volume > 0
    rod = clash.Element("rod", libsolid.box(0.2, 0.2, 3))
    assert clash.clash(ring, rod).kind == "apart"  # it goes through the hole
    through = clash.clash(ring, rod._replace(pose=at(1.0)))
    assert through.kind == "piercing" and through.inner.name == "rod" and len(through.curves) == 2
    for curve in through.curves:
        assert np.array_equal(curve[0], curve[-1])
    assert 0 < through.volume < 0.2 * 0.2 * 0.81
    same = clash.clash(ring, ring._replace(name="again"))
    assert same.kind == "duplicate" and same.volume == pytest.approx(ring.shape.volume)
    opened = clash.element("open", vertices, faces[1:])
    assert np.isnan(clash.clash(opened, rod._replace(pose=at(1.0))).volume)


def test_the_pose_moves_all_that_is_found():
    random = np.random.default_rng(3)
    a = clash.element("a", CUBE, CUBE_FACES)
    b = clash.Element("b", libsolid.cylinder(0.3, 3.0))
    for pose in random_poses(random, 10, 4):
        here = libsolid.World().add(a.shape, pose).pose
        there = here @ at(0.1, 0.2, 0.05)
        still, moved = clash.clash(a, b._replace(pose=at(0.1, 0.2, 0.05))), clash.clash(a._replace(pose=pose), b._replace(pose=there))
        assert still.kind == moved.kind == "piercing"
        assert moved.volume == pytest.approx(still.volume, rel=1e-9)
        assert np.allclose(moved.center, here[:3, :3] @ still.center + here[:3, 3])


def test_progress_and_its_exceptions():
    elements, _, _ = boxes(np.random.default_rng(4), 40, 2)
    seen = []
    found = clash.find(elements, progress=lambda done, total: seen.append((done, total)), threads=2)
    assert seen == [(k + 1, found.tested) for k in range(found.tested)]
    assert [(x.a.name, x.b.name, x.volume) for x in found] == [(x.a.name, x.b.name, x.volume) for x in clash.find(elements, threads=1)]

    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        clash.find(elements, progress=stop)


@pytest.mark.parametrize("wrong", [
    lambda e: clash.find(e, clearance=-1), lambda e: clash.find(e, tolerance=np.nan), lambda e: clash.find(e, between=["abc"]),
    lambda e: clash.near_pairs(e, np.inf), lambda e: clash.find([e[0], e[1]._replace(pose=at(np.nan))]),
    lambda e: clash.clash(e[0], e[1]._replace(pose=at(np.nan))),
])
def test_wrong_arguments(wrong):
    elements, _, _ = boxes(np.random.default_rng(4), 4, 2)
    with pytest.raises(ValueError):
        wrong(elements)
    with pytest.raises(TypeError):
        clash.clash(elements[0], elements[1]._replace(shape=3))


NAME = 'wall <1> & "2", =A1'


@pytest.fixture
def report():
    wall = clash.Element(NAME, libsolid.box(0.2, 3, 4), group="walls", guid="0" * 22)
    pipe = clash.Element("pipe", libsolid.cylinder(0.1, 5), np.array([[0, 1, 0, 0], [-1, 0, 0, 0.5], [0, 0, 1, 0], [0, 0, 0, 1.0]]), "pipes", "1" * 22)
    duct = clash.Element("duct", libsolid.box(1, 0.2, 0.2), at(0.62, 1), "pipes")
    return clash.find([wall, pipe, duct], clearance=0.05, curves=True)


def test_a_table(report, tmp_path):
    report.to_csv(tmp_path / "clashes.csv")
    with open(tmp_path / "clashes.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows] == ["piercing", "clearance"] and rows[0]["a"] == NAME
    assert float(rows[0]["volume"]) == report[0].volume and float(rows[1]["distance"]) == report[1].distance


def test_a_page(report, tmp_path):
    pytest.importorskip("matplotlib")
    report.to_html(tmp_path / "clashes.html", title="A <b>", pictures=1)
    page = (tmp_path / "clashes.html").read_text(encoding="utf-8")
    assert "<b>" not in page and NAME not in page and "wall &lt;1&gt; &amp;" in page and page.count("<tr id=") == 2
    pictures = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
    assert len(pictures) == 1 and base64.b64decode(pictures[0]).startswith(b"\x89PNG")
    report.to_html(tmp_path / "plain.html", pictures=0)
    assert "<img" not in (tmp_path / "plain.html").read_text(encoding="utf-8")


def test_a_bcf_file(report, tmp_path):
    bcf = pytest.importorskip("bcf.v2.bcfxml")
    pytest.importorskip("matplotlib")
    path = tmp_path / "clashes.bcfzip"
    report.to_bcf(path, project="Tower", author="a@b.c", pictures=1)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        version = xml.fromstring(archive.read("bcf.version"))
        assert version.tag == "Version" and version.get("VersionId") == "2.1"
        assert xml.fromstring(archive.read("project.bcfp")).find("Project/Name").text == "Tower"
        folders = sorted({name.split("/")[0] for name in names if "/" in name})
        assert len(folders) == 2
        snapshots = 0
        for folder in folders:
            markup = xml.fromstring(archive.read(f"{folder}/markup.bcf"))
            topic = markup.find("Topic")
            # What BCF 2.1 requires of a topic, of its viewpoint, and of the viewpoint's file.
            assert topic.get("Guid") == folder and topic.find("Title").text
            assert topic.find("CreationDate").text and topic.find("CreationAuthor").text == "a@b.c"
            viewpoint = markup.find("Viewpoints")
            info = xml.fromstring(archive.read(f"{folder}/{viewpoint.find('Viewpoint').text}"))
            assert info.tag == "VisualizationInfo" and info.get("Guid") == viewpoint.get("Guid")
            camera = info.find("PerspectiveCamera")
            vector = lambda name: np.array([float(camera.find(f"{name}/{axis}").text) for axis in "XYZ"])
            direction, up = vector("CameraDirection"), vector("CameraUpVector")
            assert np.linalg.norm(direction) == pytest.approx(1) and abs(direction @ up) < 1e-9
            assert 45 <= float(camera.find("FieldOfView").text) <= 60
            assert vector("CameraViewPoint").shape == (3,)
            selected = [part.get("IfcGuid") for part in info.findall("Components/Selection/Component")]
            assert info.find("Components/Visibility").get("DefaultVisibility") == "true"
            if topic.find("Title").text.startswith("piercing"):
                assert selected == ["0" * 22, "1" * 22]
            if viewpoint.find("Snapshot") is not None:
                snapshots += 1
                assert archive.read(f"{folder}/{viewpoint.find('Snapshot').text}").startswith(b"\x89PNG")
        assert snapshots == 1
    again = bcf.BcfXml.load(path)
    assert sorted(topic.topic.title.split(":")[0] for topic in again.topics.values()) == ["clearance", "piercing"]

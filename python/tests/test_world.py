import copy
import doctest
import gc
import os
import pickle
import threading
import weakref

import numpy as np
import pytest

import libsolid
import libsolid._batch
import libsolid._world


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def test_examples_are_right():
    # Of the module, of its functions and of its classes.
    results = doctest.testmod(libsolid)
    assert results.failed == 0 and results.attempted > 10


def test_callbacks_are_called_and_may_change_the_world():
    world, ball = libsolid.World(), libsolid.sphere(1)
    a, b, c = (world.add(ball, at(x), data=name) for x, name in ((0, "a"), (1, "b"), (2, "c")))
    called = []
    world.respond(lambda _, found: called.append(found.a.data + found.b.data))
    assert world.test() == 3 and called == ["ab", "ac", "bc"]
    world.ignore(a, b)
    called.clear()
    assert world.test() == 2 and called == ["ac", "bc"]
    world.unset(a, b)
    called.clear()
    world.respond(lambda world, found: found.b.remove(), a, b)
    assert world.test() == 2 and called == ["ac"]
    assert world.objects == [a, c]
    with pytest.raises(KeyError):
        b.pose
    with pytest.raises(KeyError):
        world.distance(a, b)
    with pytest.raises(KeyError):
        libsolid.World().remove(a)


def test_exceptions_of_callbacks_go_through_and_lose_nothing():
    world, ball = libsolid.World(), libsolid.sphere(1)
    for _ in range(3):
        world.add(ball)

    def fails(world, found):
        raise RuntimeError("on purpose")

    world.respond(fails)
    with pytest.raises(RuntimeError, match="on purpose"):
        world.test()
    world.respond(lambda world, found: world.test() and None)
    counts = []
    world.respond(lambda world, found: counts.append(sum(1 for _ in world.collisions())))
    assert world.test() == 3 and counts == [3, 3, 3]
    world.respond(lambda *_: True)
    assert world.test() == 1


def test_what_a_program_has_of_a_world_keeps_it():
    world = libsolid.World()
    a, b = world.add(libsolid.sphere(1)), world.add(libsolid.sphere(1), at(1.5))
    world.watch()
    collisions = world.collisions()
    gone = weakref.ref(world)
    del world
    gc.collect()
    assert [(found.a, found.b) for found in collisions] == [(a, b)] and a.world.distance(a, b) == 0
    a.remove()
    with pytest.raises(KeyError):
        a.remove()
    with pytest.raises(KeyError):
        a.pose = at(3)
    assert b.world.objects == [b]
    del a, b, collisions
    gc.collect()
    assert gone() is None


def test_a_fork_in_a_callback():
    """Parent and child both finish the test."""
    world, children = libsolid.World(), []
    for x in range(4):
        world.add(libsolid.sphere(1), at(x))

    def callback(world, collision):
        if not children:
            children.append(os.fork())

    world.respond(callback)
    status = 1
    try:
        status = 0 if world.test() == 5 and sum(1 for _ in world.collisions()) == 5 else 1
    finally:
        if children == [0]:
            os._exit(status)
    assert status == 0 and os.waitpid(children[0], 0)[1] == 0


def test_points_motion_and_questions():
    world = libsolid.World()
    wall = world.add(libsolid.box(0.5, 10, 10))
    bullet = world.add(libsolid.sphere(0.25), at(-2))
    world.watch(want="point")
    world.proceed()
    bullet.pose = at(2)
    assert list(world.collisions()) == []
    (contact,) = world.motion_contacts()
    assert contact.time == pytest.approx(0.375) and contact.collision.a is wall
    assert world.test_motion() == 1
    assert world.distance(wall, bullet) == pytest.approx(1.5)
    assert world.closest_points(bullet, wall).point_b[0] == 0.25
    assert world.depth(wall, bullet) is None and world.contacts(wall, bullet) == []
    bullet.pose = at(0.4)
    (found,) = world.collisions()
    assert found.point_a.shape == (3,)
    assert world.depth(bullet, wall).depth == pytest.approx(0.1)
    assert world.contacts(bullet, wall)[0].normal.tolist() == [1, 0, 0]
    hit = world.ray([5, 0, 0], [-5, 0, 0])
    assert hit[0] is bullet and hit[1].point[0] == pytest.approx(0.65)
    assert world.ray([5, 20, 0], [-5, 20, 0]) is None
    which, hits = world.obstacles().rays([[5, 0, 0], [5, 2, 0], [5, 20, 0]], [[-5, 0, 0], [-5, 2, 0], [-5, 20, 0]])
    assert which.tolist() == [1, 0, -1]
    with pytest.raises(ValueError):
        bullet.pose = np.full((4, 4), np.nan)
    assert bullet.pose[0, 3] == 0.4


def test_solids():
    world = libsolid.World()
    corners = [[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)]
    faces = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
    block = world.add(libsolid.mesh(corners, faces, solid=True))
    surface = world.add(libsolid.mesh(corners, faces))
    found = world.signed_distance(block, [0.5, 0.5, 0.75])
    assert found.distance == -0.25 and found.gradient.tolist() == [0, 0, 1] and found.nearest.tolist() == [0.5, 0.5, 1]
    ball = world.add(libsolid.sphere(0.25), at(0.9))
    ball.pose = [0.5, 0.5, 0.9, 0, 0, 0, 1]
    apart = world.separation(ball, block)
    assert apart.translation.tolist() == pytest.approx([0, 0, 0.35]) and apart.lower <= apart.upper == pytest.approx(0.35)
    assert world.separation(ball, block, seconds=0.1).lower == pytest.approx(0.35)
    calm = world.separation(ball, block)
    for step in range(5):  # with a time limit each begins where the last one ended
        ball.pose = [0.5, 0.5, 0.9 - 0.01 * step, 0, 0, 0, 1]
        again = world.separation(ball, block, seconds=10)
        assert again.lower <= again.upper == pytest.approx(0.35 + 0.01 * step)
    ball.pose = [0.5, 0.5, 0.9, 0, 0, 0, 1]
    same = world.separation(ball, block)
    assert same.translation.tolist() == calm.translation.tolist() and same.lower == calm.lower
    ball.pose = at(5)
    assert world.separation(ball, block) is None
    with pytest.raises(ValueError):
        world.separation(ball, surface)
    with pytest.raises(ValueError):
        world.signed_distance(surface, [0, 0, 0])
    with pytest.raises(ValueError):
        world.separation(ball, block, gap=-1)
    points = np.array([[[0.5, 0.5, 0.75], [0.5, 0.5, 3]]])
    found = world.signed_distances(block, points)
    assert found.distance.tolist() == [[-0.25, 2]] and found.gradient.shape == found.nearest.shape == (1, 2, 3)
    assert found.nearest.tolist() == [[[0.5, 0.5, 1], [0.5, 0.5, 1]]]
    assert world.signed_distances([block, ball], points).distance[0, 1] == world.signed_distance(ball, points[0, 1]).distance
    assert world.signed_distances(block, np.zeros((0, 3))).distance.shape == (0,)
    for obj, bad in ((surface, points), (block, points[..., :2]), ([block], points), (block, points * np.nan)):
        with pytest.raises(ValueError):
            world.signed_distances(obj, bad)


def test_contacts_are_those_of_the_surface():
    n = 6
    vertices = [(x, 0.0, z) for x in range(n + 1) for z in range(n + 1)]
    quads = [(x * (n + 1) + z, x * (n + 1) + z + 1, (x + 1) * (n + 1) + z + 1, (x + 1) * (n + 1) + z) for x in range(n) for z in range(n)]
    faces = [face for a, b, c, d in quads for face in ((a, b, d), (d, b, c))]  # fronts up
    world = libsolid.World()
    block = world.add(libsolid.box(2, 2, 2), at(3.1, 0.9, 3.2))
    floor = world.add(libsolid.mesh(vertices, faces))
    found = world.contacts(block, floor)
    assert len(found) == 4
    assert all(contact.normal == pytest.approx([0, 1, 0]) and contact.depth == pytest.approx(0.1) for contact in found)
    alone = world.add(libsolid.mesh(vertices, faces, inner_edges=True))
    assert len(world.contacts(block, alone)) > 4
    low = world.add(libsolid.sphere(0.5), at(3.1, -0.25, 3.2))
    assert world.depth(low, floor).normal == pytest.approx([0, -1, 0])
    one_sided = world.add(libsolid.mesh(vertices, faces, one_sided=True, flat_angle=0.01))
    assert world.depth(low, one_sided).normal == pytest.approx([0, 1, 0])
    with pytest.raises(ValueError):
        libsolid.mesh(vertices, faces, flat_angle=-1)

    found = world.surface_point(floor, [0.25, 0, 0.5])
    assert found.polytope == 0 and found.weights == pytest.approx([0.25, 0.5, 0.25])
    assert world.surface_point(block, [3.1, 1.9, 3.2]).weights is None
    with pytest.raises(ValueError):
        world.surface_point(floor, [0, float("nan"), 0])
    points = [[0.25, 0, 0.5], [3.1, 1.9, 3.2], [9, 9, 9]]
    found = world.surface_points([floor, block, None], points)
    assert found.polytope.tolist() == [0, 0, -1]
    assert found.weights[0] == pytest.approx([0.25, 0.5, 0.25]) and np.isnan(found.weights[1:]).all()
    assert world.surface_points(floor, points[:1]).weights == pytest.approx(found.weights[:1])
    assert world.surface_points(floor, np.zeros((2, 3, 3))).weights.shape == (2, 3, 3)
    for bad in (points[:2], np.zeros(4), 1.0):
        with pytest.raises(ValueError):
            world.surface_points([floor], bad)


def test_contacts_are_found_again_in_the_next_frame():
    world = libsolid.World()
    vertices = np.array([[x, 0, z] for x in range(9) for z in range(9)], float)
    corner = np.array([9 * x + z for x in range(8) for z in range(8)])[:, None]
    floor = world.add(libsolid.mesh(vertices, np.vstack([corner + [0, 1, 9], corner + [9, 1, 10]])))
    block = world.add(libsolid.box(1, 1, 1))
    before = impulses = None
    for step in range(20):
        block.pose = at(2 + 0.17 * step, 0.49, 3 + 0.07 * step)
        now = [contact.features for contact in world.contacts(block, floor)]
        assert len(now) == 4
        if before is None:
            impulses = dict(zip(now, range(4)))
        else:
            places = libsolid.match_contacts(before, now)
            assert sorted(places.tolist()) == [0, 1, 2, 3]
            assert [impulses[before[place]] for place in places] == [impulses[key] for key in now]
        before = now
    assert libsolid.match_contacts([(1, 2), (1, 2), (3, 4)], [(1, 2), (5, 6), (1, 2), (1, 2)]).tolist() == [0, -1, 1, -1]
    assert libsolid.match_contacts([], np.zeros((0, 2))).tolist() == []
    assert libsolid.match_contacts(np.array([[1, 2]]), np.array([[1, 2]])).tolist() == [0]


def test_objects_turn_between_two_frames():
    world = libsolid.World()
    rod, _ = world.add(libsolid.box(4, 0.2, 0.2)), world.add(libsolid.sphere(0.1), at(1, 1))
    world.watch()
    world.proceed()
    rod.pose = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    (contact,) = world.motion_contacts()
    assert contact.time == pytest.approx((np.pi / 4 - np.arcsin(0.2 / np.sqrt(2))) / (np.pi / 2), abs=1e-5)
    assert list(world.collisions()) == []


def note(world, collision):
    collision.a.data.append(collision.b.data)


def test_copies_are_worlds_of_their_own():
    world, ball = libsolid.World(), libsolid.sphere(1)
    a, b, c = (world.add(ball, at(x), data=[]) for x in (0, 1, 2))
    world.respond(note)
    world.ignore(a, c)
    for same in (pickle.loads(pickle.dumps(world)), copy.copy(world), copy.deepcopy(world)):
        assert same.test() == 2
        same.objects[1].pose = at(50)
        assert same.test() == 0
    assert world.test() == 2


def test_stubs_name_all_that_there_is():
    import ast
    import inspect
    import pathlib

    stubs = ast.parse((pathlib.Path(libsolid.__file__).parent / "__init__.pyi").read_text())
    functions = {node.name: node for node in stubs.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert set(libsolid.__all__) <= set(functions)

    def names(arguments):
        return [argument.arg for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]

    for name, node in functions.items():
        if name.startswith("_"):
            continue
        what = getattr(libsolid, name)
        assert what.__doc__ or name == "Shape", name
        if isinstance(node, ast.FunctionDef):
            assert names(node.args) == list(inspect.signature(what).parameters), name
            continue
        for method in (part for part in node.body if isinstance(part, ast.FunctionDef)):
            found = getattr(what, method.name)
            if name != "Shape" and not isinstance(found, property) and method.name != "__init__":
                assert names(method.args) == list(inspect.signature(found).parameters), (name, method.name)


class Owner:
    """Its callback is a response; when it is gone, so is its helper."""

    def __init__(self, world):
        self.world, self.helper = world, world.add(libsolid.sphere(1), at(90))

    def hit(self, world, collision):
        pass

    def __del__(self):
        self.world.remove(self.helper)


def within_seconds(work):
    """Runs work in a thread, which must not wait for itself."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive(), "it waits for itself"


def test_finalizers_of_what_is_replaced_may_use_the_world():
    world = libsolid.World()
    a, b = world.add(libsolid.sphere(1)), world.add(libsolid.sphere(1))
    for replace in (
        lambda: world.respond(note, a, b),
        lambda: world.ignore(a, b),
        lambda: world.unset(a, b),
        lambda: world.remove(a),
    ):
        world.respond(Owner(world).hit, a, b)
        assert len(world.objects) == 3
        within_seconds(replace)
        assert b in world.objects and len(world.objects) == (2 if a in world.objects else 1)


def test_the_collector_may_run_finalizers_while_the_world_works(monkeypatch):
    from libsolid import _world

    class Collecting(_world.Object):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            gc.collect()

    world = libsolid.World()
    owner = Owner(world)
    owner.cycle = owner
    del owner
    assert len(world.objects) == 1
    monkeypatch.setattr(_world, "Object", Collecting)
    within_seconds(lambda: world.add(libsolid.sphere(1)))
    assert [type(each) for each in world.objects] == [Collecting]


def test_queries_about_all_objects():
    world, ball, box = libsolid.World(), libsolid.sphere(1), libsolid.box(2, 2, 2)
    row = [world.add(ball, at(3 * i)) for i in range(10)]
    assert world.overlaps(box, at(7.5)) == [row[2], row[3]]
    assert world.overlaps(box, at(7.5), leave_out=[row[2]]) == [row[3]]
    assert world.overlaps(row[0]) == []
    assert world.overlaps(row[0], at(4.5), most=1) == [row[1]]
    nearest = world.nearest(box, at(7.4, 4), most=2)
    assert [obj for obj, _ in nearest] == [row[2], row[3]]
    placed = world.add(box, at(7.4, 4))
    assert nearest[0][1].distance == world.distance(placed, row[2])
    assert world.nearest(placed, most=1)[0][1].distance == nearest[0][1].distance
    assert world.nearest(box, at(7.4, 9), within=0.1) == []
    assert [obj for obj, _ in world.cast(box, (0, -9, 0), pose=at(7.4, 9), leave_out=[placed])] == [row[2], row[3]]
    assert [obj for obj, _ in world.rays((-5, 0, 0), (50, 0, 0), most=3)] == row[:3]
    world.set_filter(row[0], 2)
    assert [obj for obj, _ in world.rays((-5, 0, 0), (50, 0, 0), most=1, mask=1)] == [row[1]]
    touching = world.touching(box, at(4.5))
    assert touching[0][0] is row[1] and touching[0][1].depth == world.depth(world.add(box, at(4.5)), row[1]).depth
    with pytest.raises(ValueError):
        world.nearest(box, within=-1)
    with pytest.raises(TypeError):
        world.overlaps(7)
    row[5].remove()
    with pytest.raises(KeyError):
        world.overlaps(box, leave_out=[row[5]])


def test_events_and_near_pairs():
    world, ball = libsolid.World(), libsolid.sphere(1)
    a, b = world.add(ball), world.add(ball, at(1.5))
    world.watch()
    assert world.events() == [(a, b, "began")]
    world.proceed()
    assert world.events() == [(a, b, "stays")]
    b.pose = at(2.5)
    assert world.events() == [(a, b, "ended")]
    (first, second, closest), = world.near_pairs(1)
    assert first is a and second is b and closest.distance == 0.5
    assert world.near_pairs(0.4) == []
    with pytest.raises(ValueError):
        world.near_pairs(-1)


def test_many_queries_in_one_call_are_the_single_ones():
    random = np.random.default_rng(8)
    world = libsolid.World()
    shapes = [libsolid.sphere(0.7), libsolid.box(1, 2, 0.5), libsolid.compound([(libsolid.sphere(0.5), np.eye(4))])]
    for i in range(30):
        obj = world.add(shapes[i % 3])
        obj.pose = [*random.uniform(-4, 4, 3), 0, 0, 0, 1]
    places = random.uniform(-4, 4, (40, 3))
    poses = np.concatenate([places, random.normal(size=(40, 4))], axis=1)
    by, box = random.uniform(-5, 5, (40, 3)), libsolid.box(0.8, 1.2, 0.6)
    first = world.objects[0]

    def same(a, b):
        return len(a) == len(b) and all(p is q if not isinstance(p, tuple) else (
            p[0] is q[0] and all(np.array_equal(x, y) for x, y in zip(p[1], q[1]))) for p, q in zip(a, b))

    asked = [
        (world.overlaps(box, poses), lambda i: world.overlaps(box, poses[i])),
        (world.nearest(box, poses, within=2, leave_out=[first]), lambda i: world.nearest(box, poses[i], within=2, leave_out=[first])),
        (world.touching(box, poses, most=1), lambda i: world.touching(box, poses[i], most=1)),
        (world.cast(box, by, pose=poses), lambda i: world.cast(box, by[i], pose=poses[i])),
        (world.cast(box, by[0], spin=by, pose=poses[0]), lambda i: world.cast(box, by[0], spin=by[i], pose=poses[0])),
        (world.cast(first, by), lambda i: world.cast(first, by[i])),
        (world.rays(places, places + by), lambda i: world.rays(places[i], places[i] + by[i])),
    ]
    for rows, single in asked:
        assert len(rows) == 40 and any(rows)
        assert all(same(row, single(i)) for i, row in enumerate(rows))
    points = np.array([hits[0][1].point if hits else [0, 0, 0] for hits in asked[6][0]])
    hit = [hits[0][0] if hits else None for hits in asked[6][0]]
    found = world.surface_points(hit, points)
    for i, obj in enumerate(hit):
        assert found.polytope[i] == (-1 if obj is None else world.surface_point(obj, points[i]).polytope)


def test_what_is_wrong_with_many_queries():
    world = libsolid.World()
    world.add(libsolid.sphere(1))
    ball, poses = libsolid.sphere(1), np.tile(np.eye(4), (3, 1, 1))
    assert world.overlaps(ball, poses[:1]) == [world.objects] and world.overlaps(ball, poses[:0]) == []
    with pytest.raises(ValueError, match="broadcast|shape mismatch"):
        world.cast(ball, np.zeros((2, 3)), pose=poses)
    with pytest.raises(ValueError, match="one row after the other"):
        world.overlaps(ball, poses.reshape(1, 3, 4, 4))
    with pytest.raises(ValueError, match="vectors"):
        world.rays([0, 0], [1, 1, 1])
    poses[1, 0, 3] = np.nan
    with pytest.raises(libsolid.BadRow, match="row 1: .*(nothing to hit|not finite)") as bad:
        world.overlaps(ball, poses)
    assert bad.value.row == 1 and bad.value.count == 1
    assert bad.value.result == [world.objects, None, world.objects]
    with pytest.raises(ValueError, match="^[^r]*(nothing to hit|not finite)") as single:
        world.overlaps(ball, poses[1])
    assert not isinstance(single.value, libsolid.BadRow)
    obj, points = world.objects[0], np.array([[[1, 0, 0], [0, np.inf, 0]], [[0, 1, 0], [np.nan, 0, 0]]])
    with pytest.raises(libsolid.BadRow) as bad:
        world.surface_points([obj, obj, None, obj], points)
    assert bad.value.row == (0, 1) and bad.value.count == 2
    assert bad.value.result.polytope.tolist() == [[0, -1], [-1, -1]]
    with pytest.raises(libsolid.BadRow) as bad:
        world.signed_distances(obj, points)
    assert bad.value.row == (0, 1) and bad.value.count == 2
    assert np.array_equal(bad.value.result.distance, [[0, np.nan], [0, np.nan]], equal_nan=True)

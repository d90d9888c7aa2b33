import numpy as np
import pytest

import libsolid.fcl as fcl


def at(*t):
    return fcl.Transform(np.array(t, dtype=float))


def box_model(x=1.0):
    corners = np.array([[i, j, k] for i in (-x, x) for j in (-x, x) for k in (-x, x)]) / 2
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    model = fcl.BVHModel()
    model.beginModel(num_tris_=12, num_vertices_=8)
    model.addSubModel(verts=corners, triangles=np.array(faces))
    model.endModel()
    return model


def test_boxes():
    a = fcl.CollisionObject(fcl.Box(1, 1, 1))
    b = fcl.CollisionObject(fcl.Box(1, 1, 1), at(0.8, 0.1, 0.05))
    for first, second, sign in ((a, b, 1), (b, a, -1)):
        result = fcl.CollisionResult()
        request = fcl.CollisionRequest(num_max_contacts=8, enable_contact=True)
        assert fcl.collide(first, second, request, result) == 4 and result.is_collision
        contact = result.contacts[0]
        assert contact.normal.tolist() == [sign, 0, 0] and contact.penetration_depth == pytest.approx(0.2)
        assert contact.o1 is first._geometry and contact.b1 == -1
        assert 0.3 - 1e-9 <= contact.pos[0] <= 0.5 + 1e-9
    b.setTranslation([3, 0, 0])
    result = fcl.CollisionResult()
    assert fcl.collide(a, b, fcl.CollisionRequest(), result) == 0 and not result.is_collision
    found = fcl.DistanceResult()
    assert fcl.distance(a, b, fcl.DistanceRequest(enable_nearest_points=True), found) == pytest.approx(2)
    assert found.nearest_points[0][0] == pytest.approx(0.5) and found.nearest_points[1][0] == pytest.approx(2.5)


def test_axes_distances_and_signs():
    upright = fcl.CollisionObject(fcl.Cylinder(1, 4))
    ball = fcl.CollisionObject(fcl.Sphere(1), at(0, 0, 5))
    assert fcl.distance(upright, ball) == pytest.approx(2)
    ball.setTransform(at(5, 0, 0))
    assert fcl.distance(upright, ball) == pytest.approx(3)
    box = fcl.CollisionObject(fcl.Box(2, 2, 2))
    ball.setTransform(at(0.5, 0, 0))
    assert fcl.distance(box, ball) == -1.0
    assert fcl.distance(box, ball, fcl.DistanceRequest(enable_signed_distance=True)) == pytest.approx(-1.5)
    result = fcl.DistanceResult(-7.0)
    fcl.distance(box, ball, None, result)
    assert result.min_distance == -7.0 and result.o1 is None


def test_meshes_are_surfaces():
    large, small = (fcl.CollisionObject(box_model(x)) for x in (4.0, 1.0))
    assert fcl.collide(large, small) == 0
    assert fcl.distance(large, small) == pytest.approx(1.5)
    small.setTranslation([2, 0.1, 0.2])
    result = fcl.CollisionResult()
    assert fcl.collide(large, small, fcl.CollisionRequest(1000, True), result) > 4
    assert all(0 <= c.b1 < 12 and 0 <= c.b2 < 12 for c in result.contacts)
    assert fcl.distance(large, small) == 0.0
    solid = fcl.CollisionObject(fcl.Box(4, 4, 4))
    small.setTranslation([0, 0, 0])
    assert fcl.collide(solid, small) == 1


def test_continuous():
    box = fcl.CollisionObject(fcl.Box(1, 1, 1))
    ball = fcl.CollisionObject(fcl.Sphere(1), at(-10, 0, 0))
    result = fcl.ContinuousCollisionResult()
    time = fcl.continuousCollide(ball, at(10, 0, 0), box, at(0, 0, 0), None, result)
    assert time == pytest.approx(0.425) and result.is_collide
    assert fcl.continuousCollide(ball, at(-10, 5, 0), box, at(0, 0, 0)) == 1.0
    with pytest.raises(NotImplementedError):
        spline = fcl.ContinuousCollisionRequest(ccd_motion_type=fcl.CCDMotionType.CCDM_SPLINE)
        fcl.continuousCollide(ball, at(0, 0, 0), box, at(0, 0, 0), spline)


def test_continuous_collision_of_objects_that_turn():
    quarter = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    rod = fcl.CollisionObject(fcl.Box(4, 0.2, 0.2))
    ball = fcl.CollisionObject(fcl.Sphere(0.1), at(1, 1, 0))
    linear, screw = (
        fcl.ContinuousCollisionRequest(ccd_motion_type=kind)
        for kind in (fcl.CCDMotionType.CCDM_LINEAR, fcl.CCDMotionType.CCDM_SCREW)
    )
    turned = fcl.Transform(quarter, np.zeros(3))
    # The rod's side is 0.1 from its axis and the ball's centre 0.1 from its surface.
    expected = (np.pi / 4 - np.arcsin(0.2 / np.sqrt(2))) / (np.pi / 2)
    for request in (linear, screw):
        result = fcl.ContinuousCollisionResult()
        assert fcl.continuousCollide(rod, turned, ball, at(1, 1, 0), request, result) == pytest.approx(expected, abs=1e-5)
        assert result.is_collide
    # As in python-fcl: without a kind of motion nothing turns.
    assert fcl.continuousCollide(rod, turned, ball, at(1, 1, 0)) == 1.0
    # Half way the origin is in the middle of the line, or on the circle about (0, 1); the capsule stands upright.
    post = fcl.CollisionObject(fcl.Capsule(0.05, 4))
    here, there = at(0, 0, 0), fcl.Transform(quarter, np.array([1.0, 1, 0]))
    on_line = fcl.CollisionObject(fcl.Sphere(0.01), at(0.5, 0.5, 1))
    on_circle = fcl.CollisionObject(fcl.Sphere(0.01), at(np.sqrt(0.5), 1 - np.sqrt(0.5), 1))
    post.setTransform(here)
    for request, hit, missed in ((linear, on_line, on_circle), (screw, on_circle, on_line)):
        assert 0.45 < fcl.continuousCollide(post, there, hit, hit.getTransform(), request) < 0.5
        assert fcl.continuousCollide(post, there, missed, missed.getTransform(), request) == 1.0


def test_managers():
    objects = [fcl.CollisionObject(fcl.Sphere(1), at(x, 0, 0)) for x in (0, 1.5, 10)]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()
    data = fcl.CollisionData()
    manager.collide(data, fcl.defaultCollisionCallback)
    assert data.result.is_collision and manager.size() == 3
    distance = fcl.DistanceData()
    probe = fcl.CollisionObject(fcl.Sphere(1), at(14, 0, 0))
    manager.distance(probe, distance, fcl.defaultDistanceCallback)
    assert distance.result.min_distance == pytest.approx(2) and distance.result.o1 is objects[2]._geometry
    seen = []

    def note(a, b, data):
        seen.append((a, b))

    probe.setTranslation([1, 0, 0])
    manager.collide(probe, None, note)
    assert seen == [(objects[0], probe), (objects[1], probe)]
    manager.unregisterObject(objects[0])
    manager.unregisterObject({"not": "an object"})
    objects[2].setTranslation([1, 1, 0])
    manager.update(objects[2])
    seen.clear()
    manager.collide(None, note)
    assert seen == [(objects[1], objects[2])]

    def fails(a, b, data):
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError):
        manager.collide(None, fails)
    with pytest.raises(ValueError):
        manager.collide(None, object())
    other = fcl.DynamicAABBTreeCollisionManager()
    other.registerObject(probe)
    seen.clear()
    manager.collide(other, None, note)
    assert len(seen) == 2 and all(b is probe for _, b in seen)
    manager.clear()
    assert manager.empty() and manager.getObjects() == []


def test_transforms():
    q = np.array([0.5, 0.5, 0.5, 0.5])
    tf = fcl.Transform(q, np.array([1, 2, 3]))
    assert tf.getRotation() == pytest.approx(np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]))
    assert tf.getQuatRotation() == pytest.approx(q) and tf.getTranslation().tolist() == [1, 2, 3]
    for wrong in (lambda: fcl.Transform(np.zeros(5)), lambda: fcl.CollisionObject(), lambda: fcl.Transform(1, 2, 3)):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(NotImplementedError):
        fcl.Plane(np.array([0, 0, 1]), 0)


def test_half_spaces():
    ground, ball = fcl.CollisionObject(fcl.Halfspace(np.array([0, 0, 2]), 4)), fcl.CollisionObject(fcl.Sphere(1), at(1e3, 0, 5))
    assert fcl.distance(ground, ball) == pytest.approx(2)
    assert not fcl.collide(ground, ball)
    ball.setTranslation(np.array([1e3, 0, 2.5]))
    request, result = fcl.CollisionRequest(enable_contact=True), fcl.CollisionResult()
    assert fcl.collide(ground, ball, request, result)
    assert result.contacts[0].penetration_depth == pytest.approx(0.5)
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([ground, ball])
    found = fcl.CollisionData()
    manager.collide(found, fcl.defaultCollisionCallback)
    assert found.result.is_collision


def test_what_callbacks_unregister_is_left_out():
    def crowd():
        manager = fcl.DynamicAABBTreeCollisionManager()
        objects = [fcl.CollisionObject(fcl.Sphere(1), at(0.1 * i, 0, 0)) for i in range(4)]
        manager.registerObjects(objects)
        return manager, objects

    for ask in (
        lambda mine, others, note: mine.collide(None, note),
        lambda mine, others, note: mine.distance(None, note),
        lambda mine, others, note: mine.collide(others, None, note),
        lambda mine, others, note: mine.distance(others, None, note),
        lambda mine, others, note: mine.collide(others.getObjects()[0], None, note),
        lambda mine, others, note: mine.distance(others.getObjects()[0], None, note),
    ):
        (mine, _), (others, _) = crowd(), crowd()
        calls = []

        def note(a, b, data):
            for manager in (mine, others):
                manager.unregisterObject(a)
            calls.append((a, b))
            # That of `distance` has two results.
            return (False, 9.0) if "distance" in ask.__code__.co_names else False

        ask(mine, others, note)
        gone = [a for a, _ in calls]
        assert len(calls) >= 3 and len(set(map(id, gone))) == len(gone)
        assert not any(any(b is a for a in gone[: i + 1]) for i, (_, b) in enumerate(calls))


def test_placements_that_are_not_finite_are_refused():
    ball = fcl.CollisionObject(fcl.Sphere(1))
    nowhere = fcl.CollisionObject(fcl.Sphere(1), at(np.nan, 0, 0))
    for ask in (fcl.collide, fcl.distance):
        for pair in ((ball, nowhere), (nowhere, ball)):
            with pytest.raises(ValueError):
                ask(*pair)

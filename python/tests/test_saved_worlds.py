"""Worlds as bytes."""

import pickle

import numpy as np
import pytest

import libsolid


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def world_of_all():
    world = libsolid.World()
    corners = np.array([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4.0)])
    mesh = libsolid.mesh(corners, [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], solid=True)
    table = libsolid.compound([(libsolid.box(6, 0.2, 2), at(0, 2.1)), (libsolid.cylinder(0.1, 2), at(-2, 1))])
    shapes = [libsolid.sphere(1.0), libsolid.box(1, 2, 3), mesh, table, libsolid.points(corners, 0.5), libsolid.half_space((0, 1, 0))]
    shapes.append(libsolid.height_field(np.sin(np.arange(36.0)).reshape(6, 6)))
    for number, shape in enumerate(shapes):
        world.add(shape, at(0.3 * number, 0.2 * number), data=number * 10)
    world.proceed()
    for obj in world.objects[:3]:
        obj.pose = at(0.1, 0.4, 0.1 * obj.data)
    first, second, third = world.objects[:3]
    world.watch(want="point")
    world.ignore(first, third)
    world.watch(second, want="closest")
    world.set_filter(world.objects[4], 2, 4)
    world.set_spin(second, (0, 7, 0))
    return world


def answers(world):
    def rows(found):
        return [(a.data, b.data, *(None if x is None else np.asarray(x).tolist() for x in rest)) for a, b, *rest in found]

    objects = world.objects
    rays = [(obj.data, float(hit.time), hit.point.tolist()) for obj, hit in world.rays((-9, 0.5, 0.3), (9, 0.5, 0.3))]
    distances = [world.distance(a, b) for a in objects for b in objects if a is not b]
    moves = [(contact.time, contact.collision.a.data, contact.collision.b.data) for contact in world.motion_contacts()]
    return rows(world.collisions()), rays, distances, moves, world.test()


def test_a_loaded_world_answers_the_same_frame_after_frame():
    world = world_of_all()
    again = libsolid.World.from_bytes(world.to_bytes())
    assert [obj.data or 0 for obj in again.objects] == [0, 10, 20, 30, 40, 50, 60]
    again.objects[0].data = 0
    for step in range(4):
        expected, found = answers(world), answers(again)
        assert expected == found and expected[0] and expected[1] and expected[3]
        for each in (world, again):
            each.proceed()
            for number, obj in enumerate(each.objects[:4]):
                obj.pose = at(0.1 * step * number, 0.3 - 0.1 * step, 0.2)
    assert world.to_bytes() == again.to_bytes()
    removed, rest = again.objects[0], again.objects[1:]
    again.remove(removed)
    assert again.objects == rest and again.add(libsolid.sphere(1.0)).number not in [obj.number for obj in rest]


def test_responses_are_watched_until_they_are_set_again():
    world = world_of_all()
    again = libsolid.World.from_bytes(world.to_bytes())
    seen = []
    again.respond(lambda world, hit: seen.append((hit.a, hit.b)), want="point")
    counts = again.test(), world.test()
    assert counts[0] == counts[1] > 0
    # Those of the box are particular to it, and stay as they were.
    box = again.objects[1]
    assert seen and not any(box in pair for pair in seen)
    # Also a pickle knows them.
    assert pickle.loads(pickle.dumps(again.from_bytes(world.to_bytes()))).test() == world.test()


def test_what_is_no_number_is_no_data_of_a_saved_object():
    world = libsolid.World()
    for data in ("name", True, -1, 1 << 64, 1.5, (1 << 64) - 1, np.uint8(3)):
        world.add(libsolid.sphere(1.0), data=data)
    loaded = libsolid.World.from_bytes(world.to_bytes())
    assert [obj.data for obj in loaded.objects] == [None] * 5 + [(1 << 64) - 1, 3]
    assert [obj.data for obj in world.objects][0] == "name"


def test_a_pair_of_one_object_is_saved():
    world = libsolid.World()
    ball = world.add(libsolid.sphere(1.0))
    world.watch(ball, ball)
    assert libsolid.World.from_bytes(world.to_bytes()).test() == 0


def test_a_loaded_mesh_takes_as_many_vertices_as_it_was_made_of():
    corners = np.array([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4), (9, 9, 9.0)])
    world = libsolid.World()
    world.add(libsolid.mesh(corners, [(0, 1, 2), (0, 1, 3)]))
    loaded = libsolid.World.from_bytes(world.to_bytes())
    for each in (loaded, pickle.loads(pickle.dumps(loaded))):
        each.change_vertices(each.objects[0], 2 * corners)
        assert each.bounds(each.objects[0])[1, 0] >= 8


def test_saving_and_loading_goes_on_without_end():
    world = world_of_all()
    for _ in range(100):
        world = libsolid.World.from_bytes(world.to_bytes())
        world.remove(world.objects[-1])
        world.add(libsolid.sphere(1.0))
    assert len(world.objects) == 7


def test_what_cannot_be_saved_or_loaded_is_an_error():
    world = libsolid.World()
    world.add(libsolid.support(lambda direction: direction))
    with pytest.raises(ValueError, match="cannot be saved"):
        world.to_bytes()
    whole = world_of_all().to_bytes()
    for damaged in (b"", whole[:-1], whole[:40], whole + b"\0" * 8, libsolid.sphere(1.0).to_bytes()):
        with pytest.raises(ValueError):
            libsolid.World.from_bytes(damaged)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 4
    with pytest.raises(ValueError):
        libsolid.World.from_bytes(bytes(flipped))
    with pytest.raises(TypeError):
        libsolid.World.from_bytes("text")

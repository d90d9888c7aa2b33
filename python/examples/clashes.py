"""Finds clashes between two trades of a building model, from triangle arrays.

    python clashes.py                                 a floor of a building, made here
    python clashes.py MODEL.ifc --a IfcDuctSegment,IfcPipeSegment --b IfcBeam,IfcWall,IfcSlab

Elements are solids in metres, each an array of vertices and one of triangles, as IfcOpenShell's geometry gives them (PyPI
ifcopenshell is needed for IFC files alone). A hard clash is a pair that shares a point, but for convex elements that overlap no deeper
than --tolerance: touching is none. A soft clash is a pair that is nearer than --clearance, which pipes need for insulation. Pairs are
first sifted by their boxes; what is left is one batch.
"""

import argparse
from typing import NamedTuple

import numpy as np

import libsolid


class Element(NamedTuple):
    name: str
    trade: str
    vertices: np.ndarray
    faces: np.ndarray


class Clash(NamedTuple):
    a: str
    b: str
    depth: float  # the shortest way out; at least that if an element is not convex
    distance: float  # 0 if they overlap
    point: np.ndarray


def box(name, trade, low, high):
    low, high = np.array(low, float), np.array(high, float)
    corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4]]
    faces += [[1, 5, 7], [1, 7, 3]]
    return Element(name, trade, low + corners * (high - low), np.array(faces))


def pipe(name, start, end, radius, sides=24):
    """A closed prism around the segment."""
    start, end = np.array(start, float), np.array(end, float)
    along = (end - start) / np.linalg.norm(end - start)
    u = np.cross(along, [1, 0, 0] if abs(along[0]) < 0.9 else [0, 1, 0])
    u /= np.linalg.norm(u)
    angle = np.arange(sides) * 2 * np.pi / sides
    ring = radius * (np.cos(angle)[:, None] * u + np.sin(angle)[:, None] * np.cross(along, u))
    i, j = np.arange(sides), (np.arange(sides) + 1) % sides
    first, last = np.full(sides, 2 * sides), np.full(sides, 2 * sides + 1)
    faces = np.concatenate(
        [np.stack(f, axis=1) for f in ((i, j, j + sides), (i, j + sides, i + sides), (first, j, i), (last, i + sides, j + sides))]
    )
    return Element(name, "pipes", np.concatenate([start + ring, end + ring, [start, end]]), faces)


def building():
    """A floor of 30 by 20 m: columns, beams and walls, and the pipes of a planner who has not seen them."""
    floor = [box("slab", "structure", [0, 0, -0.3], [30, 20, 0])]
    for x in range(0, 31, 6):
        for y in range(0, 21, 5):
            floor.append(box(f"column {x}/{y}", "structure", [x - 0.2, y - 0.2, 0], [x + 0.2, y + 0.2, 3]))
        floor.append(box(f"beam {x}", "structure", [x - 0.15, 0, 2.6], [x + 0.15, 20, 3]))
    floor.append(box("wall", "structure", [0, 9.9, 0], [30, 10.1, 3]))
    for number, y in enumerate(np.arange(1.0, 20, 1.9)):
        floor.append(pipe(f"main {number}", [0.5, y, 2.5], [29.5, y, 2.5], 0.08))
    for number, x in enumerate(np.arange(1.3, 30, 2.7)):
        floor.append(pipe(f"branch {number}", [x, 0.5, 2.2], [x, 19.5, 2.2], 0.05))
        floor.append(pipe(f"drop {number}", [x, 3.0, 0.1], [x, 3.0, 2.2], 0.03))
    return floor


def ifc(path, types):
    """The elements of an IFC file that are of the types, in metres and the coordinates of the world."""
    import ifcopenshell
    import ifcopenshell.geom

    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    model = ifcopenshell.open(path)
    wanted = [element for name in types for element in model.by_type(name) if element.Representation]
    found = []
    for element in wanted:
        shape = ifcopenshell.geom.create_shape(settings, element)
        vertices = np.array(shape.geometry.verts).reshape(-1, 3)
        faces = np.array(shape.geometry.faces).reshape(-1, 3)
        found.append(Element(f"{element.is_a()} {element.Name or element.GlobalId}", element.is_a(), vertices, faces))
    return found


def shape(element):
    """Its hull if it is convex: hulls are faster, and have exact depths. Else the solid that its triangles enclose."""
    vertices, faces = element.vertices, element.faces
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    above = ((vertices[None] - a[:, None]) * normals[:, None]).sum(axis=2)
    size = np.ptp(vertices, axis=0).max()
    # Outside of a face by a millionth of the size is rounding.
    if (above <= 1e-6 * size * np.linalg.norm(normals, axis=1)[:, None]).all():
        return libsolid.hull(vertices)
    return libsolid.mesh(vertices, faces, solid=True)


def clashes(a, b, tolerance=0.002, clearance=0.0):
    """The clashes of two lists of elements, the deepest first and then the nearest, and how many pairs were tested."""
    shapes = [[shape(element) for element in group] for group in (a, b)]
    low, high = zip(*[np.array([s.bounds() for s in group]).reshape(-1, 2, 3).transpose(1, 0, 2) for group in shapes])
    near = (low[0][:, None] - clearance <= high[1][None]) & (low[1][None] - clearance <= high[0][:, None])
    first, second = np.nonzero(near.all(axis=2))
    here = np.eye(4)
    pairs = ((shapes[0], first), here, (shapes[1], second), here)
    closest, deepest = libsolid.closest_points(*pairs), libsolid.depths(*pairs)
    found = []
    for row in range(len(first)):
        i, j, distance = first[row], second[row], closest.distance[row]
        if distance == 0:
            depth, point = np.nan_to_num(deepest.depth[row]), deepest.point_b[row]
            touching = depth <= tolerance and shapes[0][i].is_convex() and shapes[1][j].is_convex()
        if distance == 0 and not touching:
            found.append(Clash(a[i].name, b[j].name, depth, 0.0, point))
        elif distance < clearance:
            found.append(Clash(a[i].name, b[j].name, 0.0, distance, closest.point_b[row]))
    return sorted(found, key=lambda clash: (-clash.depth, clash.distance)), len(first)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?")
    parser.add_argument("--a", default="IfcPipeSegment,IfcDuctSegment,IfcFlowSegment")
    parser.add_argument("--b", default="IfcWall,IfcSlab,IfcBeam,IfcColumn")
    parser.add_argument("--tolerance", type=float, default=0.002)
    parser.add_argument("--clearance", type=float, default=0.03)
    options = parser.parse_args()
    if options.model:
        a, b = (ifc(options.model, types.split(",")) for types in (options.a, options.b))
    else:
        a, b = ([element for element in building() if element.trade == trade] for trade in ("pipes", "structure"))
    found, tested = clashes(a, b, options.tolerance, options.clearance)
    hard = sum(clash.distance == 0 for clash in found)
    print(f"{len(a)} against {len(b)} elements: {tested} pairs have near boxes; {hard} hard and {len(found) - hard} soft clashes")
    for clash in found:
        how = f"{1000 * clash.depth:6.1f} mm deep" if clash.distance == 0 else f"{1000 * clash.distance:6.1f} mm apart"
        print(f"{how}  {clash.a} and {clash.b} at ({', '.join(f'{x:.2f}' for x in clash.point)})")


if __name__ == "__main__":
    main()

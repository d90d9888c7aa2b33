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

# Numbers that are worked on at a time.
ROWS = 1 << 20
# Vertices times faces of the largest element whose convexity is found out, which takes seconds.
MOST_COMPARED = 1 << 31


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


def is_convex(vertices, faces):
    """Whether no vertex is outside of a face by more than a millionth of the size, which is rounding.

    Faces are taken so many at a time that the memory does not depend on the size of the element. Of very large elements it is not
    found out: as solids they have the same clashes.
    """
    if len(vertices) * len(faces) > MOST_COMPARED:
        return False
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    a, normals, length = a[length > 0], normals[length > 0], length[length > 0]
    slack = 1e-6 * np.ptp(vertices, axis=0).max()
    at_once = max(ROWS // max(len(vertices), 1), 1)
    for start in range(0, len(a), at_once):
        some = slice(start, start + at_once)
        farthest = (normals[some] @ vertices.T).max(axis=1)
        if (farthest - (normals[some] * a[some]).sum(axis=1) > slack * length[some]).any():
            return False
    return True


def shape(element):
    """Its hull if it is convex: hulls are faster, and have exact depths. Else the solid that its triangles enclose."""
    if is_convex(element.vertices, element.faces):
        return libsolid.hull(element.vertices)
    try:
        return libsolid.mesh(element.vertices, element.faces, solid=True)
    except ValueError as error:
        raise ValueError(f"{element.name}: {error}") from None


def near_pairs(a, b, clearance):
    """The pairs of boxes, each (low, high) of (count, 3), that are not farther apart than the clearance along any axis.

    A sweep along the axis on which the boxes are the most apart: of two that meet on it, one begins within the other. The memory is
    that of the pairs.
    """
    low, high = (np.concatenate([a[side], b[side]]) for side in (0, 1))
    if not len(low):
        return np.zeros(0, int), np.zeros(0, int)
    axis = int((np.std(low + high, axis=0) / (np.mean(high - low, axis=0) + clearance + 1e-300)).argmax())
    first, second = [np.zeros(0, int)], [np.zeros(0, int)]
    for swapped, (p, q) in enumerate(((a, b), (b, a))):
        order = np.argsort(q[0][:, axis], kind="stable")
        starts = q[0][order, axis]
        # Those of q that begin within the box of p. Of two that begin at the same place, one finds the other, and not also vice versa.
        begin = np.searchsorted(starts, p[0][:, axis], side="right" if swapped else "left")
        end = np.searchsorted(starts, p[1][:, axis] + clearance, side="right")
        counts = np.maximum(end - begin, 0)
        done = np.concatenate([[0], np.cumsum(counts)])
        at = 0
        while at < len(counts):
            until = max(int(np.searchsorted(done, done[at] + ROWS, side="right")) - 1, at + 1)
            some = np.repeat(np.arange(at, until), counts[at:until])
            place = begin[some] + np.arange(len(some)) - (done[some] - done[at])
            other = order[place]
            near = ((p[0][some] - clearance <= q[1][other]) & (q[0][other] - clearance <= p[1][some])).all(axis=1)
            first.append((other if swapped else some)[near])
            second.append((some if swapped else other)[near])
            at = until
    first, second = np.concatenate(first), np.concatenate(second)
    order = np.lexsort((second, first))
    return first[order], second[order]


def clashes(a, b, tolerance=0.002, clearance=0.0):
    """The clashes of two lists of elements, the deepest first and then the nearest, and how many pairs were tested."""
    shapes = [[shape(element) for element in group] for group in (a, b)]
    boxes = [np.array([s.bounds() for s in group]).reshape(-1, 2, 3).transpose(1, 0, 2) for group in shapes]
    first, second = near_pairs(*boxes, clearance)
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

"""Finds clashes between two trades of a building model, from triangle arrays, and writes reports.

    python clashes.py                                 a floor of a building, made here
    python clashes.py MODEL.ifc --pipes IfcDuctSegment,IfcPipeSegment --structure IfcBeam,IfcWall,IfcSlab
    python clashes.py --report clashes                also writes clashes.csv, clashes.html and clashes.bcfzip

Elements are solids in metres, each an array of vertices and one of triangles, as IfcOpenShell's geometry gives them (PyPI
ifcopenshell is needed for IFC files alone). Elements that overlap no deeper than --tolerance only touch, which is no clash here. Those
that are nearer than --clearance are one, which pipes need for insulation.
"""

import argparse
import sys

import numpy as np

from libsolid import clash


def box(name, trade, low, high):
    low, high = np.array(low, float), np.array(high, float)
    corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4]]
    faces += [[1, 5, 7], [1, 7, 3]]
    return clash.element(name, low + corners * (high - low), faces, group=trade)


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
    return clash.element(name, np.concatenate([start + ring, end + ring, [start, end]]), faces, group="pipes")


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


def ifc(path, trades):
    """The elements of an IFC file that are of the types of each trade, in metres and the coordinates of the world."""
    import ifcopenshell
    import ifcopenshell.geom

    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    model = ifcopenshell.open(path)
    found = []
    for trade, types in trades.items():
        for each in (each for name in types for each in model.by_type(name) if each.Representation):
            shape = ifcopenshell.geom.create_shape(settings, each)
            vertices = np.array(shape.geometry.verts).reshape(-1, 3)
            faces = np.array(shape.geometry.faces).reshape(-1, 3)
            found.append(clash.element(each.Name or each.GlobalId, vertices, faces, group=trade, guid=each.GlobalId))
    return found


def clashes(elements, tolerance=0.002, clearance=0.0, progress=None):
    """The clashes of pipes with the structure, the worst first."""
    between = [("pipes", "structure")]
    return clash.find(elements, tolerance=tolerance, clearance=clearance, between=between, progress=progress)


def show(done, total):
    if sys.stderr.isatty():
        print(f"{done} of {total}", end="\r" if done < total else "\n", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?")
    parser.add_argument("--pipes", default="IfcPipeSegment,IfcDuctSegment,IfcFlowSegment")
    parser.add_argument("--structure", default="IfcWall,IfcSlab,IfcBeam,IfcColumn")
    parser.add_argument("--tolerance", type=float, default=0.002)
    parser.add_argument("--clearance", type=float, default=0.03)
    parser.add_argument("--report", help="the beginning of the names of the files")
    options = parser.parse_args()
    if options.model:
        trades = {"pipes": options.pipes.split(","), "structure": options.structure.split(",")}
        elements = ifc(options.model, trades)
    else:
        elements = building()
    found = clashes(elements, options.tolerance, options.clearance, show)
    counts = ", ".join(f"{count} {kind}" for kind, count in found.counts().items() if count)
    print(f"{len(elements)} elements, of which {found.tested} pairs are near: {counts or 'no clashes'}")
    for each in found:
        how = f"{1000 * each.depth:6.1f} mm deep" if each.distance == 0 else f"{1000 * each.distance:6.1f} mm apart"
        print(f"{each.kind:12} {how}  {each.a.name} and {each.b.name} at ({', '.join(f'{x:.2f}' for x in each.place)})")
    if options.report:
        found.to_csv(f"{options.report}.csv")
        found.to_html(f"{options.report}.html")
        found.to_bcf(f"{options.report}.bcfzip")


if __name__ == "__main__":
    main()

"""Clashes between the elements of a building, or of any assembly: found, sorted, and written as reports.

    >>> import libsolid
    >>> from libsolid import clash
    >>> wall = clash.Element("wall", libsolid.box(0.2, 3, 4), group="walls")
    >>> pipe = clash.Element("pipe", libsolid.box(5, 0.1, 0.1), group="pipes")
    >>> found = clash.find([wall, pipe], tolerance=0.002, clearance=0.03)
    >>> [(each.kind, each.inner.name, round(each.volume, 6)) for each in found]
    [('piercing', 'pipe', 0.002)]

Reports are written by `Report.to_csv`, `Report.to_html`, whose pictures need matplotlib, and `Report.to_bcf`, which needs the package
bcf-client of IfcOpenShell. Lengths are in the caller's unit, but metres in BCF.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from . import _arrays, _clash_report, _native
from ._shapes import mesh
from ._world import ALL, World

KINDS = ("duplicate", "contained", "piercing", "overlapping", "touching", "clearance")


class Element(NamedTuple):
    """What may clash: a shape at a pose, its name, the group that it belongs to, and its GlobalId in an IFC file."""

    name: str
    shape: Any
    pose: Any = None
    group: Optional[str] = None
    guid: Optional[str] = None


class Clash(NamedTuple):
    """How two elements clash. Points and vectors are in world coordinates.

    ``kind`` is "duplicate", "contained", "piercing", "overlapping", "touching" or "clearance"; ``inner`` the element that is inside or
    goes through the other. ``translation``, of length ``depth``, moves ``a`` out; no translation shorter than ``least`` does. ``deepest``
    is the centre of the largest ball in what both share, and ``radius`` its radius. ``protrusion_a`` says how far ``a`` reaches into
    ``b``. ``volume`` is what both share, NaN if an element is not closed or has parts that overlap each other there, and ``center`` its centre. ``curves`` are arrays of points,
    along which the surfaces cross."""

    a: Element
    b: Element
    kind: str
    inner: Optional[Element]
    distance: float
    depth: float
    point_a: np.ndarray
    point_b: np.ndarray
    translation: np.ndarray
    least: float
    deepest: np.ndarray
    radius: float
    protrusion_a: float
    protrusion_b: float
    volume: float
    center: np.ndarray
    curves: Tuple[np.ndarray, ...]

    @property
    def place(self):
        """The point to look at: the deepest one, or half way between elements that are apart."""
        return (self.point_a + self.point_b) / 2 if self.distance > 0 else self.deepest


class Report(list):
    """A list of `Clash`: the worst kinds first, then the deepest, then the nearest. ``tested`` is how many pairs were near."""

    def __init__(self, clashes=(), tested=0):
        super().__init__(clashes)
        self.tested = tested

    def counts(self):
        """How many there are of each kind."""
        return {kind: sum(clash.kind == kind for clash in self) for kind in KINDS}

    def to_csv(self, path):
        """Writes a table, a clash in a row."""
        _clash_report.write_csv(self, path)

    def to_html(self, path, title="Clashes", pictures=100):
        """Writes a page that needs no other file, with pictures of the first clashes; with 0 it needs no matplotlib."""
        _clash_report.write_html(self, path, title, pictures)

    def to_bcf(self, path, project="Clashes", author="libsolid", pictures=100):
        """Writes a BCF 2.1 file: a topic for each clash, with a viewpoint that selects both elements, and a picture of the first ones."""
        _clash_report.write_bcf(self, path, project, author, pictures)


def element(name, vertices, faces, pose=None, group=None, guid=None):
    """An `Element` of triangles: a solid if they are closed, else their surface, which has no volume."""
    try:
        shape = mesh(vertices, faces, solid=True)
    except ValueError:
        shape = mesh(vertices, faces)
    return Element(name, shape, pose, group, guid)


def clash(a, b, *, clearance=0.0, tolerance=0.0, curves=True):
    """How two elements clash: `Clash`, also of those that are farther apart than the clearance, whose kind is "apart"."""
    clearance, tolerance = _length(clearance, "clearance"), _length(tolerance, "tolerance")
    poses = [_arrays.pose(each.pose) for each in (a, b)]
    shapes = [_arrays.shape(each.shape, "shape") for each in (a, b)]
    found = _native.clash(shapes[0], poses[0], shapes[1], poses[1], clearance, tolerance, bool(curves))
    kind, inner, row, lines = found
    row = np.array(row)
    return Clash(
        a, b, kind, None if inner is None else (a, b)[inner], float(row[0]), float(np.linalg.norm(row[7:10])), row[1:4], row[4:7],
        row[7:10], float(row[10]), row[11:14], float(row[14]), float(row[15]), float(row[16]), float(row[17]), row[18:21],
        tuple(np.array(line) for line in lines),
    )


def near_pairs(elements, distance=0.0, between=None):
    """The pairs of elements that are no farther apart than a distance: arrays of their numbers, (n, 2), and of their distances.

    ``between`` are the pairs of groups that count, such as ``[("pipes", "walls")]``; without it all pairs do."""
    wanted = _pairs_of_groups(between)
    world, groups = World(), {}
    world.watch()
    for number, each in enumerate(elements):
        added = world.add(each.shape, each.pose, number)
        if wanted is None:
            continue
        # Elements of other groups than these do not meet in the broad phase.
        bits = [groups.setdefault(group, len(groups) % 32) for group in (each.group, *_partners(each.group, wanted))]
        world.set_filter(added, 1 << bits[0], sum({1 << bit for bit in bits[1:]}) & ALL)
    pairs, distances = [], []
    for a, b, closest in world.near_pairs(_length(distance, "distance")):
        i, j = sorted((a.data, b.data))
        if wanted is None or (elements[i].group, elements[j].group) in wanted:
            pairs.append((i, j))
            distances.append(closest.distance)
    order = sorted(range(len(pairs)), key=pairs.__getitem__)
    return np.array([pairs[k] for k in order], int).reshape(-1, 2), np.array([distances[k] for k in order], float)


def find(
    elements, *, clearance=0.0, tolerance=0.0, between=None, limits=None, touching=False, curves=False, progress=None, threads=None
):
    """All clashes of some elements: `Report`.

    - ``clearance``: elements that are no farther apart clash; ``tolerance``: those that overlap no deeper only touch
    - ``between``: the pairs of groups that count, such as ``[("pipes", "walls"), ("pipes", "pipes")]``; all without it
    - ``limits``: of pairs of groups, their own clearance and tolerance: ``{("pipes", "walls"): (0.05, 0.002)}``
    - ``touching``: whether those that only touch are listed
    - ``curves``: whether the curves are found along which surfaces cross
    - ``progress``: called as ``progress(done, total)`` after each pair; an exception that it raises ends the work
    - ``threads``: how many pairs are looked at at a time; as in `set_threads` without it
    """
    elements = list(elements)
    own = {}
    for pair, values in (limits or {}).items():
        a, b = pair
        values = tuple(_length(value, name) for value, name in zip(values, ("clearance", "tolerance")))
        own[a, b] = own[b, a] = values
    usual = _length(clearance, "clearance"), _length(tolerance, "tolerance")
    farthest = max([usual[0], *(values[0] for values in own.values())])
    pairs, distances = near_pairs(elements, farthest, between)

    def look(pair):
        a, b = elements[pair[0]], elements[pair[1]]
        clearance, tolerance = own.get((a.group, b.group), usual)
        return clash(a, b, clearance=clearance, tolerance=tolerance, curves=curves)

    found = []
    with ThreadPoolExecutor(threads or _arrays.get_threads()) as pool:
        try:
            for done, each in enumerate(pool.map(look, pairs.tolist()), 1):
                if each.kind != "apart" and (touching or each.kind != "touching"):
                    found.append(each)
                if progress is not None:
                    progress(done, len(pairs))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    found.sort(key=lambda each: (KINDS.index(each.kind), -each.depth, each.distance))
    return Report(found, len(pairs))


def _length(value, name):
    value = float(value)
    if not 0 <= value < np.inf:
        raise ValueError(f"{name} is a length that is not negative, not {value}")
    return value


def _pairs_of_groups(between):
    if between is None:
        return None
    pairs = [tuple(pair) for pair in between]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("between are pairs of groups")
    return {pair for a, b in pairs for pair in ((a, b), (b, a))}


def _partners(group, wanted):
    return [b for a, b in wanted if a == group]

"""Reports of clashes: tables, pages with pictures, and BCF files."""

import base64
import csv
import html
import io
import math

import numpy as np

from ._shapes import sphere, triangles
from ._world import World

_COLUMNS = (
    "number", "kind", "a", "group_a", "guid_a", "b", "group_b", "guid_b", "inner", "distance", "depth", "protrusion_a", "protrusion_b",
    "volume", "x", "y", "z",
)
# The triangles of an element that a picture shows at most, those that are nearest.
_MOST_TRIANGLES = 4000
_COLOURS = ("#d9633b", "#3b7dd9")


def _row(number, clash):
    inner = "" if clash.inner is None else clash.inner.name
    volume = "" if math.isnan(clash.volume) else repr(clash.volume)
    names = [text or "" for each in (clash.a, clash.b) for text in (each.name, each.group, each.guid)]
    lengths = (clash.distance, clash.depth, clash.protrusion_a, clash.protrusion_b)
    return [number, clash.kind, *names, inner, *map(repr, lengths), volume, *(repr(float(x)) for x in clash.place)]


def write_csv(report, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(_COLUMNS)
        table.writerows(_row(number, clash) for number, clash in enumerate(report, 1))


def _view(clash):
    """The point that a picture is about, how far it shows around it, and the direction from which it looks."""
    boxes = [_bounds(each) for each in (clash.a, clash.b)]
    low, high = np.maximum(boxes[0][0], boxes[1][0]), np.minimum(boxes[0][1], boxes[1][1])
    sizes = [np.linalg.norm(box[1] - box[0]) for box in boxes]
    shared = np.linalg.norm(np.abs(high - low))
    around = min(max(1.5 * shared, 0.25 * min(sizes)), max(sizes)) or 1.0
    return clash.place, around, np.array([1.0, -1.5, 1.0]) / math.sqrt(4.25)


def _placed(element):
    vertices, faces = triangles(element.shape)
    pose = World().add(sphere(0), element.pose).pose
    return vertices @ pose[:3, :3].T + pose[:3, 3], faces


def _bounds(element):
    vertices, _ = _placed(element)
    return vertices.min(axis=0), vertices.max(axis=0)


def picture(clash, size=(480, 360)):
    """The clash as the bytes of a PNG file: both elements, cut to what is near, the curves, and the place."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    except ImportError:
        raise ImportError("pictures of clashes need matplotlib; pictures=0 writes a report without them") from None
    at, around, direction = _view(clash)
    figure = Figure(figsize=(size[0] / 100, size[1] / 100), dpi=100)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), projection="3d")
    for element, colour in zip((clash.a, clash.b), _COLOURS):
        vertices, faces = _placed(element)
        corners = vertices[faces]
        if len(corners) > _MOST_TRIANGLES:
            near = np.linalg.norm(corners.mean(axis=1) - at, axis=1)
            corners = corners[np.argsort(near, kind="stable")[:_MOST_TRIANGLES]]
        corners = _cut(corners, at - around, at + around)
        if len(corners):
            axes.add_collection3d(Poly3DCollection(corners, facecolor=colour, edgecolor=colour, alpha=0.25, linewidth=0.3))
    for curve in clash.curves:
        axes.plot(*curve.T, color="black", linewidth=1.5)
    axes.plot(*[[x] for x in at], "o", color="black", markersize=4)
    for axis, x in zip("xyz", at):
        getattr(axes, f"set_{axis}lim")(x - around, x + around)
    axes.set_box_aspect((1, 1, 1))
    flat = math.hypot(direction[0], direction[1])
    axes.view_init(elev=math.degrees(math.atan2(direction[2], flat)), azim=math.degrees(math.atan2(direction[1], direction[0])))
    axes.set_axis_off()
    data = io.BytesIO()
    figure.savefig(data, format="png")
    return data.getvalue()


def _cut(corners, low, high):
    """The parts of triangles that are in a box, as polygons (Sutherland and Hodgman 1974)."""
    found = []
    for polygon in corners:
        for axis in range(3):
            for bound, sign in ((low[axis], 1), (high[axis], -1)):
                inside = sign * (polygon[:, axis] - bound) if len(polygon) else np.zeros(0)
                kept = []
                for k in range(len(polygon)):
                    before, now = inside[k - 1], inside[k]
                    if (before < 0) != (now < 0):
                        kept.append(polygon[k - 1] + (polygon[k] - polygon[k - 1]) * (before / (before - now)))
                    if now >= 0:
                        kept.append(polygon[k])
                polygon = np.array(kept).reshape(-1, 3)
        if len(polygon) > 2:
            found.append(polygon)
    return found


_STYLE = """body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222}
table{border-collapse:collapse;width:100%}th,td{padding:.4em .6em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}img{width:240px;height:180px;display:block}
.a{color:#d9633b}.b{color:#3b7dd9}"""


def write_html(report, path, title, pictures):
    rows = []
    for number, clash in enumerate(report, 1):
        shown = ""
        if number <= pictures:
            data = base64.b64encode(picture(clash)).decode("ascii")
            shown = f'<img alt="clash {number}" src="data:image/png;base64,{data}">'
        names = [
            f'<span class="{letter}">{html.escape(str(each.name))}</span>' + (f"<br>{html.escape(str(each.group))}" if each.group else "")
            for letter, each in zip("ab", (clash.a, clash.b))
        ]
        kind = clash.kind if clash.inner is None else f"{clash.kind}: {html.escape(str(clash.inner.name))}"
        volume = "" if math.isnan(clash.volume) else f"{clash.volume:.6g}"
        numbers = [f"{value:.6g}" for value in (clash.distance, clash.depth, clash.protrusion_a, clash.protrusion_b)] + [volume]
        place = ", ".join(f"{x:.4g}" for x in clash.place)
        cells = [f"<td>{text}</td>" for text in (shown, kind, *names)] + [f'<td class="n">{text}</td>' for text in (*numbers, place)]
        rows.append(f'<tr id="clash-{number}"><td>{number}</td>{"".join(cells)}</tr>')
    counts = ", ".join(f"{count} {kind}" for kind, count in report.counts().items() if count) or "none"
    heads = ("", "", "kind", "a", "b", "distance", "depth", "a into b", "b into a", "volume", "place")
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title><style>{_STYLE}</style></head>
<body><h1>{html.escape(title)}</h1><p>{report.tested} pairs are near; clashes: {counts}.</p>
<table><thead><tr>{"".join(f"<th>{head}</th>" for head in heads)}</tr></thead><tbody>
{chr(10).join(rows)}
</tbody></table></body></html>
"""
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)


def write_bcf(report, path, project, author, pictures):
    try:
        from bcf.v2.bcfxml import BcfXml
        from bcf.v2.model import visinfo
        from bcf.v2.visinfo import VisualizationInfoHandler
    except ImportError:
        raise ImportError("BCF files need the package bcf-client: pip install bcf-client") from None
    import uuid

    file = BcfXml.create_new(project)
    for number, clash in enumerate(report, 1):
        title = f"{clash.kind}: {clash.a.name} and {clash.b.name}"
        topic = file.add_topic(title, _description(clash), author, topic_type="Clash", topic_status="Open")
        topic.topic.index = number
        at, around, direction = _view(clash)
        eye = at + 2.5 * around * direction
        up = np.array([0.0, 0.0, 1.0]) - direction * direction[2]
        up /= np.linalg.norm(up)
        camera = visinfo.PerspectiveCamera(
            camera_view_point=visinfo.Point(**_xyz(eye)),
            camera_direction=visinfo.Direction(**_xyz(-direction)),
            camera_up_vector=visinfo.Direction(**_xyz(up)),
            field_of_view=60.0,
        )
        parts = [visinfo.Component(ifc_guid=each.guid, originating_system="libsolid") for each in (clash.a, clash.b) if each.guid]
        components = visinfo.Components(
            selection=visinfo.ComponentSelection(component=parts) if parts else None,
            visibility=visinfo.ComponentVisibility(default_visibility=True),
        )
        info = visinfo.VisualizationInfo(guid=str(uuid.uuid4()), components=components, perspective_camera=camera)
        snapshot = picture(clash) if number <= pictures else None
        topic.add_visinfo_handler(VisualizationInfoHandler(info, snapshot), "snapshot.png" if snapshot else None)
    file.save(path)


def _xyz(vector):
    return dict(zip("xyz", map(float, vector)))


def _description(clash):
    if clash.distance > 0:
        return f"{clash.distance:.4g} apart"
    parts = [f"{clash.depth:.4g} deep"]
    if not math.isnan(clash.volume):
        parts.append(f"a volume of {clash.volume:.4g} in common")
    if clash.inner is not None:
        parts.append(f"{clash.inner.name} is {'inside' if clash.kind == 'contained' else 'what goes through'}")
    return ", ".join(parts)

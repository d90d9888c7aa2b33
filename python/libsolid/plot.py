"""Pictures of a world by what is installed: trimesh, matplotlib or pyvista."""

import numpy as np

from ._shapes import to_trimesh, triangles

# Of matplotlib's cycle, which tells neighbours apart.
_COLOURS = ((31, 119, 180), (255, 127, 14), (44, 160, 44), (214, 39, 40), (148, 103, 189), (140, 86, 75), (227, 119, 194), (23, 190, 207))


def scene(world):
    """A ``trimesh.Scene`` of a world: a geometry for each object, named by its number in ``world.objects``."""
    import trimesh

    made = trimesh.Scene()
    for number, obj in enumerate(world.objects):
        mesh = to_trimesh(obj.shape)
        mesh.visual.face_colors = (*_COLOURS[number % len(_COLOURS)], 200)
        made.add_geometry(mesh, node_name=str(number), geom_name=str(number), transform=obj.pose)
    return made


def axes(world, axes=None, alpha=0.4):
    """Draws a world on matplotlib's axes in three dimensions, which are made if there are none; returns them."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    if axes is None:
        import matplotlib.pyplot as plt

        axes = plt.figure().add_subplot(projection="3d")
    corners = []
    for number, obj in enumerate(world.objects):
        vertices, faces = triangles(obj.shape)
        pose = obj.pose
        placed = vertices @ pose[:3, :3].T + pose[:3, 3]
        colour = np.array(_COLOURS[number % len(_COLOURS)]) / 255
        axes.add_collection3d(Poly3DCollection(placed[faces], facecolor=colour, alpha=alpha, label=str(obj.data)))
        # A segment or a point has no triangles.
        lines = placed if not len(faces) else placed[np.unique(faces)]
        if not len(faces):
            axes.plot(*lines.T, color=colour, marker=".")
        corners.append(lines)
    if corners:
        points = np.concatenate(corners)
        middle, half = (points.max(axis=0) + points.min(axis=0)) / 2, max(np.ptp(points, axis=0).max() / 2, 1e-12)
        for axis, x in zip("xyz", middle):
            getattr(axes, f"set_{axis}lim")(x - half, x + half)
        axes.set_box_aspect((1, 1, 1))
    return axes


def plotter(world, **options):
    """A ``pyvista.Plotter`` of a world; its ``show`` opens a window."""
    import pyvista

    made = pyvista.Plotter(**options)
    for number, obj in enumerate(world.objects):
        vertices, faces = triangles(obj.shape)
        pose = obj.pose
        placed = vertices @ pose[:3, :3].T + pose[:3, 3]
        with_sizes = np.column_stack([np.full(len(faces), 3), faces]).ravel()
        data = pyvista.PolyData(placed, with_sizes) if len(faces) else pyvista.PolyData(placed)
        made.add_mesh(data, color=_COLOURS[number % len(_COLOURS)], opacity=0.8)
    return made

"""The parts of the documents that the batches have in common, so that ``help`` of each is complete."""

import inspect

_SHAPES = "Shape, or (list of Shape, array of int): the shapes, and which of them each row has"
_POSES = "Matrices of (..., 4, 4) or (..., 3, 4), or (..., 7) positions and quaternions; one serves for all rows."
_VECTORS = "Vectors of (..., 3); one serves for all rows."

_PARAMETERS = {
    "a": _SHAPES + ".",
    "poses_a": _POSES + " ``None``: at the origin.",
    "motion_a": _VECTORS,
    "ends_a": "Where the motion ends, as ``poses_a``; ``None``: a rests.",
    "b": "As ``a``.",
    "poses_b": "As ``poses_a``.",
    "motion_b": "As ``motion_a``; ``None``: b rests.",
    "ends_b": "As ``ends_a``.",
    "shape": _SHAPES + ".",
    "start": "Points of (..., 3).",
    "end": "Points of (..., 3).",
    "pose": "The placement of the shape, one for all rays; ``None``: at the origin.",
    "poses": _POSES,
    "motion": _VECTORS,
    "ends": "Where the motion ends, as ``poses``.",
    "distance": "How far apart; not negative.",
    "screw": "Whether shapes turn about an axis and move along it, in place of straight on.",
    "stop_at_penetration": "Whether shapes that touch or overlap at the start have contact at time 0 even if they do not approach.",
    "most": "How many contacts of a row there is room for.",
    "out": "An array for the answers, in C order; results are then views of it.",
    "threads": "By how many threads the rows are answered; ``None``: `get_threads`.",
    "tolerance": "The relative error of distances, depths and times; ``None``: 1e-6.",
    "seconds": "For how long rows are begun; ``None``: until all are answered.",
    "quaternion": 'The order of quaternions, "xyzw" or "wxyz".',
}

_RAISES = """
Leading dimensions broadcast as in NumPy, and results have them. Answers depend neither on the batch nor on the threads. The
interpreter is released meanwhile: do not write to the arrays. An interrupt (Ctrl-C) ends the call.

Raises
------
BadRow
    A row has a number that is not finite, or names no shape. The exception has the answers of the other rows.
DeadlineExceeded
    The seconds are over. The exception has the answers so far.
ValueError, TypeError
    Another argument is wrong; ``out`` is as it was. Also for an ``out`` that shares memory with the arguments.
"""


def batch(function):
    """Adds to the document of a batch what its parameters are, and what it raises."""
    lines = [inspect.cleandoc(function.__doc__), "", "Parameters", "----------"]
    for name in inspect.signature(function).parameters:
        if name != "self":
            lines += [name, f"    {_PARAMETERS[name]}"]
    function.__doc__ = "\n".join(lines) + "\n" + _RAISES
    return function

"""What callers pass, as the compiled part reads it."""

import math
import os

import numpy as np

from . import _native


class BadRow(ValueError):
    """A row of a batch cannot be answered; the others are.

    Attributes: ``row``, the index of the first such row, of an array of rows in several dimensions a tuple; ``count``, how many
    there are; ``result``, what the call would have returned. There the bad rows have NaN, False or -1.
    """

    def __init__(self, row, count, why, result):
        more = f" (and {count - 1} more)" if count > 1 else ""
        super().__init__(f"row {row}: {why}{more}")
        self.row, self.count, self.result, self.why = row, count, result, why

    def __reduce__(self):
        return BadRow, (self.row, self.count, self.why, self.result)


class DeadlineExceeded(TimeoutError):
    """The time was up before all rows were decided.

    Attributes: ``rows``, how many rows from the first on have their answer; ``result``, with NaN, False or -1 in the others;
    ``bad``, the `BadRow` of those of the first ``rows`` that cannot be answered, or ``None``.
    """

    def __init__(self, rows, result, bad=None):
        super().__init__(f"the time was up after {rows} rows" + (f"; {bad}" if bad else ""))
        self.rows, self.result, self.bad = rows, result, bad

    def __reduce__(self):
        return DeadlineExceeded, (self.rows, self.result, self.bad)


_threads = None


def set_threads(count):
    """Set by how many threads batches are answered, from 1 to 256; ``None`` for the default. No answer depends on it.

    The default is the first that is set of LIBSOLID_NUM_THREADS, RAYON_NUM_THREADS and OMP_NUM_THREADS, or else the number of
    processors that this process may use.
    """
    global _threads
    if count is not None and not 1 <= int(count) <= 256:
        raise ValueError("from 1 to 256 threads")
    _threads = None if count is None else int(count)


def get_threads():
    """By how many threads batches are answered."""
    if _threads is not None:
        return _threads
    for name in ("LIBSOLID_NUM_THREADS", "RAYON_NUM_THREADS", "OMP_NUM_THREADS"):
        value = os.environ.get(name, "")
        if value.isdigit() and int(value) > 0:
            return min(int(value), 256)
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), 256)
    return min(os.cpu_count() or 1, 256)


def kind_of(value):
    """What a wrong argument is, and what its caller may have meant."""
    if isinstance(value, _native.Shape):
        return "a Shape; are the arguments swapped?"
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}; are the arguments swapped?"
    name = f"{type(value).__module__}.{type(value).__qualname__}".replace("builtins.", "")
    if hasattr(value, "geometry") and hasattr(value, "graph"):
        return f"a {name}; libsolid.from_trimesh makes one shape of the whole scene"
    if hasattr(value, "vertices"):
        made_by = "from_trimesh" if hasattr(value, "faces") else "hull"
        return f"a {name}; libsolid.{made_by} makes a shape of it"
    if isinstance(getattr(value, "shape", None), _native.Shape):
        return f"a {name}; its attribute `shape` is one"
    if isinstance(value, (str, os.PathLike)):
        return f"the {name} {value!r}; libsolid.load reads the shape of a file"
    return f"a {name}"


def shape(value, name):
    """A shape, which is the argument of this name."""
    if not isinstance(value, _native.Shape):
        raise TypeError(f"{name} must be a libsolid.Shape, not {kind_of(value)}")
    return value


def shapes(values, name):
    """A list of shapes, which is the argument of this name."""
    if isinstance(values, _native.Shape):
        raise TypeError(f"{name} must be a list of libsolid.Shape, not one Shape")
    if isinstance(values, (np.ndarray, str)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} must be a list of libsolid.Shape, not {kind_of(values)}")
    return [shape(value, f"{name}[{index}]") for index, value in enumerate(values)]


def numbers(value, name):
    """An array of single or double precision, without a copy where it is one: the argument of this name."""
    if not isinstance(value, np.ndarray):
        if hasattr(value, "as_matrix"):
            value = value.as_matrix()
        elif hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
            value = np.from_dlpack(value)
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: the numbers form no array, since lists in it differ in length") from None
    if array.dtype.kind not in "fiu":
        what = kind_of(value) if array.dtype.kind == "O" and array.ndim == 0 else array.dtype
        raise TypeError(f"{name}: expected real numbers, not {what}")
    if array.dtype.char not in "fd" or not array.dtype.isnative or not array.flags.aligned:
        array = array.astype(np.float64)
    if any(stride % array.itemsize for stride in array.strides):
        array = array.copy()
    return array


def poses(value, order="xyzw", name="poses"):
    """An array of placements, and the shape of what leads: the argument of this name."""
    array = numbers(np.eye(4) if value is None else value, name)
    if array.ndim >= 2 and array.shape[-2:] in ((4, 4), (3, 4)):
        return array, array.shape[:-2]
    if array.ndim >= 1 and array.shape[-1] == 7:
        if order not in ("xyzw", "wxyz"):
            raise ValueError("the order of quaternions is 'xyzw' or 'wxyz'")
        return array, array.shape[:-1]
    raise ValueError(f"{name}: placements have shape (..., 4, 4), (..., 3, 4) or (..., 7), not {array.shape}")


def pose(value, order="xyzw", name="pose"):
    """One placement, as an array of one: the argument of this name."""
    array, lead = poses(value, order, name)
    if size_of(lead) != 1:
        raise ValueError(f"{name}: one placement is expected, not {lead}")
    if array.shape[-1] == 7 and order == "wxyz":
        array = array[..., [0, 1, 2, 4, 5, 6, 3]]
    return array.reshape((1,) + array.shape[len(lead):])


def size_of(shape):
    """The number of rows. Not by NumPy, whose products overflow in silence."""
    return math.prod(shape)


def rows_of(array, lead, shape):
    """A column: one row, or those of ``shape``, which are a view and no copy."""
    tail = array.shape[len(lead):]
    if size_of(lead) == 1:
        return array.reshape((1,) + tail)
    return np.broadcast_to(array, shape + tail)


def options(rows, threads, tolerance, seconds):
    """How a batch is run; its time begins now. To wake threads takes longer than a few rows."""
    count = get_threads() if threads is None else int(threads)
    if not 1 <= count <= 256:
        raise ValueError("from 1 to 256 threads")
    if tolerance is not None and not tolerance >= 0:
        raise ValueError(f"a tolerance is not negative, nor {tolerance}")
    if seconds is not None and seconds != seconds:
        raise ValueError("a number of seconds, not NaN")
    deadline = None if seconds is None else _native.Deadline(seconds)
    return (count if rows >= 256 else 1, tolerance, deadline, rows)


def finished(report, shape, result):
    """The result, unless rows have no answer."""
    decided, refused, first = report
    bad = None
    if first is not None:
        row, why = first
        index = row if len(shape) <= 1 else tuple(int(i) for i in np.unravel_index(row, shape))
        bad = BadRow(index, refused, why, result)
    if decided < size_of(shape):
        raise DeadlineExceeded(decided, result, bad)
    if bad is not None:
        raise bad
    return result

"""The settings of a world, and what its work has cost."""

from . import _native


class Settings:
    """How `World` works. No setting but the tolerance and `stop_at_penetration` changes an answer."""

    def configure(
        self, *, threads=None, tolerance=None, caching=None, broad_phase=None, fixed_boxes=None, stop_at_penetration=None,
        collision_method=None, subdivision_levels=None,
    ):
        """Sets what is given, and leaves the rest.

        - ``threads``: how many work on a test
        - ``tolerance``: the relative error of distances, depths and times
        - ``caching``: whether axes that separate objects are remembered
        - ``broad_phase``: "automatic", "sweep_and_prune", "box_tree" or "brute_force"
        - ``fixed_boxes``: whether boxes stay as large however an object turns
        - ``stop_at_penetration``: whether casts end where objects collide at the start
        - ``collision_method``: how meshes that deform are tested: "trees" or "subdivision" of space
        - ``subdivision_levels``: how often that halves space at most, from 1 to 30; 0 for until the faces are few
        """
        _native.configure(
            self._native, threads, tolerance, caching, broad_phase, fixed_boxes, stop_at_penetration, collision_method, subdivision_levels
        )

    def statistics(self):
        """What the work since the last call has cost: a dictionary of numbers, times in seconds."""
        return _native.statistics(self._native)

    def take_warnings(self):
        """What answers have not taken into account since the last call, as texts: such as faces with a vertex that is no number."""
        return _native.take_warnings(self._native)

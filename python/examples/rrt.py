"""Plans a motion of a robot around obstacles: RRT-Connect, whose edges are checked each by one call of a batch.

    python rrt.py ROBOT.urdf [ROBOT.srdf] [--meshes FOLDER] [--seed 1] [--plot path.png]

With PyPI's example-robot-data unpacked, for example:

    R=cmeel.prefix/share/example-robot-data/robots
    python rrt.py $R/ur_description/urdf/ur5_joint_limited_robot.urdf $R/ur_description/srdf/ur5.srdf --meshes $R

The robot stands on a floor among pillars under a beam. Start and goal are free configurations far apart. Two trees grow from them
towards random configurations and each other (Kuffner and LaValle, 2000); the path is then shortened by random shortcuts. Between two
configurations the joints move linearly, checked every 0.02 radians.
"""

import argparse
import time

import numpy as np

import libsolid
from libsolid.robot import Robot

STEP = 0.02
REACH = 0.6


def scene(robot, seed=0):
    """A floor under the robot, pillars around it and a beam, as large as its reach, and which bodies rest on the floor: shapes,
    placements, pairs of a body and an obstacle. What would stand in the robot's way where its joints are neutral is left out."""
    poses = robot.placements(np.concatenate([[robot.neutral()], robot.random(np.random.default_rng(seed), 500)]))
    corners = np.array([shape.bounds() for shape in robot.shapes])[:, np.indices((2, 2, 2)).reshape(3, -1).T, np.arange(3)]
    points = np.einsum("nbij,bkj->nbki", poses[:, :, :3, :3], corners) + poses[:, :, None, :3, 3]
    reach, low = np.linalg.norm(points[..., :2], axis=-1).max(), points[0, ..., 2].min() - 0.02
    boxes = [([2.5 * reach, 2.5 * reach, 0.1], [0, 0, low - 0.05])]
    for angle in np.arange(6) * np.pi / 3 + 0.3:
        at = 0.58 * reach * np.array([np.cos(angle), np.sin(angle)])
        boxes.append(([0.1 * reach, 0.1 * reach, 1.2 * reach], [*at, low + 0.63 * reach]))
    boxes.append(([1.7 * reach, 0.1 * reach, 0.1 * reach], [0, 0.47 * reach, low + 1.05 * reach]))
    shapes = [libsolid.box(*size) for size, _ in boxes]
    places = np.tile(np.eye(4), (len(boxes), 1, 1))
    places[:, :3, 3] = [centre for _, centre in boxes]
    touching = [libsolid.intersects((robot.shapes, np.arange(len(robot.shapes))), poses[0], *each).any() for each in zip(shapes, places)]
    kept = [0] + [number for number in range(1, len(boxes)) if not touching[number]]
    resting = np.flatnonzero((poses == poses[0]).all(axis=(0, 2, 3)))
    return [shapes[number] for number in kept], places[kept], [(int(body), 0) for body in resting]


class Planner:
    """Plans for a robot among obstacles; ``beside`` are the pairs of a link and an obstacle that may touch."""

    def __init__(self, robot, obstacles, beside, seed):
        self.robot, self.chain = robot, robot.chain(obstacles, beside)
        self.random = np.random.default_rng(seed)
        self.checked = self.calls = 0

    def free(self, values):
        """Which configurations, of (count, joints), are free."""
        self.checked += len(values)
        self.calls += 1
        return ~self.chain.collides(self.robot.placements(values))

    def edge_is_free(self, a, b):
        count = max(int(np.ceil(np.abs(b - a).max() / STEP)), 1)
        return self.free(a + (b - a) * np.linspace(0, 1, count + 1)[1:, None]).all()

    def ends(self, count=256, attempts=200):
        """Two free configurations: of some random ones, the two that are farthest apart; ``None`` if the attempts found none.

        Of many joints hardly any random values are free, since links touch each other. So these are random points of the ways from
        the neutral values, if those are free, which come nearer to these from attempt to attempt.
        """
        neutral, found = self.robot.neutral(), []
        from_neutral = self.free(neutral[None])[0]
        for attempt in range(attempts):
            values = self.robot.random(self.random, count)
            if from_neutral:
                values = neutral + (values - neutral) * 0.95**attempt
            found.extend(values[self.free(values)])
            if len(found) >= 8:
                break
        if len(found) < 2:
            return None
        values = np.array(found[:count])
        apart = np.linalg.norm(values[:, None] - values[None], axis=-1)
        return values[list(np.unravel_index(apart.argmax(), apart.shape))]

    def extend(self, tree, parents, target):
        """A step of a tree towards the target: the number of the new node, or None if the way is blocked."""
        nodes = np.array(tree)
        near = int(np.linalg.norm(nodes - target, axis=1).argmin())
        way = target - nodes[near]
        length = np.linalg.norm(way)
        new = target if length <= REACH else nodes[near] + way * (REACH / length)
        if length == 0 or not self.edge_is_free(nodes[near], new):
            return None
        tree.append(new)
        parents.append(near)
        return len(tree) - 1

    def connect(self, tree, parents, target):
        """Steps until the target is reached (its number) or the way is blocked (None)."""
        while True:
            node = self.extend(tree, parents, target)
            if node is None or (tree[node] == target).all():
                return node

    def plan(self, start, goal, attempts=20_000):
        """A free path, of (count, joints), or None if the attempts did not find one."""
        trees, parents = ([start], [goal]), ([-1], [-1])
        for attempt in range(attempts):
            near, far = attempt % 2, 1 - attempt % 2
            node = self.extend(trees[near], parents[near], self.robot.random(self.random, 1)[0])
            if node is None:
                continue
            met = self.connect(trees[far], parents[far], trees[near][node])
            if met is not None:
                ends = {near: node, far: met}
                first, second = (self._back(trees[i], parents[i], ends[i]) for i in (0, 1))
                return np.array(first[::-1] + second[1:])
        return None

    @staticmethod
    def _back(tree, parents, node):
        path = []
        while node >= 0:
            path.append(tree[node])
            node = parents[node]
        return path

    def shorten(self, path, attempts=200):
        """Replaces parts of a path by straight ones where these are free."""
        for _ in range(attempts):
            if len(path) < 3:
                break
            i, j = np.sort(self.random.choice(len(path), 2, replace=False))
            if j - i > 1 and self.edge_is_free(path[i], path[j]):
                path = np.concatenate([path[: i + 1], path[j:]])
        return path


def length(path):
    return np.linalg.norm(np.diff(path, axis=0), axis=1).sum()


def plot(planner, path, file):
    """The joints and the clearance along the path."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    at = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    fine = np.linspace(0, at[-1], 400)
    values = np.stack([np.interp(fine, at, joint) for joint in path.T], axis=1)
    nearest = planner.chain.nearest(planner.robot.placements(values))
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(9, 6), sharex=True, layout="constrained")
    for joint, name in enumerate(planner.robot.joints):
        upper.plot(fine, values[:, joint], label=name.replace("_joint", "").replace("_", " "))
    upper.set_ylabel("joint value (rad)")
    upper.legend(fontsize=8, ncols=3)
    lower.plot(fine, 1000 * nearest.distance, color="black")
    lower.set_ylim(0)
    lower.set_ylabel("least distance (mm)")
    lower.set_xlabel("way along the path (rad)")
    figure.savefig(file, dpi=120)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("urdf")
    parser.add_argument("srdf", nargs="?")
    parser.add_argument("--meshes", default=".")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot")
    options = parser.parse_args(arguments)
    robot = Robot(options.urdf, options.meshes, options.srdf)
    robot.ignore_touching()
    shapes, places, beside = scene(robot)
    planner = Planner(robot, libsolid.Obstacles(shapes, places), beside, options.seed)
    ends = planner.ends()
    if ends is None:
        print("no two free configurations were found")
        return 1
    start, goal = ends
    begun = time.perf_counter()
    path = planner.plan(start, goal)
    if path is None:
        print("no path was found")
        return 1
    rough, path = path, planner.shorten(path)
    seconds = time.perf_counter() - begun
    print(f"a path of {len(rough)} configurations and {length(rough):.1f} rad, shortened to {len(path)} and {length(path):.1f} rad")
    print(f"{planner.checked} configurations in {planner.calls} calls, {seconds:.2f} s")
    if options.plot:
        plot(planner, path, options.plot)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

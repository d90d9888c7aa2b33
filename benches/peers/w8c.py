"""A cloth that falls onto the bunny by ipctk: a line of benches/peers/run for each of its methods.

    w8c.py BUNNY.obj ROUNDS FRAMES

See w8c.c, which has written FRAMES. ipctk is asked for the longest step without a contact, of the cloth with the bunny and with
itself; an error is a frame in which it finds a contact where there is none or none where there is one, or a step that goes beyond
the first contact.
"""

import os
import statistics
import sys
import time

import numpy

# ipctk writes its warnings on stdout: they go to stderr, and our lines to the true stdout.
lines = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
import ipctk

ipctk.set_num_threads(1)
model, rounds, frames = sys.argv[1], int(sys.argv[2]), sys.argv[3]
side, steps = 51, 40
rows = [line.split() for line in open(model) if line.strip()]
bunny = numpy.array([[float(x) for x in row[1:4]] for row in rows if row[0] == "v"])
bunny_faces = numpy.array([[int(x.split("/")[0]) - 1 for x in row[1:4]] for row in rows if row[0] == "f"])
numbers = numpy.fromfile(frames)
count = side * side
cloth, fallen = numbers[: 2 * steps * count * 3].reshape(2, steps, count, 3)
first = numbers[2 * steps * count * 3 :]
corner = [i for i in range(count - side) if i % side < side - 1]
cloth_faces = [face for i in corner for face in ([i, i + 1, i + side], [i + 1, i + side + 1, i + side])]

faces = numpy.asfortranarray(numpy.vstack([cloth_faces, bunny_faces + count]), dtype=numpy.int32)
starts, ends = ([numpy.asfortranarray(numpy.vstack([vertices, bunny])) for vertices in all] for all in (cloth, fallen))
mesh = ipctk.CollisionMesh(starts[0], ipctk.edges(faces), faces)
# The bunny rests: its vertices do not collide with each other.
mesh.can_collide = ipctk.make_static_obstacle_filter(count)

methods = {
    "ipctk-accd": ipctk.AdditiveCCD(10**4, 0.9),
    "ipctk-ti": ipctk.TightInclusionCCD(1e-6, 10**5, 1.0),
}
for peer, method in methods.items():
    errors = 0
    means = []
    for _ in range(rounds):
        begin = time.perf_counter()
        found = [
            ipctk.compute_collision_free_stepsize(mesh, starts[i], ends[i], narrow_phase_ccd=method)
            for i in range(steps)
        ]
        means.append((time.perf_counter() - begin) * 1e3 / steps)
    for step, truth in zip(found, first):
        errors += (step < 1.0) != (truth >= 0.0) or (truth >= 0.0 and step > truth + 1e-6)
    figures = " ".join(f"{x:.2f}" for x in (statistics.median(means), min(means), max(means)))
    print(f"W8c cloth-both {peer} {figures} ms {errors} - - {steps}", file=lines, flush=True)

"""Moving vertices, edges and faces by ipctk: a line of benches/peers/run for each of its methods.

    w8.py CASE ROUNDS DIRECTORY FILE..

See w8.c. Times hold the call from Python, of some 1.5 us.
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

case, rounds, directory, files = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
first = {}
for line in open(os.path.join(directory, "first-impact.csv")).read().splitlines()[1:]:
    name, index, when = line.split(",")
    first[name, int(index)] = float(when)

queries = []
for name in files:
    rows = [line.split(",") for line in open(os.path.join(directory, name)).read().splitlines()]
    for at in range(0, len(rows), 8):
        points = [numpy.array([int(row[i]) / int(row[i + 1]) for i in (0, 2, 4)]) for row in rows[at : at + 8]]
        queries.append((points, rows[at][6] == "1", first.get((name, at // 8))))

methods = {
    "ipctk-accd": ipctk.AdditiveCCD(10**4, 0.9),  # its default but for the cap on iterations, which changes no answer here
    "ipctk-ti": ipctk.TightInclusionCCD(1e-6, 10**5, 1.0),  # the fewest false positives
}
for peer, method in methods.items():
    ask = method.point_triangle_ccd if case == "vertex-face" else method.edge_edge_ccd
    positive = negative = 0
    largest = 0.0
    for points, truth, when in queries:
        hit, told = ask(*points)
        positive += hit and not truth
        negative += truth and not hit
        if hit and when is not None:
            largest = max(largest, abs(when - told))
    means = []
    for _ in range(rounds):
        begin = time.perf_counter()
        for points, _, _ in queries:
            ask(*points)
        means.append((time.perf_counter() - begin) * 1e6 / len(queries))
    print(f"{case} {peer}: {positive} false positives, {negative} false negatives", file=sys.stderr)
    figures = " ".join(f"{x:.2f}" for x in (statistics.median(means), min(means), max(means)))
    print(f"W8 {case} {peer} {figures} us {positive + negative} - {largest:.1e} {len(queries)}", file=lines, flush=True)

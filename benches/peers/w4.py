"""The points of a mesh that are nearest to points, by fcpw: a line of benches/peers/run.

    w4.py ROUNDS FILE..

The harness has written the files (harness/src/meshes.rs). fcpw works in single precision and is asked about all points of a round
at once, on one processor. An error is a distance that differs from ours, which the harness has compared with parry's, by more
than a ten thousandth of the body's size of ten.
"""

import os
import statistics
import sys
import time

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import fcpw
import numpy

rounds, files = int(sys.argv[1]), sys.argv[2:]
for name in files:
    numbers = numpy.fromfile(name)
    point_count, triangle_count, query_count = numbers[:3].astype(int)
    ends = numpy.cumsum([3, 3 * point_count, 3 * triangle_count, 3 * query_count])
    _, points, triangles, queries, distances = numpy.split(numbers, ends)
    points, triangles, queries = (
        numpy.asfortranarray(rows.reshape(-1, 3), dtype)
        for rows, dtype in ((points, numpy.float32), (triangles, numpy.int32), (queries, numpy.float32))
    )
    scene = fcpw.scene_3D()
    scene.set_object_count(1)
    scene.set_object_vertices(points, 0)
    scene.set_object_triangles(triangles, 0)
    scene.build(fcpw.aggregate_type.bvh_surface_area, True)
    chunk = query_count // 4
    times, errors = [], 0
    for i in range(rounds + 1):
        part = slice(i % 4 * chunk, (i % 4 + 1) * chunk)
        asked = numpy.asfortranarray(queries[part])
        bound = numpy.full(len(asked), numpy.inf, numpy.float32)
        found = fcpw.interaction_3D_list()
        begin = time.process_time()
        scene.find_closest_points(asked, bound, found)
        times.append((time.process_time() - begin) * 1e6 / len(asked))
        if i < 4:
            told = numpy.array([one.d for one in found])
            errors += int((abs(told - distances[part]) > 1e-3).sum())
    # The first warms up.
    del times[0]
    figures = " ".join(f"{x:.3g}" for x in (statistics.median(times), min(times), max(times)))
    case = os.path.basename(name).removesuffix(".questions")
    print(f"W4 {case} fcpw {figures} us {errors} - - {query_count}", flush=True)

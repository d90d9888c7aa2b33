/* Examples of queries: distances, common points, casts and rays. */
#include "examples.h"

#include <math.h>

/* dtGetClosestPair */
static void closest_pair(void)
{
    DtVector on_ball, on_crate;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    expect(near(dtGetClosestPair(BALL, CRATE, on_ball, on_crate), 3));
    expect(near(on_ball[0], 1) && near(on_crate[0], 4));
}

/* dtGetCommonPoint */
static void common_point(void)
{
    DtVector point;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(2, 0, 0); /* they touch at (1, 0, 0) */
    expect(dtGetCommonPoint(BALL, CRATE, point));
    expect(near(point[0], 1));
}

/* dtWithinDistance */
static void within_distance(void)
{
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    expect(dtWithinDistance(BALL, CRATE, 3.5));
    expect(!dtWithinDistance(BALL, CRATE, 2.5));
}

/* dtCastObjects */
static void cast_objects(void)
{
    DtVector down = { 0, -10, 0 }, point, normal;

    dtCreateObject(FLOOR, dtBox(10, 0, 10));
    dtCreateObject(BALL, dtSphere(1));
    dtTranslate(0, 6, 0);
    expect(near(dtCastObjects(BALL, down, FLOOR, NULL, point, normal), 0.5)); /* after 5 of 10 */
    expect(near(point[1], 0) && near(normal[1], 1));
}

/* dtCastObjectsTurning */
static void cast_objects_turning(void)
{
    DtMotion quarter = { { 0, 0, 0 }, { 0, 0, 1.570796327 } }; /* a right angle about the z-axis */
    DtVector point;
    DtScalar time;

    dtCreateObject(CRATE, dtBox(4, 0, 0)); /* a segment along the x-axis */
    dtCreateObject(BALL, dtSphere(0));
    dtTranslate(1, 1, 0);
    time = dtCastObjectsTurning(CRATE, &quarter, BALL, NULL, point, NULL);
    expect(near(time, 0.5) && near(point[0], 1) && near(point[1], 1)); /* at half of the angle */
}

/* A disc with corners at a distance of 1 from its axis, the y-axis. */
static DtShapeRef gear(int teeth)
{
    DtShapeRef shape = dtNewComplexShape();
    int i;

    dtBegin(DT_POLYHEDRON);
    for (i = 0; i < teeth; i++) {
        dtVertex(cos(6.283185307 * i / teeth), 0, sin(6.283185307 * i / teeth));
    }
    dtEnd();
    dtEndComplexShape();
    return shape;
}

/* dtUndecidedTime */
static void undecided_time(void)
{
    DtMotion spin = { { 0, 0, 0 }, { 0, 9000, 0 } }; /* 1432 turns about the y-axis */
    int i;

    dtCreateObject(CRATE, gear(12));
    dtCreateObject(BALL, dtPoint(1.000001, 0, 0)); /* each of the teeth misses it by a millionth */
    dtSetTolerance(1e-9);
    for (i = 0; i < 20 && dtCastObjectsTurning(CRATE, &spin, BALL, NULL, NULL, NULL) < 0; i++) {
        if (dtGetError() != DT_UNDECIDED) {
            break;
        }
        expect(dtUndecidedTime() > 0 && dtUndecidedTime() < 1);
        spin.spin[1] *= dtUndecidedTime() * 0.99; /* as far as it is certain */
    }
    expect(i == 1);
    dtSetTolerance(1e-6);
}

/* dtSetStopAtPenetration */
static void set_stop_at_penetration(void)
{
    DtVector along = { 3, 0, 0 }, down = { 3, -1, 0 };

    dtCreateObject(FLOOR, dtBox(20, 2, 20));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(0, 2, 0); /* it stands on the floor */
    expect(dtCastObjects(CRATE, along, FLOOR, NULL, NULL, NULL) == 0);
    dtSetStopAtPenetration(DT_FALSE);
    expect(dtCastObjects(CRATE, along, FLOOR, NULL, NULL, NULL) == -1);
    expect(dtCastObjects(CRATE, down, FLOOR, NULL, NULL, NULL) == 0);
    dtSetStopAtPenetration(DT_TRUE);
}

/* dtRayCastObject */
static void ray_cast_object(void)
{
    DtVector from = { -4, 0, 0 }, to = { 4, 0, 0 }, point, normal;

    dtCreateObject(BALL, dtSphere(1));
    expect(near(dtRayCastObject(BALL, from, to, point, normal), 3.0 / 8.0));
    expect(near(point[0], -1) && near(normal[0], -1));
}

/* dtRayCast */
static void ray_cast(void)
{
    DtVector from = { -4, 0, 0 }, to = { 8, 0, 0 };
    DtRayHit hit;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    expect(dtRayCast(from, to, &hit));
    expect(hit.object == BALL && near(hit.time, 0.25) && near(hit.point[0], -1));
}

/* dtRayCastAll */
static void ray_cast_all(void)
{
    DtVector from = { -4, 0, 0 }, to = { 8, 0, 0 };
    DtRayHit hits[8];

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    expect(dtRayCastAll(from, to, hits, 8) == 2);
    expect(hits[0].object == BALL && hits[1].object == CRATE);
}

/* dtQueryBox */
static void query_box(void)
{
    DtVector min = { 4, -1, -1 }, max = { 8, 1, 1 };
    DtObjectRef found[8];

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    expect(dtQueryBox(min, max, found, 8) == 1 && found[0] == CRATE);
}

/* dtQuery */
static void query(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    double here[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1 }; /* at (3, 0, 0) */
    DtQueryFilter nearest = { 0, 0, 0, 1 };
    DtQueryHit hit;

    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, box);
    dtTranslate(5, 0, 0);
    expect(dtQuery(DT_OVERLAP_QUERY, box, here, NULL, NULL, NULL, NULL, 0) == 1);
    here[12] = 2.5;
    expect(dtQuery(DT_CLOSEST_QUERY, box, here, NULL, &nearest, NULL, &hit, 1) == 1);
    expect(hit.object == BALL && near(hit.value, 0.5) && near(hit.point2[0], 1));
}

/* dtQueryRay */
static void query_ray(void)
{
    DtVector from = { -9, 0, 0 }, to = { 9, 0, 0 };
    DtObjectRef viewer = BALL;
    DtArray except = { NULL, DT_OBJECTS, DT_DOUBLE, 0, 1 };
    DtQueryHit hits[8];

    except.base = &viewer;
    dtCreateObject(BALL, dtSphere(1));
    dtCreateObject(CRATE, dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    expect(dtQueryRay(from, to, NULL, &except, hits, 8) == 1);
    expect(hits[0].object == CRATE && near(hits[0].point2[0], 4));
}

static DtBool count_hits(void *client_data, const DtQueryHit *hit)
{
    ++*(int *)client_data;
    return hit->object != CRATE; /* ends the query at the crate */
}

/* dtVisitQuery */
static void visit_query(void)
{
    DtShapeRef ball = dtSphere(1);
    int hits = 0;

    dtCreateObject(BALL, ball);
    dtCreateObject(CRATE, dtBox(1, 1, 1));
    dtCreateObject(FLOOR, dtBox(9, 1, 9));
    expect(dtVisitQuery(DT_OVERLAP_QUERY, ball, NULL, NULL, NULL, NULL, count_hits, &hits) == 2);
    expect(hits == 2);
}

/* dtVertexFaceImpact, dtEdgeEdgeImpact */
static void impacts(void)
{
    DtVector start[4] = { { 0.25, 3, 0.25 }, { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 1 } };
    DtVector end[4] = { { 0.25, -1, 0.25 }, { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 1 } };
    DtScalar times[2];

    expect(dtVertexFaceImpact(start[0], end[0], times)); /* the first point falls through the triangle */
    expect(times[0] <= 0.75 && 0.75 <= times[1]);
    expect(!dtEdgeEdgeImpact(start[0], end[0], times)); /* the first two points are an edge, the last two another */
}

void query_examples(void)
{
    run(closest_pair);
    run(common_point);
    run(within_distance);
    run(cast_objects);
    run(cast_objects_turning);
    run(undecided_time);
    run(set_stop_at_penetration);
    run(ray_cast_object);
    run(ray_cast);
    run(ray_cast_all);
    run(query_box);
    run(query);
    run(query_ray);
    run(visit_query);
    run(impacts);
}

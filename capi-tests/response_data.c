/* Response data: simple, witnessed and smart; frames of the points, sign and length of the normal. */
#include "kinds.h"

#define HALF_TURN_ROOT 0.70710678118654752440 /* sine and cosine of 45 degrees: a quarter turn */

static void map(const double *m, const double *p, double *world)
{
    int k;
    for (k = 0; k < 3; k++) {
        world[k] = m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k];
    }
}

static void simple_data(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("Data: simple is NULL");
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    probe_default(DT_SIMPLE_RESPONSE);
    CHECK_INT("data/simple-is-null", probe_test(), 1);
    CHECK_POINTER("data/simple-is-null", probe_log[0].pointer, NULL);
    probe_reset();
    dtDeleteShape(box);
}

/* Two placements without symmetry, a shear and a mirror in them; the second lies about where the first does. */
static const double place_a[16] = {0.5, 1.0, 0.25, 0, -1.0, 0.5, 0.5, 0, 0.25, -0.25, 1.5, 0, 10, 20, 30, 1};
static const double place_b[16] = {-1.0, 0.25, 0.5, 0, 0.5, 1.0, 0.0, 0, 0.0, 0.5, 1.0, 0, 10.5, 20.25, 30.25, 1};

/* Every ordered pair of kinds with witnessed response: the same world point, in both shapes, normal zero. */
static void witnessed_data(int caching)
{
    DtShapeRef shapes[KIND_COUNT];
    int a, b, hits = 0;

    CHECK_LINE("Data: witnessed: one common point in the two local coordinate systems, normal zero");
    kind_make_all(shapes);
    if (!caching) {
        dtDisableCaching();
    }
    probe_default(DT_WITNESSED_RESPONSE);
    for (a = 0; a < KIND_COUNT; a++) {
        for (b = 0; b < KIND_COUNT; b++) {
            double first[3], second[3];
            int one = a, two = b;
            const double *placed_one = place_a, *placed_two = place_b;
            dtCreateObject(OBJ(0), shapes[a]);
            dtLoadMatrixd(place_a);
            dtCreateObject(OBJ(1), shapes[b]);
            dtLoadMatrixd(place_b);
            check_case("%s and %s, caching %d", kind_table[a].name, kind_table[b].name, caching);
            if (probe_test() == 1) {
                const DtCollData *data = &probe_log[0].data;
                hits++;
                CHECK("data/witnessed-has-data", probe_log[0].pointer != NULL);
                if (probe_log[0].object1 == OBJ(1)) {
                    one = b;
                    two = a;
                    placed_one = place_b;
                    placed_two = place_a;
                }
                map(placed_one, data->point1, first);
                map(placed_two, data->point2, second);
                CHECK_VECTOR("data/witnessed-points-coincide", first, second[0], second[1], second[2], 1e-9);
                CHECK_VECTOR("data/witnessed-normal-is-zero", data->normal, 0, 0, 0, 0.0);
                if (kind_table[one].gauge != NULL) {
                    CHECK("data/witnessed-point1-is-in-object1", kind_table[one].gauge(data->point1) <= 1 + 1e-9);
                }
                if (kind_table[two].gauge != NULL) {
                    CHECK("data/witnessed-point2-is-in-object2", kind_table[two].gauge(data->point2) <= 1 + 1e-9);
                }
            }
            dtDeleteObject(OBJ(0));
            dtDeleteObject(OBJ(1));
        }
    }
    CHECK("data/witnessed-pairs-that-hit", hits > 60);
    probe_reset();
    kind_delete_all(shapes);
}

/* point1 belongs to object1 also for complex against primitive, where the original swaps them. */
static void points_belong(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef mesh = kind_make(KIND_TETRAHEDRON);
    int mesh_first;
    CHECK_LINE("Data: point1 belongs to object1, always");
    for (mesh_first = 0; mesh_first < 2; mesh_first++) {
        const DtCollData *data = &probe_log[0].data;
        check_case("the mesh created %s", mesh_first ? "first" : "last");
        probe_reset();
        if (mesh_first) {
            probe_create(OBJ(0), mesh, 100, 0, 0);
        }
        probe_create(OBJ(1), box, 101.5, 0, 0);
        if (!mesh_first) {
            probe_create(OBJ(0), mesh, 100, 0, 0);
        }
        probe_default(DT_WITNESSED_RESPONSE);
        CHECK_INT("data/point1-belongs-to-object1", probe_test(), 1);
        CHECK_POINTER("data/point1-belongs-to-object1", probe_log[0].object1, OBJ(0));
        /* The overlap is x in [100.5, 101]: 0.5 to 1 for the mesh, -1 to -0.5 for the box. */
        CHECK("data/point1-belongs-to-object1", data->point1[0] >= 0.5 - 1e-9 && data->point1[0] <= 1 + 1e-9);
        CHECK("data/point1-belongs-to-object1", data->point2[0] >= -1 - 1e-9 && data->point2[0] <= -0.5 + 1e-9);
        /* Smart: the previous frame had them 3 apart: mesh edge at x = 1, box face at local -1. */
        probe_default(DT_SMART_RESPONSE);
        probe_place(OBJ(1), 105, 0, 0);
        dtProceed();
        probe_place(OBJ(1), 101.5, 0, 0);
        CHECK_INT("data/point1-belongs-to-object1", probe_test(), 1);
        CHECK_NEAR("data/point1-belongs-to-object1", data->point1[0], 1.0, 1e-6);
        CHECK_NEAR("data/point1-belongs-to-object1", data->point2[0], -1.0, 1e-6);
        CHECK_VECTOR("data/point1-belongs-to-object1", data->normal, -3, 0, 0, 1e-5);
    }
    probe_reset();
    dtDeleteShape(box);
    dtDeleteShape(mesh);
}

/* "The first pair of polytopes found": the point lies in one polytope of each, here on one of two triangles. */
static void witness_of_a_complex(void)
{
    DtShapeRef mesh = dtNewComplexShape();
    DtShapeRef ball = dtSphere(1);
    const DtCollData *data = &probe_log[0].data;
    int side;
    for (side = -1; side <= 1; side += 2) {
        dtBegin(DT_SIMPLEX);
        dtVertex(5 * side, -3, -3);
        dtVertex(5 * side, 3, -3);
        dtVertex(5 * side, 0, 4);
        dtEnd();
    }
    dtEndComplexShape();
    CHECK_LINE("Data: witnessed, for a complex shape: of a pair of polytopes that meet");
    probe_default(DT_WITNESSED_RESPONSE);
    dtCreateObject(OBJ(0), mesh);
    for (side = -1; side <= 1; side += 2) {
        probe_create(OBJ(1), ball, 5.25 * side, 0, 0);
        CHECK_INT("data/witness-of-a-complex-is-on-the-polytope-that-meets", probe_test(), 1);
        CHECK_NEAR("data/witness-of-a-complex-is-on-the-polytope-that-meets", data->point1[0], 5.0 * side, 1e-9);
        CHECK("data/witness-of-a-complex-is-on-the-polytope-that-meets", probe_length(data->point2) <= 1 + 1e-9);
        dtDeleteObject(OBJ(1));
    }
    probe_reset();
    dtDeleteShape(mesh);
    dtDeleteShape(ball);
}

static void smart_data(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef ball = dtSphere(1);
    const DtCollData *data = &probe_log[0].data;

    /* Previous frame: box at the origin, ball at (5,0,0): box face x = 1, ball's point at x = 4. Both had been
       turned a quarter about z: the world's +x is local -y. Now the ball is at (1.5,0,0). The distance of 3 is right
       within 3e-6: a point of the unit sphere that is so little farther lies sqrt(2 * 3e-6) = 2.5e-3 aside. */
    CHECK_LINE("Data: smart: the closest points at the previous frame, local to the placements then");
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), box);
    dtRotate(0, 0, HALF_TURN_ROOT, HALF_TURN_ROOT);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(5, 0, 0);
    dtRotate(0, 0, HALF_TURN_ROOT, HALF_TURN_ROOT);
    dtProceed();
    dtSelectObject(OBJ(0));
    dtLoadIdentity();
    dtRotate(HALF_TURN_ROOT, 0, 0, HALF_TURN_ROOT);
    probe_place(OBJ(1), 1.5, 0, 0);
    CHECK_INT("data/smart-points-are-local-to-the-previous-placements", probe_test(), 1);
    CHECK_VECTOR("data/smart-points-are-local-to-the-previous-placements", data->point1, 0, -1, 0, 2.5e-3);
    CHECK_VECTOR("data/smart-points-are-local-to-the-previous-placements", data->point2, 0, 1, 0, 2.5e-3);
    CHECK_LINE("Data: smart: normal = global(point1) - global(point2), world axes, away from object2");
    CHECK_VECTOR("data/smart-normal-is-global1-minus-global2", data->normal, -3, 0, 0, 5e-3);
    CHECK_NEAR("data/smart-normal-length-is-the-distance", probe_length(data->normal), 3.0, 3e-6);

    /* Uneven scalings: the box's half extent along x is 2, the ball is an ellipsoid of half axis 3 along x. */
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), box);
    dtScale(2, 1, 1);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(10, 0, 0);
    dtScale(-3, 1, 2); /* mirrored too: local +x is the world's -x */
    dtProceed();
    probe_place(OBJ(1), 0, 0, 0);
    CHECK_INT("data/smart-of-scaled-objects", probe_test(), 1);
    CHECK_VECTOR("data/smart-of-scaled-objects", data->point1, 1, 0, 0, 5e-3);
    CHECK_VECTOR("data/smart-of-scaled-objects", data->point2, 1, 0, 0, 5e-3);
    CHECK_VECTOR("data/smart-of-scaled-objects", data->normal, -5, 0, 0, 1e-2);
    CHECK_NEAR("data/smart-of-scaled-objects", probe_length(data->normal), 5.0, 5e-6);
    probe_reset();

    CHECK_LINE("Data: smart: the sign follows the arguments' order");
    dtCreateObject(OBJ(1), ball); /* older now: object1 */
    dtTranslate(5, 0, 0);
    dtCreateObject(OBJ(0), box);
    probe_default(DT_SMART_RESPONSE);
    dtProceed();
    probe_place(OBJ(1), 1.5, 0, 0);
    CHECK_INT("data/smart-normal-points-away-from-object2", probe_test(), 1);
    CHECK_POINTER("data/smart-normal-points-away-from-object2", probe_log[0].object1, OBJ(1));
    CHECK_VECTOR("data/smart-normal-points-away-from-object2", data->normal, 3, 0, 0, 5e-3);
    probe_reset();
    dtDeleteShape(box);
    dtDeleteShape(ball);
}

/* Every ordered pair of kinds with smart response: apart by exactly 2 along an axis, then together. The identity
   normal = global(point1) - global(point2) at the previous placements, the distance, and points in the shapes. */
static void smart_data_of_every_pair(int caching)
{
    DtShapeRef shapes[KIND_COUNT];
    int a, b, direction;

    CHECK_LINE("Data: smart, for every pair of kinds");
    kind_make_all(shapes);
    if (!caching) {
        dtDisableCaching();
    }
    probe_default(DT_SMART_RESPONSE);
    for (a = 0; a < KIND_COUNT; a++) {
        for (b = 0; b < KIND_COUNT; b++) {
            for (direction = 0; direction < 6; direction++) {
                const double *ea = kind_table[a].extreme[direction];
                const double *eb = kind_table[b].extreme[direction ^ 1];
                const DtCollData *data = &probe_log[0].data;
                double at[3], sign;
                int k;
                for (k = 0; k < 3; k++) {
                    at[k] = ea[k] - eb[k];
                }
                check_case("%s and %s, direction %d, caching %d", kind_table[a].name, kind_table[b].name, direction,
                           caching);
                dtCreateObject(OBJ(0), shapes[a]);
                dtCreateObject(OBJ(1), shapes[b]);
                at[direction / 2] += direction % 2 == 0 ? 2.0 : -2.0;
                dtTranslate(at[0], at[1], at[2]);
                CHECK_INT("data/smart-of-every-pair", probe_test(), 0);
                dtProceed();
                at[direction / 2] -= direction % 2 == 0 ? 2.0 : -2.0;
                probe_place(OBJ(1), at[0], at[1], at[2]);
                CHECK_INT("data/smart-of-every-pair", probe_test(), 1);
                at[direction / 2] += direction % 2 == 0 ? 2.0 : -2.0;
                sign = probe_log[0].object1 == OBJ(0) ? 1.0 : -1.0;
                CHECK_NEAR("data/smart-distance-of-every-pair", probe_length(data->normal), 2.0, 2.1e-6);
                for (k = 0; k < 3; k++) {
                    /* With object1 = OBJ(0) at the origin and OBJ(1) at `at`; the other way round with -at. */
                    double difference = data->point1[k] - data->point2[k] - sign * at[k];
                    CHECK_NEAR("data/smart-normal-of-every-pair", data->normal[k], difference, 1e-9);
                }
                dtDeleteObject(OBJ(0));
                dtDeleteObject(OBJ(1));
            }
        }
    }
    probe_reset();
    kind_delete_all(shapes);
}

/* Two plates, at x = 0 and at x = 100. The ball came from near the second, at distance 4, and hits the first: the
   normal is that to the first plate, 95 - 1 away, not that of the closest one. The distance of 94 is right within
   9.4e-5: the point of the unit sphere within sqrt(2 * 9.4e-5) = 1.4e-2. */
static void smart_data_of_a_complex(void)
{
    DtShapeRef mesh = dtNewComplexShape();
    DtShapeRef ball = dtSphere(1);
    const DtCollData *data = &probe_log[0].data;
    int i;
    CHECK_LINE("Data: smart, for complex shapes: of the polytopes that are found intersecting now");
    for (i = 0; i < 2; i++) {
        dtBegin(DT_POLYGON);
        dtVertex(100 * i, -50, -50);
        dtVertex(100 * i, 50, -50);
        dtVertex(100 * i, 50, 50);
        dtVertex(100 * i, -50, 50);
        dtEnd();
    }
    dtEndComplexShape();
    probe_default(DT_SMART_RESPONSE);
    dtCreateObject(OBJ(0), mesh);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(95, 1, 2);
    dtProceed();
    probe_place(OBJ(1), 0.5, 1, 2);
    CHECK_INT("data/smart-of-the-polytopes-that-meet-now", probe_test(), 1);
    CHECK_VECTOR("data/smart-of-the-polytopes-that-meet-now", data->normal, -94, 0, 0, 3e-2);
    CHECK_NEAR("data/smart-of-the-polytopes-that-meet-now", data->point1[0], 0.0, 1e-9);
    CHECK_VECTOR("data/smart-of-the-polytopes-that-meet-now", data->point2, -1, 0, 0, 1.4e-2);
    probe_place(OBJ(1), 100.5, 1, 2);
    CHECK_INT("data/smart-of-the-polytopes-that-meet-now", probe_test(), 1);
    CHECK_VECTOR("data/smart-of-the-polytopes-that-meet-now", data->normal, 4, 0, 0, 6e-3);
    CHECK_NEAR("data/smart-of-the-polytopes-that-meet-now", data->point1[0], 100.0, 1e-9);
    probe_reset();
    dtDeleteShape(mesh);
    dtDeleteShape(ball);
}

static void data_stays_readable(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    const DtCollData *kept;
    DtCollData then;
    int i;
    CHECK_LINE("Responses: coll_data stays readable until the next dtTest");
    for (i = 0; i < 8; i++) {
        probe_create(OBJ(i), box, 0.125 * i, 0, 0);
    }
    probe_default(DT_WITNESSED_RESPONSE);
    CHECK_INT("data/readable-until-the-next-test", probe_test(), 28);
    kept = probe_log[27].pointer;
    then = probe_log[27].data;
    CHECK("data/readable-until-the-next-test", memcmp(kept, &then, sizeof then) == 0);
    dtProceed();
    for (i = 0; i < 8; i++) {
        dtDeleteObject(OBJ(i));
    }
    dtDisableCaching();
    dtDeleteShape(box);
    for (i = 0; i < 40; i++) {
        box = dtBox(1, 1, 1);
        dtCreateObject(OBJ(i), box);
        dtDeleteShape(box);
    }
    CHECK("data/readable-until-the-next-test", memcmp(kept, &then, sizeof then) == 0);
    for (i = 0; i < 28; i++) {
        kept = probe_log[i].pointer; /* the others' may have been overwritten, but stay memory to read */
        CHECK("data/readable-until-the-next-test", probe_is_finite(kept->point1[0] + kept->point2[2]));
    }
    probe_reset();
}

int main(void)
{
    simple_data();
    witnessed_data(1);
    witnessed_data(0);
    points_belong();
    witness_of_a_complex();
    smart_data();
    smart_data_of_every_pair(1);
    smart_data_of_every_pair(0);
    smart_data_of_a_complex();
    data_stays_readable();
    return check_finish();
}

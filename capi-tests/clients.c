/* The usage patterns of real programs written against SOLID 2.0, one function a program. */
#include "kinds.h"

#define CARS 6

/* TORCS, Speed Dreams: boxes and a complex wall of quads, smart response, no caching, tolerance 0.001; both cars are
   moved inside the callback; dtProceed only when dtTest returned 0; the shape is deleted before the object. */
typedef struct Car {
    DtShapeRef shape;
    double x, y;
    int hits;
} Car;

static Car cars[CARS];
static int car_calls, wall_calls, wrong_normals;

static Car *car_of(DtObjectRef object)
{
    return object >= (DtObjectRef)&cars[0] && object <= (DtObjectRef)&cars[CARS - 1] ? (Car *)object : NULL;
}

static void place_car(Car *car)
{
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.5f, 1};
    m[12] = (float)car->x;
    m[13] = (float)car->y;
    dtSelectObject(car);
    dtLoadIdentity();
    dtTranslate(0, 0, 0);
    dtMultMatrixf(m);
}

static void race_response(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    Car *first = car_of(object1);
    Car *second = car_of(object2);
    double n[3], length;
    int k;
    (void)client_data;
    for (k = 0; k < 3; k++) {
        n[k] = data->normal[k];
    }
    length = probe_length(n);
    if (!probe_is_finite(length) || length > 5.0) {
        wrong_normals++;
        return;
    }
    if (first != NULL && second != NULL) {
        car_calls++;
    } else {
        wall_calls++;
    }
    if (length < 1e-9) {
        return;
    }
    if (first != NULL) {
        first->hits++;
        first->x += 0.05 * n[0] / length;
        first->y += 0.05 * n[1] / length;
        place_car(first);
    }
    if (second != NULL) {
        second->hits++;
        second->x -= 0.05 * n[0] / length;
        second->y -= 0.05 * n[1] / length;
        place_car(second);
    }
}

static void torcs(void)
{
    static const double wall_y[2] = {-4.0, 4.0};
    DtShapeRef walls[2];
    int i, k, frame, proceeds = 0;
    unsigned long counted = 0;

    CHECK_LINE("Clients: TORCS, Speed Dreams");
    dtDisableCaching();
    dtSetTolerance(0.001);
    dtSetDefaultResponse(race_response, DT_SMART_RESPONSE, NULL);
    for (k = 0; k < 2; k++) {
        walls[k] = dtNewComplexShape();
        for (i = 0; i < 20; i++) {
            dtBegin(DT_POLYGON);
            dtVertex(5.0 * i - 50, wall_y[k], 0);
            dtVertex(5.0 * i - 45, wall_y[k], 0);
            dtVertex(5.0 * i - 45, wall_y[k], 2);
            dtVertex(5.0 * i - 50, wall_y[k], 2);
            dtEnd();
        }
        dtEndComplexShape();
        dtCreateObject(&walls[k], walls[k]);
    }
    dtSetPairResponse(&walls[0], &walls[1], NULL, DT_NO_RESPONSE, NULL);
    for (i = 0; i < CARS; i++) {
        cars[i].shape = dtBox(4, 2, 1);
        cars[i].x = 5.0 * i - 20;
        cars[i].y = i % 2 ? 1.5 : -1.5;
        dtCreateObject(&cars[i], cars[i].shape);
        place_car(&cars[i]);
    }
    dtProceed();
    for (frame = 0; frame < 3000; frame++) {
        DtCount hits;
        for (i = 0; i < CARS; i++) {
            cars[i].y += 0.02 * sin(0.05 * frame + 2 * i) + 0.005 * sin(0.003 * frame + i);
            cars[i].x += 0.03 * cos(0.013 * frame * (i + 1));
            place_car(&cars[i]);
        }
        hits = dtTest();
        counted += hits;
        if (hits == 0) {
            dtProceed();
            proceeds++;
        }
    }
    check_case("%d car calls, %d wall calls, %d proceeds", car_calls, wall_calls, proceeds);
    CHECK("clients/torcs-cars-hit-each-other-and-the-wall", car_calls > 0 && wall_calls > 0);
    CHECK("clients/torcs-callbacks-are-counted", counted == (unsigned long)(car_calls + wall_calls + wrong_normals));
    CHECK_INT("clients/torcs-normals-are-sane", wrong_normals, 0);
    CHECK("clients/torcs-gets-free-again", proceeds > 100);
    for (i = 0; i < CARS; i++) {
        CHECK("clients/torcs-the-walls-hold", fabs(cars[i].y) < 4.5);
        dtDeleteShape(cars[i].shape); /* before the object, as the game does */
        dtDeleteObject(&cars[i]);
    }
    for (k = 0; k < 2; k++) {
        dtDeleteShape(walls[k]);
        dtDeleteObject(&walls[k]);
    }
    CHECK_INT("clients/torcs-deletes-shapes-first", dtTest(), 0);
    probe_reset();
}

/* SIGEL: robots on a floor of 2000 x 2000, the floor's reference is NULL, matrices are NaN now and then. */
static void sigel(void)
{
    DtShapeRef floor = dtNewComplexShape();
    DtShapeRef limb = dtCylinder(0.1, 1.0);
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    int i, down = 0;
    dtBegin(DT_POLYGON);
    dtVertex(-1000, 0, -1000);
    dtVertex(-1000, 0, 1000);
    dtVertex(1000, 0, 1000);
    dtVertex(1000, 0, -1000);
    dtEnd();
    dtEndComplexShape();
    CHECK_LINE("Clients: SIGEL");
    dtCreateObject(NULL, floor);
    dtCreateObject(OBJ(0), limb);
    dtSetPairResponse(NULL, OBJ(0), probe_record, DT_WITNESSED_RESPONSE, NULL);
    for (i = 0; i < 300; i++) {
        double height = 0.5 + 0.4 * sin(0.1 * i) + 0.2; /* upright: half a length of 0.5 reaches down */
        m[12] = 3.0 * i - 450;
        m[13] = i % 7 == 3 ? probe_nan() : height;
        m[14] = 900 - 6.0 * i;
        dtSelectObject(OBJ(0));
        dtLoadMatrixd(m);
        check_case("step %d, height %g", i, m[13]);
        CHECK_INT("clients/sigel-null-reference-and-nan", probe_test(), i % 7 != 3 && height <= 0.5);
        down += probe_count;
        if (probe_count == 1) {
            CHECK_POINTER("clients/sigel-null-reference-and-nan", probe_log[0].object1, NULL);
            CHECK_NEAR("clients/sigel-witness-is-on-the-floor", probe_log[0].data.point1[1], 0.0, 1e-9);
            CHECK_NEAR("clients/sigel-witness-is-on-the-floor", probe_log[0].data.point1[0],
                       probe_log[0].data.point2[0] + m[12], 1e-9);
        }
    }
    CHECK("clients/sigel-null-reference-and-nan", down > 50);
    dtDeleteObject(NULL);
    probe_reset();
    dtDeleteShape(floor);
    dtDeleteShape(limb);
}

/* OpenSim (Jung): the same two references are created and deleted once a pair; dtTestObjects; coll_data read after. */
static void opensim(void)
{
    DtShapeRef shapes[KIND_COUNT];
    int a, b;
    CHECK_LINE("Clients: OpenSim (Jung)");
    kind_make_all(shapes);
    for (a = 0; a < KIND_COUNT; a++) {
        for (b = 0; b < KIND_COUNT; b++) {
            int near_by;
            for (near_by = 0; near_by < 2; near_by++) {
                dtCreateObject(OBJ(0), shapes[a]);
                dtCreateObject(OBJ(1), shapes[b]);
                dtTranslate(kind_table[a].extreme[0][0] - kind_table[b].extreme[1][0] + (near_by ? 0 : 0.5),
                            kind_table[a].extreme[0][1] - kind_table[b].extreme[1][1],
                            kind_table[a].extreme[0][2] - kind_table[b].extreme[1][2]);
                dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
                probe_count = 0;
                check_case("%s, %s, near %d", kind_table[a].name, kind_table[b].name, near_by);
                CHECK_INT("clients/opensim-one-pair-at-a-time", dtTestObjects(OBJ(0), OBJ(1)), near_by);
                CHECK_INT("clients/opensim-one-pair-at-a-time", probe_count, near_by);
                if (probe_count == 1) {
                    int mine = probe_log[0].object1 == OBJ(0);
                    const DtCollData *kept = probe_log[0].pointer;
                    const double *p = mine ? kept->point1 : kept->point2;
                    /* They touch in the plane of a's extreme point along x, curved ones to first order only. */
                    CHECK_NEAR("clients/opensim-reads-data-after-the-call", p[0], kind_table[a].extreme[0][0], 1e-6);
                }
                dtDeleteObject(OBJ(0));
                dtDeleteObject(OBJ(1));
            }
        }
    }
    probe_reset();
    kind_delete_all(shapes);
}

/* Pekomin: points and segments, dtProceed while colliding, objects freed without dtDeleteObject. */
static void pekomin(void)
{
    static const double feeler[] = {0, 0, 0, 0, -2, 0};
    DtShapeRef stick = probe_polytope(DT_SIMPLEX, 2, feeler);
    DtShapeRef dot = probe_point();
    DtShapeRef ground = dtBox(100, 1, 100);
    char *figures[20];
    int i, frame;
    CHECK_LINE("Clients: Pekomin");
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), ground, 0, -0.5, 0);
    for (i = 0; i < 20; i++) {
        figures[i] = (char *)malloc(8);
        dtCreateObject(figures[i], i % 2 ? stick : dot);
        dtTranslate(3 * i - 30, 5, 0);
    }
    dtProceed();
    for (frame = 0; frame < 60; frame++) {
        double height = 5 - 0.125 * frame; /* the feelers touch from 2 on, the dots from 0 on */
        /* The ground is y in [-1, 0]. A dot is in it from 0 down to -1; a stick from its foot at 0, two below it,
           until its top leaves at -1. */
        int expected = (height <= 2.0 && height >= -1.0 ? 10 : 0) + (height <= 0.0 && height >= -1.0 ? 10 : 0);
        for (i = 0; i < 20; i++) {
            dtSelectObject(figures[i]);
            dtLoadIdentity();
            dtTranslate(3 * i - 30, height, 0);
        }
        check_case("height %g", height);
        CHECK_INT("clients/pekomin-points-and-segments", probe_test(), expected);
        CHECK("clients/pekomin-proceeds-while-colliding", probe_log_is_finite());
        dtProceed();
    }
    for (i = 0; i < 20; i++) {
        free(figures[i]); /* the reference is a name only: nobody may look behind it */
    }
    for (i = 0; i < 20; i++) {
        dtSelectObject(figures[i]);
        dtLoadIdentity();
    }
    CHECK_INT("clients/pekomin-frees-what-it-never-deleted", probe_test() > 0, 1);
    for (i = 0; i < 20; i++) {
        dtDeleteObject(figures[i]);
    }
    probe_reset();
    dtDeleteShape(stick);
    dtDeleteShape(dot);
    dtDeleteShape(ground);
}

/* Planners and demos: primitives, point clouds as many small simplices, pair filters, (NULL, DT_NO_RESPONSE) as the
   default, vertex arrays that die before the tests. */
static void planners(void)
{
    double *cloud = (double *)malloc(3 * sizeof(double) * 1000);
    DtShapeRef points = dtNewComplexShape();
    DtShapeRef link = dtCylinder(0.2, 2.0);
    int i, j, filtered = 0;
    if (cloud == NULL) {
        abort();
    }
    CHECK_LINE("Clients: planners, VirtualSkin, SIMM Dynamics Pipeline, GLUT demos");
    dtVertexBase(cloud);
    for (i = 0; i < 1000; i++) {
        cloud[3 * i] = 10.0 + 0.1 * (i % 10);
        cloud[3 * i + 1] = 0.1 * (i / 10 % 10);
        cloud[3 * i + 2] = 0.1 * (i / 100);
        dtBegin(DT_SIMPLEX);
        dtVertexIndex((DtIndex)i);
        dtEnd();
    }
    dtEndComplexShape();
    memset(cloud, 0x7f, 3 * sizeof(double) * 1000);
    free(cloud);
    dtSetDefaultResponse(NULL, DT_NO_RESPONSE, NULL);
    dtCreateObject(OBJ(0), points);
    for (i = 1; i <= 6; i++) {
        dtCreateObject(OBJ(i), link);
        dtTranslate(0, 0.9 * i, 0); /* a chain whose neighbours, and theirs, overlap */
    }
    CHECK_INT("clients/planners-default-of-no-response", probe_test(), 0);
    for (i = 0; i <= 6; i++) {
        for (j = i + 1; j <= 6; j++) {
            if (j - i > 1) { /* neighbours may touch */
                dtSetPairResponse(OBJ(i), OBJ(j), probe_record, DT_SIMPLE_RESPONSE, NULL);
                filtered++;
            }
        }
    }
    /* 1.8 apart with half lengths of 1: those two places away meet: (1,3) (2,4) (3,5) (4,6). */
    CHECK_INT("clients/planners-pair-filters", probe_test(), 4);
    probe_place(OBJ(6), 10.45, 0.45, 0.45); /* 0.05 from the nearest points of the cloud, in x and z */
    CHECK_INT("clients/planners-point-clouds", probe_test(), 4);
    CHECK_INT("clients/planners-point-clouds", probe_called(OBJ(0), OBJ(6)), 1);
    dtClearPairResponse(OBJ(0), OBJ(6));
    CHECK_INT("clients/planners-pair-filters", probe_test(), 3);
    CHECK_INT("clients/planners-pair-filters", filtered, 15);
    probe_reset();
    for (i = 0; i <= 6; i++) {
        for (j = i + 1; j <= 6; j++) {
            dtResetPairResponse(OBJ(i), OBJ(j));
        }
    }
    dtDeleteShape(points);
    dtDeleteShape(link);
}

int main(void)
{
    torcs();
    sigel();
    opensim();
    pekomin();
    planners();
    return check_finish();
}

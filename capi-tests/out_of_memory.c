/* Out of memory: where input decides how much is needed, a call raises DT_OUT_OF_MEMORY and loses nothing. The process gets an
   address space that is little larger than what it has; elsewhere than on Linux this says nothing. */
#define _DEFAULT_SOURCE
#include "probe.h"

#ifdef __linux__
#include <malloc.h>
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

#define MANY 800
#define GRID 120 /* quadrangles along a side: two triangles each */
#define FEW 40
#define HULL 14000 /* points */
#define MEGABYTE ((size_t)1 << 20)

static char names[MANY + 200000];
static double vertices[(GRID + 1) * (GRID + 1)][3];
static int hits;

static void count(void *client, DtObjectRef first, DtObjectRef second, const DtCollData *data)
{
    (void)client;
    (void)first;
    (void)second;
    (void)data;
    hits++;
}

/* Leaves the process so many bytes more than it has; with 0, as many as it likes. */
static void leave(size_t bytes)
{
    struct rlimit limit;
    malloc_trim(0);
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = limit.rlim_max;
    if (bytes > 0) {
        unsigned long pages = 0;
        FILE *file = fopen("/proc/self/statm", "r");
        CHECK("memory/the-limit-is-set", file != NULL && fscanf(file, "%lu", &pages) == 1);
        fclose(file);
        limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
    }
    CHECK("memory/the-limit-is-set", setrlimit(RLIMIT_AS, &limit) == 0);
}

static int test(void)
{
    hits = 0;
    dtTest();
    return hits;
}

/* All in one place: 300,000 pairs. Then in a row, of which the first two overlap. */
static void pairs_with(DtBroadPhase broad_phase)
{
    int i;
    DtShapeRef box = dtBox(1, 1, 1);
    check_case("broad phase %d", (int)broad_phase);
    dtSetBroadPhase(broad_phase);
    for (i = 0; i < MANY; i++) {
        dtCreateObject(names + i, box);
    }
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, NULL);
    leave(8 * MEGABYTE);
    CHECK_INT("memory/too-many-pairs-call-nothing", test(), 0);
    CHECK_INT("memory/too-many-pairs", dtGetError(), DT_OUT_OF_MEMORY);
    CHECK_INT("memory/too-many-pairs-call-nothing", test(), 0);
    CHECK_INT("memory/too-many-pairs", dtGetError(), DT_OUT_OF_MEMORY);
    for (i = 1; i < MANY; i++) {
        dtSelectObject(names + i);
        dtLoadIdentity();
        dtTranslate(i == 1 ? 0.5 : 2.0 * i, 0, 0);
    }
    CHECK_INT("memory/a-test-after-too-many-pairs", test(), 1);
    dtSelectObject(names + 1);
    dtTranslate(0, 3, 0);
    dtSelectObject(names + 2);
    dtTranslate(0, 3, 0);
    CHECK_INT("memory/a-test-after-too-many-pairs", test(), 0);
    dtSelectObject(names + 1);
    dtTranslate(3, 0, 0);
    CHECK_INT("memory/a-test-after-too-many-pairs", test(), 1);
    CHECK_INT("memory/a-test-after-too-many-pairs", dtGetError(), DT_NO_ERROR);
    leave(0);
    for (i = 0; i < MANY; i++) {
        dtDeleteObject(names + i);
    }
    dtDeleteShape(box);
}

static void pairs(void)
{
    CHECK_LINE("Out of memory: pairs");
    pairs_with(DT_AUTOMATIC);
    pairs_with(DT_BOX_TREE);
    pairs_with(DT_SWEEP_AND_PRUNE);
    pairs_with(DT_BRUTE_FORCE);
    dtSetThreads(2);
    pairs_with(DT_AUTOMATIC);
    dtSetThreads(1);
}

/* All pass each other at the origin: their boxes are in one place, but for those of the two frames. */
static void paths(void)
{
    int i;
    DtShapeRef box = dtBox(1, 1, 1);
    CHECK_LINE("Out of memory: pairs of paths");
    for (i = 0; i < MANY; i++) {
        dtCreateObject(names + i, box);
        dtTranslate(-2.0 * i - 2, 0, 0);
    }
    dtProceed();
    for (i = 0; i < MANY; i++) {
        dtSelectObject(names + i);
        dtTranslate(4.0 * i + 4, 0, 0);
    }
    CHECK_INT("memory/too-many-paths", test(), 0);
    leave(8 * MEGABYTE);
    hits = 0;
    CHECK_INT("memory/too-many-paths", dtTestMotion(), 0);
    CHECK_INT("memory/too-many-paths", dtGetError(), DT_OUT_OF_MEMORY);
    CHECK_INT("memory/too-many-paths", dtAdvance(NULL, 0), 0);
    CHECK_INT("memory/too-many-paths", dtGetError(), DT_OUT_OF_MEMORY);
    leave(0);
    CHECK_INT("memory/a-test-after-too-many-paths", dtTestMotion(), MANY * (MANY - 1) / 2);
    CHECK_INT("memory/a-test-after-too-many-paths", hits, MANY * (MANY - 1) / 2);
    CHECK_INT("memory/a-test-after-too-many-paths", dtGetError(), DT_NO_ERROR);
    for (i = 0; i < MANY; i++) {
        dtDeleteObject(names + i);
    }
    dtDeleteShape(box);
}

static void fill_grid(double height)
{
    int i, j;
    for (i = 0; i <= GRID; i++) {
        for (j = 0; j <= GRID; j++) {
            double *vertex = vertices[i * (GRID + 1) + j];
            vertex[0] = i;
            vertex[1] = height;
            vertex[2] = j;
        }
    }
}

static DtShapeRef open_grid(int side)
{
    int i, j;
    DtShapeRef shape = dtNewComplexShape();
    dtVertexBase(vertices);
    for (i = 0; i < side; i++) {
        for (j = 0; j < side; j++) {
            DtIndex at = (DtIndex)(i * (GRID + 1) + j);
            DtIndex triangles[6];
            triangles[0] = at;
            triangles[1] = at + 1;
            triangles[2] = at + GRID + 2;
            triangles[3] = at;
            triangles[4] = at + GRID + 2;
            triangles[5] = at + GRID + 1;
            dtVertexIndices(DT_SIMPLEX, 3, triangles);
            dtVertexIndices(DT_SIMPLEX, 3, triangles + 3);
        }
    }
    return shape;
}

static void meshes(void)
{
    DtShapeRef mesh, other, ball = dtSphere(0.5);
    static DtPolytopePair found[1];
    DtCount all, first = 0;
    CHECK_LINE("Out of memory: meshes");
    fill_grid(0);
    mesh = open_grid(GRID);
    CHECK_INT("memory/a-mesh-with-memory", dtGetError(), DT_NO_ERROR);
    leave(20 * MEGABYTE);
    dtVertexRange(DT_POLYHEDRON, 0, 4000000000u);
    CHECK_INT("memory/a-polytope-that-is-too-large", dtGetError(), DT_OUT_OF_MEMORY);
    leave(2 * MEGABYTE);
    dtEndComplexShape();
    CHECK_INT("memory/a-mesh-that-is-too-large", dtGetError(), DT_OUT_OF_MEMORY);
    CHECK_POINTER("memory/a-mesh-that-is-too-large", dtNewComplexShape(), mesh); /* still open */
    leave(0);
    dtEndComplexShape();
    CHECK_INT("memory/a-mesh-with-memory", dtGetError(), DT_NO_ERROR);
    dtCreateObject(OBJ(0), mesh);
    dtCreateObject(OBJ(1), ball);
    dtTranslate(GRID - 0.5, 0.4, GRID - 0.5); /* over the last triangle */
    CHECK_INT("memory/a-mesh-with-memory", test(), 1);

    leave(MEGABYTE / 4);
    fill_grid(100);
    dtChangeVertexBase(mesh, vertices);
    CHECK_INT("memory/a-deformation", dtGetError(), DT_OUT_OF_MEMORY);
    CHECK_INT("memory/a-deformation-that-failed-moves-nothing", test(), 1);
    leave(0);
    dtChangeVertexBase(mesh, vertices);
    CHECK_INT("memory/a-deformation", dtGetError(), DT_NO_ERROR);
    leave(MEGABYTE);
    test(); /* the tree is refitted now */
    CHECK_INT("memory/a-refit", dtGetError(), DT_NO_ERROR); /* the box is far away */
    dtSelectObject(OBJ(1));
    dtTranslate(0, 100, 0);
    CHECK_INT("memory/a-refit", test(), 0);
    CHECK_INT("memory/a-refit", dtGetError(), DT_OUT_OF_MEMORY);
    leave(0);
    CHECK_INT("memory/a-refit", test(), 1);

    /* Some 13 triangles meet each: 40,000 pairs of which the list does not fit. */
    other = open_grid(FEW);
    dtEndComplexShape();
    dtCreateObject(OBJ(2), other);
    all = dtGetCollidingPolytopes(OBJ(0), OBJ(2), found, 1);
    CHECK("memory/a-long-list", all > 20 * FEW * FEW && dtGetError() == DT_NO_ERROR);
    leave(MEGABYTE / 8);
    first = dtGetCollidingPolytopes(OBJ(0), OBJ(2), found, 1);
    CHECK_INT("memory/a-long-list", first, 0);
    CHECK_INT("memory/a-long-list", dtGetError(), DT_OUT_OF_MEMORY);
    leave(0);
    CHECK_INT("memory/a-long-list", dtGetCollidingPolytopes(OBJ(0), OBJ(2), found, 1), all);
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtDeleteObject(OBJ(2));
    dtDeleteShape(mesh);
    dtDeleteShape(other);
    dtDeleteShape(ball);
}

/* Hulls take some 50 times the memory of the bytes that they are loaded from. */
static void saved_hulls(void)
{
    static unsigned char saved[4 * MEGABYTE];
    DtShapeRef polyhedron, shape, ball = dtSphere(0.5), point = dtPoint(0.5, 0, 0);
    DtCount size;
    int i, convex;
    CHECK_LINE("Out of memory: saved hulls");
    for (i = 0; i < HULL; i++) { /* a spiral on the unit sphere */
        double height = 1 - (2 * i + 1) / (double)HULL, around = sqrt(1 - height * height);
        vertices[i][0] = around * cos(2.4 * i);
        vertices[i][1] = height;
        vertices[i][2] = around * sin(2.4 * i);
    }
    polyhedron = dtNewComplexShape();
    dtVertexBase(vertices);
    dtVertexRange(DT_POLYHEDRON, 0, HULL);
    dtEndComplexShape();
    for (convex = 0; convex <= 1; convex++) {
        check_case("%s", convex ? "convex" : "complex");
        shape = convex ? dtHull(polyhedron, point) : polyhedron;
        size = dtSaveShape(shape, saved, sizeof saved);
        CHECK("memory/a-saved-hull", size > 24 * HULL && size <= sizeof saved);
        leave(6 * MEGABYTE);
        CHECK("memory/a-saved-hull", dtLoadShape(saved, size) == NULL);
        CHECK_INT("memory/a-saved-hull", dtGetError(), DT_OUT_OF_MEMORY);
        leave(0);
        shape = dtLoadShape(saved, size);
        dtCreateObject(OBJ(0), shape);
        dtCreateObject(OBJ(1), ball);
        dtTranslate(0, 1.4, 0);
        CHECK_INT("memory/a-saved-hull", test(), 1);
        CHECK_INT("memory/a-saved-hull", dtGetError(), DT_NO_ERROR);
        dtDeleteObject(OBJ(0));
        dtDeleteObject(OBJ(1));
        dtDeleteShape(shape);
    }
    dtDeleteShape(polyhedron);
    dtDeleteShape(ball);
    dtDeleteShape(point);
}

static void triangle(double x)
{
    dtBegin(DT_SIMPLEX);
    dtVertex(x, 0, -1);
    dtVertex(x, 0, 1);
    dtVertex(x + 1, 0, 0);
    dtEnd();
}

/* A polytope that does not fit is dropped, with one error however many of its vertices follow; the polytopes around it stay. */
static void vertex_by_vertex(void)
{
    int i, errors = 0, by_index;
    DtShapeRef mesh, ball = dtSphere(0.5);
    CHECK_LINE("Out of memory: vertex by vertex");
    for (by_index = 0; by_index <= 1; by_index++) {
        check_case("%s", by_index ? "by index" : "by value");
        mesh = dtNewComplexShape();
        dtVertexBase(vertices);
        triangle(0);
        leave(20 * MEGABYTE);
        dtBegin(DT_POLYHEDRON);
        for (errors = i = 0; i < 5000000; i++) {
            if (by_index) {
                dtVertexIndex(1);
            } else {
                dtVertex(10 + 10 * (i % 3), i & 1, i % 5);
            }
            errors += dtGetError() == DT_OUT_OF_MEMORY;
        }
        CHECK_INT("memory/a-vertex-that-does-not-fit", errors, 1);
        dtEnd();
        triangle(40);
        CHECK_INT("memory/the-polytopes-around-it", dtGetError(), DT_NO_ERROR);
        leave(0);
        dtEndComplexShape();
        CHECK_INT("memory/the-polytopes-around-it", dtGetError(), DT_NO_ERROR);
        dtCreateObject(OBJ(0), mesh);
        dtCreateObject(OBJ(1), ball);
        CHECK_INT("memory/the-polytopes-around-it", test(), 1);
        dtTranslate(40, 0, 0);
        CHECK_INT("memory/the-polytopes-around-it", test(), 1);
        dtTranslate(-20, 0, 2);
        CHECK_INT("memory/a-vertex-that-does-not-fit", test(), 0);
        dtDeleteObject(OBJ(0));
        dtDeleteObject(OBJ(1));
        dtDeleteShape(mesh);
    }
    dtDeleteShape(ball);
}

/* As many as there is memory for; each of them is there. */
static void objects(void)
{
    DtShapeRef ball = dtSphere(0.1);
    int i, made;
    CHECK_LINE("Out of memory: objects and responses");
    leave(8 * MEGABYTE);
    for (made = 0; made < (int)sizeof names; made++) {
        dtCreateObject(names + made, ball);
        dtTranslate(made, 0, 0);
        if (dtGetError() != DT_NO_ERROR) {
            break;
        }
    }
    CHECK("memory/too-many-objects", made > 1000 && made < (int)sizeof names);
    dtCreateObject(names + made, ball);
    CHECK_INT("memory/too-many-objects", dtGetError(), DT_OUT_OF_MEMORY);
    dtSelectObject(names + made);
    CHECK_INT("memory/too-many-objects", dtGetError(), DT_UNKNOWN_OBJECT);
    dtSelectObject(names + 1);
    dtLoadIdentity();
    CHECK_INT("memory/too-many-objects", test(), 1);
    CHECK_INT("memory/too-many-objects", dtGetError(), DT_NO_ERROR);
    for (i = 0; i < (int)sizeof names && dtGetError() == DT_NO_ERROR; i++) {
        dtSetPairResponse(names, names + i, count, DT_SIMPLE_RESPONSE, NULL);
    }
    CHECK("memory/too-many-responses", i < (int)sizeof names);
    CHECK_INT("memory/too-many-responses", test(), 1);
    leave(0);
    for (i = 0; i < made; i++) {
        dtDeleteObject(names + i);
    }
    dtDeleteShape(ball);
}

static void shapes(void)
{
    static DtShapeRef made[200000];
    int count_made = 0, i;
    CHECK_LINE("Out of memory: shapes");
    leave(4 * MEGABYTE);
    while (count_made < 200000 && (made[count_made] = dtSphere(1)) != NULL) {
        count_made++;
    }
    CHECK("memory/too-many-shapes", count_made > 1000 && count_made < 200000);
    CHECK_INT("memory/too-many-shapes", dtGetError(), DT_OUT_OF_MEMORY);
    CHECK("memory/too-many-shapes", dtBox(1, 1, 1) == NULL);
    CHECK_INT("memory/too-many-shapes", dtGetError(), DT_OUT_OF_MEMORY);
    dtCreateObject(names, made[0]);
    dtCreateObject(names + 1, made[count_made - 1]);
    CHECK_INT("memory/too-many-shapes", test(), 1);
    CHECK_INT("memory/too-many-shapes", dtGetError(), DT_NO_ERROR);
    leave(0);
    dtDeleteObject(names);
    dtDeleteObject(names + 1);
    for (i = 0; i < count_made; i++) {
        dtDeleteShape(made[i]);
    }
    CHECK_INT("memory/too-many-shapes", dtGetError(), DT_NO_ERROR);
}

int main(void)
{
    mallopt(M_MMAP_THRESHOLD, 1 << 16); /* large blocks come from the system and go back */
    dtSetDefaultResponse(count, DT_SIMPLE_RESPONSE, NULL);
    meshes();
    saved_hulls();
    vertex_by_vertex();
    pairs();
    paths();
    objects();
    shapes();
    return check_finish();
}
#else
int main(void)
{
    return check_finish();
}
#endif

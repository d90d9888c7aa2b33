/* A client that does what it reads: one command a line, one answer each. */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <stdio.h>
#include <string.h>

#define OBJECT(n) ((DtObjectRef)(16 * (size_t)(n)))

static void tell(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    (void)client_data;
    (void)data;
    printf("(%d %d) ", (int)((size_t)object1 / 16), (int)((size_t)object2 / 16));
}

/* Never returns before it is told to. */
static void wait_inside(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    char line[80];
    tell(client_data, object1, object2, data);
    printf("inside\n");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "error", 5) == 0) {
        printf("%d ", (int)dtGetError());
    }
}

static double heap[3 * 100000];
static double triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};

static char world[4096];
static DtCount saved;
static DtContext context;

int main(void)
{
    char line[80], command[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        int object = 0;
        double x = 0;
        sscanf(line, "%79s %d %lf", command, &object, &x);
        if (strcmp(command, "create") == 0) {
            DtShapeRef ball = dtSphere(1);
            dtCreateObject(OBJECT(object), ball);
            dtTranslate(x, 0, 0);
            dtProceed();
        } else if (strcmp(command, "move") == 0) {
            dtSelectObject(OBJECT(object));
            dtLoadIdentity();
            dtTranslate(x, 0, 0);
        } else if (strcmp(command, "mesh") == 0) {
            DtIndex indices[3] = {0, 1, 2};
            DtShapeRef mesh = dtNewComplexShape();
            triangle[3] = x;
            dtVertexBase(triangle);
            dtVertexIndices(DT_SIMPLEX, 3, indices);
            dtEndComplexShape();
            dtCreateObject(OBJECT(object), mesh);
        } else if (strcmp(command, "deform") == 0) {
            triangle[3] = x;
            dtChangeVertexBase(dtGetShape(OBJECT(object)), triangle);
        } else if (strcmp(command, "top") == 0) {
            DtVector low, high;
            dtGetBBox(OBJECT(object), low, high);
            printf("%g ", high[0]);
        } else if (strcmp(command, "select") == 0) {
            dtSelectObject(OBJECT(object));
        } else if (strcmp(command, "shift") == 0) {
            dtTranslate(x, 0, 0);
            dtProceed();
        } else if (strcmp(command, "delete") == 0) {
            dtDeleteObject(OBJECT(object));
            dtProceed();
        } else if (strcmp(command, "respond") == 0) {
            dtSetDefaultResponse(tell, DT_SIMPLE_RESPONSE, NULL);
        } else if (strcmp(command, "wait") == 0) {
            dtSetDefaultResponse(wait_inside, DT_SIMPLE_RESPONSE, NULL);
        } else if (strcmp(command, "error") == 0) {
            printf("%d ", (int)dtGetError());
        } else if (strcmp(command, "test") == 0) {
            printf("%d ", (int)dtTest());
        } else if (strcmp(command, "save") == 0) {
            saved = dtSaveWorld(world, sizeof world);
            printf("%d ", saved > 0 && saved <= sizeof world);
        } else if (strcmp(command, "load") == 0) {
            printf("%d ", (int)dtLoadWorld(world, saved, NULL));
        } else if (strcmp(command, "elsewhere") == 0) {
            if (context == NULL) {
                context = dtNewContext();
            }
            dtMakeCurrent(context);
        } else if (strcmp(command, "back") == 0) {
            dtMakeCurrent(NULL);
        } else if (strcmp(command, "where") == 0) {
            double matrix[16];
            if (dtGetMatrixd(OBJECT(object), matrix)) {
                printf("%g ", matrix[12]);
            } else {
                printf("nowhere ");
            }
        } else if (strcmp(command, "failures") == 0) {
            DtVector a, b;
            printf("%d %d %g %d ", dtBox(1, 1, 1) == NULL, dtNewComplexShape() == NULL,
                   dtGetClosestPair(OBJECT(1), OBJECT(2), a, b), (int)dtTest());
        } else if (strcmp(command, "hoard") == 0) {
            /* As hog, but none of the shapes is large. */
            int i;
            for (i = 0; i < 3 * 4000; i++) {
                heap[i] = i % 97 + i / 1000;
            }
            for (; dtGetError() == DT_NO_ERROR;) {
                dtNewComplexShape();
                dtVertexBase(heap);
                for (i = 0; i < 4000; i += 4) {
                    dtVertexRange(DT_SIMPLEX, i, 4);
                }
                dtEndComplexShape();
            }
        } else if (strcmp(command, "hog") == 0) {
            /* Shapes without end. */
            for (; dtGetError() == DT_NO_ERROR;) {
                dtNewComplexShape();
                dtVertexBase(heap);
                dtVertexRange(DT_POLYHEDRON, 0, 100000);
                dtEndComplexShape();
                heap[0] += 1;
            }
        }
        printf("done\n");
        fflush(stdout);
    }
    return 0;
}

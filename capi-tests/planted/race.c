/* A fault on purpose, for .ci/sanitize-thread: an array is changed in one thread while the library reads it in another. */
#include <SOLID/solid.h>
#include <pthread.h>
#include <stddef.h>

static double vertices[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

static void *change(void *nothing)
{
    int i;

    for (i = 0; i < 1000; i++) {
        vertices[2][2] = i;
    }
    return nothing;
}

int main(void)
{
    DtShapeRef shape = dtNewComplexShape();
    pthread_t thread;
    int i;

    dtVertexBase(vertices);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    if (pthread_create(&thread, NULL, change, NULL) != 0) {
        return 0;
    }
    for (i = 0; i < 1000; i++) {
        dtChangeVertexBase(shape, vertices);
    }
    pthread_join(thread, NULL);
    dtDeleteShape(shape);
    return 0;
}

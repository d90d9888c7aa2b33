/* A thread makes its first call while another one tests: no pair of the objects that stay is left out. */
#define _DEFAULT_SOURCE
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OBJECT(n) ((DtObjectRef)(16 * ((size_t)(n) + 1)))
#define COUNT 120

static unsigned char seen[COUNT][COUNT];
static int delay, last;

static void note(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
{
    size_t i = (size_t)object1 / 16 - 1, j = (size_t)object2 / 16 - 1;
    (void)client_data;
    (void)data;
    seen[i][j]++;
    seen[j][i]++;
}

static void *delete_some(void *unused)
{
    int i;
    (void)unused;
    usleep((useconds_t)delay);
    for (i = 0; i < last; i++) {
        dtDeleteObject(OBJECT(i));
    }
    dtGetError();
    return NULL;
}

int main(int argc, char **argv)
{
    DtShapeRef shape = dtSum(dtCone(3, 2), dtCylinder(2, 3));
    pthread_t thread;
    int i, j, missing = 0;
    if (argc != 3) {
        return 2;
    }
    delay = atoi(argv[1]);
    last = atoi(argv[2]);
    dtSetDefaultResponse(note, DT_SIMPLE_RESPONSE, NULL);
    for (i = 0; i < COUNT; i++) {
        dtCreateObject(OBJECT(i), shape);
        dtTranslate(0.001 * i, 0.01 * (i % 7), 0);
        dtRotate(i % 3, i % 5, 1, 1 + i % 4);
    }
    dtGetError();
    pthread_create(&thread, NULL, delete_some, NULL);
    dtTest();
    pthread_join(thread, NULL);
    for (i = last; i < COUNT; i++) {
        for (j = last; j < i; j++) {
            missing += seen[i][j] != 1;
        }
    }
    printf("%d missing, error %d\n", missing, (int)dtGetError());
    return 0;
}

/* FreeSOLID's broad phase out of memory: a box that overlaps all others is not made, and no pair with it is left. */

#define _DEFAULT_SOURCE
#include <SOLID/broad.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define BOXES 60000

static int overlaps;

static void begins(void *client_data, void *a, void *b)
{
    (void)client_data;
    (void)a;
    (void)b;
    overlaps++;
}

static void ends(void *client_data, void *a, void *b)
{
    (void)client_data;
    (void)a;
    (void)b;
    overlaps--;
}

/* Leaves the process so many bytes more than it has; with 0, as many as it likes. */
static int leave(size_t bytes)
{
    struct rlimit limit;
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu", &pages) != 1)
        return 0;
    fclose(file);
    malloc_trim(0);
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

int main(void)
{
    static BP_ProxyHandle boxes[BOXES];
    float min[3] = {0, 0, 0}, max[3] = {1, 1, 1};
    const float least[3] = {-1, -1, -1}, greatest[3] = {3.0f * BOXES, 1, 1};
    BP_SceneHandle scene = BP_CreateScene(NULL, begins, ends);
    BP_ProxyHandle large;
    int i, good;
    mallopt(M_MMAP_THRESHOLD, 1 << 16); /* large blocks come from the system and go back */
    for (i = 0; i < BOXES; i++) {
        min[0] = 3.0f * i;
        max[0] = min[0] + 1;
        boxes[i] = BP_CreateProxy(scene, NULL, min, max);
    }
    good = overlaps == 0 && leave((size_t)1 << 20);
    large = BP_CreateProxy(scene, NULL, least, greatest);
    good &= large == NULL && overlaps == 0 && dtGetError() == DT_OUT_OF_MEMORY && leave(0);
    min[0] = 0.5f;
    max[0] = 3;
    BP_SetBBox(boxes[0], min, max);
    good &= overlaps == 1;
    BP_DeleteProxy(scene, boxes[1]);
    good &= overlaps == 0;
    large = BP_CreateProxy(scene, NULL, least, greatest);
    good &= overlaps == BOXES - 1;
    BP_DeleteProxy(scene, large);
    good &= overlaps == 0 && dtGetError() == DT_NO_ERROR;
    BP_DeleteScene(scene);
    puts(good ? "the ball meets the box" : "a box without memory leaves something");
    return !good;
}

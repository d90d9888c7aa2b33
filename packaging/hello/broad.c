/* FreeSOLID's broad phase: three boxes in a row, one of which moves past the others. */

#include <SOLID/broad.h>
#include <stdio.h>

static char log_[256];
static BP_ProxyHandle other;
static BP_SceneHandle scene;

static void add(void *client_data, const char *what, void *a, void *b)
{
    size_t used = 0;
    while (log_[used] != 0)
        used++;
    if (*(int *)client_data == 42)
        sprintf(log_ + used, "%s%s%s ", what, (const char *)a, (const char *)b);
}

static void begins(void *client_data, void *a, void *b)
{
    add(client_data, "+", a, b);
}

static void ends(void *client_data, void *a, void *b)
{
    add(client_data, "-", a, b);
    if (other != NULL) { /* calls from inside a callback */
        BP_ProxyHandle gone = other;
        other = NULL;
        BP_DeleteProxy(scene, gone);
    }
}

static BP_ProxyHandle box(char *name, float x)
{
    float min[3] = {0, 0, 0}, max[3] = {1, 1, 1};
    min[0] = x;
    max[0] = x + 1;
    return BP_CreateProxy(scene, name, min, max);
}

static void move(BP_ProxyHandle proxy, float x)
{
    float min[3] = {0, 0, 0}, max[3] = {1, 1, 1};
    min[0] = x;
    max[0] = x + 1;
    BP_SetBBox(proxy, min, max);
}

static int expect(const char *text)
{
    size_t i = 0;
    while (log_[i] != 0 && log_[i] == text[i])
        i++;
    if (log_[i] != text[i]) {
        printf("'%s' instead of '%s'\n", log_, text);
        return 0;
    }
    log_[0] = 0;
    return 1;
}

int main(void)
{
    static char a[] = "a", b[] = "b", c[] = "c";
    int answer = 42, good;
    BP_ProxyHandle first, second, third;
    float zero[3] = {0, 0, 0};

    scene = BP_CreateScene(&answer, begins, ends);
    first = box(a, 0);
    second = box(b, 1); /* touching is overlapping */
    third = box(c, 5);
    good = expect("+ab ");
    move(first, 4.5f);
    good = good && expect("-ab +ac ");
    move(first, 4.25f);
    good = good && expect("");
    move(second, 5.5f);
    good = good && expect("+bc ");
    other = second;
    move(first, 0);
    good = good && expect("-ac -bc ");
    move(third, 0.5f);
    good = good && expect("+ac ");
    BP_DeleteProxy(scene, third);
    good = good && expect("-ac ") && dtGetError() == DT_NO_ERROR;

    BP_DeleteProxy(scene, third); /* it is gone */
    good = good && dtGetError() == DT_UNKNOWN_OBJECT;
    BP_SetBBox(first, NULL, zero);
    good = good && dtGetError() == DT_INVALID_POINTER;
    good = good && BP_CreateProxy(NULL, a, zero, zero) == NULL && dtGetError() == DT_UNKNOWN_OBJECT;
    BP_DeleteScene(scene);
    BP_SetBBox(first, zero, zero);
    good = good && dtGetError() == DT_UNKNOWN_OBJECT && expect("");
    printf("the ball meets the box\n");
    return good ? 0 : 1;
}

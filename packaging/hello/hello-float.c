/* Detects one collision through FreeSOLID's ABI, and looks at the layouts that its programs were compiled with. */

#include <SOLID/solid.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

static const double triangle[3][3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}; /* doubles, though the scalar is a float */
static int good = 0;

static void collided(void *client_data, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    const DtCollData *after_next = data + 1;

    if (*(int *)client_data == 42 && (const char *)after_next - (const char *)data == 36 &&
        fabs(data->normal[1] + 0.5f) < 1e-5)
        good = 1;
    printf("%s meets %s\n", (const char *)a, (const char *)b);
}

int main(void)
{
    static char ball[] = "the ball", box[] = "the box";
    int answer = 42;
    float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.5f, 0, 1};
    DtShapeRef shape;

    if (sizeof(DT_Scalar) != 4 || sizeof(DtCollData) != 36 || offsetof(DtCollData, normal) != 24)
        return 1;
    shape = dtNewComplexShape();
    dtVertexBase(triangle);
    dtVertexRange(DT_SIMPLEX, 0, 3);
    dtEndComplexShape();
    dtCreateObject(box, shape);
    dtCreateObject(ball, dtEllipsoid(1.0f, 1.0f, 1.0f));
    dtLoadMatrixf(matrix);
    dtSetPairResponse(ball, box, collided, DT_SMART_RESPONSE, &answer);
    if (dtTestObjects(ball, box) != 0)
        return 2;
    dtProceed();
    dtTranslate(0.0f, -1.0f, 0.0f);
    if (dtTestObjects(ball, box) != 1 || dtGetError() != DT_NO_ERROR)
        return 3;
    return good ? 0 : 4;
}

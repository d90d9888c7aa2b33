// Two tori through each other, with the classes of 3D/ as programs of SOLID's time use them: arrays of Point as vertex
// arrays, Quaternion for rotations, response data read as Point and Vector. Compiled for SOLID and for FreeSOLID, whose
// scalar is a float. With LAYOUT_WITH_PREFIX, includes name the directory FreeSOLID/

#if defined(LAYOUT_WITH_PREFIX)
#include <FreeSOLID/3D/Point.h>
#include <FreeSOLID/3D/Quaternion.h>
#include <FreeSOLID/SOLID/solid.h>
#else
#include <3D/Point.h>
#include <3D/Quaternion.h>
#include <SOLID/solid.h>
#endif
#include <stdio.h>


const int SIDES = 12, RINGS = 24;
const Scalar MINOR = 0.5, MAJOR = 2;

Point vertices[RINGS * SIDES];
bool hit = false;

DtShapeRef torus()
{
    for (int i = 0; i < RINGS; ++i)
        for (int j = 0; j < SIDES; ++j) {
            Scalar u = i * TWO_PI / RINGS, v = j * TWO_PI / SIDES;
            Scalar r = MAJOR + MINOR * cos(v);
            vertices[i * SIDES + j] = Point(r * cos(u), r * sin(u), MINOR * sin(v));
        }
    DtShapeRef shape = dtNewComplexShape();
    dtVertexBase(vertices);
    for (int i = 0; i < RINGS; ++i)
        for (int j = 0; j < SIDES; ++j) {
            int next_i = (i + 1) % RINGS, next_j = (j + 1) % SIDES;
            dtBegin(DT_POLYGON);
            dtVertexIndex(i * SIDES + j);
            dtVertexIndex(next_i * SIDES + j);
            dtVertexIndex(next_i * SIDES + next_j);
            dtVertexIndex(i * SIDES + next_j);
            dtEnd();
        }
    dtEndComplexShape();
    return shape;
}

void collided(void *, DtObjectRef a, DtObjectRef b, const DtCollData *data)
{
    // With smart response, the points are those of the frame before.
    Point p(data->point1), q(data->point2);
    Vector normal(data->normal);
    hit = eqz((length(p - q) - length(normal)) * 1e-5) && normal.length() > 0;
    printf("%s meets %s\n", (const char *)a, (const char *)b);
}

int main()
{
    static char ball[] = "the ball", box[] = "the box";
    DtShapeRef shape = torus();
    Quaternion turn(Vector(1, 0, 0), rads(90));

    dtCreateObject(box, shape);
    dtCreateObject(ball, shape);
    dtSetDefaultResponse(collided, DT_SMART_RESPONSE, 0);
    for (int frame = 0; frame < 40 && !hit; ++frame) {
        dtSelectObject(ball);
        dtLoadIdentity();
        dtTranslate(5 - frame * Scalar(0.125), 0, 0);
        dtRotate(turn[X], turn[Y], turn[Z], turn[W]);
        dtTest();
        dtProceed();
    }
    dtDeleteObject(ball);
    dtDeleteObject(box);
    dtDeleteShape(shape);
    return hit ? 0 : 1;
}

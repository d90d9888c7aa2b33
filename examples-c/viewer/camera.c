#include "camera.h"
#include "space.h"

#include <GL/gl.h>

#include <math.h>

void camera_turn(Camera *camera, double right, double up)
{
    camera->turn += right;
    camera->height += up;
    if (camera->height > 89.0) camera->height = 89.0;
    if (camera->height < -89.0) camera->height = -89.0;
}

void camera_near(Camera *camera, double factor)
{
    double distance = camera->distance * factor;

    if (distance > 1e-3 && distance < 1e6) camera->distance = distance;
}

void camera_shift(Camera *camera, double right, double up)
{
    double turn = camera->turn * PI / 180.0;

    camera->target[0] += camera->distance * right * cos(turn);
    camera->target[2] -= camera->distance * right * sin(turn);
    camera->target[1] += camera->distance * up;
}

void camera_look(const Camera *camera, int width, int height)
{
    double near_plane = 0.02 * camera->distance, edge = 0.36 * near_plane, wide = edge * width / height;

    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glFrustum(-wide, wide, -edge, edge, near_plane, 20.0 * camera->distance);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glTranslated(0.0, 0.0, -camera->distance);
    glRotated(camera->height, 1.0, 0.0, 0.0);
    glRotated(-camera->turn, 0.0, 1.0, 0.0);
    glTranslated(-camera->target[0], -camera->target[1], -camera->target[2]);
}

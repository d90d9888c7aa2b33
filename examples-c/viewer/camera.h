/* A camera that looks at a point from around it. */
#ifndef VIEWER_CAMERA_H
#define VIEWER_CAMERA_H

typedef struct Camera {
    double target[3];
    double distance;
    double turn, height; /* degrees around the y-axis, and above the horizon */
} Camera;

void camera_turn(Camera *camera, double right, double up);   /* degrees */
void camera_near(Camera *camera, double factor);             /* of the distance */
void camera_shift(Camera *camera, double right, double up);  /* in parts of the distance */

/* Sets OpenGL's matrices. */
void camera_look(const Camera *camera, int width, int height);

#endif

/*
 * The scene that the demos fill: bodies, and what there is to tell of a frame. Nothing here draws, so that the demos run
 * without a display too.
 */
#ifndef VIEWER_SCENE_H
#define VIEWER_SCENE_H

#include "figure.h"

/* A figure at a place. Its address names its object in SOLID. */
typedef struct Body {
    const Figure *figure;
    double position[3];
    double rotation[4];
    const double *matrix; /* NULL; or any affine placement, as for dtLoadMatrixd, in place of the two */
    double colour[3];
    double glow; /* 1 when it collides, less and less afterwards */
} Body;

typedef struct Contact {
    double point[3];
    double normal[3]; /* of length 1, or zero if it is not known */
} Contact;

typedef struct Line {
    double from[3], to[3];
    double colour[3];
} Line;

#define MOST_CONTACTS 4096
#define MOST_LINES 65536

typedef struct Scene {
    Body **bodies;
    int body_count;
    Contact contacts[MOST_CONTACTS]; /* of this frame; what is more is left out */
    int contact_count;
    Line lines[MOST_LINES]; /* as well */
    int line_count;
    long frame;
    long collisions;     /* callbacks of all frames */
    long now;            /* and of this one */
    double test_seconds; /* in dtTest, of all frames */
    char text[160];      /* what the demo says */
} Scene;

extern Scene scene;

/* Empties the scene, and puts SOLID back: no objects, no responses. */
void scene_clear(void);

/* Puts a body in, at its place, and makes its object if the figure has a shape. The body stays the caller's. */
void scene_add(Body *body, const Figure *figure, double x, double y, double z);

/* Takes it out, and deletes its object. May be called in a response. */
void scene_remove(Body *body);

/* Tells SOLID where the body is now. */
void scene_place(const Body *body);

/* Forgets contacts and lines, and lets the glow fade: first of all in a frame. */
void scene_begin(void);

/* dtTest and dtTestMotion, counted and timed. */
void scene_test(void);
void scene_test_motion(void);

/* For responses: both bodies glow; there is a contact; there is a line to draw. */
void scene_glow(DtObjectRef body1, DtObjectRef body2);
void scene_contact(const double point[3], const double normal[3]);
void scene_line(const double from[3], const double to[3], const double colour[3]);

/* The placement of a body, as for dtLoadMatrixd. */
void scene_matrix(const Body *body, double matrix[16]);

/* From a body's local coordinates to the world's. */
void scene_world(const Body *body, const double local[3], double world[3]);

/* The box around a body as it is drawn, along the world's axes. */
void scene_box(const Body *body, double low[3], double high[3]);

/* A response that glows, and shows the common point of DT_WITNESSED_RESPONSE. */
void scene_witness(void *client_data, DtObjectRef body1, DtObjectRef body2, const DtCollData *coll_data);

#endif

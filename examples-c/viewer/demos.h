/* The demos. Each fills the scene, moves what is in it, and tests. One runs at a time. */
#ifndef VIEWER_DEMOS_H
#define VIEWER_DEMOS_H

/* Keys without a character; special keys of the keyboard have these numbers. */
enum { KEY_LEFT = 256, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_PAGE_UP, KEY_PAGE_DOWN };

typedef struct Demo {
    const char *name;
    const char *title;
    const char *keys;              /* what its own keys do; may be empty */
    int usual_size;                /* what start gets unless asked otherwise; 0: it has one size */
    double target[3];              /* where one looks at first, */
    double distance, turn, height; /* from how far, and from what angles, in degrees */
    void (*start)(int size);
    void (*step)(void);            /* a frame: moves, scene_test */
    void (*key)(int key, int down); /* may be NULL */
    void (*stop)(void);            /* after scene_clear: frees its figures */
} Demo;

extern const Demo demo_pyramids, demo_naval, demo_bouncing, demo_tori, demo_sheet, demo_stacking, demo_physics, demo_terrain,
    demo_bullets, demo_world;

/* The VRML file that demo_world shows; its path counts from the project's top directory. */
extern const char *world_file;

/* All of them, up to a NULL. */
extern const Demo *const demos[];

/* The one of that name, or NULL. */
const Demo *demo_named(const char *name);

#endif

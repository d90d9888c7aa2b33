/*
 * The viewer: the classic demos, to look at and to play with.
 *
 *     viewer [--demo NAME] [--size N] [--frames N] [--screenshot FILE.png] [--show LETTERS] [--file FILE.wrl]
 *
 * With --screenshot it runs the frames, writes a picture of the last, prints the collisions counted, and ends.
 * --file names the file of the demo "world". --show switches on what the keys of these letters do: c, n, b, w, t.
 */
#include "demos.h"
#include "draw.h"
#include "inspect.h"
#include "picture.h"
#include "scene.h"

#include <GL/freeglut.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LARGEST 4000 /* bodies that may be asked for */
#define DEEPEST 20   /* level of the trees */
#define PICTURE_WIDTH 1600
#define PICTURE_HEIGHT 1000
#define SAMPLES 4

typedef struct Options {
    const Demo *demo;
    int size, frames;
    const char *screenshot;
} Options;

static Options options;
static Show show;
static Camera camera;
static int current, size, paused, width = 1280, height = 800;
static double frame_ms, test_ms; /* smoothed */
static int button, mouse_x, mouse_y;

static void begin(int demo, int wanted)
{
    const Demo *d = demos[demo];

    current = demo;
    size = wanted > 0 ? wanted : d->usual_size;
    d->start(size);
    memcpy(camera.target, d->target, sizeof camera.target);
    camera.distance = d->distance;
    camera.turn = d->turn;
    camera.height = d->height;
}

/* A distance of zero means: far enough for everything to be seen. */
static void step_back(void)
{
    int i, k;

    if (demos[current]->distance > 0.0) return;
    camera.distance = 1.0;
    for (i = 0; i < scene.body_count; ++i) {
        for (k = 0; k < 3; ++k) {
            double far = scene.bodies[i]->position[k] - camera.target[k];

            if (far < 0.0) far = -far;
            if (4.7 * far > camera.distance) camera.distance = 4.7 * far;
        }
    }
}

static void change(int demo, int wanted)
{
    scene_clear();
    demos[current]->stop();
    begin(demo, wanted);
    step_back();
}

static void step(void)
{
    double before = scene.test_seconds;

    demos[current]->step();
    if (show.inside) inspect_pairs();
    test_ms = 0.9 * test_ms + 0.1 * 1e3 * (scene.test_seconds - before);
}

/* The panel has a line for each text: a window shows the keys too. */
static int panel_height(int live)
{
    int lines = 2 + (scene.text[0] != '\0') + (show.inside != 0) + (live ? 4 : 0);

    return LINE * lines + 14;
}

static void tell(int live)
{
    char counted[160], timed[160], inspected[200];
    const char *lines[8];
    int panel = panel_height(live);
    int count = 0;

    lines[count++] = demos[current]->title;
    if (scene.text[0] != '\0') lines[count++] = scene.text;
    sprintf(counted, "frame %ld, collisions: %ld now, %ld in all", scene.frame, scene.now, scene.collisions);
    lines[count++] = counted;
    if (show.inside) {
        inspect_text(inspected);
        lines[count++] = inspected;
    }
    if (live) {
        sprintf(timed, "%.2f ms a frame, of which dtTest %.3f ms", frame_ms, test_ms);
        lines[count++] = timed;
        lines[count++] = demos[current]->keys;
        lines[count++] = "tab: next demo; p: pause; s: one step; r: again; mouse: turn, shift, zoom; q: quit";
        lines[count++] = "show contacts: c, normals: n, boxes: b, trees: l deeper, k; wires: w; what the broad phase and the trees find: t";
    }
    draw_panel(lines, count, width, panel);
    draw_legend(&show, width, height);
}

static void display(void)
{
    draw_scene(&camera, &show, width, height, panel_height(1));
    tell(options.screenshot == NULL);
    glutSwapBuffers();
}

static int take_picture(const char *path, const char *counted)
{
    unsigned char *rgb = (unsigned char *)malloc(3 * (size_t)width * (size_t)height);
    int good;

    if (rgb == NULL) return 0;
    draw_scene(&camera, &show, width, height, panel_height(0));
    tell(0);
    glFinish();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadBuffer(GL_BACK);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
    good = glGetError() == GL_NO_ERROR && picture_write(path, width, height, rgb, counted);
    free(rgb);
    return good;
}

static void tick(int value)
{
    clock_t start = clock();

    glutTimerFunc(16, tick, 0);
    if (!paused) step();
    display();
    frame_ms = 0.9 * frame_ms + 0.1 * 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
    (void)value;
}

static void key_down(unsigned char key, int x, int y)
{
    if (demos[current]->key != NULL) demos[current]->key(key, 1);
    switch (key) {
    case 'q': case 27: glutLeaveMainLoop(); break;
    case '\t': change(demos[current + 1] == NULL ? 0 : current + 1, 0); break;
    case 'r': change(current, size); break;
    case '+': if (size > 0 && size <= LARGEST / 2) change(current, 2 * size); break;
    case '-': if (size > 1) change(current, size / 2); break;
    case 'p': paused = !paused; break;
    case 's': paused = 1; step(); break;
    case 'c': show.contacts = !show.contacts; break;
    case 'n': show.normals = !show.normals; break;
    case 'b': show.boxes = !show.boxes; break;
    case 'l': if (show.levels < DEEPEST) ++show.levels; break;
    case 'k': if (show.levels > 0) --show.levels; break;
    case 'w': show.wires = !show.wires; break;
    case 't': show.inside = !show.inside; break;
    default: break;
    }
    (void)x;
    (void)y;
}

static void key_up(unsigned char key, int x, int y)
{
    if (demos[current]->key != NULL) demos[current]->key(key, 0);
    (void)x;
    (void)y;
}

static void special(int key, int down)
{
    static const int keys[6][2] = {
        { GLUT_KEY_LEFT, KEY_LEFT }, { GLUT_KEY_RIGHT, KEY_RIGHT }, { GLUT_KEY_UP, KEY_UP }, { GLUT_KEY_DOWN, KEY_DOWN },
        { GLUT_KEY_PAGE_UP, KEY_PAGE_UP }, { GLUT_KEY_PAGE_DOWN, KEY_PAGE_DOWN }
    };
    int i;

    for (i = 0; i < 6; ++i) {
        if (keys[i][0] == key && demos[current]->key != NULL) demos[current]->key(keys[i][1], down);
    }
}

static void special_down(int key, int x, int y)
{
    special(key, 1);
    (void)x;
    (void)y;
}

static void special_up(int key, int x, int y)
{
    special(key, 0);
    (void)x;
    (void)y;
}

static void press(int which, int state, int x, int y)
{
    button = which;
    mouse_x = x;
    mouse_y = y;
    if (state == GLUT_DOWN && which == 3) camera_near(&camera, 0.9); /* the wheel */
    if (state == GLUT_DOWN && which == 4) camera_near(&camera, 1.0 / 0.9);
}

static void drag(int x, int y)
{
    double right = x - mouse_x, down = y - mouse_y;

    if (button == GLUT_LEFT_BUTTON) camera_turn(&camera, -0.4 * right, 0.4 * down);
    if (button == GLUT_MIDDLE_BUTTON) camera_shift(&camera, -0.001 * right, 0.001 * down);
    if (button == GLUT_RIGHT_BUTTON) camera_near(&camera, 1.0 + 0.005 * (down > -150.0 ? down : -150.0));
    mouse_x = x;
    mouse_y = y;
}

static void reshape(int w, int h)
{
    width = w > 1 ? w : 1;
    height = h > 1 ? h : 1;
}

static void usage(FILE *out, int status)
{
    int i;

    fprintf(out, "usage: viewer [--demo NAME] [--size N] [--frames N] [--screenshot FILE.png] [--show LETTERS]"
                    " [--file FILE.wrl]\n"
                    "LETTERS are of c (contacts), n (normals), b (boxes), l (trees of boxes; once for each level), w (wires), t (pairs of boxes, polygons that collide); NAME is one of\n");
    for (i = 0; demos[i] != NULL; ++i) fprintf(out, "  %s: %s\n", demos[i]->name, demos[i]->title);
    exit(status);
}

static void show_letters(const char *letters)
{
    for (; *letters != '\0'; ++letters) {
        switch (*letters) {
        case 'c': show.contacts = 1; break;
        case 'n': show.normals = 1; break;
        case 'b': show.boxes = 1; break;
        case 'l': ++show.levels; break;
        case 'w': show.wires = 1; break;
        case 't': show.inside = 1; break;
        default: usage(stderr, 2);
        }
    }
}

/* A count of an option, from 1 up to most. */
static int number(const char *text, long most)
{
    char *rest;
    long n = strtol(text, &rest, 10);

    if (rest == text || *rest != '\0' || n < 1 || n > most) usage(stderr, 2);
    return (int)n;
}

static void read_options(int argc, char **argv)
{
    int i;

    options.demo = demos[0];
    options.frames = 100;
    for (i = 1; i < argc; i += 2) {
        const char *value = argv[i + 1];

        if (strcmp(argv[i], "--help") == 0) usage(stdout, 0);
        if (value == NULL) usage(stderr, 2);
        if (strcmp(argv[i], "--demo") == 0) options.demo = demo_named(value);
        else if (strcmp(argv[i], "--size") == 0) options.size = number(value, LARGEST);
        else if (strcmp(argv[i], "--frames") == 0) options.frames = number(value, 1000000L);
        else if (strcmp(argv[i], "--screenshot") == 0) options.screenshot = value;
        else if (strcmp(argv[i], "--file") == 0) world_file = value;
        else if (strcmp(argv[i], "--show") == 0) show_letters(value);
        else usage(stderr, 2);
        if (options.demo == NULL) usage(stderr, 2);
    }
    if (options.screenshot != NULL) {
        width = PICTURE_WIDTH;
        height = PICTURE_HEIGHT;
    }
}

/* Runs the frames, and ends. */
static int screenshot(void)
{
    char counted[160 + sizeof scene.text];
    int i;

    for (i = 0; i < options.frames; ++i) step();
    sprintf(counted, "%s: %d frames, %ld collisions%s%s", options.demo->name, options.frames, scene.collisions,
            scene.text[0] == '\0' ? "" : "\n", scene.text);
    if (!take_picture(options.screenshot, counted)) {
        fprintf(stderr, "viewer: cannot write %s\n", options.screenshot);
        return 1;
    }
    printf("%s\n", counted);
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0, i;

    read_options(argc, argv);
    glutInit(&argc, argv); /* without a display it says so and ends */
    glutSetOption(GLUT_MULTISAMPLE, SAMPLES);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGB | GLUT_DEPTH | GLUT_MULTISAMPLE);
    glutInitWindowSize(width, height);
    glutCreateWindow("libsolid");
    draw_setup();
    for (i = 0; demos[i] != options.demo; ++i) {}
    begin(i, options.size);
    step_back();
    if (options.screenshot != NULL) {
        status = screenshot();
    } else {
        glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_GLUTMAINLOOP_RETURNS);
        glutIgnoreKeyRepeat(1);
        glutDisplayFunc(display);
        glutReshapeFunc(reshape);
        glutKeyboardFunc(key_down);
        glutKeyboardUpFunc(key_up);
        glutSpecialFunc(special_down);
        glutSpecialUpFunc(special_up);
        glutMouseFunc(press);
        glutMotionFunc(drag);
        glutTimerFunc(16, tick, 0);
        glutMainLoop();
    }
    scene_clear();
    demos[current]->stop();
    return status;
}

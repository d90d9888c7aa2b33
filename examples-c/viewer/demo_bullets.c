/*
 * Bullets against sheets without thickness, twice over. In front dtTest looks where the bullets are, once a frame: the
 * fast ones are never seen in the sheet, and pass. Behind dtTestMotion looks at their ways: none passes.
 */
#include "demos.h"
#include "scene.h"
#include "space.h"

#include <SOLID/solid_ext.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RADIUS 0.2
#define GUN -9.0   /* x of the muzzles */
#define END 9.0    /* beyond it bullets are gone */
#define LANE 3.0   /* z of the lanes: one in front, one behind */
#define PAUSE 12   /* frames between two shots */
#define BULLETS 24 /* in a lane, those that hit included */
#define SPEEDS 6   /* units a frame, in turn */

typedef enum Method { NOW, ON_THE_WAY, METHODS } Method;

typedef struct Bullet {
    Body body; /* first: a Body * is a Bullet * */
    int in_scene, flying;
    double speed, before; /* before: its x in the frame before */
} Bullet;

static const double speeds[SPEEDS] = { 0.12, 0.25, 0.72, 1.7, 4.0, 17.0 };

static Figure bullet_figure, spent_figure, sheet_figure, gun_figure, ground_figure;
static Body sheets[METHODS], guns[METHODS], ground;
static Bullet bullets[METHODS][BULLETS];
static int shots, hits[METHODS], passed[METHODS];

static double lane(Method method)
{
    return method == NOW ? LANE : -LANE;
}

/* It stays where it hit, and collides no more. */
static void stop_bullet(Bullet *bullet, Method method, double x)
{
    double y = bullet->body.position[1];

    scene_remove(&bullet->body);
    scene_add(&bullet->body, &spent_figure, x, y, lane(method));
    set(bullet->body.colour, 0.75, 0.15, 0.10);
    bullet->flying = 0;
    ++hits[method];
}

static void hit(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    Method method = client_data == &hits[NOW] ? NOW : ON_THE_WAY;
    Body *sheet = &sheets[method];
    Bullet *bullet = (Bullet *)(object1 == (DtObjectRef)sheet ? object2 : object1);
    double point[3], x = bullet->body.position[0];

    scene_glow(object1, object2);
    scene_world(sheet, object1 == (DtObjectRef)sheet ? coll_data->point1 : coll_data->point2, point);
    scene_contact(point, coll_data->normal);
    if (method == ON_THE_WAY) x = bullet->before + dtContactTime() * (x - bullet->before);
    stop_bullet(bullet, method, x);
}

static void shoot(Method method)
{
    Bullet *bullet = &bullets[method][shots % BULLETS];

    if (bullet->in_scene) scene_remove(&bullet->body);
    bullet->in_scene = bullet->flying = 1;
    bullet->speed = speeds[shots % SPEEDS];
    scene_add(&bullet->body, &bullet_figure, GUN, 1.0 + 0.45 * (shots % SPEEDS) + 0.1 * (shots % BULLETS / SPEEDS),
              lane(method));
    set(bullet->body.colour, 0.15, 0.15, 0.18);
    bullet->before = GUN;
}

static void start(int size)
{
    int i;

    shots = 0;
    memset(hits, 0, sizeof hits);
    memset(passed, 0, sizeof passed);
    memset(bullets, 0, sizeof bullets);
    figure_sphere(&bullet_figure, RADIUS);
    figure_sphere(&spent_figure, RADIUS);
    figure_scenery(&spent_figure);
    figure_box(&sheet_figure, 0.0, 4.4, 3.6);
    figure_box(&gun_figure, 1.5, 4.4, 1.0);
    figure_scenery(&gun_figure);
    figure_sheet(&ground_figure, 22.0, 1);
    figure_scenery(&ground_figure);
    scene_add(&ground, &ground_figure, 0.0, -0.05, 0.0);
    set(ground.colour, 0.70, 0.72, 0.66);
    for (i = 0; i < METHODS; ++i) {
        scene_add(&sheets[i], &sheet_figure, 0.0, 2.2, lane((Method)i));
        scene_add(&guns[i], &gun_figure, GUN - 1.0, 2.2, lane((Method)i));
        set(sheets[i].colour, 0.45, 0.65, 0.80);
        set(guns[i].colour, 0.35, 0.37, 0.40);
    }
    (void)size;
}

/* The bullets of one lane answer to one method, and those of the other to none. */
static void choose(Method method)
{
    dtClearObjectResponse(&sheets[1 - method]);
    dtSetObjectResponse(&sheets[method], hit, DT_WITNESSED_RESPONSE, &hits[method]);
}

static void fly(Bullet *bullet)
{
    static const double grey[3] = { 0.35, 0.35, 0.35 };
    double from[3];

    if (!bullet->flying) return;
    memcpy(from, bullet->body.position, sizeof from);
    bullet->before = from[0];
    bullet->body.position[0] += bullet->speed;
    scene_place(&bullet->body);
    scene_line(from, bullet->body.position, grey);
}

/* After the tests: what has left the scene is gone. */
static void clear(Bullet *bullet, Method method)
{
    if (!bullet->flying || bullet->body.position[0] <= END) return;
    scene_remove(&bullet->body);
    bullet->in_scene = bullet->flying = 0;
    ++passed[method];
}

static void step(void)
{
    int method, i;

    scene_begin();
    for (method = 0; method < METHODS; ++method) {
        for (i = 0; i < BULLETS; ++i) fly(&bullets[method][i]);
    }
    choose(NOW);
    scene_test();
    choose(ON_THE_WAY);
    scene_test_motion();
    for (method = 0; method < METHODS; ++method) {
        for (i = 0; i < BULLETS; ++i) clear(&bullets[method][i], (Method)method);
        if (scene.frame % PAUSE == 1) shoot((Method)method);
    }
    shots += scene.frame % PAUSE == 1;
    dtProceed();
    sprintf(scene.text, "in front dtTest: %d stopped, %d passed; behind dtTestMotion: %d stopped, %d passed", hits[NOW],
            passed[NOW], hits[ON_THE_WAY], passed[ON_THE_WAY]);
}

static void stop(void)
{
    figure_free(&bullet_figure);
    figure_free(&spent_figure);
    figure_free(&sheet_figure);
    figure_free(&gun_figure);
    figure_free(&ground_figure);
}

const Demo demo_bullets = {
    "bullets", "Bullets and sheets", "", 0,
    { -0.5, 1.6, 0.0 }, 24.0, -32.0, 24.0, start, step, NULL, stop
};

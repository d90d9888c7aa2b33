/*
 * Naval Warfare: a small game. Enemy ships hunt yours; lay mines in their way, lure them into each other and into the
 * icebergs. One of them sweeps mines. Until a key is pressed the ship sails by itself.
 */
#include "../rng.h"
#include "demos.h"
#include "naval.h"
#include "space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SEA 30.0        /* half the edge of the sea */
#define TOP_SPEED 0.10
#define ENEMY_SPEED 0.07
#define RELOAD 45       /* frames between two mines */

Vessel vessels[VESSELS];

static Figure ship_figure, sweeper_figure, mine_figure, iceberg_figures[ICEBERGS], water;
static Body sea;
static int steered, reload, held[KEY_PAGE_DOWN + 1];

#define PLAYER (&vessels[0])
#define FIRST_MINE (SHIPS + ICEBERGS)

/* A prism between two outlines of five points, seen from above anticlockwise: the one twice as long, or as small. */
static void prism(Mesh *mesh, double length, double width, double low, double high, double at, double flare)
{
    static const double outline[5][2] = { { 1.0, 0.0 }, { 0.45, -1.0 }, { -1.0, -0.8 }, { -1.0, 0.8 }, { 0.45, 1.0 } };
    DtIndex first = mesh->vertex_count, i;

    for (i = 0; i < 10; ++i) {
        double size = i < 5 ? 1.0 : flare;
        const double *p = outline[i % 5];

        mesh_vertex(mesh, at + 0.5 * length * size * p[0], i < 5 ? low : high, 0.5 * width * size * p[1]);
    }
    for (i = 0; i < 5; ++i) {
        mesh_quad(mesh, first + (i + 1) % 5, first + i, first + 5 + i, first + 5 + (i + 1) % 5);
    }
    for (i = 0; i < 5; ++i) mesh_index(mesh, first + 4 - i);
    mesh_end_face(mesh);
    for (i = 0; i < 5; ++i) mesh_index(mesh, first + 5 + i);
    mesh_end_face(mesh);
}

/* A ship along the x-axis, its bow ahead: hull, bridge and funnel, three convex parts of one shape. */
static void make_ship(Figure *figure, double width)
{
    Mesh *mesh = &figure->mesh;
    DtIndex part;

    mesh_init(mesh);
    prism(mesh, 2.6, 0.8 * width, -0.2, 0.35, 0.0, 1.15);
    prism(mesh, 0.9, 0.55 * width, 0.35, 0.75, -0.2, 0.9);
    prism(mesh, 0.4, 0.3, 0.75, 1.2, -0.35, 0.8);
    figure->round = figure->soup = 0;
    figure->normals = NULL;
    figure->shape = dtNewComplexShape();
    dtVertexBase(mesh->vertices);
    for (part = 0; part < 3; ++part) dtVertexRange(DT_POLYHEDRON, 10 * part, 10);
    dtEndComplexShape();
}

static void make_iceberg(Figure *figure)
{
    double points[16][3];
    int i;

    for (i = 0; i < 16; ++i) {
        double size = rng_between(1.4, 2.4);

        rng_direction(points[i]);
        set(points[i], size * points[i][0], 0.8 * size * points[i][1], size * points[i][2]);
    }
    figure_hull(figure, points[0], 16);
}

static void launch(Vessel *vessel, Kind kind, const Figure *figure, double x, double z, double heading)
{
    memset(vessel, 0, sizeof *vessel);
    vessel->kind = kind;
    vessel->afloat = 1;
    vessel->heading = heading;
    scene_add(&vessel->body, figure, x, 0.0, z);
}

static void start(int size)
{
    static const double bergs[ICEBERGS][2] = {
        { 9.0, -6.0 }, { -8.0, -10.0 }, { -14.0, 5.0 }, { 4.0, 12.0 }, { 19.0, 7.0 }, { 16.0, -17.0 }, { -19.0, 18.0 }
    };
    int i;

    rng_seed(7);
    steered = reload = 0;
    memset(held, 0, sizeof held);
    memset(vessels, 0, sizeof vessels);
    figure_sheet(&water, 2.0 * SEA, 1);
    figure_scenery(&water);
    scene_add(&sea, &water, 0.0, 0.0, 0.0);
    set(sea.colour, 0.22, 0.42, 0.58);
    make_ship(&ship_figure, 1.0);
    make_ship(&sweeper_figure, 1.4);
    figure_sphere(&mine_figure, 0.4);
    launch(PLAYER, SHIP, &ship_figure, 0.0, 0.0, 0.0);
    set(PLAYER->body.colour, 0.92, 0.92, 0.95);
    for (i = 1; i < SHIPS; ++i) {
        double around = 2.0 * PI * i / ENEMIES + 0.5;
        int sweeps = i == ENEMIES;

        launch(&vessels[i], sweeps ? MINESWEEPER : SHIP, sweeps ? &sweeper_figure : &ship_figure, 20.0 * cos(around),
               -20.0 * sin(around), around + PI);
        set(vessels[i].body.colour, sweeps ? 0.85 : 0.42, sweeps ? 0.65 : 0.45, sweeps ? 0.30 : 0.42);
    }
    for (i = 0; i < ICEBERGS; ++i) {
        make_iceberg(&iceberg_figures[i]);
        launch(&vessels[SHIPS + i], ICEBERG, &iceberg_figures[i], bergs[i][0], bergs[i][1], 0.0);
        set(vessels[SHIPS + i].body.colour, 0.80, 0.90, 0.96);
    }
    naval_rules();
    (void)size;
}

/* A mine behind the player's ship, far enough not to be hit at once. */
static void lay_mine(void)
{
    int i;

    for (i = FIRST_MINE; i < VESSELS && vessels[i].afloat; ++i) {}
    if (i == VESSELS || reload > 0 || !PLAYER->afloat) return;
    launch(&vessels[i], MINE, &mine_figure, PLAYER->body.position[0] - 2.4 * cos(PLAYER->heading),
           PLAYER->body.position[2] + 2.4 * sin(PLAYER->heading), 0.0);
    set(vessels[i].body.colour, 0.20, 0.20, 0.22);
    naval_mine_rules(&vessels[i]);
    reload = RELOAD;
}

static double towards(const Vessel *ship, const double target[3])
{
    double wanted = atan2(ship->body.position[2] - target[2], target[0] - ship->body.position[0]);
    double turn = wanted - ship->heading;

    while (turn > PI) turn -= 2.0 * PI;
    while (turn < -PI) turn += 2.0 * PI;
    return turn > 0.0 ? 1.0 : -1.0;
}

static void steer_player(void)
{
    double rudder, power;

    if (steered) {
        rudder = held[KEY_LEFT] - held[KEY_RIGHT];
        power = held[KEY_UP] - held[KEY_DOWN];
    } else { /* a course around the middle, with mines behind it */
        double around = 0.008 * (double)scene.frame, target[3];

        set(target, 12.0 * cos(around), 0.0, -12.0 * sin(around));
        rudder = towards(PLAYER, target);
        power = 1.0;
        lay_mine();
    }
    PLAYER->heading += 0.025 * rudder;
    PLAYER->speed += 0.002 * power;
    if (PLAYER->speed > TOP_SPEED) PLAYER->speed = TOP_SPEED;
    if (PLAYER->speed < -0.4 * TOP_SPEED) PLAYER->speed = -0.4 * TOP_SPEED;
}

static void sail(Vessel *ship)
{
    static const double up[3] = { 0.0, 1.0, 0.0 };
    double *p = ship->body.position;
    int k;

    p[0] += ship->speed * cos(ship->heading);
    p[2] -= ship->speed * sin(ship->heading);
    for (k = 0; k < 3; k += 2) p[k] = p[k] > SEA ? SEA : p[k] < -SEA ? -SEA : p[k];
    rotation_about(up, ship->heading, ship->body.rotation);
    if (ship->shaken > 0) --ship->shaken;
    scene_place(&ship->body);
}

static void step(void)
{
    int i, enemies = 0, mines = 0;

    scene_begin();
    if (reload > 0) --reload;
    if (PLAYER->afloat) steer_player();
    for (i = 1; i < SHIPS; ++i) {
        if (!vessels[i].afloat) continue;
        ++enemies;
        vessels[i].heading += 0.012 * towards(&vessels[i], PLAYER->body.position);
        vessels[i].speed += 0.05 * (ENEMY_SPEED - vessels[i].speed);
    }
    for (i = 0; i < SHIPS; ++i) {
        if (vessels[i].afloat) sail(&vessels[i]);
    }
    scene_test();
    for (i = FIRST_MINE; i < VESSELS; ++i) mines += vessels[i].afloat;
    if (!PLAYER->afloat) sprintf(scene.text, "Your ship is lost. %d of %d enemies are afloat.", enemies, ENEMIES);
    else if (enemies == 0) sprintf(scene.text, "The sea is yours!");
    else {
        sprintf(scene.text, "damage %d of %d, enemies %d, mines %d of %d", PLAYER->damage, MOST_DAMAGE, enemies, mines,
                MINES);
    }
}

static void key(int which, int down)
{
    if (which == ' ' && down) lay_mine();
    if (which >= KEY_LEFT && which <= KEY_PAGE_DOWN) held[which] = down;
    if (which == ' ' || (which >= KEY_LEFT && which <= KEY_PAGE_DOWN)) steered = 1;
}

static void stop(void)
{
    int i;

    figure_free(&water);
    figure_free(&ship_figure);
    figure_free(&sweeper_figure);
    figure_free(&mine_figure);
    for (i = 0; i < ICEBERGS; ++i) figure_free(&iceberg_figures[i]);
}

const Demo demo_naval = {
    "naval", "Naval Warfare", "arrows: rudder and engine; space: lay a mine; r: again", 0,
    { 0.0, 0.0, 0.0 }, 42.0, 15.0, 40.0, start, step, key, stop
};

#include "solver.h"
#include "space.h"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81
#define FRICTION 0.5
#define ITERATIONS 40
#define SLOP 0.005     /* depth that is left alone, so that contacts last */
#define CORRECTION 0.1 /* of the depth beyond it, a step */
#define ROLLING 2.0    /* what moves loses this part of its spin a second: else a capsule rolls to and fro in a bowl for minutes */
#define A_PAIR 8       /* contacts taken of one pair: the first say the most */
#define MOST 4096

typedef struct Touch {
    Rigid *a, *b;
    double normal[3], tangents[2][3]; /* the normal leads from b to a */
    double from_a[3], from_b[3];      /* to the point, from their centres */
    double depth;
    double mass[3];                   /* along the normal and the tangents */
    double impulse[3];
} Touch;

static Touch touches[2][MOST]; /* of this step and the one before */
static DtContactId ids[2][MOST]; /* which contact of which bodies each is */
static int counts[2], now;

void rigid_box_mass(Rigid *rigid, double x, double y, double z)
{
    double mass = x * y * z;

    set(rigid->velocity, 0.0, 0.0, 0.0);
    set(rigid->spin, 0.0, 0.0, 0.0);
    set(rigid->inverse_inertia, 0.0, 0.0, 0.0);
    rigid->inverse_mass = mass > 0.0 ? 1.0 / mass : 0.0;
    if (mass == 0.0) return;
    set(rigid->inverse_inertia, 12.0 / (mass * (y * y + z * z)), 12.0 / (mass * (x * x + z * z)),
        12.0 / (mass * (x * x + y * y)));
}

void solver_reset(void)
{
    counts[0] = counts[1] = 0;
}

int solver_contacts(void)
{
    return counts[now];
}

/* The change of spin by a unit of angular impulse about an axis. */
static void angular(const Rigid *rigid, const double axis[3], double result[3])
{
    double axes[3][3];
    int k;

    rotation_axes(rigid->body.rotation, axes);
    set(result, 0.0, 0.0, 0.0);
    for (k = 0; k < 3; ++k) add_scaled(result, rigid->inverse_inertia[k] * dot(axes[k], axis), axes[k]);
}

/* What a unit of impulse along a direction changes in the velocity of the point along it. */
static double yielding(const Rigid *rigid, const double from_centre[3], const double direction[3])
{
    double arm[3], turn[3];

    cross(from_centre, direction, arm);
    angular(rigid, arm, turn);
    return rigid->inverse_mass + dot(arm, turn);
}

static void push(Rigid *rigid, const double from_centre[3], double impulse, const double direction[3])
{
    double arm[3], turn[3];

    if (rigid->inverse_mass == 0.0) return;
    cross(from_centre, direction, arm);
    angular(rigid, arm, turn);
    add_scaled(rigid->velocity, impulse * rigid->inverse_mass, direction);
    add_scaled(rigid->spin, impulse, turn);
}

static void apply(const Touch *touch, double impulse, const double direction[3])
{
    push(touch->a, touch->from_a, impulse, direction);
    push(touch->b, touch->from_b, -impulse, direction);
}

/* Of the point of a, seen from that of b. */
static double speed(const Touch *touch, const double direction[3])
{
    double a[3], b[3];

    cross(touch->a->spin, touch->from_a, a);
    cross(touch->b->spin, touch->from_b, b);
    add_scaled(a, 1.0, touch->a->velocity);
    add_scaled(b, 1.0, touch->b->velocity);
    return dot(a, direction) - dot(b, direction);
}

static const double *direction(const Touch *touch, int k)
{
    return k == 0 ? touch->normal : touch->tangents[k - 1];
}

/* Two directions at right angles to the normal and to each other; the same as long as the normal is. */
static void find_tangents(Touch *touch)
{
    double along[3];

    set(along, 0.0, 0.0, 0.0);
    along[fabs(touch->normal[0]) < 0.6 ? 0 : 2] = 1.0;
    cross(touch->normal, along, touch->tangents[0]);
    normalise(touch->tangents[0]);
    cross(touch->normal, touch->tangents[0], touch->tangents[1]);
}

/* Each contact begins with the impulses that the same one had in the step before. */
static void remember(void)
{
    static DtCount places[MOST];
    DtCount i, count = dtMatchContacts(ids[!now], (DtCount)counts[!now], ids[now], (DtCount)counts[now], places, MOST);

    for (i = 0; i < count; ++i) {
        if (places[i] == DT_NO_ROW) continue;
        memcpy(touches[now][i].impulse, touches[!now][places[i]].impulse, sizeof touches[now][i].impulse);
    }
}

static void add_touch(Rigid *a, Rigid *b, const DtContact *contact)
{
    Touch *touch = &touches[now][counts[now]];
    DtContactId *id = &ids[now][counts[now]];
    double point[3];
    int k;

    if (counts[now] == MOST) return;
    ++counts[now];
    memset(touch, 0, sizeof *touch);
    touch->a = a;
    touch->b = b;
    touch->depth = contact->depth;
    id->object1 = a;
    id->object2 = b;
    id->feature1 = contact->feature1;
    id->feature2 = contact->feature2;
    memcpy(touch->normal, contact->normal, sizeof touch->normal);
    memcpy(point, contact->point1, sizeof point);
    add_scaled(point, 0.5 * contact->depth, contact->normal);
    between(a->body.position, point, touch->from_a);
    between(b->body.position, point, touch->from_b);
    find_tangents(touch);
    for (k = 0; k < 3; ++k) {
        const double *d = direction(touch, k);

        touch->mass[k] = 1.0 / (yielding(a, touch->from_a, d) + yielding(b, touch->from_b, d));
    }
    scene_contact(point, contact->normal);
}

static void gather(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    const DtContactData *data = (const DtContactData *)coll_data; /* so it is with DT_CONTACTS_RESPONSE */
    Rigid *a = (Rigid *)object1, *b = (Rigid *)object2;
    DtCount i;

    if (a->inverse_mass == 0.0 && b->inverse_mass == 0.0) return;
    for (i = 0; i < data->count && i < A_PAIR; ++i) add_touch(a, b, &data->contacts[i]);
    (void)client_data;
}

/* Normal impulses push only, and friction is at most a part of them. */
static void solve(Touch *touch, double time)
{
    double deeper = touch->depth - SLOP, target = deeper > 0.0 ? CORRECTION * deeper / time : 0.0;
    double limit;
    int k;

    for (k = 2; k >= 0; --k) {
        const double *d = direction(touch, k);
        double before = touch->impulse[k];
        double after = before + touch->mass[k] * ((k == 0 ? target : 0.0) - speed(touch, d));

        if (k == 0) {
            after = after > 0.0 ? after : 0.0;
        } else {
            limit = FRICTION * touch->impulse[0];
            after = after > limit ? limit : after < -limit ? -limit : after;
        }
        touch->impulse[k] = after;
        apply(touch, after - before, d);
    }
}

static void move_all(double time)
{
    int i;

    for (i = 0; i < scene.body_count; ++i) {
        Rigid *rigid = (Rigid *)scene.bodies[i];

        if (rigid->body.figure->shape == NULL || rigid->inverse_mass == 0.0) continue;
        add_scaled(rigid->body.position, time, rigid->velocity);
        rotation_turn(rigid->body.rotation, rigid->spin, time);
        scene_place(&rigid->body);
    }
}

void solver_step(double time)
{
    int i, k, iteration;

    now = !now;
    counts[now] = 0;
    dtSetDefaultResponse(gather, DT_CONTACTS_RESPONSE, NULL);
    scene_test();
    remember();
    for (i = 0; i < scene.body_count; ++i) {
        Rigid *rigid = (Rigid *)scene.bodies[i];

        if (rigid->body.figure->shape == NULL || rigid->inverse_mass == 0.0) continue;
        rigid->velocity[1] -= GRAVITY * time;
        add_scaled(rigid->spin, -ROLLING * time, rigid->spin);
    }
    for (i = 0; i < counts[now]; ++i) {
        for (k = 0; k < 3; ++k) apply(&touches[now][i], touches[now][i].impulse[k], direction(&touches[now][i], k));
    }
    for (iteration = 0; iteration < ITERATIONS; ++iteration) {
        for (i = 0; i < counts[now]; ++i) solve(&touches[now][i], time);
    }
    move_all(time);
}

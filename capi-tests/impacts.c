/* First impacts of coordinates of all magnitudes: soon answered, on a small stack; and exact, as everything else, whatever
   floating-point settings the program has. */
#include <time.h>

#include "kinds.h"

static unsigned long state = 1;

static unsigned below(unsigned n)
{
    state = (state * 1103515245ul + 12345ul) & 0xfffffffful;
    return (unsigned)(state >> 8) % n;
}

/* Eight points of some family. */
static void choose(double *x)
{
    const unsigned family = below(8);
    int i;
    for (i = 0; i < 24; i++) {
        const double small = (double)below(3) - 1;
        switch (family) {
        case 0: x[i] = small * pow(10, (double)below(616) - 308); break;
        case 1: x[i] = ldexp((double)below(2001) - 1000, (int)below(2040) - 1060); break;
        case 2: x[i] = small * ldexp(1, below(2) ? -1074 : 1020); break;
        case 3: x[i] = small + ((double)below(3) - 1) * ldexp(1, -(int)below(1074)); break;
        case 4: x[i] = ((double)below(5) - 2) * ldexp(1, below(2) ? -1074 : -1000); break;
        case 5: x[i] = (double)below(7) - 3; break;
        case 6: x[i] = ((double)below(9) - 4) * ldexp(1, (int)below(5) * 500 - 1060); break;
        default: x[i] = ((double)below(2001) - 1000) * ldexp(1, -1074); break;
        }
    }
    for (i = 0; i < 12; i++) {
        if (family % 3 == 0 && below(3) == 0) {
            x[12 + i] = x[i];
        }
    }
}

/* Both answers about some points; times are 2 where nothing touches. */
static void ask(const double *points, double *times)
{
    int i;
    for (i = 0; i < 4; i++) {
        times[i] = 2;
    }
    dtVertexFaceImpact(points, points + 12, times);
    dtEdgeEdgeImpact(points, points + 12, times + 2);
}

/* The least of some tries, in seconds of the processor, since the machine may be busy. */
static double time_taken(const double *points)
{
    double least = 1, times[4];
    int i;
    for (i = 0; i < 5; i++) {
        const clock_t start = clock();
        double taken;
        ask(points, times);
        taken = (double)(clock() - start) / CLOCKS_PER_SEC;
        least = taken < least ? taken : least;
    }
    return least;
}

static void time_of_an_impact(void)
{
    double points[24], worst = 0;
    int i;
    CHECK_LINE("Impacts: soon answered, whatever the coordinates");
    for (i = 0; i < 400; i++) {
        double taken;
        choose(points);
        taken = time_taken(points);
        worst = taken > worst ? taken : worst;
    }
    check_case("%g ms for two", 1e3 * worst);
    /* A few milliseconds, and 144 by halving. Less would depend on the machine and the build. */
    CHECK("impacts/soon-answered", worst < 100e-3);
    CHECK_INT("impacts/no-errors", dtGetError(), DT_NO_ERROR);
}

/* The control register, where there is one that is known here. */
#if defined(__SSE2__)
enum { SETTINGS = 8 };
static unsigned setting(int i)
{
    /* Flush to zero, denormals are zero, both; three other roundings; all with a division by zero that traps; all. */
    static const unsigned bits[SETTINGS] = {0x8000, 0x0040, 0x8040, 0x2000, 0x4000, 0x6000, 0, 0xe040};
    return (0x1f80 & (i < 6 ? ~0u : ~0x200u)) | bits[i];
}
static unsigned control(void)
{
    return __builtin_ia32_stmxcsr() & 0xffc0;
}
static void set_control(unsigned value)
{
    __builtin_ia32_ldmxcsr(value);
}
static unsigned default_control(void)
{
    return 0x1f80;
}
#elif defined(__aarch64__)
enum { SETTINGS = 4 };
static unsigned setting(int i)
{
    return (unsigned)(i + 1) << 22; /* roundings, flush to zero */
}
static unsigned control(void)
{
    unsigned long value;
    __asm__ volatile("mrs %0, fpcr" : "=r"(value));
    return (unsigned)value;
}
static void set_control(unsigned value)
{
    __asm__ volatile("msr fpcr, %0" : : "r"((unsigned long)value));
}
static unsigned default_control(void)
{
    return 0;
}
#else
enum { SETTINGS = 0 };
static unsigned setting(int i)
{
    return (unsigned)i;
}
static unsigned control(void)
{
    return 0;
}
static void set_control(unsigned value)
{
    (void)value;
}
static unsigned default_control(void)
{
    return 0;
}
#endif

static unsigned seen;

static void look(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    seen = control();
    probe_record(client_data, object1, object2, coll_data);
}

/* What a frame finds. The numbers are exact, whatever the rounding. */
static void frame(int step, DtCollData *found, DtScalar *distance)
{
    int i;
    for (i = 0; i < 4; i++) {
        probe_place(OBJ(i), 0.25 * i + 0.125 * step, 0.125 * i, 0);
        dtScale(1 + 0.25 * i, 1, 1.5);
    }
    probe_test();
    for (i = 0; i < 6; i++) {
        found[i] = probe_log[i].data;
    }
    *distance = dtGetClosestPair(OBJ(0), OBJ(4), NULL, NULL);
    dtProceed();
}

static void settings_of_the_program(void)
{
    enum { ROWS = 400 };
    static double points[ROWS][24], times[ROWS][4], again[4];
    static DtCollData found[2][6];
    DtScalar distances[2] = {0, 0};
    int i, s, unlike, other_frames = 0;
    CHECK_LINE("Impacts and everything else: the program's floating-point settings change no result");
    probe_reset();
    for (i = 0; i < 5; i++) {
        dtCreateObject(OBJ(i), i % 2 ? dtBox(1, 1, 1) : dtSphere(0.5));
    }
    probe_place(OBJ(4), 0, 7, 0);
    dtSetDefaultResponse(look, DT_WITNESSED_RESPONSE, NULL);
    for (i = 0; i < ROWS; i++) {
        choose(points[i]);
        ask(points[i], times[i]);
    }
    for (s = 0; s < SETTINGS; s++) {
        memset(found, 0, sizeof found);
        frame(s, found[0], &distances[0]);
        dtDisableCaching();
        set_control(setting(s));
        frame(s, found[1], &distances[1]);
        CHECK_INT("impacts/settings-stay", control(), setting(s));
        unlike = 0;
        for (i = 0; i < ROWS; i++) {
            ask(points[i], again);
            unlike += memcmp(again, times[i], sizeof again) != 0;
        }
        CHECK_INT("impacts/settings-stay", control(), setting(s));
        set_control(default_control());
        dtEnableCaching();
        check_case("setting %x", setting(s));
        CHECK_INT("impacts/settings-change-nothing", unlike, 0);
        CHECK_INT("impacts/callbacks-have-their-settings", seen, setting(s));
        other_frames += memcmp(found[0], found[1], sizeof found[0]) != 0 || distances[0] != distances[1];
    }
    CHECK_INT("impacts/settings-change-nothing", other_frames, 0);
    CHECK_INT("impacts/no-errors", dtGetError(), DT_NO_ERROR);
    probe_reset();
}

int main(void)
{
    time_of_an_impact();
    settings_of_the_program();
    return check_finish();
}

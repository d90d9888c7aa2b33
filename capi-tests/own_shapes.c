/* Shapes of a program's own support functions. */
#include "probe.h"

#include <math.h>

/* What the functions get. */
typedef struct {
    double radius;
    int calls, destroyed;
    int fault; /* what it does wrong: see lie */
    DtShapeRef shape;
} Ball;

static void destroy(void *client_data)
{
    ++((Ball *)client_data)->destroyed;
}

static void ball(void *client_data, const DtScalar *direction, DtScalar *point)
{
    Ball *self = client_data;
    int i;
    ++self->calls;
    for (i = 0; i < 3; ++i) point[i] = (DtScalar)(self->radius * direction[i]);
    switch (self->fault) {
    case 1: point[1] = (DtScalar)probe_nan(); break;
    case 2: for (i = 0; i < 3; ++i) point[i] *= -7; break;
    case 3: dtTranslate(1, 0, 0); break;
    case 4: CHECK_INT("own-shapes/refused", dtTest(), 0); break;
    case 5:
        CHECK("own-shapes/refused", dtNewContext() == NULL);
        CHECK("own-shapes/refused", dtSphere(1) == NULL);
        CHECK("own-shapes/refused", dtSupport(ball, self, NULL) == NULL);
        dtGetClosestPair(OBJ(0), OBJ(1), NULL, NULL);
        dtDeleteShape(self->shape);
        dtGetError();
        break;
    }
}

static void nothing(void *client_data, const DtScalar *direction, DtScalar *point)
{
    (void)client_data, (void)direction, (void)point;
}

static DtShapeRef new_ball(Ball *self, double radius)
{
    self->radius = radius, self->calls = self->destroyed = self->fault = 0;
    self->shape = dtSupport(ball, self, destroy);
    return self->shape;
}

static void tests(void)
{
    Ball self;
    DtVector p, q, n, from, to;
    DtContact contacts[16];
    DtShapeRef shape = new_ball(&self, 1), rounded = dtSum(shape, dtSphere(0.5)), whole;
    static const double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 1};
    CHECK_LINE("Shapes of a program's own: what its function says");
    CHECK("own-shapes/probed", self.calls > 100);
    dtCreateObject(OBJ(0), shape), dtCreateObject(OBJ(1), dtBox(2, 2, 2));
    dtTranslate(5, 0, 0);
    dtSetDefaultResponse(probe_record, DT_WITNESSED_RESPONSE, NULL);
    CHECK_INT("own-shapes/apart", dtTest(), 0);
    CHECK_NEAR("own-shapes/distance", dtGetClosestPair(OBJ(0), OBJ(1), p, q), 3, 1e-6);
    CHECK_VECTOR("own-shapes/distance", p, 1, 0, 0, 1e-3);
    dtTranslate(-3.25, 0, 0);
    CHECK_INT("own-shapes/test", dtTest(), 1);
    CHECK_NEAR("own-shapes/depth", dtGetPenDepth(OBJ(0), OBJ(1), n, NULL, NULL), 0.25, 1e-6);
    CHECK_VECTOR("own-shapes/depth", n, -1, 0, 0, 1e-3);
    CHECK("own-shapes/contacts", dtGetContacts(OBJ(0), OBJ(1), contacts, 16) > 0);
    from[0] = -9, from[1] = from[2] = 0, to[0] = 9, to[1] = to[2] = 0;
    CHECK_NEAR("own-shapes/ray", dtRayCastObject(OBJ(0), from, to, p, n), 8.0 / 18, 1e-6);
    CHECK_VECTOR("own-shapes/ray", n, -1, 0, 0, 1e-3);
    whole = dtNewCompound();
    dtAddPart(shape, m), dtAddPart(rounded, m);
    dtEndCompound();
    dtCreateObject(OBJ(2), whole);
    dtSelectObject(OBJ(1)), dtTranslate(-1.75, 0, -4);
    CHECK_NEAR("own-shapes/composed", dtGetClosestPair(OBJ(2), OBJ(1), p, q), 3.5, 1e-6);
    CHECK_INT("own-shapes/no-errors", dtGetError(), DT_NO_ERROR);
    CHECK_INT("own-shapes/not-saved", dtSaveShape(shape, NULL, 0), 0);
    CHECK_INT("own-shapes/not-saved", dtGetError(), DT_INVALID_VALUE);
    dtDeleteShape(shape), dtDeleteShape(rounded), dtDeleteObject(OBJ(0));
    CHECK_INT("own-shapes/destroyed-with-the-last", self.destroyed, 0);
    dtDeleteObject(OBJ(2)), dtDeleteShape(whole);
    probe_reset();
    CHECK_INT("own-shapes/destroyed-once", self.destroyed, 1);
}

static void lies(void)
{
    Ball self;
    DtVector p, q;
    int i;
    CHECK_LINE("Shapes of a program's own: bad functions are noticed");
    self.destroyed = 0;
    CHECK("own-shapes/null", dtSupport(NULL, &self, destroy) == NULL);
    CHECK_INT("own-shapes/null", dtGetError(), DT_INVALID_POINTER);
    CHECK_INT("own-shapes/destroyed-if-refused", self.destroyed, 1);
    CHECK("own-shapes/no-point", dtSupport(nothing, &self, destroy) == NULL);
    CHECK_INT("own-shapes/no-point", dtGetError(), DT_INVALID_VALUE);
    CHECK_INT("own-shapes/destroyed-if-refused", self.destroyed, 2);
    CHECK("own-shapes/inside-out", new_ball(&self, -1) == NULL);
    CHECK_INT("own-shapes/inside-out", dtGetError(), DT_INVALID_VALUE);
    CHECK("own-shapes/no-destroy", dtSupport(nothing, NULL, NULL) == NULL);
    CHECK_INT("own-shapes/no-destroy", dtGetError(), DT_INVALID_VALUE);
    dtCreateObject(OBJ(0), new_ball(&self, 1)), dtCreateObject(OBJ(1), dtBox(2, 2, 2));
    dtTranslate(3, 0.5, 0.25);
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("own-shapes/good", dtGetError(), DT_NO_ERROR);
    for (i = 1; i <= 5; ++i) {
        DtError error;
        self.fault = i;
        CHECK("own-shapes/finite", dtGetClosestPair(OBJ(0), OBJ(1), p, q) >= 0 && p[0] == p[0]);
        error = dtGetError();
        CHECK_INT("own-shapes/lies", error, i < 3 ? DT_INVALID_VALUE : DT_INVALID_OPERATION);
        dtTest(), dtGetPenDepth(OBJ(0), OBJ(1), p, NULL, NULL), dtCastObjects(OBJ(0), NULL, OBJ(1), NULL, NULL, NULL);
        self.fault = 0;
        dtGetError();
        CHECK_NEAR("own-shapes/good-again", dtGetClosestPair(OBJ(0), OBJ(1), p, q), 1, 1e-6);
        CHECK_INT("own-shapes/good-again", dtGetError(), DT_NO_ERROR);
    }
    /* What was found meanwhile, such as its box, is not kept. */
    self.fault = 1;
    dtSelectObject(OBJ(0)), dtTranslate(0.125, 0, 0);
    dtTest();
    self.fault = 0;
    CHECK_INT("own-shapes/lies", dtGetError(), DT_INVALID_VALUE);
    dtSelectObject(OBJ(1)), dtTranslate(-1.25, 0, 0);
    CHECK_INT("own-shapes/good-again", dtTest(), 1);
    /* Its data are on this stack. */
    dtDeleteObject(OBJ(0)), dtDeleteShape(self.shape);
    CHECK_INT("own-shapes/destroyed-once", self.destroyed, 1);
    probe_reset();
}

static int was_answered;

/* The function of a ball of radius 1 that keeps nothing: several threads may be in it. */
static void plain_ball(void *client_data, const DtScalar *direction, DtScalar *point)
{
    int i;
    for (i = 0; i < 3; ++i) point[i] = direction[i];
    if (*(int *)client_data && dtTest() != 0) was_answered = 1;
}

static void threads(void)
{
    static int calls_back;
    static char crowd[3000];
    DtShapeRef shape;
    DtCount counts[2];
    int i, k;
    CHECK_LINE("Shapes of a program's own: on several threads");
    calls_back = 0;
    shape = dtSupport(plain_ball, &calls_back, NULL);
    for (i = 0; i < 3000; ++i) {
        dtCreateObject(crowd + i, shape);
        dtTranslate((i % 60) * 1.9 + 0.05 * (i % 7), (i / 60) * 1.95, 0);
    }
    dtSetDefaultResponse(probe_record, DT_SIMPLE_RESPONSE, NULL);
    for (k = 0; k < 2; ++k) {
        dtSetThreads(k == 0 ? 1 : 4);
        for (i = 0; i < 3000; ++i) dtSelectObject(crowd + i), dtTranslate(0, 0, 0);
        counts[k] = dtTest();
    }
    CHECK("own-shapes/threads", counts[0] > 3000 && counts[0] == counts[1]);
    CHECK_INT("own-shapes/no-errors", dtGetError(), DT_NO_ERROR);
    calls_back = 1;
    for (i = 0; i < 3000; ++i) dtSelectObject(crowd + i), dtTranslate(0, 0, 0);
    CHECK_INT("own-shapes/threads", dtTest(), counts[0]);
    CHECK_INT("own-shapes/threads", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("own-shapes/refused-on-threads", was_answered, 0);
    calls_back = 0;
    dtSetThreads(1);
    for (i = 0; i < 3000; ++i) dtDeleteObject(crowd + i);
    probe_reset();
}

int main(void)
{
    tests();
    lies();
    threads();
    return check_finish();
}

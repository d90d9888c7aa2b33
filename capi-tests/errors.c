/* Errors: dtGetError in OpenGL's manner, a string for each code. Which call raises what: misuse.c. */
#include "probe.h"

static const DtError codes[] = {DT_NO_ERROR,        DT_INVALID_VALUE,  DT_INVALID_ENUM,  DT_INVALID_OPERATION,
                                DT_INVALID_POINTER, DT_UNKNOWN_OBJECT, DT_UNKNOWN_SHAPE, DT_INTERNAL_ERROR};

static void strings(void)
{
    int i, j;
    CHECK_LINE("Errors: a string for each");
    for (i = 0; i < 8; i++) {
        const char *text = dtErrorString(codes[i]);
        check_case("code %d", (int)codes[i]);
        CHECK("errors/a-string-for-each-code", text != NULL && strlen(text) > 0 && strlen(text) < 200);
        CHECK_POINTER("errors/strings-are-constant", dtErrorString(codes[i]), text);
        for (j = 0; j < i; j++) {
            CHECK("errors/strings-differ", strcmp(text, dtErrorString(codes[j])) != 0);
        }
    }
    CHECK("errors/a-string-for-unknown-codes", dtErrorString((DtError)4711) != NULL);
    CHECK("errors/a-string-for-unknown-codes", dtErrorString((DtError)-1) != NULL);
    CHECK_INT("errors/asking-for-a-string-is-no-error", dtGetError(), DT_NO_ERROR);
}

static void first_since_the_last_query(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("Errors: the first since the last query; the query clears it");
    CHECK_INT("errors/initially-none", dtGetError(), DT_NO_ERROR);
    dtSelectObject(OBJ(9));              /* unknown object */
    dtEndComplexShape();                 /* none open */
    dtLoadMatrixd(NULL);                 /* none current, or NULL */
    CHECK_INT("errors/the-first-is-kept", dtGetError(), DT_UNKNOWN_OBJECT);
    CHECK_INT("errors/the-query-clears", dtGetError(), DT_NO_ERROR);
    dtEndComplexShape();
    dtSelectObject(OBJ(9));
    CHECK_INT("errors/the-first-is-kept", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("errors/the-query-clears", dtGetError(), DT_NO_ERROR);
    dtEndComplexShape();
    dtCreateObject(OBJ(0), box); /* good calls do not clear it */
    dtTest();
    dtDeleteObject(OBJ(0));
    CHECK_INT("errors/good-calls-do-not-clear", dtGetError(), DT_INVALID_OPERATION);
    CHECK_INT("errors/the-query-clears", dtGetError(), DT_NO_ERROR);
    dtDeleteShape(box);
}

static void no_errors_in_good_programs(void)
{
    static const double triangle[] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const DtIndex list[] = {2, 1, 0};
    DtShapeRef box = dtBox(2, 2, 2);
    DtShapeRef mesh = dtNewComplexShape();
    CHECK_LINE("Errors: what is right raises none");
    dtVertexBase(triangle);
    dtVertexIndices(DT_SIMPLEX, 3, list);
    dtBegin(DT_POLYGON);
    dtVertexIndex(0);
    dtVertexIndex(1);
    dtVertex(4, 4, 0);
    dtEnd();
    dtEndComplexShape();
    dtChangeVertexBase(mesh, triangle);
    dtSetDefaultResponse(probe_record, DT_SMART_RESPONSE, NULL);
    dtSetObjectResponse(OBJ(0), probe_record, DT_SMART_RESPONSE, NULL); /* before it exists: allowed */
    dtSetPairResponse(OBJ(0), OBJ(1), probe_record, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("errors/none-in-a-good-program", dtGetError(), DT_NO_ERROR);
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), mesh);
    dtTranslate(0.5, 0, 0);
    dtRotate(0, 0, 1, 1);
    dtScale(1, -2, 0); /* a mirror and a collapse are placements */
    dtTest();
    dtProceed();
    dtTestObjects(OBJ(0), OBJ(1));
    dtResetPairResponse(OBJ(0), OBJ(1));
    dtResetObjectResponse(OBJ(0));
    dtDisableCaching();
    dtEnableCaching();
    dtSetTolerance(1e-3);
    dtDeleteShape(box);
    dtDeleteShape(mesh);
    dtTest();
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtClearDefaultResponse();
    CHECK_INT("errors/none-in-a-good-program", dtGetError(), DT_NO_ERROR);
    dtSetTolerance(1e-6);
}

static void raise_one(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data)
{
    (void)client_data;
    (void)object1;
    (void)object2;
    (void)coll_data;
    dtSelectObject(OBJ(9));
}

static void raised_inside_a_callback(void)
{
    DtShapeRef box = dtBox(2, 2, 2);
    CHECK_LINE("Errors: raised inside a callback, read after the test");
    dtCreateObject(OBJ(0), box);
    dtCreateObject(OBJ(1), box);
    dtSetDefaultResponse(raise_one, DT_SIMPLE_RESPONSE, NULL);
    CHECK_INT("errors/raised-inside-a-callback", dtTest(), 1);
    CHECK_INT("errors/raised-inside-a-callback", dtGetError(), DT_UNKNOWN_OBJECT);
    dtDeleteObject(OBJ(0));
    dtDeleteObject(OBJ(1));
    dtDeleteShape(box);
    CHECK_INT("errors/raised-inside-a-callback", dtGetError(), DT_NO_ERROR);
}

int main(void)
{
    strings();
    first_since_the_last_query();
    no_errors_in_good_programs();
    raised_inside_a_callback();
    return check_finish();
}

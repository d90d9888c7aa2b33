/* Errors: dtGetError in OpenGL's manner, a string for each code, printing on demand. Which call raises what:
   misuse.c. */
#define _POSIX_C_SOURCE 200112L
#include "probe.h"

static const DtError codes[] = {DT_NO_ERROR,        DT_INVALID_VALUE,  DT_INVALID_ENUM,  DT_INVALID_OPERATION,
                                DT_INVALID_POINTER, DT_UNKNOWN_OBJECT, DT_UNKNOWN_SHAPE, DT_INTERNAL_ERROR,
                                DT_OUT_OF_MEMORY,   DT_UNDECIDED};

static void strings(void)
{
    int i, j;
    CHECK_LINE("Errors: a string for each");
    for (i = 0; i < 10; i++) {
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

/* Runs this program again with one argument, which raises one error; what that printed, at most 400 characters. */
static const char *printed(const char *variable, const char *program)
{
    static char text[400];
    char command[600];
    size_t length = 0;
    FILE *pipe;
    text[0] = '\0';
    if (strlen(program) > 400) {
        return text;
    }
    sprintf(command, "env -u SOLID_PRINT_ERRORS %s '%s' raise 2>&1", variable, program);
    pipe = popen(command, "r");
    if (pipe != NULL) {
        length = fread(text, 1, sizeof text - 1, pipe);
        text[length] = '\0';
        pclose(pipe);
    }
    return text;
}

static void printing(const char *program)
{
    CHECK_LINE("Errors: an environment variable makes them print");
    CHECK("errors/silent-by-default", strlen(printed("", program)) == 0);
    CHECK("errors/an-environment-variable-makes-them-print",
          strstr(printed("SOLID_PRINT_ERRORS=1", program), "dtSelectObject") != NULL);
    CHECK("errors/zero-and-nothing-print-nothing",
          strlen(printed("SOLID_PRINT_ERRORS=0", program)) == 0 && strlen(printed("SOLID_PRINT_ERRORS=", program)) == 0);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        dtSelectObject(OBJ(9));
        return 0;
    }
    printing(argv[0]);
    strings();
    first_since_the_last_query();
    no_errors_in_good_programs();
    raised_inside_a_callback();
    return check_finish();
}

/* The binary interface: sizes, offsets and enum values that existing programs were compiled against. */
#include <stddef.h>

#include "probe.h"

static void types(void)
{
    DtScalar scalar = 0.0;
    double *scalar_address = &scalar; /* an incompatible DtScalar would not compile */
    DtVector vector = {1.0, 2.0, 3.0};
    double *element = vector;
    DtIndex index = 0;
    DtCount count = 0;
    unsigned int *index_address = &index;
    unsigned int *count_address = &count;
    DtObjectRef object = NULL;
    DtShapeRef shape = NULL;
    void **object_address = &object;
    void **shape_address = &shape;

    CHECK_LINE("ABI: scalar double, vector double[3], index and count unsigned int, references void *");
    CHECK("abi/scalar-is-double", sizeof *scalar_address == 8);
    CHECK("abi/vector-is-three-doubles", sizeof vector == 24 && element[2] == 3.0);
    CHECK("abi/index-and-count-are-unsigned-int", sizeof *index_address == 4 && sizeof *count_address == 4);
    index--;
    count--;
    CHECK("abi/index-and-count-are-unsigned-int", index > 0 && count > 0);
    CHECK("abi/references-are-void-pointers", *object_address == NULL && *shape_address == NULL);
}

static void enums(void)
{
    CHECK_LINE("ABI: values of the enums");
    CHECK_INT("abi/poly-type-values", DT_SIMPLEX, 0);
    CHECK_INT("abi/poly-type-values", DT_POLYGON, 1);
    CHECK_INT("abi/poly-type-values", DT_POLYHEDRON, 2);
    CHECK_INT("abi/response-type-values", DT_NO_RESPONSE, 0);
    CHECK_INT("abi/response-type-values", DT_SIMPLE_RESPONSE, 1);
    CHECK_INT("abi/response-type-values", DT_SMART_RESPONSE, 2);
    CHECK_INT("abi/response-type-values", DT_WITNESSED_RESPONSE, 3);
    CHECK_INT("abi/error-values", DT_NO_ERROR, 0);
    CHECK_INT("abi/error-values", DT_INVALID_VALUE, 1);
    CHECK_INT("abi/error-values", DT_INVALID_ENUM, 2);
    CHECK_INT("abi/error-values", DT_INVALID_OPERATION, 3);
    CHECK_INT("abi/error-values", DT_INVALID_POINTER, 4);
    CHECK_INT("abi/error-values", DT_UNKNOWN_OBJECT, 5);
    CHECK_INT("abi/error-values", DT_UNKNOWN_SHAPE, 6);
    CHECK_INT("abi/error-values", DT_INTERNAL_ERROR, 7);
    CHECK_INT("abi/error-values", DT_OUT_OF_MEMORY, 8);
    CHECK_INT("abi/error-values", DT_UNDECIDED, 9);
    CHECK_INT("abi/enums-are-four-bytes", sizeof(DtPolyType), 4);
    CHECK_INT("abi/enums-are-four-bytes", sizeof(DtResponseType), 4);
    CHECK_INT("abi/enums-are-four-bytes", sizeof(DtError), 4);
}

static void response_data(void)
{
    DtResponse callback = probe_record; /* the signature: a mismatch would not compile */

    CHECK_LINE("ABI: DtCollData is 72 bytes, the normal at 48; DtResponse");
    CHECK_INT("abi/coll-data-is-72-bytes", sizeof(DtCollData), 72);
    CHECK_INT("abi/coll-data-offsets", offsetof(DtCollData, point1), 0);
    CHECK_INT("abi/coll-data-offsets", offsetof(DtCollData, point2), 24);
    CHECK_INT("abi/coll-data-offsets", offsetof(DtCollData, normal), 48);
    CHECK("abi/response-signature", callback == probe_record);
}

/* That the library itself lays the data out so: distinct numbers in all nine places.
   Box a (2,2,2) was at (-4, 5, 7), box b (2,2,2) at the origin. Closest points then: a's corner (1,-1,-1) local,
   b's corner (-1,1,1); globally (-3,4,6) - (-1,1,1) = (-2,3,5). */
static void layout_as_filled_by_the_library(void)
{
    const double *raw;
    DtShapeRef box = dtBox(2.0, 2.0, 2.0);

    CHECK_LINE("ABI: DtCollData as the library fills it");
    probe_reset();
    probe_default(DT_SMART_RESPONSE);
    probe_create(OBJ(0), box, -4.0, 5.0, 7.0);
    dtCreateObject(OBJ(1), box);
    dtProceed();
    probe_place(OBJ(0), 0.5, 0.0, 0.0);
    CHECK_INT("abi/coll-data-as-filled", probe_test(), 1);
    raw = (const double *)(const void *)&probe_log[0].data;
    CHECK_VECTOR("abi/coll-data-as-filled", raw, 1.0, -1.0, -1.0, 1e-9);
    CHECK_VECTOR("abi/coll-data-as-filled", raw + 3, -1.0, 1.0, 1.0, 1e-9);
    CHECK_VECTOR("abi/coll-data-as-filled", raw + 6, -2.0, 3.0, 5.0, 1e-9);
    probe_reset();
    dtDeleteShape(box);
}

int main(void)
{
    types();
    enums();
    response_data();
    layout_as_filled_by_the_library();
    return check_finish();
}

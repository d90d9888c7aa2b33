/* What the examples of the reference share. */
#ifndef EXAMPLES_H
#define EXAMPLES_H

#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>

#include <stddef.h>

/* Any pointers name objects. */
#define BALL ((DtObjectRef)1)
#define CRATE ((DtObjectRef)2)
#define FLOOR ((DtObjectRef)3)

/* The tests run the examples: what is expected must be so. */
#define expect(condition) check((condition) != 0, #condition, __FILE__, __LINE__)

void check(int holds, const char *condition, const char *file, int line);

/* Whether two numbers differ by less than 1e-5. */
int near(double a, double b);

/* A callback: adds 1 to the int that is its client data. */
void count(void *client_data, DtObjectRef object1, DtObjectRef object2, const DtCollData *coll_data);

/* A tetrahedron: the origin and the points at 1 on the axes; its faces. */
extern const double corners[12];
extern const DtIndex faces[12];

/* The tetrahedron as a complex shape of four triangles. */
DtShapeRef tetrahedron(void);

/* Runs an example in a context of its own. It must leave no error. */
void run(void (*example)(void));

void shape_examples(void);
void composed_examples(void);
void complex_examples(void);
void deforming_examples(void);
void object_examples(void);
void response_examples(void);
void test_examples(void);
void query_examples(void);
void batch_examples(void);
void contact_examples(void);
void scene_examples(void);
void error_claims(void);

#endif

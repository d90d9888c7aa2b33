/*
 * Quaternion: rotations, with the C++ classes of include/3D.
 *
 * SOLID takes rotations as quaternions (x, y, z, w), and nobody likes to work these out by hand. The class Quaternion
 * makes them from an axis and an angle, or from yaw, pitch and roll, multiplies them, and draws random ones.
 *
 * The headers make their names (X, Y, Z, W, rads, ...) and those of namespace std visible without a prefix, as programs
 * of SOLID's time expect. A program that does not want this defines SOLID_3D_NO_LEAKS first and writes solid3d::X.
 */
#include <3D/Matrix.h>
#include <3D/Point.h>
#include <3D/Quaternion.h>
#include <SOLID/solid.h>

static int mistakes = 0;

static void expect(bool good, const char *what) {
    if (good) return;
    cout << "WRONG: " << what << endl;
    ++mistakes;
}

static void rotate(const Quaternion &q) { dtRotate(q[X], q[Y], q[Z], q[W]); }

// An object of ours: here only a name for the callback to remember.
struct Thing {
    const char *name;
};

static const Thing *struck = NULL;

static void strike(void *clientData, DtObjectRef object1, DtObjectRef object2, const DtCollData *) {
    // The hand is one of the two. Which one, SOLID does not promise.
    struck = static_cast<const Thing *>(object1 == clientData ? object2 : object1);
}

// A rotation about an axis: the hand of a clock sweeps over twelve pegs.
static void clockwork() {
    static const char *const names[12] = {"twelve", "one",   "two",   "three", "four", "five",
                                          "six",    "seven", "eight", "nine",  "ten",  "eleven"};
    Thing pegs[12], hand = {"the hand"};
    DtShapeRef peg = dtSphere(0.2), bar = dtBox(0.1, 5.0, 0.1);

    dtCreateObject(&hand, bar);
    for (int i = 0; i < 12; ++i) {
        pegs[i].name = names[i];
        dtCreateObject(&pegs[i], peg);
        dtTranslate(4.5 * sin(rads(30.0 * i)), 4.5 * cos(rads(30.0 * i)), 0.0);
    }
    // Only what the hand meets is of interest: no default response, but one for the hand.
    dtSetObjectResponse(&hand, strike, DT_SIMPLE_RESPONSE, &hand);

    cout << "The hand strikes";
    for (int half = 0; half < 24; ++half) {
        dtSelectObject(&hand);
        dtLoadIdentity();
        rotate(Quaternion(Vector(0.0, 0.0, 1.0), rads(-15.0 * half))); // clockwise, so a negative angle
        dtTranslate(0.0, 2.5, 0.0);                                    // from the middle of the bar to its end
        struck = NULL;
        const DtCount collisions = dtTest();
        if (struck != NULL) cout << ' ' << struck->name;
        if (half % 2 == 0) expect(collisions == 1 && struck == &pegs[half / 2], "on the hour, the hand meets that peg");
        else expect(collisions == 0, "on the half hour, the hand is between two pegs");
    }
    cout << '.' << endl;

    dtDeleteObject(&hand);
    for (int i = 0; i < 12; ++i) dtDeleteObject(&pegs[i]);
    dtDeleteShape(peg);
    dtDeleteShape(bar);
}

// Yaw, pitch and roll: where is the wing tip of an aeroplane in a turn? A ball put there must touch the wing.
static void aeroplane() {
    const Quaternion attitude(rads(30.0), rads(20.0), rads(10.0)); // turns about y, x and z, the last applied first
    const Matrix toWorld(attitude);
    const Point tip = toWorld * Vector(5.0, 0.0, 0.0);
    const Point above = tip + toWorld * Vector(0.0, 0.2, 0.0);
    Thing wing = {"the wing"}, ball = {"the ball"};
    DtShapeRef rectangle = dtBox(10.0, 0.0, 1.0), sphere = dtSphere(0.1);

    cout << "The wing tip is at (" << tip << ")." << endl;
    dtCreateObject(&wing, rectangle);
    rotate(attitude);
    dtCreateObject(&ball, sphere);
    dtSetPairResponse(&wing, &ball, strike, DT_SIMPLE_RESPONSE, &wing);

    dtTranslate(tip[X], tip[Y], tip[Z]);
    expect(dtTest() == 1, "a ball at the wing tip touches the wing");
    dtLoadIdentity();
    dtTranslate(above[X], above[Y], above[Z]);
    expect(dtTest() == 0, "a ball above it does not");

    dtDeleteObject(&wing);
    dtDeleteObject(&ball);
    dtDeleteShape(rectangle);
    dtDeleteShape(sphere);
}

// Random rotations: a rod of length 2 is tossed under a ceiling at a height of 1/2. On a sphere the height of a random
// point is itself uniform (Archimedes), so an end of the rod reaches the ceiling in half of the tosses.
static void tosses() {
    const int count = 10000;
    Thing rod = {"the rod"}, ceiling = {"the ceiling"};
    DtShapeRef line = dtBox(2.0, 0.0, 0.0), plane = dtBox(10.0, 0.0, 10.0);
    int hits = 0;

    dtCreateObject(&ceiling, plane);
    dtTranslate(0.0, 0.5, 0.0);
    dtCreateObject(&rod, line);
    dtSetPairResponse(&rod, &ceiling, strike, DT_SIMPLE_RESPONSE, &rod);

    srand(1);
    for (int i = 0; i < count; ++i) {
        dtLoadIdentity(); // the rod is still current: nothing else was created or selected since
        rotate(Quaternion::random());
        hits += static_cast<int>(dtTest());
    }
    cout << hits << " of " << count << " random rods reach the ceiling." << endl;
    expect(abs(hits - count / 2) < 200, "half of them should (within four standard deviations)");

    dtDeleteObject(&rod);
    dtDeleteObject(&ceiling);
    dtDeleteShape(line);
    dtDeleteShape(plane);
}

int main() {
    clockwork();
    aeroplane();
    tosses();
    return mistakes != 0;
}

/* A typical C++ client, clean from C++98 on: wrappers that own shapes and objects, references that are the
   addresses of C++ objects, containers as vertex arrays, a static callback that forwards to a method. */
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>

#include "check.h"

namespace {

class Shape {
public:
    explicit Shape(DtShapeRef reference) : reference_(reference) {}
    ~Shape() { dtDeleteShape(reference_); }
    DtShapeRef get() const { return reference_; }

private:
    Shape(const Shape &);
    Shape &operator=(const Shape &);
    DtShapeRef reference_;
};

class Body {
public:
    Body(const Shape &shape, double x, double y, double z) : hits(0) { create(shape, x, y, z); }
    virtual ~Body() { dtDeleteObject(this); }

    void move_to(double x, double y, double z)
    {
        dtSelectObject(this);
        dtLoadIdentity();
        dtTranslate(x, y, z);
    }

    virtual void collide(Body &other, const DtCollData *data)
    {
        (void)data;
        ++hits;
        ++other.hits;
    }

    int hits;

private:
    Body(const Body &);
    Body &operator=(const Body &);

    void create(const Shape &shape, double x, double y, double z)
    {
        dtCreateObject(this, shape.get());
        dtTranslate(x, y, z);
    }
};

class Bouncer : public Body {
public:
    Bouncer(const Shape &shape, double x, double y, double z) : Body(shape, x, y, z), push(0.0) {}
    virtual void collide(Body &other, const DtCollData *data)
    {
        push = data->normal[0];
        Body::collide(other, data);
    }
    double push;
};

class World {
public:
    World() { dtSetDefaultResponse(&World::forward, DT_SMART_RESPONSE, this); }
    ~World() { dtClearDefaultResponse(); }

    unsigned int step()
    {
        calls.clear();
        DtCount count = dtTest();
        if (count == 0) {
            dtProceed();
        }
        return count;
    }

    std::map<std::pair<Body *, Body *>, int> calls;

private:
    static void forward(void *self, DtObjectRef object1, DtObjectRef object2, const DtCollData *data)
    {
        Body *first = static_cast<Body *>(object1);
        Body *second = static_cast<Body *>(object2);
        ++static_cast<World *>(self)->calls[std::make_pair(first, second)];
        first->collide(*second, data);
    }
};

DtShapeRef pyramid()
{
    std::vector<double> vertices;
    const double corners[5][3] = {{1, 0, 1}, {1, 0, -1}, {-1, 0, -1}, {-1, 0, 1}, {0, 1.27, 0}};
    for (int i = 0; i < 5; ++i) {
        vertices.insert(vertices.end(), corners[i], corners[i] + 3);
    }
    std::vector<DtIndex> face;
    DtShapeRef shape = dtNewComplexShape();
    dtVertexBase(&vertices[0]);
    for (DtIndex i = 0; i < 4; ++i) {
        face.clear();
        face.push_back(i);
        face.push_back((i + 1) % 4);
        face.push_back(4);
        dtVertexIndices(DT_SIMPLEX, static_cast<DtCount>(face.size()), &face[0]);
    }
    dtVertexRange(DT_POLYGON, 0, 4);
    dtEndComplexShape();
    return shape; /* the vector dies here */
}

} // namespace

int main()
{
    CHECK_LINE("ABI: C linkage; the header works from C++98 on");
    Shape box(dtBox(2, 2, 2));
    Shape roof(pyramid());
    {
        World world;
        Bouncer first(box, 0, 0, 0);
        Body second(box, 6, 0, 0);
        Body house(roof, 0, 30, 0);
        CHECK_INT("cpp/typical-client", world.step(), 0); /* and the frame is stored */
        second.move_to(1.5, 0, 0);
        CHECK_INT("cpp/typical-client", world.step(), 1);
        CHECK_INT("cpp/typical-client", first.hits + second.hits, 2);
        CHECK_INT("cpp/typical-client", world.calls[std::make_pair(static_cast<Body *>(&first), &second)], 1);
        CHECK_NEAR("cpp/virtual-method-gets-the-normal", first.push, -4.0, 1e-5); /* 6 - 1 - 1, from second to first */
        /* The apex is at 1.27: a box of half height 1 above it touches at 2.27. */
        second.move_to(0, 32.2699, 0);
        CHECK_INT("cpp/vector-as-vertex-array", world.step(), 1);
        second.move_to(0, 32.2701, 0);
        CHECK_INT("cpp/vector-as-vertex-array", world.step(), 0);
    }
    CHECK_INT("cpp/destructors-delete", dtTest(), 0);
    DtResponseType type = DT_SIMPLE_RESPONSE;
    dtSetDefaultResponse(NULL, DT_NO_RESPONSE, NULL);
    CHECK("cpp/enums-are-usable", type == DT_SIMPLE_RESPONSE && dtGetError() == DT_NO_ERROR);
    return check_finish();
}

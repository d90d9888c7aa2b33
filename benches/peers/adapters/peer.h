/*
 * How the harness asks another library. An adapter is a shared library that exports
 * peer_entries; an entry answers one question about cases that are handed to it whole, so that
 * the adapter can turn bodies and poses into its library's own types before the clock starts.
 */
#ifndef PEERS_PEER_H
#define PEERS_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

enum PeerKind {
    PEER_BOX,
    PEER_ELLIPSOID,
    PEER_ROUND_BOX,
    PEER_CONE,
    PEER_HULL,
    PEER_MESH,
    /* Of the matrix alone, about which only some are asked. */
    PEER_SPHERE,
    PEER_CAPSULE,
    PEER_CYLINDER,
    PEER_TRIANGLE,
    PEER_SEGMENT,
    PEER_POINT
};

enum PeerQuestion {
    PEER_INTERSECT,    /* hit */
    PEER_DISTANCE,     /* hit, value, a and b: the closest points in the world */
    PEER_DEPTH,        /* hit, value, normal: moving body 0 by value along it parts them */
    PEER_CAST,         /* hit, value: the part of the sweep of body 1 until they touch */
    PEER_FIRST_CONTACT, /* hit */
    PEER_ALL_CONTACTS, /* count: pairs of triangles that share a point */
    PEER_REFIT,        /* a mesh is given the vertices of points[i % 2] */
    PEER_BUILD,        /* a mesh is built */
    PEER_SCENE_BROAD,  /* count: pairs whose boxes overlap, as the peer has it */
    PEER_SCENE,        /* count: pairs that share a point */
    PEER_TURN,         /* hit, value: as PEER_CAST, while both bodies turn */
    PEER_ONLY_DISTANCE, /* as PEER_DISTANCE without the points; of the matrix alone */
    PEER_CONTACTS,      /* of no adapter */
    PEER_RAY            /* hit, value: the part of the sweep until it enters a body; of worlds alone */
};

typedef struct PeerBody {
    int kind;
    /* Box and core of the round box: half extents. Ellipsoid: radii. Round box: radius in [3]. Sphere: radius.
     * Cone, cylinder, capsule: radius, height (of a capsule's axis); about y, the apex at +height / 2. */
    double size[4];
    const double (*points)[3]; /* of hulls and meshes; all points of a hull are its vertices */
    int point_count;
    const unsigned (*triangles)[3]; /* outwards */
    int triangle_count;
    const double (*other_points)[3]; /* of a mesh that is refitted: as many as points */
} PeerBody;

/* Rigid; the rotation row by row, and as a quaternion (x, y, z, w). */
typedef struct PeerPose {
    double rotation[3][3], origin[3], quaternion[4];
} PeerPose;

typedef struct PeerAnswer {
    int hit, count;
    double value, a[3], b[3], normal[3];
} PeerAnswer;

typedef struct PeerCase {
    int question;
    const PeerBody *bodies; /* two; of a scene as many as body_count */
    int body_count;
    /* Two a query; of a scene object_count a frame, whose bodies are i % body_count. */
    const PeerPose *poses;
    const double (*sweeps)[3]; /* of body 1, of casts alone */
    /* Of turning casts alone, two a query: how far each body turns about its origin, as rotation vectors in the world, and
     * where it ends. */
    const double (*spins)[3];
    const PeerPose *ends;
    int query_count;           /* of a scene: frames */
    /* Of a pair two. Questions of pairs with more are about a world that rests: the first poses are those of its objects, then
     * one a query is that of what asks, the first body, or of a ray's origin; and a sweep a query. */
    int object_count;
    int coherent; /* whether each query is near the one before */
} PeerCase;

typedef struct PeerEntry {
    const char *peer;
    /* NULL if this peer does not answer such. */
    void *(*open)(const PeerCase *);
    /* Answers queries from..to into answers[0..]. */
    void (*run)(void *, int from, int to, PeerAnswer *answers);
    void (*close)(void *);
} PeerEntry;

typedef struct PeerLibrary {
    const char *version;
    const PeerEntry *entries;
    int count;
} PeerLibrary;

#ifdef _WIN32
#define PEER_EXPORT
#else
#define PEER_EXPORT __attribute__((visibility("default")))
#endif
PEER_EXPORT const PeerLibrary *peer_library(void);

#ifdef __cplusplus
}
#endif
#endif

//! Answers as plain objects of JavaScript, and their types for TypeScript.

use js_sys::{Float64Array, Object, Reflect, Uint32Array};
use solid::space::{CastHit, ClosestPair, Contact, Separation, Vec3};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Numbers in a row: an array, a typed array. Three of them are a vector. */
export type Numbers = ArrayLike<number>;

/**
 * Where an object is: 7 numbers, the position x, y, z and the quaternion x, y, z, w (of any length but zero); or 16 numbers, a matrix
 * column by column, as `Matrix4.elements` of three.js, of any affine placement.
 */
export type Pose = ArrayLike<number>;

/** A distance, and a point of each object that are that far apart, in world coordinates. */
export interface Closest {
  /** 0 if and only if the objects collide. */
  distance: number;
  pointA: Float64Array;
  pointB: Float64Array;
}

/** How deep two objects are in each other, in world coordinates. */
export interface Depth {
  /** The length of the least translation that parts them. */
  depth: number;
  /** Its direction, for the first object: a unit vector from the second one towards the first. */
  normal: Float64Array;
  /** The deepest points of each. */
  pointA: Float64Array;
  pointB: Float64Array;
}

/** What separates two objects, in world coordinates. */
export interface Separation {
  /** Moves the first object until the two are apart, which an exact test has shown. */
  translation: Float64Array;
  /** No shorter translation separates them. */
  lower: number;
}

/** The first contact on a way, in world coordinates. */
export interface Hit {
  /** From 0, the start, to 1, the end. */
  time: number;
  point: Float64Array;
  /** A unit vector from the second object towards the first; of a ray, out of the object. */
  normal: Float64Array;
}

/** What a ray enters first. */
export interface RayHit extends Hit {
  object: number;
}

/** The first hits of many rays. */
export interface RayHits {
  /** Of each ray the object, 0 if there is none. */
  objects: Uint32Array;
  /** Of each ray 7 numbers: the time, the point, the normal. */
  data: Float64Array;
}

/** The contacts of all pairs that collide. */
export interface Contacts {
  /** The objects of each pair, two numbers a pair. */
  pairs: Uint32Array;
  /** How many contacts each pair has. */
  counts: Uint32Array;
  /**
   * Of each contact 10 numbers in world coordinates, pair after pair: a point of the first object's surface, one of the second
   * object's, the normal (a unit vector from the second object towards the first), and the depth.
   */
  data: Float64Array;
}

/** The contacts on the ways from the previous frame to this one, in the order of their times. */
export interface MotionContacts {
  /** The objects of each contact, two numbers a contact. */
  pairs: Uint32Array;
  /** From 0, the previous frame, to 1, now. */
  times: Float64Array;
  /** Unit vectors from the second object to the first, 3 numbers a contact; zero if the two share a point from the start. */
  normals: Float64Array;
}

/** Which objects have stopped each other: see `World.advance`. */
export interface Stops {
  pairs: Uint32Array;
  times: Float64Array;
  /** Of each stop 6 numbers in world coordinates: a point between the two, and the normal towards the first. */
  data: Float64Array;
}

/** Where the faces of two meshes cross. */
export interface Curves {
  /** Of each line segment 6 numbers: its ends, in world coordinates. */
  segments: Float64Array;
  /** Of each segment the number of its curve, from 0. The segments of a curve follow each other. */
  curves: Uint32Array;
}

/** Configurations of a chain that collide, or how near they come to it. */
export interface Nearest {
  /** The nearest two objects of each configuration, two numbers each; 0 where there is no pair. */
  pairs: Uint32Array;
  /** Of each configuration 7 numbers: the distance, and the closest points. */
  data: Float64Array;
}

/** What a world has and has done. */
export interface Statistics {
  objects: number;
  /** Pairs whose boxes overlap. */
  pairs: number;
  /** Boxes compared so far. */
  boxTests: number;
  /** Pairs of objects tested so far. */
  pairTests: number;
  /** Pairs of their convex parts tested so far. */
  partTests: number;
  /** Pairs of objects that an axis remembered from the last test has separated. */
  axisHits: number;
}
"#;

/// A plain object of these properties.
pub(crate) fn object<const N: usize>(properties: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        // Fails for what is no object alone.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// A Float64Array.
pub(crate) fn doubles(numbers: &[f64]) -> JsValue {
    Float64Array::from(numbers).into()
}

/// A Uint32Array.
pub(crate) fn words(numbers: &[u32]) -> JsValue {
    Uint32Array::from(numbers).into()
}

fn vector(vector: &Vec3) -> JsValue {
    doubles(vector.as_slice())
}

pub(crate) fn closest(found: &ClosestPair) -> JsValue {
    let [a, b] = &found.points;
    object([("distance", found.distance.into()), ("pointA", vector(a)), ("pointB", vector(b))])
}

pub(crate) fn depth(found: &Contact) -> JsValue {
    let [a, b] = &found.points;
    let depth = found.depth.into();
    object([
        ("depth", depth),
        ("normal", vector(&found.normal)),
        ("pointA", vector(a)),
        ("pointB", vector(b)),
    ])
}

pub(crate) fn separation(found: &Separation) -> JsValue {
    object([("translation", vector(&found.translation)), ("lower", found.lower.into())])
}

pub(crate) fn hit(found: &CastHit) -> JsValue {
    object([
        ("time", found.time.into()),
        ("point", vector(&found.point)),
        ("normal", vector(&found.normal)),
    ])
}

pub(crate) fn ray_hit(object_number: u32, found: &CastHit) -> JsValue {
    object([
        ("object", object_number.into()),
        ("time", found.time.into()),
        ("point", vector(&found.point)),
        ("normal", vector(&found.normal)),
    ])
}

/// The 10 numbers of a contact.
pub(crate) fn contact(contact: &Contact) -> [f64; 10] {
    let ([a, b], n) = (&contact.points, &contact.normal);
    [a.x, a.y, a.z, b.x, b.y, b.z, n.x, n.y, n.z, contact.depth]
}

/// The 7 numbers of a hit; zeros where there is none.
pub(crate) fn hit_numbers(found: Option<&CastHit>) -> [f64; 7] {
    found.map_or([0.0; 7], |CastHit { time, point: p, normal: n }| {
        [*time, p.x, p.y, p.z, n.x, n.y, n.z]
    })
}

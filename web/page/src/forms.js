// Forms: a shape of libsolid, and the geometry of three.js that shows it.

import { Compound, Shape } from 'libsolid';
import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/** A form; its extents are for its inertia. What deforms has a shape of how it is `now`; a sheet is seen from both sides. */
function form(shape, geometry, extents, more = {}) {
  return { shape, geometry, extents, flat: false, ...more };
}

export function box(x, y, z) {
  return form(Shape.box(x, y, z), new THREE.BoxGeometry(x, y, z), [x, y, z]);
}

export function roundBox(x, y, z, radius) {
  const outer = [x, y, z].map((extent) => extent + 2 * radius);
  return form(Shape.roundBox(x, y, z, radius), new RoundedBoxGeometry(...outer, 4, radius), outer);
}

export function sphere(radius) {
  const extents = [1.55 * radius, 1.55 * radius, 1.55 * radius]; // of a box of the same inertia
  return form(Shape.sphere(radius), new THREE.SphereGeometry(radius, 32, 20), extents);
}

export function cylinder(radius, height) {
  const geometry = new THREE.CylinderGeometry(radius, radius, height, 40);
  return form(Shape.cylinder(radius, height), geometry, [1.75 * radius, height, 1.75 * radius]);
}

export function cone(radius, height) {
  return form(Shape.cone(radius, height), new THREE.ConeGeometry(radius, height, 40), [1.4 * radius, 0.8 * height, 1.4 * radius]);
}

export function capsule(radius, height) {
  const geometry = new THREE.CapsuleGeometry(radius, height, 10, 24);
  return form(Shape.capsule(radius, height), geometry, [1.7 * radius, height + 1.6 * radius, 1.7 * radius]);
}

/** The hull of points, moved so that their mean is the origin. */
export function hull(points) {
  const mean = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  const moved = points.map((point) => point.map((x, k) => x - mean[k]));
  const geometry = new ConvexGeometry(moved.map((point) => new THREE.Vector3(...point)));
  const extents = [0, 1, 2].map((k) => 0.8 * (Math.max(...moved.map((p) => p[k])) - Math.min(...moved.map((p) => p[k]))));
  return form(Shape.polytope(moved.flat()), geometry, extents, { flat: true });
}

/** One geometry of many. */
function merged(geometries) {
  const plain = geometries.map((geometry) => (geometry.index ? geometry.toNonIndexed() : geometry));
  return mergeGeometries(plain.map((geometry) => geometry.deleteAttribute('uv')));
}

/** A body of parts: each a form, where it is, and how it is turned. */
export function compound(parts) {
  const whole = new Compound();
  const shown = parts.map(([part, at, turn]) => {
    whole.add(part.shape, [...at, ...turn]);
    return part.geometry.clone().applyQuaternion(new THREE.Quaternion(...turn)).translate(...at);
  });
  const geometry = merged(shown);
  geometry.computeBoundingBox();
  const extents = geometry.boundingBox.getSize(new THREE.Vector3()).toArray();
  const made = form(
    whole.shape(),
    geometry,
    extents.map((extent) => 0.75 * extent),
  );
  whole.free();
  return made;
}

/** Points, three numbers each, with a radius. */
export function points(numbers, radius) {
  const ball = new THREE.IcosahedronGeometry(radius, 1);
  const shown = [];
  for (let i = 0; i < numbers.length; i += 3) shown.push(ball.clone().translate(numbers[i], numbers[i + 1], numbers[i + 2]));
  return form(Shape.points(numbers, [radius]), merged(shown), [1, 1, 1]);
}

/** A terrain of heights over a grid, row by row along x, so far apart; they may change: see `Stage.changeHeights`. */
export function heightField(heights, columns, dx, dz) {
  const rows = heights.length / columns;
  const positions = [];
  const triangles = [];
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      positions.push(column * dx, heights[row * columns + column], row * dz);
      if (row + 1 === rows || column + 1 === columns) continue;
      const at = row * columns + column;
      triangles.push(at, at + columns, at + 1, at + 1, at + columns, at + columns + 1);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setIndex(triangles);
  geometry.computeVertexNormals();
  const made = form(Shape.heightField(heights, columns, dx, dz), geometry, [1, 1, 1], { heights, columns, deforms: true, isSheet: true });
  made.now = () => Shape.heightField(made.heights, columns, dx, dz);
  return made;
}

/** A mesh of triangles; `solid` has an inside, `deforms` may be given new vertices. */
export function mesh(vertices, triangles, { solid = false, deforms = false, flat = false } = {}) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(vertices, 3));
  geometry.setIndex([...triangles]);
  geometry.computeVertexNormals();
  const made = form(Shape.mesh(vertices, triangles, solid), geometry, [1, 1, 1], { triangles, vertices, deforms, flat, solid, isSheet: true });
  if (deforms) made.now = () => Shape.mesh(made.vertices, triangles);
  return made;
}

/** A torus about the y-axis. */
export function torus(radius, thickness, around = 64, across = 28, more = {}) {
  const vertices = [];
  for (let i = 0; i < around; ++i) {
    const a = (2 * Math.PI * i) / around;
    for (let k = 0; k < across; ++k) {
      const b = (2 * Math.PI * k) / across;
      const far = radius + thickness * Math.cos(b);
      vertices.push(far * Math.cos(a), thickness * Math.sin(b), far * Math.sin(a));
    }
  }
  const at = (i, k) => (i % around) * across + (k % across);
  const triangles = [];
  for (let i = 0; i < around; ++i) {
    for (let k = 0; k < across; ++k) {
      triangles.push(at(i, k), at(i, k + 1), at(i + 1, k), at(i + 1, k), at(i, k + 1), at(i + 1, k + 1));
    }
  }
  return mesh(vertices, triangles, more);
}

/** Boxes (centre, extents) that make up one concave body: a mesh of polyhedra. */
export function boxes(parts) {
  const [vertices, indices, counts, positions] = [[], [], [], []];
  for (const [centre, extents] of parts) {
    for (let corner = 0; corner < 8; ++corner) {
      indices.push(vertices.length / 3);
      vertices.push(...centre.map((x, k) => x + ((corner >> k) & 1 ? 0.5 : -0.5) * extents[k]));
    }
    counts.push(8);
    const shown = new THREE.BoxGeometry(...extents).toNonIndexed().translate(...centre);
    positions.push(...shown.attributes.position.array);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return form(Shape.polyhedra(vertices, indices, counts), geometry, [1, 1, 1], { flat: true });
}

/** Numbers from 0 to 1 that are the same in every run: mulberry32. */
export function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Points about a sphere, whose hull is a pebble. */
export function pebble(random, size, count) {
  const points = [];
  while (points.length < count) {
    const point = [0, 1, 2].map(() => 2 * random() - 1);
    const length = Math.hypot(...point);
    if (length > 0.1 && length < 1) points.push(point.map((x) => (size * x) / length));
  }
  return hull(points);
}

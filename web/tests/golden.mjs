// Answers are those of the native library, to the last bit: scenes whose answers are hashed here and in native/src/golden.rs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import init, { Compound, Shape, World } from '../pkg/node.js';

await init();

const WORD = (1n << 64n) - 1n;

/** SplitMix64 (Steele et al. 2014). */
class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }
  word() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & WORD;
    let word = this.state;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
    return word ^ (word >> 31n);
  }
  below(count) {
    return Number(this.word() % BigInt(count));
  }
  within(size) {
    return size * (Number(this.word() >> 11n) / 2 ** 52 - 1);
  }
  numbers(count, size) {
    return Array.from({ length: count }, () => this.within(size));
  }
  point(size) {
    return this.numbers(3, size);
  }
  pose(size) {
    return [...this.point(size), ...this.numbers(4, 1)];
  }
}

/** A hash of words. */
class Tape {
  hash = 0n;
  view = new DataView(new ArrayBuffer(8));
  word(word) {
    const turned = ((this.hash << 7n) | (this.hash >> 57n)) & WORD;
    this.hash = ((turned ^ BigInt(word)) * 0x9e3779b97f4a7c15n) & WORD;
  }
  numbers(...lists) {
    for (const number of lists.flatMap((list) => [...list])) {
      this.view.setFloat64(0, number);
      this.word(this.view.getBigUint64(0));
    }
  }
}

function shape(i, random) {
  switch (i % 13) {
    case 0:
      return Shape.box(1, 1.1, 0.9);
    case 1:
      return Shape.sphere(0.55);
    case 2:
      return Shape.cone(0.6, 1.2);
    case 3:
      return Shape.cylinder(0.5, 1);
    case 4:
      return Shape.ellipsoid(0.7, 0.5, 0.4);
    case 5:
      return Shape.capsule(0.4, 0.7);
    case 6:
      return Shape.roundBox(0.7, 0.5, 0.6, 0.15);
    case 7:
      return Shape.wheel(0.5, 0.15);
    case 8:
      return Shape.frustum(1.2, 1, 0.4, 0.6, 1);
    case 9:
      return Shape.sum(Shape.box(0.5, 0.4, 0.6), Shape.cylinder(0.4, 0));
    case 10:
      return Shape.hull(Shape.sphere(0.4), Shape.point(0.2, 0.9, -0.1));
    case 11:
      return Shape.segment([-0.6, 0.1, 0], [0.5, 0.3, 0.7]);
    default:
      return Shape.polytope(random.numbers(42, 0.7));
  }
}

const COUNT = 65;

function world(random) {
  const world = new World();
  const objects = Array.from({ length: COUNT }, (_, i) => world.add(shape(i, random)));
  return [world, objects];
}

function tapeContacts(tape, { pairs, counts, data }) {
  let contact = 0;
  counts.forEach((count, i) => {
    tape.word(pairs[2 * i]);
    tape.word(pairs[2 * i + 1]);
    tape.numbers(data.subarray(10 * contact, 10 * (contact + count)));
    contact += count;
  });
}

function queries(tape) {
  const random = new Random(1);
  const [scene, objects] = world(random);
  const all = Uint32Array.from(objects);
  for (let frame = 0; frame < 6; ++frame) {
    scene.setPoses(all, Float64Array.from(objects.flatMap(() => random.pose(2))));
    if (frame % 3 === 2) {
      scene.test().forEach((object) => tape.word(object));
    } else {
      tapeContacts(tape, frame % 3 === 0 ? scene.contacts() : scene.depths());
    }
    for (let i = 0; i < 80; ++i) {
      const first = random.below(COUNT);
      const second = (first + 1 + random.below(COUNT - 1)) % COUNT;
      const [a, b] = [objects[first], objects[second]];
      const [from, to, by] = [random.point(4), random.point(4), random.point(3)];
      const closest = scene.closest(a, b);
      tape.numbers([closest.distance], closest.pointA, closest.pointB);
      const found = scene.ray(from, to);
      if (found) {
        tape.word(found.object);
        tape.numbers([found.time], found.point, found.normal);
      }
      const hit = scene.cast(a, by, b);
      if (hit) tape.numbers([hit.time], hit.point, hit.normal);
      try {
        const turning = scene.castTurning(a, by, from, b);
        if (turning) tape.numbers([turning.time], turning.point, turning.normal);
        else tape.word(0);
      } catch {
        tape.word(1);
      }
    }
  }
}

function motion(tape) {
  const random = new Random(2);
  const [scene, objects] = world(random);
  const place = () => objects.forEach((object) => scene.setPose(object, random.pose(6)));
  for (let frame = 0; frame < 6; ++frame) {
    place();
    scene.proceed();
    place();
    if (frame % 2 === 0) {
      const { pairs, times, normals } = scene.testMotion();
      times.forEach((time, i) => {
        tape.word(pairs[2 * i]);
        tape.word(pairs[2 * i + 1]);
        tape.numbers([time], normals.subarray(3 * i, 3 * i + 3));
      });
    } else {
      const { pairs, times, data } = scene.advance();
      times.forEach((time, i) => {
        tape.word(pairs[2 * i]);
        tape.word(pairs[2 * i + 1]);
        tape.numbers([time], data.subarray(6 * i, 6 * i + 6));
      });
      for (const object of objects) {
        const m = scene.matrix(object);
        tape.numbers(m.subarray(0, 3), m.subarray(4, 7), m.subarray(8, 11), m.subarray(12, 15));
      }
    }
  }
}

/** The point at a share of the way around a unit circle, made without trigonometry, so that all machines agree. */
function onCircle(share) {
  const quarter = Math.floor(4 * share);
  const t = 4 * share - quarter;
  const [c, s] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
  return [
    [c, s],
    [-s, c],
    [-c, -s],
    [s, -c],
  ][quarter & 3];
}

const AROUND = 24;
const ACROSS = 12;

function torusPoints(thick) {
  const point = (_, i) => {
    const [c, s] = onCircle(Math.floor(i / ACROSS) / AROUND);
    const [x, y] = onCircle((i % ACROSS) / ACROSS);
    const far = 1 + thick * x;
    return [far * c, thick * y, far * s];
  };
  return Array.from({ length: AROUND * ACROSS }, point).flat();
}

function torusFaces() {
  const at = (i, k) => (i % AROUND) * ACROSS + (k % ACROSS);
  const faces = [];
  for (let i = 0; i < AROUND; ++i) {
    for (let k = 0; k < ACROSS; ++k) {
      faces.push(at(i, k), at(i, k + 1), at(i + 1, k), at(i + 1, k), at(i, k + 1), at(i + 1, k + 1));
    }
  }
  return faces;
}

function meshes(tape) {
  const random = new Random(3);
  const scene = new World();
  const points = torusPoints(0.25);
  const objects = [
    scene.add(Shape.mesh(points, torusFaces())),
    scene.add(Shape.mesh(points, torusFaces(), true)),
    scene.addDeformable(Shape.mesh(torusPoints(0.35), torusFaces())),
  ];
  const ball = scene.add(Shape.sphere(0.4));
  for (let round = 0; round < 12; ++round) {
    for (const object of [...objects, ball]) scene.setPose(object, random.pose(0.9));
    scene.deform(
      objects[2],
      points.map((x) => x + random.within(0.05)),
    );
    tapeContacts(tape, scene.contacts());
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      const { segments, curves } = scene.intersection(objects[a], objects[b]);
      curves.forEach((curve, i) => {
        tape.numbers(segments.subarray(6 * i, 6 * i + 6));
        tape.word(curve);
      });
      scene.collidingParts(objects[a], objects[b]).forEach((part) => tape.word(part));
      tape.numbers([scene.distance(objects[a], ball)]);
    }
  }
}

/** Height fields, clouds of points and compounds among each other, and bodies that meet them. */
function parts(tape) {
  const random = new Random(4);
  const scene = new World();
  const field = scene.addDeformable(Shape.heightField(random.numbers(13 * 11, 0.4), 13, 0.5, 0.6, 'alternating'));
  const cloud = scene.add(Shape.points(random.numbers(3 * 80, 1), Array.from({ length: 80 }, () => 0.15 + random.within(0.05))));
  const chair = new Compound();
  for (let i = 0; i < 5; ++i) chair.add(shape(i, random), random.pose(0.7));
  const nested = new Compound();
  nested.add(chair.shape(), random.pose(0.5));
  nested.add(Shape.mesh(torusPoints(0.25), torusFaces()), random.pose(0.5));
  const objects = [field, cloud, scene.add(chair.shape()), scene.add(nested.shape())];
  for (let i = 0; i < 8; ++i) objects.push(scene.add(shape(i, random)));
  for (let round = 0; round < 10; ++round) {
    for (const object of objects.slice(1)) scene.setPose(object, random.pose(2).map((x, i) => (i === 0 || i === 2 ? x + 3 : x)));
    scene.changeHeights(field, 2, 3, 4, random.numbers(20, 0.6));
    tapeContacts(tape, scene.contacts());
    for (let i = 0; i < 40; ++i) {
      const first = random.below(objects.length);
      const second = (first + 1 + random.below(objects.length - 1)) % objects.length;
      const closest = scene.closest(objects[first], objects[second]);
      tape.numbers([closest.distance], closest.pointA, closest.pointB);
      const by = random.point(2);
      const hit = scene.cast(objects[first], by, objects[second]);
      if (hit) tape.numbers([hit.time], hit.point, hit.normal);
    }
  }
}

test('the scenes repeat to the last bit what the native library answers', async () => {
  const lines = Object.entries({ queries, motion, meshes, parts }).map(([name, scene]) => {
    const tape = new Tape();
    scene(tape);
    return `${tape.hash.toString(16).padStart(16, '0')}  ${name}\n`;
  });
  assert.equal(lines.join(''), await readFile(new URL('golden.txt', import.meta.url), 'utf8'));
});

// What the package promises: its answers, its errors, and its own description.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import init, { Compound, isSupported, Shape, version, World } from '../pkg/node.js';

const at = (x, y, z) => [x, y, z, 0, 0, 0, 1];
const pkg = new URL('../pkg/', import.meta.url);

await init();

test('it is loaded once', async () => {
  assert.ok(isSupported());
  await init();
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});

/** What a program prints that imports the package by its name. */
function printed(program) {
  const folder = mkdtempSync(join(tmpdir(), 'libsolid-'));
  try {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program.replace("'libsolid'", `'${new URL('node.js', pkg)}'`));
    return execFileSync(process.execPath, [file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the program of the README prints what it says', () => {
  const readme = readFileSync(new URL('README.md', pkg), 'utf8');
  const program = /```js\n(import init.*?)```/s.exec(readme)[1];
  const promised = [...program.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map((match) => match[1]);
  assert.deepEqual(printed(program).trim().split('\n'), promised);
});

test('the programs of the manual print what is shown', () => {
  const chapter = readFileSync(new URL('../../docs/src/web.md', import.meta.url), 'utf8');
  const programs = [...chapter.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  assert.equal(programs.length, 3);
  for (const [, program, promised] of programs) assert.equal(printed(program), promised);
});

test('pairs, contacts and depths of a world', () => {
  const world = new World();
  const floor = world.add(Shape.box(9, 1, 9));
  const boxes = world.addMany(Shape.box(1, 1, 1), [at(0, 0.875, 0), at(3, 0.875, 0), at(0, 5, 0)].flat());
  assert.deepEqual([floor, ...boxes], [1, 2, 3, 4]);
  assert.deepEqual([...world.test()], [1, 2, 1, 3]);
  const { pairs, counts, data } = world.contacts();
  assert.deepEqual([[...pairs], [...counts], data.length], [[1, 2, 1, 3], [4, 4], 80]);
  assert.equal(data[9], 0.125);
  assert.deepEqual([...world.depths().counts], [1, 1]);
  assert.equal(world.depth(floor, boxes[2]), undefined);
  assert.equal(world.depth(floor, boxes[0]).depth, 0.125);
  world.ignore(floor, boxes[0]);
  assert.deepEqual([...world.test()], [1, 3]);
  world.setFilter(boxes[1], 2, 2);
  world.setFilter(floor, 1, 1);
  assert.equal(world.test().length, 0);
  assert.equal(world.lines('boxes').length, 4 * 12 * 6);
  assert.deepEqual([...world.queryBox([2, 0, -1], [4, 2, 1])], [1, 3]);
  assert.equal(world.statistics().objects, 4);
  world.remove(boxes[0]);
  assert.deepEqual([...world.objects()], [1, 3, 4]);
  assert.equal(world.has(boxes[0]), false);
});

test('the least translation that separates two solids', () => {
  const world = new World();
  const corners = [0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9];
  const solid = world.add(Shape.mesh(corners, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], true));
  const ball = world.add(Shape.sphere(0.5), at(2, 2, 1));
  const { translation, lower } = world.separation(ball, solid);
  assert.ok(Math.abs(translation[2] + 1.5) < 1e-9 && lower > 1.5 * 0.99 && lower <= 1.5);
  world.setPose(ball, at(2, 2, 1 + translation[2]));
  assert.equal(world.separation(ball, solid, 0.1), undefined);
  assert.throws(() => world.separation(ball, solid, -1), /gap must be 0 or more, not -1/);
  assert.throws(() => world.separation(ball, solid, NaN), /gap/);
  assert.throws(() => world.separation(ball, 9), Error);
  const open = world.add(Shape.mesh(corners, [0, 2, 1]), at(2, 2, 1));
  assert.throws(() => world.separation(solid, open), /solid/);
});

test('distances, rays and casts', () => {
  const world = new World();
  const ball = world.add(Shape.sphere(1));
  const wall = world.add(Shape.box(1, 8, 8), at(4.5, 0, 0));
  assert.equal(world.distance(ball, wall), 3);
  assert.ok(world.isWithin(ball, wall, 3) && !world.isWithin(ball, wall, 2.9));
  assert.deepEqual([...world.closest(ball, wall).pointB], [4, 0, 0]);
  assert.equal(world.cast(ball, [6, 0, 0], wall).time, 0.5);
  assert.equal(world.cast(ball, [6, 0, 0], wall, [6, 0, 0]), undefined);
  const hit = world.ray([-5, 0, 0], [5, 0, 0]);
  assert.deepEqual([hit.object, hit.time, hit.normal[0]], [ball, 0.4, -1]);
  const { objects, data } = world.rays([-5, 0, 0, 5, 0, 0, -5, 3, 0, 3, 3, 0]);
  assert.deepEqual([[...objects], data[0], data[7]], [[ball, 0], 0.4, 0]);
  const rod = world.add(Shape.segment([-2, 0, 0], [2, 0, 0]), at(0, 20, 0));
  const post = world.add(Shape.point(1, 21, 0));
  const quarter = [0, 0, Math.PI / 2];
  assert.ok(Math.abs(world.castTurning(rod, [0, 0, 0], quarter, post).time - 0.5) < 1e-6);
});

test('continuous tests find what passes between two frames', () => {
  const world = new World();
  const wall = world.add(Shape.box(0.1, 10, 10));
  const bullet = world.add(Shape.sphere(0.05), at(-5, 0, 0));
  world.proceed();
  world.setPose(bullet, at(5, 0, 0));
  assert.equal(world.test().length, 0);
  const { pairs, times, normals } = world.testMotion();
  assert.deepEqual([[...pairs], normals[0]], [[wall, bullet], 1]);
  assert.ok(Math.abs(times[0] - 0.49) < 1e-9);
  world.advance();
  assert.ok(Math.abs(world.matrix(bullet)[12] + 0.1) < 1e-6);
});

test('meshes cross in curves, and deform', () => {
  const flat = [0, 0, 0, 4, 0, 0, 0, 0, 4];
  const upright = [1, -1, 1, 1, 1, 1, 1, 0, 2];
  const world = new World();
  const floor = world.add(Shape.mesh(flat, [0, 1, 2]));
  const sail = world.addDeformable(Shape.mesh(upright, [0, 1, 2]));
  const { segments, curves } = world.intersection(floor, sail);
  assert.deepEqual([segments.length, [...curves]], [6, [0]]);
  assert.deepEqual([...world.collidingParts(floor, sail)], [0, 0]);
  world.deform(
    sail,
    upright.map((x, i) => (i % 3 === 1 ? x + 2 : x)),
  );
  assert.deepEqual(world.test().length, 0);
  assert.ok(world.treeBoxes(floor, 0).length === 6);
});

test('shapes of many parts, and a terrain that changes', () => {
  const world = new World();
  const table = new Compound();
  table.add(Shape.box(4, 0.25, 2), at(0, 2.125, 0));
  for (const x of [-1.5, 1.5]) table.add(Shape.cylinder(0.125, 2), at(x, 1, 0));
  const shape = table.shape();
  assert.deepEqual([shape.isConvex, [...shape.part(2)]], [false, [2, 0]]);
  const ball = world.add(Shape.sphere(0.5), at(0, 1, 0));
  const stands = world.add(shape);
  assert.equal(world.distance(ball, stands), 0.5);
  assert.equal(world.ray([-1.5, 1, 5], [-1.5, 1, -5]).object, stands);

  const cloud = world.add(Shape.points([0, 10, 0, 4, 10, 0], [1, 2]));
  world.setPose(ball, at(0, 12.5, 0));
  assert.equal(world.distance(ball, cloud), 1);
  world.setPose(ball, at(4, 12.25, 0));
  assert.equal(world.depth(ball, cloud).depth, 0.25);

  const land = world.addDeformable(Shape.heightField(new Float32Array(12), 4, 1, 1), at(20, 0, 0));
  world.setPose(ball, at(21, 3, 1));
  assert.equal(world.distance(ball, land), 2.5);
  world.changeHeights(land, 1, 1, 2, [2, NaN]);
  assert.equal(world.distance(ball, land), 0.5);
  const saved = Shape.fromBytes(shape.toBytes());
  assert.deepEqual([...saved.part(1)], [1, 0]);
});

test('many configurations of a chain', () => {
  const world = new World();
  world.add(Shape.box(1, 9, 9));
  const links = [world.add(Shape.sphere(1)), world.add(Shape.sphere(1))];
  const poses = [at(2.5, 0, 0), at(4, 0, 0), at(1, 0, 0), at(2.5, 0, 0)].flat();
  assert.deepEqual([...world.chainCollides(links, poses)], [0, 1]);
  const { pairs, data } = world.chainNearest(links, poses);
  assert.deepEqual([[...pairs].slice(0, 2).sort(), data[0]], [[1, 2], 1]);
});

test('shapes keep every bit as bytes', () => {
  const random = Array.from({ length: 60 }, (_, i) => Math.sin(i * i));
  for (const shape of [
    Shape.sum(Shape.polytope(random), Shape.sphere(0.1)),
    Shape.hull(Shape.sphere(1), Shape.point(0, 3, 0)).placed(
      [2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1].filter((_, i) => i !== 4 && i !== 9),
    ),
    Shape.mesh([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], true),
    Shape.polyhedra([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4], [0, 1, 2, 3], [4]),
    Shape.polygons([0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0], [0, 1, 2, 3, 4, 5], [6]),
  ]) {
    const world = new World();
    const [a, b, point] = [shape, Shape.fromBytes(shape.toBytes()), Shape.point(9, 7, 5)].map((it) => world.add(it));
    assert.equal(world.distance(a, point), world.distance(b, point));
  }
});

test('what is wrong throws an Error that says why, and changes nothing', () => {
  const world = new World();
  const ball = world.add(Shape.sphere(1));
  const block = world.add(Shape.box(1, 1, 1), at(5, 0, 0));
  const before = [...world.matrix(ball)];
  const freed = Shape.sphere(1);
  freed.free();
  const wrong = [
    [() => Shape.sphere(NaN), /not finite/],
    [() => Shape.sphere(), /not finite/],
    [() => Shape.box(1, 2, Infinity), /not finite/],
    [() => Shape.polytope([]), /no vertices/],
    [() => Shape.polytope([1, 2]), /multiple of 3/],
    [() => Shape.polytope([1, 2, NaN]), /not finite/],
    [() => Shape.mesh([0, 0, 0], [0, 1, 2]), /vertex that is not there/],
    [() => Shape.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], true), /not closed/],
    [() => Shape.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1]), /multiple of 3/],
    [() => Shape.polyhedra([0, 0, 0], [0], [2]), /more than there are/],
    [() => Shape.polyhedra([0, 0, 0], [0, 0], [1]), /fewer than there are/],
    [() => Shape.polygons([0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 1, 0], [0, 1, 2, 3], [4]), /crosses itself/],
    [() => Shape.fromBytes(new Uint8Array(40)), /saved shape/],
    [() => Shape.sphere(1).placed([0]), /7 numbers or 16/],
    [() => world.add(freed), /null pointer/],
    [() => world.add(Shape.sphere(1), [1, 2, 3]), /7 numbers or 16/],
    [() => world.setPose(ball, [0, 0, 0, 0, 0, 0, 0]), /quaternion is zero/],
    [() => world.setPose(ball, at(NaN, 0, 0)), /not finite/],
    [() => world.setPose(7, at(0, 0, 0)), /no object 7/],
    [() => world.setPoses([ball, block], [...at(9, 9, 9), ...at(0, Infinity, 0)]), /pose 1 is not finite/],
    [() => world.setPoses([ball, 99], [...at(9, 9, 9), ...at(0, 0, 0)]), /no object 99/],
    [() => world.setPoses([ball], [1]), /need 7 numbers/],
    [() => world.remove(), /no object 0/],
    [() => world.distance(ball, ball), /are the same/],
    [() => world.ray([0, 0, 0], [1, 0]), /3 numbers, not 2/],
    [() => world.rays([0]), /multiple of 6/],
    [() => world.deform(ball, [0, 0, 0]), /not added by addDeformable/],
    [() => world.addDeformable(Shape.sphere(1)), /neither a mesh/],
    [() => world.intersection(ball, block), /not a mesh/],
    [() => new Compound().shape(), /no parts|empty|nothing/],
    [() => new Compound().add(Shape.sphere(1), [0, 0, 0, 0, 0, 0, 0]), /quaternion/],
    [() => new Compound().add(Shape.sphere(1), new Array(16).fill(0)), /flatten/],
    [() => Shape.sphere(1).part(0), /no compound/],
    [() => Shape.points([0, 0, 0], [1, 2]), /2 radii for 1 points/],
    [() => Shape.points([0, NaN, 0], [1]), /not finite/],
    [() => Shape.heightField([0, 0, 0], 2, 1, 1), /grid|columns|heights/],
    [() => Shape.heightField([0, 0, 0, 0], 2, 1, 1, 'steep'), /steep/],
    [() => world.changeHeights(ball, 0, 0, 1, [0]), /not a height field|not added/],
    [() => world.setMotion('sideways'), /sideways/],
    [() => world.lines('curves'), /curves/],
    [() => world.setTolerance(-1), /not finite|tolerance/],
    [() => world.chainCollides([], []), /multiple of 0 links/],
    [() => world.setSpin(ball, [1e9, 0, 0]), /not finite/],
  ];
  for (const [act, message] of wrong) assert.throws(act, message, String(act));
  assert.deepEqual([...world.matrix(ball)], before);
  assert.deepEqual([...world.objects()], [ball, block]);
});

test('memory is given back', () => {
  const world = new World();
  const points = Array.from({ length: 3 * 500 }, (_, i) => Math.sin(i * i + 1));
  const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const round = () => {
    for (let i = 0; i < 50; ++i) {
      const shape = Shape.polytope(points);
      world.remove(world.add(shape));
      shape.free();
    }
  };
  round();
  const before = memory();
  for (let i = 0; i < 10; ++i) round();
  assert.ok(memory() - before < 4 << 20, `${memory() - before} bytes more`);
});

test('it packs, and is small', () => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: fileURLToPath(pkg) }));
  const files = packed.files.map((file) => file.path);
  const { files: promised } = JSON.parse(readFileSync(new URL('package.json', pkg), 'utf8'));
  assert.deepEqual(
    promised.filter((file) => !files.includes(file)),
    [],
  );
  // As servers compress it, and as it is shipped: see web/build.
  if (process.env.SOLID_TRIAL) return;
  const bytes = brotliCompressSync(readFileSync(new URL('libsolid_bg.wasm', pkg))).length;
  assert.ok(bytes <= 700_000, `${bytes} bytes`);
});

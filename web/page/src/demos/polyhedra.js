import { box, pebble, randomNumbers } from '../forms.js';
import { turn } from '../solver.js';
import { COLORS } from '../stage.js';

const KINDS = 12;

export const polyhedra = {
  name: 'polyhedra',
  title: 'Bouncing polyhedra',
  text: 'Convex hulls of 8 to 30 points in a box without gravity. Each frame all move; the library finds the pairs that overlap and how deep they do, exactly.',
  camera: { at: [0, 0, 0], from: [13, 9, 17], radius: 14, ground: -7.6 },
  settings: [{ name: 'polyhedra', value: 1000, min: 100, max: 2000, step: 100, restarts: true }],
  build(stage) {
    const random = randomNumbers(7);
    const { polyhedra: count } = stage.values;
    const half = 6;
    const size = 2.9 / Math.cbrt(count);
    const kinds = Array.from({ length: KINDS }, (_, i) => pebble(random, size, 8 + 2 * i));
    for (let axis = 0; axis < 3; ++axis) {
      for (const side of [-1, 1]) {
        const extents = [0, 1, 2].map((k) => (k === axis ? 4 : 2 * half + 8));
        const at = [0, 1, 2].map((k) => (k === axis ? side * (half + 2) : 0));
        stage.add(box(...extents), { at, visible: false });
      }
    }
    const side = Math.ceil(Math.cbrt(count));
    for (let i = 0; i < count; ++i) {
      const cell = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
      const at = cell.map((x) => ((x + 0.5) / side - 0.5) * 2 * (half - 0.4));
      const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
      const body = stage.add(kinds[i % KINDS], { at, turn, mass: 1, color: COLORS[i % COLORS.length] });
      for (let k = 0; k < 3; ++k) {
        stage.velocities[3 * body + k] = 5 * (random() - 0.5);
        stage.spins[3 * body + k] = 4 * (random() - 0.5);
      }
    }
    stage.energy = energy(stage);
    stage.frameOfBox = edges(half);
    stage.sync();
  },
  step(stage, dt) {
    const { velocities: v, spins: w, poses } = stage;
    for (let i = 0; i < stage.count; ++i) {
      if (!stage.moves[i]) continue;
      for (let k = 0; k < 3; ++k) poses[7 * i + k] += dt * v[3 * i + k];
      turn(poses, 7 * i + 3, dt * w[3 * i], dt * w[3 * i + 1], dt * w[3 * i + 2]);
    }
    if (stage.grab) hold(stage);
    const start = performance.now();
    stage.sync();
    const { pairs, data } = stage.world.depths();
    const found = performance.now();
    for (let pair = 0; pair < pairs.length / 2; ++pair)
      bounce(stage, stage.indices[pairs[2 * pair]], stage.indices[pairs[2 * pair + 1]], data, 10 * pair);
    // Rounding and the pushing apart must not heat or cool them.
    const factor = Math.sqrt(stage.energy / energy(stage));
    for (let i = 0; i < v.length; ++i) v[i] *= factor;
    stage.times = { library: found - start, response: performance.now() - found };
    stage.found = pairs.length / 2;
    stage.keepsPoses = true;
  },
  draw(stage) {
    stage.view.lines('edges', stage.frameOfBox, stage.view.dark ? '#9aa4b1' : '#586472');
  },
};

function hold(stage) {
  const { body, target } = stage.grab;
  for (let k = 0; k < 3; ++k) {
    const way = Math.max(-6, Math.min(6, target[k])) - stage.poses[7 * body + k];
    stage.velocities[3 * body + k] = 8 * way;
  }
}

/** An elastic push at the deepest contact, and half of the way apart for each. */
function bounce(stage, a, b, data, at) {
  const { poses, velocities: v, spins: w, inverseMasses: m, inverseInertias: inertia } = stage;
  const n = [data[at + 6], data[at + 7], data[at + 8]];
  const depth = data[at + 9];
  const middle = [0, 1, 2].map((k) => 0.5 * (data[at + k] + data[at + 3 + k]));
  const share = m[a] + m[b];
  if (share === 0) return;
  let [speed, mass] = [0, share];
  const sides = [
    [a, 1],
    [b, -1],
  ].map(([i, sign]) => {
    const r = [0, 1, 2].map((k) => middle[k] - poses[7 * i + k]);
    const lever = [r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]];
    // Of these nearly round bodies the mean inertia serves.
    const easy = (inertia[3 * i] + inertia[3 * i + 1] + inertia[3 * i + 2]) / 3;
    for (let k = 0; k < 3; ++k) {
      speed += sign * (v[3 * i + k] * n[k] + w[3 * i + k] * lever[k]);
      mass += easy * lever[k] * lever[k];
    }
    return [i, sign, lever, easy];
  });
  const impulse = speed < 0 ? (-2 * speed) / mass : 0;
  for (const [i, sign, lever, easy] of sides) {
    for (let k = 0; k < 3; ++k) {
      v[3 * i + k] += sign * impulse * m[i] * n[k];
      w[3 * i + k] += sign * impulse * easy * lever[k];
      poses[7 * i + k] += (sign * 0.8 * depth * m[i] * n[k]) / share;
    }
  }
}

function energy(stage) {
  let sum = 1e-9;
  stage.velocities.forEach((x, i) => {
    if (stage.moves[Math.floor(i / 3)]) sum += x * x;
  });
  return sum;
}

function edges(half) {
  const corner = (i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? half : -half));
  const numbers = [];
  for (let i = 0; i < 8; ++i) for (const bit of [1, 2, 4]) if (!(i & bit)) numbers.push(...corner(i), ...corner(i | bit));
  return numbers;
}

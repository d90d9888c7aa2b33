import { capsule, compound, cylinder, heightField, pebble, points, randomNumbers, roundBox, sphere } from '../forms.js';
import { COLORS } from '../stage.js';
import { simulate, step } from './dynamic.js';

const SIDE = 81; // samples along a side
const HALF = 9;
const SPACING = (2 * HALF) / (SIDE - 1);
const REACH = 1.6; // of a hill that is raised

export const terrain = {
  name: 'terrain',
  title: 'A terrain that changes',
  text: 'A field of 81 x 81 heights, of which no triangles are kept. Double-click raises a hill, with Shift it digs a hole; the swell changes all heights in every frame. Jacks, tables and dumbbells are compounds; the arch is a cloud of 2,400 points with radii.',
  camera: { at: [0, 1, 0], from: [8, 9, 14], radius: 13, ground: null },
  settings: [
    { name: 'swell', value: 0.3, min: 0, max: 1, step: 0.1 },
    { name: 'bodies', value: 90, min: 10, max: 200, step: 10, restarts: true },
  ],
  build(stage) {
    const random = randomNumbers(11);
    stage.time = 0;
    stage.raised = new Float64Array(SIDE * SIDE);
    stage.hills = [];
    stage.land = stage.add(heightField(heights(stage), SIDE, SPACING, SPACING), { at: [-HALF, 0, -HALF], color: '#7fae6b' });
    stage.arch = stage.add(points(arch(random), 0.11), { at: [0, 0.6, -1], color: '#c9a27a' });
    const kinds = [sphere(0.4), jack(), pebble(random, 0.5, 16), table(), capsule(0.25, 0.5), dumbbell(), sphere(0.28), pebble(random, 0.4, 10)];
    for (let i = 0; i < stage.values.bodies; ++i) {
      const at = [12 * random() - 6, 3.5 + 0.22 * i, 12 * random() - 6];
      const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
      const length = Math.hypot(...turn);
      stage.add(kinds[i % kinds.length], { at, turn: turn.map((x) => x / length), mass: 1, color: COLORS[i % COLORS.length] });
    }
    stage.focus = 3;
    simulate(stage, { steps: 4, friction: 0.5 });
  },
  step(stage, dt) {
    stage.time += dt;
    const start = performance.now();
    grow(stage);
    if (stage.values.swell > 0 || stage.swelled) stage.changeHeights(stage.land, 0, 0, SIDE, heights(stage));
    stage.swelled = stage.values.swell > 0;
    const changed = performance.now() - start;
    step(stage, dt);
    stage.times = { 'new heights': changed, ...stage.times };
    rescue(stage);
  },
  /** A double click on the land. */
  struck(stage, body, [x, , z], digs) {
    if (body === stage.land) stage.hills.push({ x, z, height: digs ? -1.2 : 1.2, left: 20 });
  },
};

/** The height of the land by itself: hills, and a rim that keeps bodies on it. */
function height(x, z) {
  const far = Math.max(Math.abs(x), Math.abs(z)) / HALF;
  return 0.45 * Math.sin(0.9 * x + 0.4) * Math.cos(0.7 * z) + 0.25 * Math.sin(1.9 * z - 0.8 * x) + 2.6 * far ** 6;
}

function heights({ time, raised, values }) {
  const all = new Float64Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; ++row) {
    for (let column = 0; column < SIDE; ++column) {
      const [x, z] = [column * SPACING - HALF, row * SPACING - HALF];
      const swell = 0.5 * values.swell * (Math.sin(0.6 * x + 1.1 * time) + Math.cos(0.5 * z - 0.9 * time));
      all[row * SIDE + column] = height(x, z) + swell + raised[row * SIDE + column];
    }
  }
  return all;
}

/** Lets the hills grow that were struck, a little in each frame; of the field only the rectangle around each is changed. */
function grow(stage) {
  for (const hill of stage.hills) {
    const range = (at) => [Math.max(0, Math.ceil((at - REACH + HALF) / SPACING)), Math.min(SIDE - 1, Math.floor((at + REACH + HALF) / SPACING))];
    const [[left, right], [near, far]] = [range(hill.x), range(hill.z)];
    if (left > right || near > far) continue;
    const { heights: now } = stage.forms[stage.land];
    const changed = [];
    for (let row = near; row <= far; ++row) {
      for (let column = left; column <= right; ++column) {
        const away = Math.hypot(column * SPACING - HALF - hill.x, row * SPACING - HALF - hill.z) / REACH;
        const more = away < 1 ? (hill.height / 20) * (1 - away * away) ** 2 : 0;
        stage.raised[row * SIDE + column] += more;
        changed.push(now[row * SIDE + column] + more);
      }
    }
    stage.changeHeights(stage.land, left, near, right - left + 1, changed);
  }
  stage.hills = stage.hills.filter((hill) => --hill.left > 0);
}

/** What has left the land falls onto it again. */
function rescue(stage) {
  for (let i = 0; i < stage.count; ++i) {
    if (!stage.moves[i]) continue;
    const [x, y, z] = stage.position(i);
    if (y > -4 && Math.max(Math.abs(x), Math.abs(z)) < HALF + 1) continue;
    stage.place(i, [0.4 * x, 6, 0.4 * z]);
    stage.velocities.fill(0, 3 * i, 3 * i + 3);
  }
}

/** Points on the surface of an arch, as a scan has them. */
function arch(random) {
  const found = [];
  while (found.length < 3 * 2400) {
    const [a, b] = [Math.PI * random(), 2 * Math.PI * random()];
    const far = 2.4 + (0.45 + 0.08 * (random() - 0.5)) * Math.cos(b);
    found.push(far * Math.cos(a), far * Math.sin(a), 0.45 * Math.sin(b));
  }
  return found;
}

const QUARTER = Math.SQRT1_2;

function jack() {
  const rod = capsule(0.13, 0.8);
  return compound([
    [rod, [0, 0, 0], [0, 0, 0, 1]],
    [rod, [0, 0, 0], [0, 0, QUARTER, QUARTER]],
    [rod, [0, 0, 0], [QUARTER, 0, 0, QUARTER]],
  ]);
}

function table() {
  const leg = cylinder(0.07, 0.5);
  const legs = [-1, 1].flatMap((x) => [-1, 1].map((z) => [leg, [0.38 * x, -0.25, 0.28 * z], [0, 0, 0, 1]]));
  return compound([[roundBox(0.9, 0.04, 0.7, 0.04), [0, 0.03, 0], [0, 0, 0, 1]], ...legs]);
}

function dumbbell() {
  const weight = sphere(0.26);
  return compound([
    [cylinder(0.09, 0.8), [0, 0, 0], [0, 0, 0, 1]],
    [weight, [0, 0.42, 0], [0, 0, 0, 1]],
    [weight, [0, -0.42, 0], [0, 0, 0, 1]],
  ]);
}

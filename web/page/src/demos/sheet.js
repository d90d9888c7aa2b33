import { mesh, pebble, randomNumbers, roundBox, sphere } from '../forms.js';
import { COLORS } from '../stage.js';
import { floor, simulate, step } from './dynamic.js';

const CELLS = 48;
const HALF = 6;

export const sheet = {
  name: 'sheet',
  title: 'A sheet that deforms',
  text: 'A mesh of 4,608 triangles gets new vertices in every frame; its tree is refitted, and the bodies on it find their contacts with it as it is now.',
  camera: { at: [0, 1.2, 0], from: [7, 7.5, 12], radius: 11 },
  settings: [{ name: 'waves', value: 0.7, min: 0, max: 1.4, step: 0.1 }],
  build(stage) {
    const triangles = [];
    const at = (i, k) => i * (CELLS + 1) + k;
    for (let i = 0; i < CELLS; ++i) {
      for (let k = 0; k < CELLS; ++k) triangles.push(at(i, k), at(i, k + 1), at(i + 1, k), at(i + 1, k), at(i, k + 1), at(i + 1, k + 1));
    }
    stage.water = stage.add(mesh(vertices(0, stage.values.waves), triangles, { deforms: true }), { color: '#4f8fcb' });
    floor(stage);
    const random = randomNumbers(3);
    const kinds = [sphere(0.4), roundBox(0.5, 0.3, 0.6, 0.12), pebble(random, 0.5, 16), sphere(0.28), pebble(random, 0.42, 12)];
    for (let i = 0; i < 60; ++i) {
      const place = [9 * random() - 4.5, 3 + 0.12 * i, 9 * random() - 4.5];
      stage.add(kinds[i % kinds.length], { at: place, mass: 1, color: COLORS[i % 4] });
    }
    stage.time = 0;
    stage.focus = 2;
    simulate(stage, { steps: 4, friction: 0.3 });
  },
  step(stage, dt) {
    stage.time += dt;
    const start = performance.now();
    stage.deform(stage.water, vertices(stage.time, stage.values.waves));
    const deformed = performance.now() - start;
    step(stage, dt);
    stage.times = { 'new vertices': deformed, ...stage.times };
    rescue(stage);
  },
};

/** What has slid off the sheet falls onto it again. */
function rescue(stage) {
  for (let i = 0; i < stage.count; ++i) {
    if (!stage.moves[i] || stage.poses[7 * i + 1] > 0.15) continue;
    const at = [stage.poses[7 * i], stage.poses[7 * i + 2]];
    if (Math.max(...at.map(Math.abs)) < HALF - 0.3) continue;
    stage.place(i, [0.5 * at[0], 5, 0.5 * at[1]]);
    stage.velocities.fill(0, 3 * i, 3 * i + 3);
  }
}

function vertices(time, size) {
  const numbers = new Float64Array(3 * (CELLS + 1) ** 2);
  let place = 0;
  for (let i = 0; i <= CELLS; ++i) {
    for (let k = 0; k <= CELLS; ++k) {
      const [x, z] = [HALF * ((2 * i) / CELLS - 1), HALF * ((2 * k) / CELLS - 1)];
      const bowl = 0.055 * (x * x + z * z);
      numbers[place++] = x;
      numbers[place++] =
        1 +
        bowl +
        0.45 * size * (Math.sin(0.9 * x + 1.3 * time) + Math.cos(0.8 * z - 1.1 * time) + 0.4 * Math.sin(1.7 * (x + z) + 2 * time));
      numbers[place++] = z;
    }
  }
  return numbers;
}

import * as THREE from 'three';
import { box, sphere } from '../forms.js';
import { turn } from '../solver.js';
import { COLORS } from '../stage.js';

const RATES = [26, -34, 44]; // radians a second
const FLASH = new THREE.Color('#ff9d1e');

export const rods = {
  name: 'rods',
  title: 'Turning rods',
  text: 'Rods turn by up to 42 degrees a frame among drifting balls. The continuous test follows the turn itself and finds each contact and its time; a test of the frames alone finds few. Balls that are hit flash.',
  camera: { at: [0, 2.6, 0], from: [2, 7, 11], radius: 9 },
  settings: [{ name: 'continuous', value: true }],
  build(stage) {
    const rod = box(5, 0.12, 0.12);
    stage.rods = RATES.map((_, i) => stage.add(rod, { at: [0, 1.4 + 1.2 * i, 0], moves: true, color: COLORS[i] }));
    const ball = sphere(0.16);
    stage.balls = [];
    for (let i = 0; i < 90; ++i) {
      stage.balls.push(stage.add(ball, { at: orbit(i, 0), moves: true, color: '#8b95a3' }));
    }
    stage.flashes = new Map();
    stage.time = 0;
    stage.hits = 0;
    stage.grabbable = () => false;
    stage.sync();
    stage.world.proceed();
    stage.focus = 0;
  },
  step(stage, dt) {
    const { world } = stage;
    world.proceed();
    stage.time += dt;
    stage.rods.forEach((i, k) => {
      const angle = RATES[k] * dt;
      turnBy(stage.poses, 7 * i + 3, angle);
      world.setSpin(stage.ids[i], [0, angle, 0]);
    });
    stage.balls.forEach((i, k) => stage.place(i, orbit(k, stage.time)));
    const start = performance.now();
    stage.sync();
    let [pairs, times] = [[], []];
    if (stage.values.continuous) ({ pairs, times } = world.testMotion());
    else pairs = world.test();
    stage.times = { library: performance.now() - start };
    for (let c = 0; c < pairs.length / 2; ++c) {
      const ball = Math.max(stage.indices[pairs[2 * c]], stage.indices[pairs[2 * c + 1]]);
      ++stage.hits;
      stage.flashes.set(ball, 12);
      stage.paint(ball, FLASH);
    }
    for (const [ball, left] of stage.flashes) {
      if (left > 1) stage.flashes.set(ball, left - 1);
      else {
        stage.flashes.delete(ball);
        stage.paint(ball);
      }
    }
    stage.found = stage.collisions();
    stage.rows = [
      ['contacts in this frame', pairs.length / 2],
      ['first at', times.length ? times[0].toFixed(3) : '–'],
      ['contacts so far', stage.hits],
    ];
  },
};

/** Where a ball is: on a slow circle at the height of a rod. */
function orbit(i, time) {
  const layer = i % 3;
  const radius = 0.5 + 2.2 * ((i * 0.381966) % 1);
  const angle = i * 2.399963 + (layer === 1 ? -0.25 : 0.25) * time;
  return [radius * Math.cos(angle), 1.4 + 1.2 * layer + 0.34 * Math.sin(0.7 * time + i), radius * Math.sin(angle)];
}

function turnBy(q, o, angle) {
  const steps = Math.max(1, Math.ceil(Math.abs(angle) / 0.02));
  for (let step = 0; step < steps; ++step) turn(q, o, 0, angle / steps, 0);
}

import { box, capsule } from '../forms.js';
import { COLORS } from '../stage.js';

const PLATES = 5;
const BULLETS = 24;
const SPEED = 260; // more than four units a frame, through plates of a twentieth
const ALONG = [0, 0, -Math.SQRT1_2, Math.SQRT1_2]; // the axis of a capsule along x

export const bullets = {
  name: 'bullets',
  title: 'Bullets and thin plates',
  text: 'A bullet flies 4.3 units a frame, the plates are 0.05 thick. A test of each frame alone misses nearly all; the continuous test stops every bullet where it touches.',
  camera: { at: [0, 2, 0], from: [-6, 6, 15], radius: 13 },
  settings: [{ name: 'continuous', value: true }],
  build(stage) {
    const plate = box(0.05, 3.4, 0.8);
    for (let i = 0; i < PLATES; ++i) {
      stage.add(plate, { at: [-3 + 2.4 * i, 2, 0.78 * (i - 2)], color: COLORS[(i + 3) % COLORS.length], moves: true, opacity: 0.75 });
    }
    const bullet = capsule(0.07, 0.3);
    for (let i = 0; i < BULLETS; ++i) {
      const body = stage.add(bullet, { turn: ALONG, moves: true, color: '#ffb703' });
      shoot(stage, body, i, true);
    }
    stage.stopped = 0;
    stage.missed = 0;
    stage.trails = [];
    stage.focus = 0;
    stage.sync();
    stage.world.proceed();
    stage.grabbable = (i) => i < PLATES;
  },
  step(stage, dt, frame) {
    const { world } = stage;
    world.proceed();
    const before = stage.poses.slice();
    for (let i = PLATES; i < stage.count; ++i) {
      const rest = stage.resting[i];
      if (rest > 0) {
        if ((stage.resting[i] = rest - 1) === 0) shoot(stage, i, frame + 7 * i, false);
        before.set(stage.position(i), 7 * i);
        continue;
      }
      stage.poses[7 * i] += SPEED * dt;
    }
    const start = performance.now();
    stage.sync();
    const stops = stage.values.continuous ? world.advance() : { pairs: [] };
    stage.times = { library: performance.now() - start };
    for (let k = 0; k < stops.pairs.length; k += 2) {
      for (const id of [stops.pairs[k], stops.pairs[k + 1]]) {
        const i = stage.indices[id];
        if (i < PLATES) continue;
        stage.poses.set(world.matrix(id).subarray(12, 15), 7 * i);
        stage.resting[i] = 50;
        ++stage.stopped;
      }
    }
    if (!stage.values.continuous) {
      for (const id of world.test()) {
        const i = stage.indices[id];
        if (i < PLATES || stage.resting[i] > 0) continue;
        stage.resting[i] = 50;
        ++stage.stopped;
      }
    }
    for (let i = PLATES; i < stage.count; ++i) {
      stage.trails[i] = [before.slice(7 * i, 7 * i + 3), stage.position(i).slice()];
      if (stage.poses[7 * i] > 14) {
        ++stage.missed;
        stage.resting[i] = 20;
        stage.place(i, [-40 - i, -20, 0]);
      }
    }
    stage.sync();
    stage.found = stage.collisions();
    stage.rows = [
      ['stopped', stage.stopped],
      ['flown past', stage.missed],
    ];
  },
  draw(stage) {
    const moving = stage.trails.filter((_, i) => stage.resting[i] === 0);
    stage.view.lines(
      'trails',
      moving.flatMap(([from, to]) => [...from, ...to]),
      stage.view.dark ? '#ffd166' : '#b85c00',
      2,
    );
  },
};

function shoot(stage, body, seed, first) {
  stage.resting ??= [];
  const random = (n) => {
    const x = Math.sin(12.9898 * (seed + 1) + 78.233 * n) * 43758.5453;
    return x - Math.floor(x);
  };
  stage.place(body, [-13 - 4.3 * random(1) - (first ? 0.8 * (body - PLATES) : 0), 0.5 + 3 * random(2), 3.7 * (random(3) - 0.5)]);
  stage.resting[body] = first ? 1 + 2 * (body - PLATES) : 0;
}

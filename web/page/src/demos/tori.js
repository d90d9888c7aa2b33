import { torus } from '../forms.js';
import { turn } from '../solver.js';
import { COLORS } from '../stage.js';

const SPINS = [
  [0.5, 0.2, 0.1],
  [-0.2, 0.4, 0.3],
  [0.1, -0.3, 0.5],
  [0.3, 0.3, -0.4],
];
const PLACES = [
  [-1.6, 2.2, 0],
  [0.9, 2.6, 0.4],
  [0, 2.2, -1.6],
  [0.2, 3.4, 1.5],
];

export const tori = {
  name: 'tori',
  title: 'Curves of intersection',
  text: 'Four tori of 4,608 triangles each. Where the surfaces of two cross, the library returns closed curves, segment by segment. Drag a torus through another.',
  camera: { at: [0, 2.4, 0], from: [5, 5, 9], radius: 8 },
  settings: [{ name: 'turning', value: true }],
  build(stage) {
    const form = torus(1.7, 0.5, 72, 32);
    PLACES.forEach((at, i) => {
      stage.add(form, {
        at,
        turn: [0.5 * i, 0.3, 0.2 * i, 1].map((x) => x / Math.hypot(0.5 * i, 0.3, 0.2 * i, 1)),
        moves: true,
        color: COLORS[i + 1],
        opacity: 0.55,
      });
    });
    stage.focus = 0;
    stage.sync();
    cross(stage);
  },
  step(stage, dt) {
    if (stage.values.turning) {
      SPINS.forEach((spin, i) => {
        if (stage.grab?.body !== i) turn(stage.poses, 7 * i + 3, ...spin.map((x) => x * dt));
      });
    }
    stage.sync();
    cross(stage);
  },
  moved: cross,
  draw(stage) {
    stage.view.lines('curves', stage.curves, stage.view.dark ? '#fff3b0' : '#9d0208', 4);
  },
};

function cross(stage) {
  const start = performance.now();
  const pairs = stage.world.test();
  const tested = performance.now();
  const all = [];
  let [curves, segments] = [0, 0];
  for (let i = 0; i < pairs.length; i += 2) {
    const found = stage.world.intersection(pairs[i], pairs[i + 1]);
    for (const x of found.segments) all.push(x);
    curves += found.curves.length > 0 ? found.curves.at(-1) + 1 : 0;
    segments += found.curves.length;
  }
  stage.curves = all;
  stage.found = pairs.length / 2;
  stage.times = { test: tested - start, 'the curves': performance.now() - tested };
  stage.rows = [
    ['curves', curves],
    ['segments', segments],
  ];
}

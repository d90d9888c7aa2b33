// What demos with forces share: a floor, and a step of the solver.

import { box } from '../forms.js';
import { Solver } from '../solver.js';

export function floor(stage, size = 60) {
  return stage.add(box(size, 2, size), { at: [0, -1, 0], visible: false });
}

export function simulate(stage, options) {
  stage.solver = new Solver(stage, options);
  stage.sync();
}

export function step(stage, dt) {
  const { pairs } = stage.solver.step(dt);
  stage.found = pairs.length / 2;
  stage.times = stage.solver.times;
  stage.sync();
}

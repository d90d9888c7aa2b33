import { box, sphere } from '../forms.js';
import { COLORS } from '../stage.js';
import { floor, simulate, step } from './dynamic.js';

export const pyramids = {
  name: 'pyramids',
  title: 'A pyramid of crates',
  text: 'The library finds the contacts, up to four a pair, and a small solver in JavaScript pushes. Drag the ball into the crates.',
  camera: { at: [0, 3, 0], from: [7, 6.5, 15], radius: 13 },
  settings: [{ name: 'rows', value: 12, min: 3, max: 20, step: 1, restarts: true }],
  build(stage) {
    floor(stage);
    const crate = box(1, 0.6, 0.7);
    const { rows } = stage.values;
    for (let row = 0; row < rows; ++row) {
      for (let i = 0; i < rows - row; ++i) {
        const at = [1.06 * (i - 0.5 * (rows - row - 1)), 0.3 + 0.596 * row, 0];
        stage.add(crate, { at, mass: 1, color: COLORS[(row + i) % COLORS.length] });
      }
    }
    const ball = stage.add(sphere(0.9), { at: [-4.5, 0.9, 4], mass: 12, color: '#d7dbe0' });
    stage.focus = ball;
    simulate(stage, { steps: 6 });
  },
  step,
};

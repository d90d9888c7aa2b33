import { box, capsule, cylinder, hull, pebble, randomNumbers, roundBox, sphere } from '../forms.js';
import { COLORS } from '../stage.js';
import { floor, simulate, step } from './dynamic.js';

const turned = (angle) => [0, Math.sin(0.5 * angle), 0, Math.cos(0.5 * angle)];

export const stacking = {
  name: 'stacking',
  title: 'Stacks of all kinds',
  text: 'Crossed planks, cylinders, rounded boxes and prisms stand on their contacts alone; pebbles fall between them. Pull something out.',
  camera: { at: [0, 2.2, 0], from: [6.5, 6, 12], radius: 10 },
  build(stage) {
    floor(stage);
    const plank = box(2.4, 0.4, 0.7);
    for (let level = 0; level < 10; ++level) {
      for (const side of [-0.85, 0, 0.85]) {
        const across = level % 2 === 0;
        const at = [-4 + (across ? 0 : side), 0.2 + 0.397 * level, across ? side : 0];
        stage.add(plank, { at, turn: across ? [0, 0, 0, 1] : turned(Math.PI / 2), mass: 1, color: level % 2 ? '#d9a066' : '#c98b4e' });
      }
    }
    const drum = cylinder(0.7, 0.8);
    for (let level = 0; level < 7; ++level)
      stage.add(drum, { at: [0, 0.4 + 0.797 * level, -1], mass: 1, color: COLORS[level % 2 ? 4 : 3] });
    const soft = roundBox(1, 0.5, 1, 0.15);
    for (let level = 0; level < 7; ++level) {
      stage.add(soft, { at: [3.4, 0.4 + 0.797 * level, 0], turn: turned(0.35 * level), mass: 1, color: COLORS[level % 2 ? 5 : 0] });
    }
    const corners = [0, 1, 2, 3, 4, 5].map((i) => [0.8 * Math.cos((i * Math.PI) / 3), 0.8 * Math.sin((i * Math.PI) / 3)]);
    const prism = hull(
      corners.flatMap(([x, z]) => [
        [x, -0.35, z],
        [x, 0.35, z],
      ]),
    );
    for (let level = 0; level < 7; ++level) {
      stage.add(prism, { at: [1.4, 0.35 + 0.697 * level, 2.4], turn: turned(0.2 * level), mass: 1, color: COLORS[level % 2 ? 1 : 2] });
    }
    const random = randomNumbers(5);
    const pebbles = [pebble(random, 0.45, 14), pebble(random, 0.4, 10), sphere(0.35), capsule(0.25, 0.5)];
    for (let i = 0; i < 40; ++i) {
      const at = [6 * random() - 3.6, 7.5 + 0.35 * i, 1.5 + 4 * random()];
      stage.add(pebbles[i % pebbles.length], { at, mass: 0.4, color: COLORS[i % COLORS.length] });
    }
    stage.focus = 1;
    simulate(stage, { steps: 6 });
  },
  step,
};

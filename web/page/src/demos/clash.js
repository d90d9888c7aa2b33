import { World, Shape } from 'libsolid';
import { mesh } from '../forms.js';
import { COLORS } from '../stage.js';

export const clash = {
  name: 'clash',
  title: 'Two gears, set too close',
  text: 'Each gear is a solid: a closed mesh whose inside counts. Where teeth clash the library says how far one gear has to move, and which way, to be free of the other, and that no shorter way is; the red curves are where the surfaces cross. Drag a gear away: then it says how far they are apart.',
  camera: { at: [0.4, 1, 0.3], from: [1.2, 7, 6.2], radius: 6 },
  settings: [
    { name: 'turning', value: true },
    { name: 'distance', value: 3.95, min: 3.8, max: 4.5, step: 0.01 },
  ],
  build(stage) {
    const [large, small] = [gear(24, 2.4), gear(16, 1.6)];
    // Curves are those of the surfaces: triangles, in a world of their own.
    stage.surfaces = new World();
    stage.twins = [large, small].map((form) => stage.surfaces.add(form.surface));
    const place = [-1.6, 1.4, 0];
    stage.add(large, { at: place, moves: true, color: COLORS[4] });
    stage.add(small, { at: [place[0] + stage.values.distance, place[1], 0], moves: true, color: COLORS[1] });
    stage.angle = 0;
    stage.distance = stage.values.distance;
    stage.focus = 0;
    look(stage);
  },
  step(stage, dt) {
    if (stage.values.turning) stage.angle += 0.25 * dt;
    if (stage.distance !== stage.values.distance) {
      stage.distance = stage.values.distance;
      stage.place(1, [stage.poses[0] + stage.distance, stage.poses[1], stage.poses[2]]);
    }
    look(stage);
  },
  moved: look,
  draw(stage) {
    const { view } = stage;
    view.lines('curves', stage.curves, '#ff3b3b', 4);
    view.lines('way', stage.way, view.dark ? '#ffe066' : '#7a4b00', 5);
  },
};

function look(stage) {
  const angles = [stage.angle, Math.PI / 16 - (stage.angle * 24) / 16];
  angles.forEach((angle, i) => stage.place(i, stage.position(i), [0, Math.sin(0.5 * angle), 0, Math.cos(0.5 * angle)]));
  const start = performance.now();
  stage.sync();
  stage.twins.forEach((twin, i) => stage.surfaces.setPose(twin, stage.poses.subarray(7 * i, 7 * i + 7)));
  const { world, ids, surfaces, twins } = stage;
  const separation = surfaces.separation(...twins, 0.05);
  const asked = performance.now();
  stage.curves = null;
  if (separation) {
    const { segments, curves } = surfaces.intersection(...twins);
    const { translation, lower } = separation;
    stage.curves = segments;
    // Ten times as long as it is: an arrow that can be seen, from the middle of the curves.
    const points = segments.length / 3;
    const middle = [0, 1, 2].map((k) => segments.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0) / Math.max(points, 1));
    stage.way = points > 0 ? [...middle, ...middle.map((x, k) => x + 10 * translation[k])] : null;
    stage.rows = [
      ['the way out', Math.hypot(...translation).toFixed(4)],
      ['at least', lower.toFixed(4)],
      ['parts that meet', new Set([...world.collidingParts(...ids)].filter((_, i) => i % 2 === 0)).size],
      ['curves', curves.length > 0 ? curves.at(-1) + 1 : 0],
    ];
  } else {
    const { distance, pointA, pointB } = world.closest(...ids);
    stage.way = [...pointA, ...pointB];
    stage.rows = [['distance', distance.toFixed(4)]];
  }
  stage.times = { [separation ? 'finding the way out' : 'the distance']: asked - start, 'the curves': performance.now() - asked };
  stage.found = stage.collisions();
}

/** A gear about the y-axis: its convex parts for the library, its surface for curves and for the eye. */
function gear(teeth, pitch) {
  const [hole, root, tip, half] = [0.45 * pitch, pitch - 0.19, pitch + 0.2, 0.35];
  const step = (2 * Math.PI) / teeth;
  const vertices = [];
  // Of each tooth six points, each below and above: on the hole, at the root and at the tip, on both sides.
  for (let i = 0; i < teeth; ++i) {
    for (const [radius, share] of [
      [hole, -0.3],
      [hole, 0.3],
      [root, -0.3],
      [root, 0.3],
      [tip, -0.15],
      [tip, 0.15],
    ]) {
      const angle = (i + share) * step;
      for (const y of [-half, half]) vertices.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
    }
  }
  const at = (i, point, above) => 12 * (i % teeth) + 2 * point + above;
  const [triangles, indices, counts] = [[], [], []];
  const quad = (a, b, c, d) => triangles.push(a, b, c, a, c, d);
  const prism = (corners) => {
    const [below, above] = [0, 1].map((side) => corners.map(([i, point]) => at(i, point, side)));
    indices.push(...below, ...above);
    counts.push(8);
    quad(...below);
    quad(...above.toReversed());
  };
  const wall = ([i, p], [k, q]) => quad(at(i, p, 0), at(i, p, 1), at(k, q, 1), at(k, q, 0));
  for (let i = 0; i < teeth; ++i) {
    prism([
      [i, 0],
      [i, 2],
      [i, 3],
      [i, 1],
    ]); // under the tooth
    prism([
      [i, 2],
      [i, 4],
      [i, 5],
      [i, 3],
    ]); // the tooth
    prism([
      [i, 1],
      [i, 3],
      [i + 1, 2],
      [i + 1, 0],
    ]); // between two teeth
    wall([i, 2], [i, 4]);
    wall([i, 4], [i, 5]);
    wall([i, 5], [i, 3]);
    wall([i, 3], [i + 1, 2]);
    wall([i, 1], [i, 0]);
    wall([i + 1, 0], [i, 1]);
  }
  const form = mesh(vertices, triangles, { flat: true, solid: true });
  const surface = form.shape;
  return { ...form, shape: Shape.polyhedra(vertices, indices, counts), surface };
}

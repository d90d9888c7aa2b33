import { box, cylinder, roundBox } from '../forms.js';
import { COLORS } from '../stage.js';

const CELLS = 120; // of the map, along each joint
const LENGTHS = [2.2, 1.9];
const HEIGHT = 0.8;
const ROWS = 12; // of the map, looked at in a step
const START = [0.35, -0.4];
const GOAL = [2.9, -0.5];
const OBSTACLES = [
  [2.3, 2.1],
  [-0.5, 3.1],
  [-3, 1.4],
  [2.3, -2.2],
  [-1.8, -2.6],
];

export const robot = {
  name: 'robot',
  title: 'An arm and its configurations',
  text: 'Each pixel of the map is one configuration of the two joints: dark where the arm collides. One call decides 1,440 of them. The arm follows a shortest path through what is free; click the map for another goal, or drag an obstacle.',
  camera: { at: [0, 0.6, 0], from: [0.5, 11, 7.5], radius: 8 },
  build(stage) {
    stage.base = stage.add(cylinder(0.42, 0.5), { at: [0, 0.25, 0], color: '#8b95a3' });
    stage.links = LENGTHS.map((length, i) =>
      stage.add(roundBox(length, 0.12, 0.2, 0.12), { moves: true, color: ['#f2a65a', '#e8735a'][i] }),
    );
    stage.obstacles = OBSTACLES.map(([x, z], i) =>
      i % 2
        ? stage.add(box(0.8, 1.6, 0.8), { at: [x, 0.8, z], moves: true, color: COLORS[4] })
        : stage.add(cylinder(0.5, 1.6), { at: [x, 0.8, z], moves: true, color: COLORS[3] }),
    );
    stage.grabbable = (i) => stage.obstacles.includes(i);
    stage.focus = stage.links[1];
    stage.taken = new Uint8Array(CELLS * CELLS);
    stage.next = 0;
    stage.left = CELLS;
    stage.goal = GOAL;
    stage.joints = [...START];
    stage.path = null;
    stage.time = 0;
    stage.map.hidden = false;
    stage.map.width = stage.map.height = CELLS;
    stage.map.onpointerdown = (event) => {
      const box = stage.map.getBoundingClientRect();
      const share = [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
      stage.goal = share.map((x) => (2 * x - 1) * Math.PI);
      stage.path = null;
    };
    pose(stage, stage.joints);
    stage.sync();
  },
  step(stage) {
    if (stage.grab) {
      const { body } = stage.grab;
      stage.place(body, [stage.poses[7 * body], 0.8, stage.poses[7 * body + 2]]);
      stage.left = CELLS;
      stage.path = null;
    }
    if (stage.left > 0) look(stage);
    else if (!stage.path) plan(stage);
    follow(stage);
    pose(stage, stage.joints);
    stage.sync();
    stage.found = stage.collisions();
  },
  moved(stage) {
    stage.left = CELLS;
    stage.path = null;
  },
  draw: show,
};

const angle = (cell) => (2 * Math.PI * (cell + 0.5)) / CELLS - Math.PI;
const cell = (angle) => Math.max(0, Math.min(CELLS - 1, Math.floor(((angle + Math.PI) / (2 * Math.PI)) * CELLS)));

/** The poses of the links for two joint angles, 7 numbers each. */
function linkPoses([first, second], out, at) {
  let [x, z, turned] = [0, 0, 0];
  LENGTHS.forEach((length, i) => {
    turned += i ? second : first;
    const [c, s] = [Math.cos(turned), Math.sin(turned)];
    out.set([x + 0.5 * length * c, HEIGHT, z - 0.5 * length * s, 0, Math.sin(0.5 * turned), 0, Math.cos(0.5 * turned)], at + 7 * i);
    x += length * c;
    z -= length * s;
  });
}

function pose(stage, joints) {
  const poses = new Float64Array(14);
  linkPoses(joints, poses, 0);
  stage.links.forEach((link, i) => stage.poses.set(poses.subarray(7 * i, 7 * i + 7), 7 * link));
}

/** Decides some rows of the map in one call. */
function look(stage) {
  const rows = Math.min(ROWS, stage.left);
  const poses = new Float64Array(14 * rows * CELLS);
  for (let row = 0; row < rows; ++row) {
    const second = angle((stage.next + row) % CELLS);
    for (let i = 0; i < CELLS; ++i) linkPoses([angle(i), second], poses, 14 * (row * CELLS + i));
  }
  const start = performance.now();
  const taken = stage.world.chainCollides(
    stage.links.map((link) => stage.ids[link]),
    poses,
  );
  stage.times = { 'batch of configurations': performance.now() - start };
  for (let row = 0; row < rows; ++row)
    stage.taken.set(taken.subarray(row * CELLS, (row + 1) * CELLS), ((stage.next + row) % CELLS) * CELLS);
  stage.next = (stage.next + rows) % CELLS;
  stage.left -= rows;
  stage.rows = [['configurations a batch', rows * CELLS]];
}

/** A shortest path on the map, from where the arm is to the goal: breadth first. */
function plan(stage) {
  const at = stage.joints.map(cell);
  const [from, to] = [at[1] * CELLS + at[0], cell(stage.goal[1]) * CELLS + cell(stage.goal[0])];
  const before = new Int32Array(CELLS * CELLS).fill(-1);
  before[to] = to;
  let edge = stage.taken[to] ? [] : [to];
  while (edge.length > 0 && before[from] < 0) {
    const next = [];
    for (const place of edge) {
      const [i, k] = [place % CELLS, Math.floor(place / CELLS)];
      for (const [di, dk] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
        [1, 1],
        [-1, -1],
        [1, -1],
        [-1, 1],
      ]) {
        const [x, y] = [i + di, k + dk];
        if (x < 0 || y < 0 || x >= CELLS || y >= CELLS) continue; // the joints have stops
        const other = y * CELLS + x;
        if (before[other] >= 0 || (stage.taken[other] && other !== from)) continue;
        before[other] = place;
        next.push(other);
      }
    }
    edge = next;
  }
  const path = [];
  if (before[from] >= 0) for (let place = from; place !== to; place = before[place]) path.push(before[place]);
  stage.path = path.map((place) => [angle(place % CELLS), angle(Math.floor(place / CELLS))]);
  stage.reachable = before[from] >= 0;
  stage.rows = [['steps of the path', stage.reachable ? path.length : 'there is none']];
}

function follow(stage) {
  if (!stage.path) return;
  if (stage.path.length === 0) {
    // There and back.
    stage.waited = (stage.waited ?? 0) + 1;
    if (stage.waited > 60 && stage.reachable) {
      stage.waited = 0;
      stage.goal = Math.hypot(stage.joints[0] - GOAL[0], stage.joints[1] - GOAL[1]) < 0.1 ? START : GOAL;
      stage.path = null;
    }
    return;
  }
  let reach = 0.035;
  while (reach > 0 && stage.path.length > 0) {
    const way = stage.path[0].map((x, k) => x - stage.joints[k]);
    const length = Math.hypot(...way);
    const share = length <= reach ? 1 : reach / length;
    stage.joints = stage.joints.map((x, k) => x + share * way[k]);
    if (share === 1) stage.path.shift();
    reach -= share * length;
  }
}

/** Where the end of the arm is. */
function hand([first, second]) {
  const turned = first + second;
  return [
    LENGTHS[0] * Math.cos(first) + LENGTHS[1] * Math.cos(turned),
    HEIGHT,
    -LENGTHS[0] * Math.sin(first) - LENGTHS[1] * Math.sin(turned),
  ];
}

function show(stage) {
  const ends = [stage.joints, ...(stage.path ?? [])].map(hand);
  stage.view.lines(
    'hand',
    ends.slice(1).flatMap((end, i) => [...ends[i], ...end]),
    stage.view.dark ? '#ffd166' : '#b85c00',
    3,
  );
  const context = stage.map.getContext('2d');
  const image = context.createImageData(CELLS, CELLS);
  const dark = stage.view.dark;
  const [free, taken] = dark
    ? [
        [58, 68, 82],
        [18, 20, 24],
      ]
    : [
        [250, 251, 252],
        [120, 132, 146],
      ];
  for (let k = 0; k < CELLS; ++k) {
    for (let i = 0; i < CELLS; ++i) {
      const color = stage.taken[k * CELLS + i] ? taken : free;
      image.data.set([...color, 255], 4 * ((CELLS - 1 - k) * CELLS + i));
    }
  }
  context.putImageData(image, 0, 0);
  const point = ([first, second]) => [((first + Math.PI) / (2 * Math.PI)) * CELLS, (1 - (second + Math.PI) / (2 * Math.PI)) * CELLS];
  context.strokeStyle = dark ? '#ffd166' : '#b85c00';
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(...point(stage.joints));
  for (const joints of stage.path ?? []) context.lineTo(...point(joints));
  context.stroke();
  const dot = (joints, color) => {
    context.fillStyle = color;
    context.beginPath();
    context.arc(...point(joints), 2.6, 0, 7);
    context.fill();
  };
  dot(stage.goal, dark ? '#4cc2a8' : '#0b7a64');
  dot(stage.joints, '#e8735a');
}

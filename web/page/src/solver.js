// Rigid bodies with contacts: sequential impulses with small steps and soft constraints (Catto 2005; Macklin et al. 2019). The library
// says where bodies touch, this pushes them.

const MOST = 4; // contacts of a pair: the library lists the most important first
const SLOP = 0.008; // how deep bodies rest in each other, so that their contacts last
const PUSH = 3; // the greatest speed at which overlap is undone
const STRIDE = 40;

// Places of the numbers of a contact.
const N = 0; // three directions: normal, tangent, tangent; of each 3 numbers
const RA = 9; // from the centre of each body
const RB = 12;
const IA = 15; // what a unit impulse along each direction turns each body by; 3 directions of 3 numbers
const IB = 24;
const MASS = 33; // effective masses along the directions
const S = 36; // the separation
const P = 37; // impulses along the directions

export class Solver {
  constructor(stage, { gravity = -9.81, steps = 6, friction = 0.6, bounce = 0 } = {}) {
    Object.assign(this, { stage, gravity, steps, friction, bounce });
    this.data = new Float64Array(STRIDE * 256);
    this.bodies = new Int32Array(2 * 256);
    this.count = 0;
    this.known = new Map();
    this.times = { library: 0, response: 0 };
  }

  step(dt) {
    const { stage } = this;
    const start = performance.now();
    stage.sync();
    const contacts = stage.world.contacts();
    const found = performance.now();
    this.prepare(contacts);
    const h = dt / this.steps;
    for (let step = 0; step < this.steps; ++step) {
      this.accelerate(h);
      this.warm();
      this.solve(h, true);
      this.move(h);
      this.solve(h, false);
    }
    if (this.bounce > 0) this.rebound();
    this.remember();
    this.times = { library: found - start, response: performance.now() - found };
    this.contacts = contacts;
    return contacts;
  }

  prepare({ pairs, counts, data }) {
    const { stage } = this;
    const { poses, velocities: v, spins: w, inverseMasses, inverseInertias, count } = stage;
    if (!this.inertia || this.inertia.length < 9 * count) {
      this.inertia = new Float64Array(9 * stage.capacity);
      this.moved = new Float64Array(6 * stage.capacity);
    }
    const { inertia } = this;
    this.moved.fill(0);
    for (let i = 0; i < count; ++i) {
      if (inverseMasses[i] > 0) worldInertia(inertia, 9 * i, poses, 7 * i + 3, inverseInertias, 3 * i);
      else inertia.fill(0, 9 * i, 9 * i + 9);
    }
    let [at, from] = [0, 0];
    this.pairs = [];
    for (let pair = 0; pair < counts.length; ++pair) {
      const [a, b] = [stage.indices[pairs[2 * pair]], stage.indices[pairs[2 * pair + 1]]];
      const first = from;
      from += counts[pair];
      const [ma, mb] = [inverseMasses[a], inverseMasses[b]];
      if (ma + mb === 0) continue;
      const most = Math.min(counts[pair], MOST);
      const key = a * 65536 + b;
      const old = this.known.get(key);
      const begin = at;
      for (let contact = 0; contact < most; ++contact, ++at) {
        if ((at + 1) * STRIDE > this.data.length) this.grow();
        const d = this.data;
        const o = at * STRIDE;
        const s = 10 * (first + contact);
        this.bodies[2 * at] = a;
        this.bodies[2 * at + 1] = b;
        const [nx, ny, nz] = [data[s + 6], data[s + 7], data[s + 8]];
        d[o] = nx;
        d[o + 1] = ny;
        d[o + 2] = nz;
        tangents(d, o);
        for (let k = 0; k < 3; ++k) {
          const middle = 0.5 * (data[s + k] + data[s + 3 + k]);
          d[o + RA + k] = middle - poses[7 * a + k];
          d[o + RB + k] = middle - poses[7 * b + k];
        }
        for (let k = 0; k < 3; ++k) {
          const share =
            ma +
            mb +
            lever(d, o + N + 3 * k, o + RA, inertia, 9 * a, o + IA + 3 * k) +
            lever(d, o + N + 3 * k, o + RB, inertia, 9 * b, o + IB + 3 * k);
          d[o + MASS + k] = 1 / share;
          d[o + P + k] = 0;
        }
        d[o + S] = SLOP - data[s + 9];
        if (old) recall(d, o, old);
      }
      this.pairs.push([key, begin, at]);
    }
    this.count = at;
    if (this.bounce > 0) {
      this.speeds = new Float64Array(at);
      for (let contact = 0; contact < at; ++contact) this.speeds[contact] = this.speed(contact, 0, v, w);
    }
  }

  grow() {
    const data = new Float64Array(2 * this.data.length);
    data.set(this.data);
    const bodies = new Int32Array(2 * this.bodies.length);
    bodies.set(this.bodies);
    Object.assign(this, { data, bodies });
  }

  /** The speed along a direction at which the bodies of a contact part. */
  speed(contact, direction, v, w) {
    const d = this.data;
    const o = contact * STRIDE;
    const n = o + N + 3 * direction;
    return approach(d, n, o, v, w, 3 * this.bodies[2 * contact], 3 * this.bodies[2 * contact + 1], 0);
  }

  push(contact, direction, impulse, v, w) {
    const d = this.data;
    const o = contact * STRIDE;
    const n = o + N + 3 * direction;
    const i = this.bodies[2 * contact];
    const j = this.bodies[2 * contact + 1];
    const ma = impulse * this.stage.inverseMasses[i];
    const mb = impulse * this.stage.inverseMasses[j];
    for (let k = 0; k < 3; ++k) {
      v[3 * i + k] += ma * d[n + k];
      v[3 * j + k] -= mb * d[n + k];
      w[3 * i + k] += impulse * d[o + IA + 3 * direction + k];
      w[3 * j + k] -= impulse * d[o + IB + 3 * direction + k];
    }
  }

  accelerate(h) {
    const { count, inverseMasses, velocities, spins, grab } = this.stage;
    const slower = 1 - 0.3 * h;
    for (let i = 0; i < count; ++i) {
      if (inverseMasses[i] === 0) continue;
      velocities[3 * i + 1] += this.gravity * h;
      for (let k = 0; k < 3; ++k) spins[3 * i + k] *= slower;
    }
    if (grab && inverseMasses[grab.body] > 0) this.pull(grab);
  }

  /** Draws the point by which a body is held towards the pointer. */
  pull({ body: i, local, target }) {
    const { poses, velocities: v, spins: w } = this.stage;
    const r = rotated(poses, 7 * i + 3, local);
    const arm = [
      v[3 * i] + w[3 * i + 1] * r[2] - w[3 * i + 2] * r[1],
      v[3 * i + 1] + w[3 * i + 2] * r[0] - w[3 * i] * r[2],
      v[3 * i + 2] + w[3 * i] * r[1] - w[3 * i + 1] * r[0],
    ];
    const change = [0, 1, 2].map((k) => {
      const wanted = Math.max(-20, Math.min(20, 9 * (target[k] - poses[7 * i + k] - r[k])));
      return 0.35 * (wanted - arm[k]);
    });
    for (let k = 0; k < 3; ++k) v[3 * i + k] += change[k];
    const share = 0.15 / (0.02 + r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    w[3 * i] = 0.96 * w[3 * i] + share * (r[1] * change[2] - r[2] * change[1]);
    w[3 * i + 1] = 0.96 * w[3 * i + 1] + share * (r[2] * change[0] - r[0] * change[2]);
    w[3 * i + 2] = 0.96 * w[3 * i + 2] + share * (r[0] * change[1] - r[1] * change[0]);
  }

  warm() {
    const { velocities: v, spins: w } = this.stage;
    for (let contact = 0; contact < this.count; ++contact) {
      for (let k = 0; k < 3; ++k) {
        const impulse = this.data[contact * STRIDE + P + k];
        if (impulse !== 0) this.push(contact, k, impulse, v, w);
      }
    }
  }

  solve(h, biased) {
    const { velocities: v, spins: w } = this.stage;
    const { data: d, moved, friction } = this;
    const omega = 2 * Math.PI * Math.min(30, 0.25 / h);
    const [zeta, most] = [10, friction];
    const a1 = 2 * zeta + h * omega;
    const a2 = h * omega * a1;
    const softness = 1 / (1 + a2);
    for (let contact = 0; contact < this.count; ++contact) {
      const o = contact * STRIDE;
      const a = 6 * this.bodies[2 * contact];
      const b = 6 * this.bodies[2 * contact + 1];
      const s = d[o + S] + approach(d, o, o, moved, moved, a, b, 3);
      let bias = 0;
      let mass = 1;
      let give = 0;
      if (s > 0) bias = s / h;
      else if (biased) {
        bias = Math.max((omega / a1) * s, -PUSH);
        mass = a2 * softness;
        give = softness;
      }
      const old = d[o + P];
      const impulse = Math.max(0, old - d[o + MASS] * mass * (this.speed(contact, 0, v, w) + bias) - give * old);
      d[o + P] = impulse;
      this.push(contact, 0, impulse - old, v, w);
      for (let k = 1; k < 3; ++k) {
        const before = d[o + P + k];
        const wanted = before - d[o + MASS + k] * this.speed(contact, k, v, w);
        const after = Math.max(-most * impulse, Math.min(most * impulse, wanted));
        d[o + P + k] = after;
        this.push(contact, k, after - before, v, w);
      }
    }
  }

  move(h) {
    const { poses, velocities: v, spins: w, count, inverseMasses } = this.stage;
    const { moved } = this;
    for (let i = 0; i < count; ++i) {
      if (inverseMasses[i] === 0) continue;
      for (let k = 0; k < 3; ++k) {
        poses[7 * i + k] += h * v[3 * i + k];
        moved[6 * i + k] += h * v[3 * i + k];
        moved[6 * i + 3 + k] += h * w[3 * i + k];
      }
      turn(poses, 7 * i + 3, w[3 * i] * h, w[3 * i + 1] * h, w[3 * i + 2] * h);
    }
  }

  rebound() {
    const { velocities: v, spins: w } = this.stage;
    for (let contact = 0; contact < this.count; ++contact) {
      if (this.speeds[contact] > -0.6 || this.data[contact * STRIDE + P] === 0) continue;
      const missing = -this.bounce * this.speeds[contact] - this.speed(contact, 0, v, w);
      if (missing > 0) this.push(contact, 0, missing * this.data[contact * STRIDE + MASS], v, w);
    }
  }

  /** Keeps the impulses of this frame for the next one. */
  remember() {
    this.known.clear();
    for (const [key, begin, end] of this.pairs) {
      const list = [];
      for (let contact = begin; contact < end; ++contact) {
        const o = contact * STRIDE;
        list.push(this.data.slice(o + RA, o + RA + 3), this.data.slice(o + P, o + P + 3));
      }
      this.known.set(key, list);
    }
  }
}

/**
 * By how much the points of a contact part along the direction at `n`, if its bodies move by what is at `a` and `b` of `v`, and turn by what is
 * in `w`, so much further on.
 */
function approach(d, n, o, v, w, a, b, further) {
  const ax = d[o + RA];
  const ay = d[o + RA + 1];
  const az = d[o + RA + 2];
  const bx = d[o + RB];
  const by = d[o + RB + 1];
  const bz = d[o + RB + 2];
  const c = a + further;
  const e = b + further;
  return (
    d[n] * (v[a] + w[c + 1] * az - w[c + 2] * ay - v[b] - w[e + 1] * bz + w[e + 2] * by) +
    d[n + 1] * (v[a + 1] + w[c + 2] * ax - w[c] * az - v[b + 1] - w[e + 2] * bx + w[e] * bz) +
    d[n + 2] * (v[a + 2] + w[c] * ay - w[c + 1] * ax - v[b + 2] - w[e] * by + w[e + 1] * bx)
  );
}

/** Takes over the impulses of the contact that was at the same place. */
function recall(d, o, old) {
  for (let k = 0; k < old.length; k += 2) {
    const [r, p] = [old[k], old[k + 1]];
    const [x, y, z] = [r[0] - d[o + RA], r[1] - d[o + RA + 1], r[2] - d[o + RA + 2]];
    if (x * x + y * y + z * z < 0.01) {
      d[o + P] = p[0];
      d[o + P + 1] = p[1];
      d[o + P + 2] = p[2];
      return;
    }
  }
}

/** Two directions across a normal, at its side: the same for the same normal. */
function tangents(d, o) {
  const [x, y, z] = [d[o], d[o + 1], d[o + 2]];
  const [tx, ty, tz] = Math.abs(x) > 0.7 ? [-y, x, 0] : [0, z, -y];
  const length = Math.hypot(tx, ty, tz);
  d[o + 3] = tx / length;
  d[o + 4] = ty / length;
  d[o + 5] = tz / length;
  d[o + 6] = y * d[o + 5] - z * d[o + 4];
  d[o + 7] = z * d[o + 3] - x * d[o + 5];
  d[o + 8] = x * d[o + 4] - y * d[o + 3];
}

/** What a unit impulse along a direction at an arm turns a body by; returns its share of the effective mass. */
function lever(d, n, r, inertia, m, out) {
  const x = d[r + 1] * d[n + 2] - d[r + 2] * d[n + 1];
  const y = d[r + 2] * d[n] - d[r] * d[n + 2];
  const z = d[r] * d[n + 1] - d[r + 1] * d[n];
  const a = inertia[m] * x + inertia[m + 1] * y + inertia[m + 2] * z;
  const b = inertia[m + 3] * x + inertia[m + 4] * y + inertia[m + 5] * z;
  const c = inertia[m + 6] * x + inertia[m + 7] * y + inertia[m + 8] * z;
  d[out] = a;
  d[out + 1] = b;
  d[out + 2] = c;
  return a * x + b * y + c * z;
}

function columns(q, o) {
  const [x, y, z, w] = [q[o], q[o + 1], q[o + 2], q[o + 3]];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** The inverse inertia along the world's axes. */
function worldInertia(out, o, q, p, local, l) {
  const r = columns(q, p);
  for (let i = 0; i < 3; ++i) {
    for (let k = 0; k < 3; ++k) {
      let sum = 0;
      for (let n = 0; n < 3; ++n) sum += r[3 * i + n] * local[l + n] * r[3 * k + n];
      out[o + 3 * i + k] = sum;
    }
  }
}

/** A vector, turned by a quaternion. */
export function rotated(q, o, [x, y, z]) {
  const r = columns(q, o);
  return [0, 3, 6].map((k) => r[k] * x + r[k + 1] * y + r[k + 2] * z);
}

/** Turns a quaternion by a small rotation vector. */
export function turn(q, o, x, y, z) {
  const [a, b, c, w] = [q[o], q[o + 1], q[o + 2], q[o + 3]];
  q[o] += 0.5 * (x * w + y * c - z * b);
  q[o + 1] += 0.5 * (y * w + z * a - x * c);
  q[o + 2] += 0.5 * (z * w + x * b - y * a);
  q[o + 3] -= 0.5 * (x * a + y * b + z * c);
  const length = Math.hypot(q[o], q[o + 1], q[o + 2], q[o + 3]);
  for (let k = 0; k < 4; ++k) q[o + k] /= length;
}

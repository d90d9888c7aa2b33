// A stage: a world of libsolid, the bodies in it, and how they are shown.

import { World } from 'libsolid';
import * as THREE from 'three';

export const COLORS = ['#e8735a', '#f2a65a', '#e8c95f', '#4cb79f', '#4f8fcb', '#8f76c9'];

const CAPACITY = 64;

export class Stage {
  constructor(scene) {
    this.world = new World();
    this.group = new THREE.Group();
    scene.add(this.group);
    this.count = 0;
    this.ids = [];
    this.indices = []; // of bodies, by the number of their object
    this.forms = [];
    this.slots = []; // the place of each body in the instances of its form
    this.shown = new Map(); // the instances of each form
    this.moves = [];
    this.reserve(256);
    this.lines = {};
    this.grab = null;
    this.focus = -1; // the body whose closest points are shown
    this.grabbable = () => true;
  }

  reserve(capacity) {
    const grow = (old, width) => {
      const grown = new Float64Array(capacity * width);
      if (old) grown.set(old);
      return grown;
    };
    this.poses = grow(this.poses, 7);
    this.velocities = grow(this.velocities, 3);
    this.spins = grow(this.spins, 3);
    this.inverseMasses = grow(this.inverseMasses, 1);
    this.inverseInertias = grow(this.inverseInertias, 3);
    this.capacity = capacity;
  }

  /** Adds a body; without a mass nothing but the demo moves it. Returns its index. */
  add(form, { at = [0, 0, 0], turn = [0, 0, 0, 1], mass = 0, color = COLORS[3], moves = mass > 0, visible = true, opacity = 1 } = {}) {
    if (this.count === this.capacity) this.reserve(2 * this.capacity);
    const i = this.count++;
    const pose = [...at, ...turn];
    const id = form.deforms ? this.world.addDeformable(form.shape, pose) : this.world.add(form.shape, pose);
    this.ids.push(id);
    this.indices[id] = i;
    this.forms.push(form);
    this.moves.push(moves);
    this.poses.set(pose, 7 * i);
    if (mass > 0) {
      const [x, y, z] = form.extents.map((extent) => (extent * extent) / 12);
      this.inverseMasses[i] = 1 / mass;
      this.inverseInertias.set([1 / (mass * (y + z)), 1 / (mass * (x + z)), 1 / (mass * (x + y))], 3 * i);
    }
    this.slots.push(visible ? this.show(form, i, color, opacity) : -1);
    return i;
  }

  show(form, i, color, opacity) {
    let shown = this.shown.get(form);
    if (!shown) {
      const material = new THREE.MeshStandardMaterial({
        roughness: 0.55,
        metalness: 0.05,
        flatShading: form.flat,
        side: form.isSheet ? THREE.DoubleSide : THREE.FrontSide,
        transparent: opacity < 1,
        opacity,
        depthWrite: opacity >= 1,
      });
      shown = { material, bodies: [], colors: [], mesh: null };
      this.shown.set(form, shown);
    }
    shown.bodies.push(i);
    shown.colors.push(new THREE.Color(color));
    if (!shown.mesh || shown.bodies.length > shown.mesh.instanceMatrix.count) {
      if (shown.mesh) {
        this.group.remove(shown.mesh);
        shown.mesh.dispose();
      }
      shown.mesh = new THREE.InstancedMesh(
        form.geometry,
        shown.material,
        Math.max(1, shown.bodies.length > 1 ? CAPACITY : 1, 2 * (shown.bodies.length - 1)),
      );
      shown.mesh.castShadow = opacity >= 1;
      shown.mesh.receiveShadow = true;
      shown.mesh.frustumCulled = false;
      shown.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
      shown.colors.forEach((one, slot) => shown.mesh.setColorAt(slot, one));
      this.group.add(shown.mesh);
    }
    shown.mesh.count = shown.bodies.length;
    shown.mesh.setColorAt(shown.bodies.length - 1, shown.colors.at(-1));
    return shown.bodies.length - 1;
  }

  /** Paints a body, until it is painted again; with nothing, as it was at first. */
  paint(i, color) {
    const shown = this.shown.get(this.forms[i]);
    if (!shown) return;
    shown.mesh.setColorAt(this.slots[i], color ?? shown.colors[this.slots[i]]);
    shown.mesh.instanceColor.needsUpdate = true;
  }

  place(i, at, turn) {
    this.poses.set(at, 7 * i);
    if (turn) this.poses.set(turn, 7 * i + 3);
  }

  position(i) {
    return this.poses.subarray(7 * i, 7 * i + 3);
  }

  quaternion(i) {
    return this.poses.subarray(7 * i + 3, 7 * i + 7);
  }

  /** Passes on to the world where all bodies are that move. */
  sync() {
    if (this.movers === undefined || this.movers.count !== this.count) {
      const moving = this.ids.map((_, i) => i).filter((i) => this.moves[i]);
      const ids = Uint32Array.from(moving, (i) => this.ids[i]);
      this.movers = { count: this.count, moving, ids, poses: new Float64Array(7 * moving.length) };
    }
    const { moving, ids, poses } = this.movers;
    moving.forEach((i, k) => {
      for (let n = 0; n < 7; ++n) poses[7 * k + n] = this.poses[7 * i + n];
    });
    this.world.setPoses(ids, poses);
  }

  /** Gives a mesh new vertices, in the world and on the screen. */
  deform(i, vertices) {
    const { geometry } = this.forms[i];
    this.world.deform(this.ids[i], vertices);
    this.forms[i].vertices = vertices;
    geometry.attributes.position.array.set(vertices);
    geometry.attributes.position.needsUpdate = true;
    geometry.computeVertexNormals();
  }

  /** Changes the heights of a rectangle of a height field, given row by row, in the world and on the screen. */
  changeHeights(i, column, row, columns, heights) {
    const form = this.forms[i];
    this.world.changeHeights(this.ids[i], column, row, columns, heights);
    const { array } = form.geometry.attributes.position;
    heights.forEach((height, k) => {
      const at = (row + Math.floor(k / columns)) * form.columns + column + (k % columns);
      form.heights[at] = height;
      array[3 * at + 1] = height;
    });
    form.geometry.attributes.position.needsUpdate = true;
    form.geometry.computeVertexNormals();
  }

  /** Moves what is shown to where the bodies are. */
  draw() {
    const [at, turn, one, matrix] = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3(1, 1, 1), new THREE.Matrix4()];
    for (const { mesh, bodies } of this.shown.values()) {
      bodies.forEach((i, slot) => {
        at.fromArray(this.poses, 7 * i);
        turn.fromArray(this.poses, 7 * i + 3).normalize();
        mesh.setMatrixAt(slot, matrix.compose(at, turn, one));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** How many pairs collide. */
  collisions() {
    return this.world.test().length / 2;
  }

  /** The frame as bytes, for the native program that checks the page: web/native/src/frame.rs has the format. */
  save() {
    const forms = [...new Set(this.forms)];
    const shapes = forms.map((form) => (form.now?.() ?? form.shape).toBytes());
    const size = 8 + shapes.reduce((sum, bytes) => sum + 4 + bytes.length, 0) + this.count * (4 + 128);
    const bytes = new Uint8Array(size);
    const out = new DataView(bytes.buffer);
    let place = 0;
    const word = (value) => {
      out.setUint32(place, value, true);
      place += 4;
    };
    word(shapes.length);
    for (const shape of shapes) {
      word(shape.length);
      bytes.set(shape, place);
      place += shape.length;
    }
    word(this.count);
    this.ids.forEach((id, i) => {
      word(forms.indexOf(this.forms[i]));
      for (const number of this.world.matrix(id)) {
        out.setFloat64(place, number, true);
        place += 8;
      }
    });
    return bytes;
  }

  dispose() {
    this.group.removeFromParent();
    for (const { mesh, material } of this.shown.values()) {
      mesh.dispose();
      material.dispose();
    }
    for (const form of new Set(this.forms)) {
      form.geometry.dispose();
      form.shape.free();
    }
    this.world.free();
  }
}

// The page: which demo is shown, time, the pointer, switches and numbers.

import * as THREE from 'three';
import { demos } from './demos/index.js';
import { Stage } from './stage.js';
import { rotated } from './solver.js';
import { View } from './view.js';

const STEP = 1 / 60;
const SWITCHES = ['contacts', 'normals', 'boxes', 'trees', 'closest points'];

const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.view = new View(byId('view'));
    this.playing = true;
    this.on = Object.fromEntries(SWITCHES.map((name) => [name, false]));
    this.frame = 0;
    this.rates = {};
    this.makeControls();
    this.watchPointer();
    const wanted = decodeURIComponent(location.hash.slice(1));
    this.show(demos.some((demo) => demo.name === wanted) ? wanted : demos[0].name);
    window.addEventListener('hashchange', () => {
      const name = decodeURIComponent(location.hash.slice(1));
      if (name !== this.demo.name && demos.some((demo) => demo.name === name)) this.show(name);
    });
    window.addEventListener('resize', () => {
      this.changed = true;
    });
    this.last = performance.now();
    requestAnimationFrame((now) => this.tick(now));
  }

  makeControls() {
    const preferred = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    document.documentElement.dataset.theme = new URLSearchParams(location.search).get('theme') ?? preferred;
    byId('theme').onclick = () => {
      const { dataset } = document.documentElement;
      dataset.theme = dataset.theme === 'light' ? 'dark' : 'light';
      this.view.theme();
      this.changed = true;
    };
    byId('demos').replaceChildren(
      ...demos.map(({ name }) => {
        const button = document.createElement('button');
        button.textContent = name;
        button.onclick = () => this.show(name);
        return button;
      }),
    );
    byId('switches').replaceChildren(
      ...SWITCHES.map((name) => {
        const label = document.createElement('label');
        label.className = 'switch';
        const input = document.createElement('input');
        input.type = 'checkbox';
        input.name = name;
        input.onchange = () => {
          this.on[name] = input.checked;
          this.changed = true;
        };
        label.append(input, name);
        return label;
      }),
    );
    byId('pause').onclick = () => this.play(!this.playing);
    byId('step').onclick = () => {
      this.play(false);
      this.advance();
    };
    byId('reset').onclick = () => this.show(this.demo.name);
    window.addEventListener('keydown', (event) => {
      if (event.target.closest('button, input') || event.ctrlKey || event.metaKey) return;
      const key = { ' ': 'pause', s: 'step', r: 'reset' }[event.key];
      if (key) {
        event.preventDefault();
        byId(key).click();
      }
    });
  }

  play(playing) {
    this.playing = playing;
    byId('pause').textContent = playing ? '❚❚' : '▶';
    byId('pause').title = playing ? 'Pause (space)' : 'Play (space)';
  }

  show(name) {
    this.stage?.dispose();
    for (const overlay of [...this.view.overlays.keys()]) this.view.lines(overlay, null);
    const demo = demos.find((one) => one.name === name);
    if (this.demo !== demo) this.values = Object.fromEntries((demo.settings ?? []).map((setting) => [setting.name, setting.value]));
    this.demo = demo;
    this.frame = 0;
    this.stage = new Stage(this.view.scene);
    this.stage.view = this.view;
    this.stage.values = this.values;
    this.stage.map = byId('map');
    this.stage.map.hidden = true;
    this.view.look(demo.camera);
    demo.build(this.stage);
    byId('title').textContent = demo.title;
    byId('text').textContent = demo.text;
    this.makeSettings();
    for (const button of byId('demos').children) {
      const chosen = button.textContent === name;
      button.setAttribute('aria-pressed', chosen);
      if (chosen) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    history.replaceState(null, '', `#${encodeURIComponent(name)}`);
    this.rates = {};
    this.draw();
  }

  makeSettings() {
    const { settings = [] } = this.demo;
    byId('settings').replaceChildren(
      ...settings.map((setting) => {
        const label = document.createElement('label');
        const text = document.createElement('span');
        const input = document.createElement('input');
        const value = this.values[setting.name];
        const isSwitch = typeof value === 'boolean';
        input.type = isSwitch ? 'checkbox' : 'range';
        input.name = setting.name;
        if (isSwitch) input.checked = value;
        else Object.assign(input, { min: setting.min, max: setting.max, step: setting.step, value });
        const name = () => {
          text.textContent = isSwitch ? setting.name : `${setting.name}: ${this.values[setting.name]}`;
        };
        input.oninput = () => {
          this.values[setting.name] = isSwitch ? input.checked : Number(input.value);
          name();
        };
        input.onchange = () => setting.restarts && this.show(this.demo.name);
        name();
        label.append(text, input);
        return label;
      }),
    );
  }

  /** One step of the demo. */
  advance() {
    const start = performance.now();
    this.demo.step(this.stage, STEP, this.frame++);
    this.rate('step', performance.now() - start);
  }

  rate(name, value) {
    const old = this.rates[name];
    this.rates[name] = old === undefined ? value : old + 0.08 * (value - old);
  }

  tick(now) {
    requestAnimationFrame((next) => this.tick(next));
    const passed = now - this.last;
    if (passed < 0.85 * 1000 * STEP) return;
    this.last = now;
    // While time stands still, only what has changed is drawn.
    const turned = this.view.controls.update();
    if (!this.playing && !turned && !this.changed) return;
    this.rate('frame', passed);
    if (this.playing) this.advance();
    this.draw();
  }

  draw() {
    this.changed = false;
    const { stage, demo, view } = this;
    demo.draw?.(stage);
    stage.draw();
    this.overlay();
    view.render();
    this.tell();
  }

  /** What the switches ask for. */
  overlay() {
    const { stage, view, on } = this;
    const unit = view.unit;
    if (on.contacts || on.normals) {
      const { data } = stage.world.contacts();
      const [points, normals] = [[], []];
      for (let i = 0; i < data.length; i += 10) {
        const middle = [0, 1, 2].map((k) => 0.5 * (data[i + k] + data[i + 3 + k]));
        points.push(...middle);
        normals.push(...middle, ...middle.map((x, k) => x + 0.35 * unit * data[i + 6 + k]));
      }
      view.points(on.contacts ? points : [], 0.045 * unit);
      view.lines('normals', on.normals ? normals : null, '#ff5d8f', 2);
    } else {
      view.points([], 1);
      view.lines('normals', null);
    }
    view.lines('boxes', on.boxes ? stage.world.lines('boxes') : null, view.dark ? '#8fd3ff' : '#1166aa');
    view.lines('trees', on.trees ? this.trees() : null, view.dark ? '#b7f59b' : '#2d7a10');
    this.closest();
  }

  /** The boxes of level 3 of the tree over each mesh: up to 64 of them. */
  trees() {
    const { stage } = this;
    const numbers = [];
    const corner = new THREE.Vector3();
    const matrix = new THREE.Matrix4();
    stage.forms.forEach((form, i) => {
      if (!form.triangles) return;
      matrix.fromArray(stage.world.matrix(stage.ids[i]));
      const boxes = stage.world.treeBoxes(stage.ids[i], 3);
      for (let b = 0; b < boxes.length; b += 6) {
        for (let from = 0; from < 8; ++from) {
          for (const bit of [1, 2, 4]) {
            if (from & bit) continue;
            for (const end of [from, from | bit]) {
              corner.set(...[0, 1, 2].map((k) => boxes[b + k + ((end >> k) & 1 ? 3 : 0)])).applyMatrix4(matrix);
              numbers.push(corner.x, corner.y, corner.z);
            }
          }
        }
      }
    });
    return numbers;
  }

  /** The closest points of the body that was touched last, or of the demo's choice, and the eight bodies next to it. */
  closest() {
    const { stage, view } = this;
    const focus = stage.focus >= 0 ? stage.focus : stage.count - 1;
    if (!this.on['closest points'] || focus < 0) return view.lines('closest', null);
    const id = stage.ids[focus];
    const around = stage.world.boundingBox(id);
    const reach = 2.5 * view.unit;
    const near = stage.world.queryBox(
      around.subarray(0, 3).map((x) => x - reach),
      around.subarray(3).map((x) => x + reach),
    );
    const pairs = [...near].filter((other) => other !== id).map((other) => stage.world.closest(id, other));
    pairs.sort((a, b) => a.distance - b.distance);
    return view.lines(
      'closest',
      pairs.slice(0, 8).flatMap((pair) => [...pair.pointA, ...pair.pointB]),
      view.dark ? '#ffe066' : '#b26b00',
      2.5,
    );
  }

  tell() {
    const now = performance.now();
    if (now - (this.told ?? -1e9) < 200 && this.playing) return;
    this.told = now;
    const { stage, rates } = this;
    const rows = [
      ['objects', stage.count],
      ['collisions', stage.found ?? stage.collisions()],
      ...Object.entries(stage.times ?? {}).map(([name, time]) => [name, milliseconds((rates[name] = smooth(rates[name], time)))]),
      ...(rates.step === undefined ? [] : [['whole step', milliseconds(rates.step)]]),
      ...(rates.frame === undefined || !this.playing ? [] : [['frames a second', Math.round(1000 / rates.frame)]]),
      ...(stage.rows ?? []),
    ];
    byId('numbers').replaceChildren(
      ...rows.flatMap(([name, value]) => {
        const [term, number] = [document.createElement('dt'), document.createElement('dd')];
        term.textContent = name;
        number.textContent = value;
        return [term, number];
      }),
    );
  }

  watchPointer() {
    const { canvas } = this.view;
    const plane = new THREE.Plane();
    const at = new THREE.Vector3();
    const target = (event) => {
      const [from, to] = this.view.ray(event);
      return new THREE.Ray(from, to.sub(from).normalize()).intersectPlane(plane, at) ? at.toArray() : null;
    };
    // Before the camera's controls see it.
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        const { stage } = this;
        if (event.button !== 0 || this.pointer !== undefined) return;
        const [from, to] = this.view.ray(event);
        const hit = stage.world.ray(from.toArray(), to.toArray());
        const body = hit && stage.indices[hit.object];
        if (!hit || !stage.moves[body] || !stage.grabbable(body)) return;
        event.stopImmediatePropagation();
        canvas.setPointerCapture(event.pointerId);
        this.pointer = event.pointerId;
        const facing = this.view.camera.getWorldDirection(new THREE.Vector3());
        plane.setFromNormalAndCoplanarPoint(facing, at.fromArray(hit.point));
        const centre = stage.position(body);
        const turned = stage.quaternion(body);
        const back = [-turned[0], -turned[1], -turned[2], turned[3]];
        const arm = [0, 1, 2].map((k) => hit.point[k] - centre[k]);
        stage.grab = { body, local: rotated(back, 0, arm), arm, target: [...hit.point] };
        stage.focus = body;
        canvas.style.cursor = 'grabbing';
      },
      { capture: true },
    );
    canvas.addEventListener('dblclick', (event) => {
      const { stage, demo } = this;
      const [from, to] = this.view.ray(event);
      const hit = demo.struck && stage.world.ray(from.toArray(), to.toArray());
      if (hit) demo.struck(stage, stage.indices[hit.object], hit.point, event.shiftKey);
    });
    canvas.addEventListener('pointermove', (event) => {
      const { stage } = this;
      if (this.pointer !== event.pointerId || !stage.grab) return;
      const wanted = target(event);
      if (!wanted) return;
      stage.grab.target = wanted;
      // What no forces move goes along at once.
      if (stage.inverseMasses[stage.grab.body] === 0) {
        stage.place(
          stage.grab.body,
          wanted.map((x, k) => x - stage.grab.arm[k]),
        );
        stage.sync();
        if (!this.playing) this.demo.moved?.(stage);
        this.changed = true;
      }
    });
    const release = (event) => {
      if (this.pointer !== event.pointerId) return;
      this.pointer = undefined;
      this.stage.grab = null;
      canvas.style.cursor = '';
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
  }
}

const smooth = (old, value) => (old === undefined ? value : old + 0.3 * (value - old));
const milliseconds = (time) => `${time.toFixed(2)} ms`;

/** Starts the page. `window.page` serves its test. */
export function start() {
  const page = new Page();
  window.page = {
    names: demos.map((demo) => demo.name),
    numbers: () =>
      Object.fromEntries([...byId('numbers').querySelectorAll('dt')].map((term) => [term.textContent, term.nextSibling.textContent])),
    show: (name) => page.show(name),
    play: (playing) => page.play(playing),
    advance(steps) {
      for (let step = 0; step < steps; ++step) page.advance();
      page.draw();
      page.tell();
    },
    collisions: () => page.stage.collisions(),
    save: () => Array.from(page.stage.save()),
    rates: () => ({ ...page.rates, ...page.stage.times }),
    page,
  };
}

// What three.js does: the camera, the light, the ground, and what is drawn over the bodies.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.1, 400);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.maxPolarAngle = 0.52 * Math.PI;
    this.sky = new THREE.HemisphereLight('#ffffff', '#7d8894');
    this.sun = new THREE.DirectionalLight('#fff4e2');
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.03;
    this.ground = new THREE.Mesh(new THREE.CircleGeometry(1, 96).rotateX(-Math.PI / 2), new THREE.MeshStandardMaterial({ roughness: 1 }));
    this.ground.receiveShadow = true;
    this.grid = new THREE.Group();
    this.scene.add(this.sky, this.sun, this.sun.target, this.ground, this.grid);
    this.overlays = new Map();
    this.dots = new THREE.InstancedMesh(
      new THREE.SphereGeometry(1, 10, 8),
      new THREE.MeshBasicMaterial({ color: '#ffd23f', depthTest: false, transparent: true }),
      4000,
    );
    this.dots.renderOrder = 3;
    this.dots.frustumCulled = false;
    this.scene.add(this.dots);
    this.resize();
    window.addEventListener('resize', () => this.resize());
  }

  resize() {
    const [width, height] = [window.innerWidth, window.innerHeight];
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // A narrow screen sees as much from side to side as a square one.
    this.camera.fov = 40 * Math.max(1, Math.min(1.7, 1.05 / this.camera.aspect));
    // The scene makes room for the text, which is at the left of a wide screen and at the top of a narrow one.
    if (width > 900) this.camera.setViewOffset(width, height, -0.06 * width, 0, width, height);
    else this.camera.setViewOffset(width, height, 0, width > 720 ? 0 : -0.06 * height, width, height);
    this.camera.updateProjectionMatrix();
    for (const line of this.overlays.values()) line.material.resolution?.set(width, height);
  }

  /** The colours of the theme, which the page's style has. */
  theme() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => new THREE.Color(style.getPropertyValue(name).trim());
    this.dark = document.documentElement.dataset.theme !== 'light';
    this.scene.background = color('--back');
    this.scene.fog = new THREE.Fog(color('--back'), 3 * this.radius, 9 * this.radius);
    this.ground.material.color = color('--ground');
    this.sky.intensity = this.dark ? 2.3 : 2.5;
    this.sun.intensity = this.dark ? 2.2 : 2;
    this.grid.clear();
    if (this.ground.visible) {
      const size = 40 * this.unit;
      const grid = new THREE.GridHelper(size, 40, color('--dim'), color('--dim'));
      grid.material.opacity = 0.13;
      grid.material.transparent = true;
      grid.material.depthWrite = false;
      grid.position.y = this.ground.position.y + 0.004;
      this.grid.add(grid);
    }
  }

  /** Looks at a point from a direction; what matters is within `radius` of it. */
  look({ at = [0, 1, 0], from = [6, 5, 9], radius = 8, ground = 0, unit = 1 }) {
    this.controls.target.set(...at);
    this.camera.position.set(...from);
    [this.radius, this.unit] = [radius, unit];
    this.sun.position.set(at[0] + radius, at[1] + 2 * radius, at[2] + 0.8 * radius);
    this.sun.target.position.set(...at);
    const { camera } = this.sun.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-radius, radius, -radius, radius];
    [camera.near, camera.far] = [0.1, 5 * radius];
    camera.updateProjectionMatrix();
    this.ground.visible = ground !== null;
    this.ground.position.y = (ground ?? 0) - 0.002;
    this.ground.scale.setScalar(12 * radius);
    this.theme();
    this.controls.update();
  }

  /** Shows line segments, 6 numbers each; none with no numbers. Wide lines count in pixels, others are one wide. */
  lines(name, numbers, color = '#ffffff', width = 0) {
    let line = this.overlays.get(name);
    if (!numbers || numbers.length === 0) {
      if (line) line.visible = false;
      return;
    }
    if (line) {
      this.scene.remove(line);
      line.geometry.dispose();
    }
    const material = line?.material ?? lineMaterial(color, width);
    material.color.set(color);
    material.resolution?.set(window.innerWidth, window.innerHeight);
    if (width > 0) {
      line = new LineSegments2(new LineSegmentsGeometry().setPositions(Float32Array.from(numbers)), material);
    } else {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.Float32BufferAttribute(numbers, 3));
      line = new THREE.LineSegments(geometry, material);
    }
    line.frustumCulled = false;
    line.renderOrder = 2;
    this.overlays.set(name, line);
    this.scene.add(line);
  }

  /** Shows points, 3 numbers each. */
  points(numbers, size) {
    const matrix = new THREE.Matrix4();
    const count = Math.min(numbers.length / 3, 4000);
    for (let i = 0; i < count; ++i) {
      matrix.makeScale(size, size, size).setPosition(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
      this.dots.setMatrixAt(i, matrix);
    }
    this.dots.count = count;
    this.dots.instanceMatrix.needsUpdate = true;
  }

  /** The ends of the ray under a pointer. */
  ray(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    const from = new THREE.Vector3(x, y, -1).unproject(this.camera);
    const to = new THREE.Vector3(x, y, 1).unproject(this.camera);
    return [from, to];
  }

  render() {
    this.renderer.render(this.scene, this.camera);
  }
}

function lineMaterial(color, width) {
  if (width > 0) return new LineMaterial({ color, linewidth: width, depthTest: false, transparent: true });
  return new THREE.LineBasicMaterial({ color, transparent: true, opacity: 0.55 });
}

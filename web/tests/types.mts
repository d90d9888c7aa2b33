// What the types of the package promise: this is compiled, and not run.

import init, { Compound, isSupported, Shape, World, type Contacts, type Depth, type Hit, type Separation } from '../pkg/index.js';

await init();
const world = new World();
const ball: number = world.add(Shape.sphere(1), [0, 0, 0, 0, 0, 0, 1]);
const block: number = world.add(Shape.box(1, 2, 3));
const many: Uint32Array = world.addMany(Shape.polytope([0, 0, 0]), new Float64Array(14));
world.setPoses(many, new Float64Array(14));
const contacts: Contacts = world.contacts();
const depth: Depth | undefined = world.depth(ball, block);
const apart: Separation | undefined = world.separation(ball, block, 0.05);
const hit: Hit | undefined = world.cast(ball, [1, 2, 3], block);
const turning: Hit | undefined = world.castTurning(ball, [1, 2, 3], [0, 0, 1], block, [0, 0, 0]);
const mesh = Shape.mesh(new Float32Array(9), new Uint16Array(3));
const sheet: number = world.addDeformable(mesh);
const land: number = world.addDeformable(Shape.heightField(new Float32Array(4), 2, 1, 1, 'rising'));
world.changeHeights(land, 0, 0, 1, [1]);
const whole = new Compound();
whole.add(Shape.points([0, 0, 0], [1]), [0, 0, 0, 0, 0, 0, 1]);
const part: [number, number] = whole.shape().part(0);
world.setMotion('screw');
const numbers: number[] = [contacts.pairs.length, apart?.translation[0] ?? 0, depth?.normal[0] ?? 0, hit?.time ?? 0, turning?.point[2] ?? 0, sheet, part[0]];
console.log(isSupported(), numbers);

// @ts-expect-error there is no such motion
world.setMotion('sideways');
// @ts-expect-error there is no such diagonal
Shape.heightField([0, 0, 0, 0], 2, 1, 1, 'steep');
// @ts-expect-error a shape is needed
world.add(1);
// @ts-expect-error it may be undefined
world.depth(ball, block).depth;

// A demo is an object with
//   name, title, text      for the page
//   camera                 { at, from, radius, ground, unit }: see View.look
//   settings               [{ name, value, min, max, step, restarts }]; a value that is a boolean is a switch
//   build(stage)           adds the bodies
//   step(stage, dt, frame) one step of time; leaves the world as it is to be shown, and `stage.found`, how many pairs collide
//   draw(stage)            what is shown beside the bodies (optional)
//   moved(stage)           a body was dragged while time stands still (optional)
//   struck(stage, body, point, shift)  a double click on a body (optional)

import { bullets } from './bullets.js';
import { clash } from './clash.js';
import { polyhedra } from './polyhedra.js';
import { pyramids } from './pyramids.js';
import { robot } from './robot.js';
import { rods } from './rods.js';
import { sheet } from './sheet.js';
import { stacking } from './stacking.js';
import { terrain } from './terrain.js';
import { tori } from './tori.js';

export const demos = [pyramids, polyhedra, tori, sheet, terrain, stacking, bullets, rods, robot, clash];

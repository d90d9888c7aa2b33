// For Node.

import { readFile } from 'node:fs/promises';
import { initSync } from './libsolid.js';
import { requireSupport } from './support.js';

export * from './libsolid.js';
export { isSupported } from './support.js';

let ready;

export function init(source) {
  ready ??= start(source);
  return ready;
}

async function start(source) {
  requireSupport();
  initSync({ module: source ?? (await readFile(new URL('./libsolid_bg.wasm', import.meta.url))) });
}

export default init;

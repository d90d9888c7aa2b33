// For browsers and bundlers.

import load from './libsolid.js';
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
  await load({ module_or_path: source ?? new URL('./libsolid_bg.wasm', import.meta.url) });
}

export default init;

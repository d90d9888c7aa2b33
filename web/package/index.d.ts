/// <reference lib="esnext.disposable" />

import type { InitInput } from './libsolid.js';

export * from './libsolid.js';

/**
 * Loads the library; to be awaited before anything else is used. Later calls wait for the first one.
 *
 * The compiled module is looked for beside the script. A program that keeps it elsewhere passes its address, or its bytes. Rejects with an
 * Error where there is no WebAssembly with SIMD instructions.
 */
export function init(source?: InitInput): Promise<void>;
export default init;

/** Whether the library can run here. */
export function isSupported(): boolean;

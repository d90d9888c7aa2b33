// Whether WebAssembly with SIMD instructions is there.

// A module of one function that makes a vector: (func (drop (v128.const i64x2 0 0))).
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, ...new Array(16).fill(0), 26, 11];

export function isSupported() {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(SIMD));
}

export function requireSupport() {
  if (!isSupported()) {
    throw new Error('libsolid needs WebAssembly with SIMD instructions: Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or later');
  }
}

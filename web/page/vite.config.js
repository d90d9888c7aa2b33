import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pkg = fileURLToPath(new URL('../pkg', import.meta.url));

export default defineConfig({
  base: './',
  resolve: { alias: { libsolid: `${pkg}/index.js` } },
  server: { fs: { allow: ['.', pkg] } },
  build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
});

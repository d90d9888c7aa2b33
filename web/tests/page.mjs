// Drives the page in headless Chromium: each demo loads, counts the collisions that the native library counts for the same frame, draws
// something, and reports no error.
//
//     node tests/page.mjs FOLDER [NATIVE]
//
// FOLDER is that of the built page, NATIVE the program libsolid-web-native. With SOLID_PICTURES, a folder, writes the manual's pictures there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';

const require = createRequire(new URL('../page/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [folder, native] = process.argv.slice(2).map((path) => resolve(path));
const pictures = process.env.SOLID_PICTURES;
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/** Serves the built page. */
function serve() {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url, 'http://localhost').pathname));
    try {
      const file = statSync(path).isDirectory() ? join(path, 'index.html') : path;
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** How many colours a part of the canvas has: a blank one has one, or the few of a gradient. */
function colors() {
  const canvas = document.getElementById('view');
  const small = Object.assign(document.createElement('canvas'), { width: 160, height: 100 });
  const context = small.getContext('2d');
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const { data } = context.getImageData(0, 0, small.width, small.height);
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4) seen.add((data[i] >> 4) * 256 + (data[i + 1] >> 4) * 16 + (data[i + 2] >> 4));
  return seen.size;
}

/** Where the first body of the stage is seen, right of and below a place. */
function seen([left, top]) {
  const { view, stage } = window.page.page;
  for (let y = top; y < innerHeight - 80; y += 9) {
    for (let x = left; x < innerWidth - 20; x += 9) {
      const ends = view.ray({ clientX: x, clientY: y }).map((end) => end.toArray());
      const isFree = document.elementFromPoint(x, y) === view.canvas;
      if (isFree && stage.indices[stage.world.ray(...ends)?.object] === 0) return [x, y];
    }
  }
  throw new Error('it is not seen');
}

/** Where the first body is. */
const place = () => [...window.page.page.stage.position(0)];
const distance = (a, b) => Math.hypot(...a.map((value, k) => value - b[k]));

const temporary = mkdtempSync(join(tmpdir(), 'libsolid-page-'));

/** What the native library counts in a frame. */
function counted(bytes) {
  const file = join(temporary, 'frame');
  writeFileSync(file, Uint8Array.from(bytes));
  return Number(execFileSync(native, ['count', file], { encoding: 'utf8' }));
}

const server = await serve();
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
try {
  const errors = [];
  const open = async (options, path = '') => {
    const page = await browser.newPage(options);
    page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && !/GPU stall|WebGL/.test(message.text()) && errors.push(message.text()),
    );
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(address + path);
    return page;
  };
  const page = await open({ viewport: { width: 800, height: 500 } });
  await page.waitForFunction(() => window.page);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  console.log(`first paint after ${Math.round(painted ?? 0)} ms`);
  await page.evaluate(() => window.page.play(false));
  const names = await page.evaluate(() => window.page.names);
  assert.ok(names.length >= 10);
  for (const name of names) {
    await page.evaluate((demo) => window.page.show(demo), name);
    await page.evaluate(() => window.page.advance(40));
    const here = await page.evaluate(() => window.page.collisions());
    const there = native ? counted(await page.evaluate(() => window.page.save())) : here;
    const shades = await page.evaluate(colors);
    const rates = await page.evaluate(() => window.page.rates());
    console.log(
      `${name}: ${here} collisions, ${shades} colours, ${Object.entries(rates)
        .map(([key, time]) => `${key} ${time.toFixed(2)} ms`)
        .join(', ')}`,
    );
    assert.equal(here, there, `${name}: collisions here, and by the native library`);
    assert.ok(shades > 12, `${name} is blank`);
    const turnAll = () => page.evaluate(() => document.querySelectorAll('.switch input').forEach((input) => input.click()));
    await turnAll();
    await page.evaluate(() => window.page.advance(2));
    await turnAll();
    assert.deepEqual(errors, [], name);
  }

  // The continuous test lets no bullet through; without it most fly through the plates.
  await page.evaluate(() => window.page.show('bullets'));
  const missed = () => page.evaluate(() => (window.page.advance(150), window.page.page.stage.missed));
  assert.equal(await missed(), 0, 'bullets that pass');
  await page.uncheck('#settings input[name=continuous]');
  await page.click('#reset');
  assert.ok((await missed()) > 20, 'bullets that pass without the continuous test');

  // A body is dragged with the mouse.
  await page.evaluate(() => window.page.show('tori'));
  const [x, y] = await page.evaluate(seen, [360, 60]);
  const before = await page.evaluate(place);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.up();
  assert.ok(distance(before, await page.evaluate(place)) > 0.3, 'the torus is dragged');

  // Time stands still, goes on, and goes on by one step.
  await page.evaluate(() => window.page.show('pyramids'));
  const frame = () => page.evaluate(() => window.page.page.frame);
  assert.equal(await frame(), 0);
  await page.click('#step');
  assert.equal(await frame(), 1);
  await page.click('#pause');
  await page.waitForFunction(() => window.page.page.frame > 3);
  await page.click('#theme');
  await page.close();

  // On a phone nothing is wider than it, and a finger drags.
  const phone = await open(
    { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: true },
    '?theme=light#tori',
  );
  await phone.waitForFunction(() => window.page);
  await phone.evaluate(() => window.page.play(false));
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
  const at = await phone.evaluate(seen, [20, 250]);
  const was = await phone.evaluate(place);
  const finger = await phone.context().newCDPSession(phone);
  for (const [type, by] of [
    ['touchStart', 0],
    ['touchMove', 20],
    ['touchMove', 60],
    ['touchEnd', null],
  ]) {
    const touchPoints = by === null ? [] : [{ x: at[0] + by, y: at[1] + by }];
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  assert.ok(distance(was, await phone.evaluate(place)) > 0.3, 'the torus is dragged by a finger');
  await phone.close();

  // Browsers that lack something say so, in one line.
  for (const [lack, message] of [
    ['WebAssembly.validate = () => false', /needs WebAssembly with SIMD/],
    ['delete window.WebAssembly', /needs WebAssembly with SIMD/],
    ['HTMLCanvasElement.prototype.getContext = () => null', /needs WebGL 2/],
  ]) {
    const poor = await browser.newPage();
    await poor.addInitScript(lack);
    await poor.goto(address);
    await poor.waitForFunction(() => !document.getElementById('message').hidden);
    assert.match(await poor.textContent('#message'), message);
    await poor.close();
  }
  assert.deepEqual(errors, []);
  if (pictures) await takePictures(open);
} finally {
  await browser.close();
  server.close();
  rmSync(temporary, { recursive: true });
}

/** The pictures of the manual. */
async function takePictures(open) {
  for (const [file, demo, theme, steps, switches] of [
    ['web-tori', 'tori', 'dark', 60, []],
    ['web-pyramids', 'pyramids', 'light', 300, ['contacts']],
    ['web-robot', 'robot', 'dark', 45, []],
    ['web-terrain', 'terrain', 'light', 240, []],
  ]) {
    const page = await open({ viewport: { width: 960, height: 600 } }, `?theme=${theme}#${demo}`);
    await page.waitForFunction(() => window.page);
    await page.evaluate(() => window.page.play(false));
    await page.evaluate((name) => window.page.show(name), demo);
    for (const name of switches) await page.locator(`.switch input[name="${name}"]`).check({ force: true });
    await page.evaluate((count) => window.page.advance(count), steps);
    await page.screenshot({ path: join(pictures, `${file}.png`) });
    await page.close();
  }
}

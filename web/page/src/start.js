// Says in one line why there is nothing to see, or starts the page.

import { init, isSupported } from 'libsolid';

function say(text) {
  const message = document.getElementById('message');
  message.textContent = text;
  message.hidden = false;
  document.body.classList.add('failed');
}

function hasGraphics() {
  return Boolean(document.createElement('canvas').getContext('webgl2'));
}

if (!isSupported()) {
  say('This page needs WebAssembly with SIMD instructions: Chrome 91, Firefox 89, Safari 16.4 or later.');
} else if (!hasGraphics()) {
  say('This page needs WebGL 2, which this browser does not have, or has switched off.');
} else {
  Promise.all([import('./main.js'), init()])
    .then(([page]) => page.start())
    .catch((error) => {
      say(`The page could not be started: ${error.message}`);
      throw error;
    });
}

// Frames of this server inside a merchant's page. A processor's script is served as one classic
// script with this file in front (see browser-files.ts). Card data never leaves the frames.

export const source = new URL(document.currentScript.src);

/** Objects with a `frame` and a `receive` function for its messages. */
export const listeners = new Set();

// Only messages from frames of this script, on the origin it was loaded from, are accepted.
window.addEventListener('message', (event) => {
  if (event.origin !== source.origin) return;
  for (const { frame, receive } of listeners) {
    if (frame.isConnected && frame.contentWindow === event.source) receive(event.data);
  }
});

export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a message to a frame and resolves with its answer; `settle` takes the answers. */
export function createRequests(send) {
  const waiting = new Map();
  return {
    ask: (message) =>
      new Promise((resolve) => {
        const request = randomId();
        waiting.set(request, resolve);
        send({ ...message, request });
      }),
    settle(request, answer) {
      waiting.get(request)?.(answer);
      waiting.delete(request);
    },
  };
}

export function within(promise, timeoutMs, error) {
  let timer;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** The URL of a page whose settings are in the fragment, which is not sent to servers. */
export function pageUrl(page, settings) {
  const hash = encodeURIComponent(JSON.stringify({ ...settings, origin: window.origin }));
  return `${page}#${hash}`;
}

export function makeFrame(url, title) {
  const frame = document.createElement('iframe');
  frame.src = String(url);
  frame.title = title;
  // Through the style object, not the attribute: a page's style-src does not apply to it.
  // The color scheme must match the frame's own, or the browser paints it opaque.
  Object.assign(frame.style, { border: '0', display: 'block', width: '100%' });
  frame.style.colorScheme = 'light';
  return frame;
}

/** Shows a frame in a modal dialog over the whole page. */
export function openDialog(frame, title) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  Object.assign(dialog.style, {
    border: '0',
    padding: '16px',
    margin: '0',
    boxSizing: 'border-box',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    display: 'grid',
    placeItems: 'center',
    // The page may have disabled pointer events below a dialog of its own.
    pointerEvents: 'auto',
    background: 'rgb(15 23 42 / 60%)',
  });
  Object.assign(frame.style, { maxWidth: '420px', height: 'min(520px, 100%)' });
  Object.assign(frame.style, { borderRadius: '16px', background: '#ffffff' });
  // Escape must not leave the payer between two states: the frame has its own way to cancel.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Frames of this server inside the merchant's page: how they are made, spoken with and shown above
// everything else. Only words pass: no card data ever comes out of a frame.

const source = new URL(document.currentScript.src);
const base = new URL('../', source);
const lines = new Set();

// Only frames that this script made, on the origin it came from, are ever listened to.
window.addEventListener('message', (event) => {
  if (event.origin !== source.origin) return;
  for (const line of lines) {
    if (line.frame.contentWindow === event.source) line.receive(event.data);
  }
});

export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function makeFrame(url, title) {
  const frame = document.createElement('iframe');
  frame.src = String(url);
  frame.title = title;
  // Through the style object, not the attribute: a page's style-src does not apply to it.
  // The colour scheme must match the frame's own, or the browser paints it opaque.
  Object.assign(frame.style, { border: '0', display: 'block', width: '100%' });
  frame.style.colorScheme = 'light';
  return frame;
}

export function pageUrl(page, settings) {
  const hash = encodeURIComponent(JSON.stringify({ ...settings, origin: window.origin }));
  return `${new URL(page, base)}#${hash}`;
}

/** A line to a frame: questions get answers, and everything else it says goes to `listen`. */
export function openLine(frame, listen) {
  const waiting = new Map();
  const line = { frame };
  const opened = new Promise((resolve) => {
    line.receive = (message) => {
      if (message?.type === 'listening') resolve();
      else if (message?.type === 'answer') {
        waiting.get(message.request)?.(message.answer);
        waiting.delete(message.request);
      } else listen(message);
    };
  });
  line.tell = async (message) => {
    await opened;
    frame.contentWindow?.postMessage(message, source.origin);
  };
  line.ask = (action, details = {}) =>
    new Promise((resolve) => {
      const request = randomId();
      waiting.set(request, resolve);
      line.tell({ type: 'ask', request, action, details });
    });
  line.close = () => {
    lines.delete(line);
    frame.remove();
  };
  lines.add(line);
  return line;
}

/** A modal frame over the whole page; resolves with the message that `isOver` waits for. */
export function openModal(url, title, isOver) {
  const frame = makeFrame(url, title);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  Object.assign(dialog.style, {
    ...{ border: '0', padding: '16px', margin: '0', boxSizing: 'border-box' },
    ...{ width: '100vw', height: '100dvh', maxWidth: 'none', maxHeight: 'none' },
    // The page may have switched pointer events off below a dialog of its own.
    ...{ display: 'grid', placeItems: 'center', pointerEvents: 'auto' },
    background: 'rgb(15 23 42 / 60%)',
  });
  Object.assign(frame.style, { maxWidth: '420px', height: 'min(520px, 100%)' });
  Object.assign(frame.style, { borderRadius: '16px', background: '#ffffff' });
  return new Promise((resolve) => {
    const line = openLine(frame, (message) => {
      if (!isOver(message)) return;
      line.close();
      dialog.close();
      dialog.remove();
      resolve(message);
    });
    // Escape must not leave the payer between two states: the frame has its own way out.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.append(frame);
    document.body.append(dialog);
    dialog.showModal();
  });
}

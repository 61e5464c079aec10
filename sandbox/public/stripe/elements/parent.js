// A frame's connection to the embedding page. Only that page may send messages, and only from the
// origin it stated.

export const settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));

export function sendToPage(message) {
  window.parent.postMessage(message, settings.origin);
}

export function sendEvent(name, detail = {}) {
  sendToPage({ type: 'event', name, detail });
}

/** `answers` has a function per requested action; `onMessage` gets all other messages. */
export function listenToPage(answers, onMessage = () => {}) {
  window.addEventListener('message', async (event) => {
    if (event.source !== window.parent || event.origin !== settings.origin) return;
    const message = event.data;
    if (message?.type !== 'ask') {
      onMessage(message);
      return;
    }
    const answer = await answers[message.action]?.(message.details);
    sendToPage({ type: 'answer', request: message.request, answer });
  });
  sendToPage({ type: 'listening' });
}

/** Reports the height of the contents, to which the page resizes the frame. */
export function followHeight(element) {
  const report = () =>
    sendToPage({ type: 'height', heightPx: Math.ceil(element.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(element);
  report();
}

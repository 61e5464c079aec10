// A frame's side of the line to the page that embeds it. Only that page may speak to it, and only
// from where it said it lives.

export const settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));

export function tellPage(message) {
  window.parent.postMessage(message, settings.origin);
}

export function tellEvent(name, detail = {}) {
  tellPage({ type: 'event', name, detail });
}

/** `answers` by the name of the action asked for; `hear` gets everything that is no question. */
export function listenToPage(answers, hear = () => {}) {
  window.addEventListener('message', async (event) => {
    if (event.source !== window.parent || event.origin !== settings.origin) return;
    const message = event.data;
    if (message?.type !== 'ask') {
      hear(message);
      return;
    }
    const answer = await answers[message.action]?.(message.details);
    tellPage({ type: 'answer', request: message.request, answer });
  });
  tellPage({ type: 'listening' });
}

/** The page makes room for what is drawn, no more and no less. */
export function followHeight(element) {
  const report = () =>
    tellPage({ type: 'height', heightPx: Math.ceil(element.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(element);
  report();
}

/** Messages from the pages of Fiserv's 3-D Secure provider (Cardinal), and the form that opens these pages. */

/** Documented by the provider: a form with the token as "JWT", submitted into the frame. */
export function postToken(
  { url, token, target }: { url: string; token: string; target: string },
  owner: HTMLElement,
): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: url, target, hidden: true });
  const input = document.createElement('input');
  Object.assign(input, { type: 'hidden', name: 'JWT', value: token });
  form.append(input);
  owner.append(form);
  form.submit();
}

function messageType(data: unknown): unknown {
  // Cardinal sends text or an object, depending on the page.
  const value: unknown = typeof data === 'string' && data.startsWith('{') ? JSON.parse(data) : data;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, 'MessageType')?.value;
}

/** Accepts only messages from the page in the frame. Returns a function that stops listening. */
export function listenTo(
  { frame, origin }: { frame: HTMLIFrameElement; origin: string },
  onMessage: (type: unknown) => void,
): () => void {
  const receive = ({ origin: sender, source, data }: MessageEvent): void => {
    if (sender === origin && source === frame.contentWindow) onMessage(messageType(data));
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}

// Requests to frames of this server inside the merchant's page, and frames in a modal dialog.
import {
  createRequests,
  listeners,
  makeFrame,
  openDialog,
  pageUrl,
  source,
} from '../../common/frames.js';

const base = new URL('../', source);

export const stripePage = (page, settings) => pageUrl(new URL(page, base), settings);

export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/** A connection to a frame: requests get answers, all other messages go to `listen`. */
export function openLine(frame, listen) {
  const line = { frame };
  const opened = new Promise((resolve) => {
    line.receive = (message) => {
      if (message?.type === 'listening') resolve();
      else if (message?.type === 'answer') settle(message.request, message.answer);
      else listen(message);
    };
  });
  line.send = async (message) => {
    await opened;
    frame.contentWindow?.postMessage(message, source.origin);
  };
  const { ask, settle } = createRequests(line.send);
  line.ask = (action, details = {}) => ask({ type: 'ask', action, details });
  line.close = () => {
    listeners.delete(line);
    frame.remove();
  };
  listeners.add(line);
  return line;
}

/** Shows a page in a modal dialog; resolves with the message for which `isOver` is true. */
export function openModal(url, title, isOver) {
  const frame = makeFrame(url, title);
  return new Promise((resolve) => {
    const line = openLine(frame, (message) => {
      if (!isOver(message)) return;
      line.close();
      dialog.close();
      dialog.remove();
      resolve(message);
    });
    const dialog = openDialog(frame, title);
  });
}

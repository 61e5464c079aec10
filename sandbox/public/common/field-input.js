// Behavior of an input in a frame: formatting while typing, its natural height, and collecting the
// values of the other fields of the form.

const GATHER_WITHIN_MS = 2000;

/** The caret position after formatting: behind the same number of significant characters. */
function caretAfter(formatted, significantBefore) {
  let left = significantBefore;
  for (const [index, character] of [...formatted].entries()) {
    if (left === 0) return index;
    if (/[^\s/]/.test(character)) left -= 1;
  }
  return formatted.length;
}

/** Formats the typed text and keeps the caret in place. */
export function rewriteInput(input, format) {
  const caret = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, caret).replace(/[\s/]/g, '').length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  const isAtEnd = caret === input.value.length;
  input.value = formatted;
  const place = isAtEnd ? formatted.length : caretAfter(formatted, before);
  input.setSelectionRange(place, place);
}

export function naturalHeightPx(input) {
  input.style.height = 'auto';
  const heightPx = input.offsetHeight;
  input.style.removeProperty('height');
  return heightPx;
}

/**
 * Collects the values of all fields of one form. They communicate on a channel of this server's
 * origin, which the merchant's page cannot join; `own` answers for the field in this frame.
 */
export function gather(channel, own, { names, request }) {
  return new Promise((resolve, reject) => {
    const answers = new Map([[own.name, own.submission()]]);
    const done = (settle) => {
      clearTimeout(timer);
      channel.removeEventListener('message', receive);
      settle();
    };
    const check = () => {
      if (names.every((name) => answers.has(name))) done(() => resolve([...answers]));
    };
    const receive = ({ data }) => {
      if (data.type !== 'submission' || data.request !== request) return;
      answers.set(data.name, data.submission);
      check();
    };
    const timer = setTimeout(
      () => done(() => reject(new Error('A secure field did not answer'))),
      GATHER_WITHIN_MS,
    );
    channel.addEventListener('message', receive);
    channel.postMessage({ type: 'submit', request });
    check();
  });
}

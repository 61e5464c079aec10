// A labelled input of a form: writes what is typed, shows what is wrong once the payer has left it,
// and never tells anybody its text except the form it belongs to.
import { caretAfter } from './formats.js';

/** Rewrites what was typed and keeps the caret where the hand left it. */
function rewrite(input, format) {
  const caret = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, caret).replace(/[\s/]/g, '').length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  const isAtEnd = caret === input.value.length;
  input.value = formatted;
  const place = isAtEnd ? formatted.length : caretAfter(formatted, before);
  input.setSelectionRange(place, place);
}

/** `check` says what is wrong with a text, or null. */
export function bindField(id, { format = (text) => text, check, onChange }) {
  const input = document.getElementById(id);
  const message = document.getElementById(`${id}-error`);
  let isTouched = false;

  const field = {
    input,
    value: () => input.value,
    isEmpty: () => input.value.trim() === '',
    problem: () => check(input.value),
    show() {
      const problem = isTouched ? field.problem() : null;
      input.classList.toggle('Input--invalid', problem !== null);
      input.setAttribute('aria-invalid', String(problem !== null));
      message.textContent = problem?.message ?? '';
    },
    /** From now on what is wrong is shown. */
    touch() {
      isTouched = true;
      field.show();
    },
    clear() {
      input.value = '';
      isTouched = false;
      field.show();
    },
  };
  input.addEventListener('input', () => {
    rewrite(input, format);
    field.show();
    onChange();
  });
  input.addEventListener('blur', () => {
    if (!field.isEmpty()) field.touch();
  });
  return field;
}

/** The first thing that is wrong, with all of it shown. */
export function firstProblem(fields) {
  for (const field of fields) field.touch();
  const wrong = fields.find((field) => field.problem() !== null);
  wrong?.input.focus();
  return wrong?.problem() ?? null;
}

// A labeled input of a form: formats the typed text and shows errors after the payer has left it.
import { rewriteInput } from '../../common/field-input.js';

/** `check` returns the problem of a text, or null. */
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
    /** From now on errors are shown. */
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
    rewriteInput(input, format);
    field.show();
    onChange();
  });
  input.addEventListener('blur', () => {
    if (!field.isEmpty()) field.touch();
  });
  return field;
}

/** The first problem; the problems of all fields are shown. */
export function firstProblem(fields) {
  for (const field of fields) field.touch();
  const wrong = fields.find((field) => field.problem() !== null);
  wrong?.input.focus();
  return wrong?.problem() ?? null;
}

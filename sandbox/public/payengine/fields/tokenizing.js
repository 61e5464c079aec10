// Exchanges the values of all fields of one form for a token.
import { gather } from '../../common/field-input.js';

const PATHS = { card: '../gw/api/cards', bank: '../gw/api/bank-accounts' };

async function send({ kind, authorization, body }) {
  const response = await fetch(new URL(PATHS[kind], location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer.data;
}

function summary(kind, data) {
  if (kind === 'bank') return { ...data, last4: data.last_4 };
  const { brand, last_4: last4, exp_month: expMonth, exp_year: expYear } = data.card_data;
  return { ...data, brand, last4, expMonth, expYear };
}

/** Returns a `result`, the `errors` by field name, or an error `message`. */
export async function tokenize(channel, own, question) {
  try {
    const submissions = await gather(channel, own, question);
    const wrong = submissions.filter(([, { errorMessages }]) => errorMessages.length > 0);
    if (wrong.length > 0) {
      const errors = wrong.map(([name, { errorMessages }]) => [name, { errorMessages }]);
      return { errors: Object.fromEntries(errors) };
    }
    const values = submissions.map(([name, { value }]) => [name, value]);
    const filled = values.filter(([, value]) => value !== '');
    const body = { ...Object.fromEntries(filled), ...question.extra };
    const data = await send({ ...question, body });
    return { result: summary(question.kind, data) };
  } catch (error) {
    return { message: error.message };
  }
}

// Gathers the values of all fields of one form and trades them for a token. The fields find each
// other on a channel of this server's origin, which the merchant's page cannot join.

const GATHER_WITHIN_MS = 2000;

const PATHS = { card: '../gw/api/cards', bank: '../gw/api/bank-accounts' };

/** `own` answers for this field; the others answer on the channel. */
function gather(channel, own, { names, request }) {
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

/** Answers with `result`, with `errors` by field name, or with a `message` of the server. */
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

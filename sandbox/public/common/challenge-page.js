// The 3-D Secure challenge page: shows the payment and sends the payer's answer to this server. The
// processor's own script says how a challenge is identified and how its end is reported.

const element = (id) => document.getElementById(id);

function enable(isEnabled) {
  for (const id of ['complete', 'fail']) element(id).disabled = !isEnabled;
}

async function post(path, body) {
  const response = await fetch(new URL(path, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? answer.message);
  return answer;
}

/**
 * `key` identifies the challenge, `amountOf` formats its amount, `finish(success, view)` reports its
 * end, and `fail` that it could not be shown.
 */
export async function openChallenge({ key, amountOf, finish, fail = () => finish(false) }) {
  const answerWith = async (outcome, view) => {
    enable(false);
    try {
      const { success } = await post('challenge/result', { ...key, outcome });
      finish(success, view);
    } catch (error) {
      element('question').textContent = `The bank did not take the answer: ${error.message}.`;
      enable(true);
    }
  };
  try {
    const view = await post('challenge/view', key);
    element('question').textContent = view.open
      ? 'Confirm this, or say that it was not you.'
      : 'This has already been decided.';
    element('amount').textContent = amountOf(view);
    element('merchant').textContent = view.merchant;
    element('card').textContent = `•••• ${view.last4}`;
    element('facts').hidden = false;
    for (const outcome of ['complete', 'fail']) {
      element(outcome).addEventListener('click', () => answerWith(outcome, view));
    }
    enable(view.open);
    if (view.open) element('complete').focus();
    else finish(false, view);
  } catch {
    fail();
  }
}

// The 3-D Secure challenge: asks the payer, records the answer on this server, and tells the
// embedding page that the challenge is over. It never tells whether the charge went through.

const { t, s, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const element = (id) => document.getElementById(id);
const buttons = [element('complete'), element('fail')];

async function post(path, body) {
  const response = await fetch(new URL(path, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

function finish(success) {
  window.parent.postMessage({ type: 'challenge_finished', success }, origin);
}

function enable(isEnabled) {
  for (const button of buttons) button.disabled = !isEnabled;
}

async function answerWith(outcome) {
  enable(false);
  try {
    const { success } = await post('challenge/result', { t, s, outcome });
    finish(success);
  } catch (error) {
    element('question').textContent = `The bank did not take the answer: ${error.message}.`;
    enable(true);
  }
}

async function open() {
  try {
    const {
      amount,
      currency,
      merchant,
      last4,
      open: isOpen,
    } = await post('challenge/view', {
      t,
      s,
    });
    element('question').textContent = isOpen
      ? 'Confirm this payment, or say that it was not you.'
      : 'This payment has already been decided.';
    element('amount').textContent = `${amount} ${currency}`;
    element('merchant').textContent = merchant;
    element('card').textContent = `•••• ${last4}`;
    element('facts').hidden = false;
    enable(isOpen);
    if (!isOpen) finish(false);
    else element('complete').focus();
  } catch {
    finish(false);
  }
}

element('complete').addEventListener('click', () => answerWith('complete'));
element('fail').addEventListener('click', () => answerWith('fail'));
open();

// The 3-D Secure challenge: asks the payer, records the answer on this server, and tells the page
// around it that the step is over. It never tells how it ended: the merchant's server asks that.

const { token, md } = document.documentElement.dataset;
const element = (id) => document.getElementById(id);
const buttons = [element('complete'), element('fail')];
let transactionId = '';

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

/** Published by Cardinal; it carries nothing that anybody could use, so anybody may hear it. */
function finish(type = 'stepUp.completion') {
  const message = { MessageType: type, TransactionId: transactionId, MD: md };
  window.parent.postMessage(message, '*');
}

function enable(isEnabled) {
  for (const button of buttons) button.disabled = !isEnabled;
}

async function answerWith(outcome) {
  enable(false);
  try {
    await post('challenge/result', { token, outcome });
    finish();
  } catch (error) {
    element('question').textContent = `The bank did not take the answer: ${error.message}.`;
    enable(true);
  }
}

async function open() {
  try {
    const { amount, currency, merchant, last4, ...rest } = await post('challenge/view', { token });
    transactionId = rest.transactionId;
    element('question').textContent = rest.open
      ? 'Confirm this payment, or say that it was not you.'
      : 'This payment has already been decided.';
    element('amount').textContent = `${amount} ${currency}`;
    element('merchant').textContent = merchant;
    element('card').textContent = `•••• ${last4}`;
    element('facts').hidden = false;
    enable(rest.open);
    if (!rest.open) finish();
    else element('complete').focus();
  } catch {
    finish('stepUp.error');
  }
}

element('complete').addEventListener('click', () => answerWith('complete'));
element('fail').addEventListener('click', () => answerWith('fail'));
open();

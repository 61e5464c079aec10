// The 3-D Secure challenge: asks the payer, records the answer on this server, and tells whoever
// opened it that it is over, by a message to the embedding page or by going to the return address.
// It never tells whether the charge went through.

const settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const { client_secret, origin, return_url } = settings;
const element = (id) => document.getElementById(id);
const buttons = [element('complete'), element('fail')];

async function post(path, body) {
  const response = await fetch(new URL(path, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

function returnAddress(success) {
  const [id] = client_secret.split('_secret_');
  const name = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const url = new URL(return_url);
  url.searchParams.set(name, id);
  url.searchParams.set(`${name}_client_secret`, client_secret);
  url.searchParams.set('redirect_status', success ? 'succeeded' : 'failed');
  return url;
}

function finish(success) {
  if (return_url !== undefined) location.assign(returnAddress(success));
  else window.parent.postMessage({ type: 'challenge_finished', success }, origin);
}

function enable(isEnabled) {
  for (const button of buttons) button.disabled = !isEnabled;
}

async function answerWith(outcome) {
  enable(false);
  try {
    const { success } = await post('challenge/result', { client_secret, outcome });
    finish(success);
  } catch (error) {
    element('question').textContent = `The bank did not take the answer: ${error.message}.`;
    enable(true);
  }
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

async function open() {
  try {
    const challenge = await post('challenge/view', { client_secret });
    const { amountCents, merchant, last4, open: isOpen } = challenge;
    element('question').textContent = isOpen
      ? 'Confirm this, or say that it was not you.'
      : 'This has already been decided.';
    element('amount').textContent =
      amountCents === null ? 'Nothing now' : dollars.format(amountCents / 100);
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

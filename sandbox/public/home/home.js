// The page for people: shows test data and records, and offers three controls of the control plane.
// It is stateless and refreshes every two seconds.

const REFRESH_MS = 2000;
const element = (id) => document.getElementById(id);

async function call(method, path, body) {
  const response = await fetch(`/_sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

function cell(text, className = '') {
  const td = document.createElement('td');
  td.textContent = text;
  td.className = className;
  return td;
}

function row(...cells) {
  const tr = document.createElement('tr');
  tr.append(...cells);
  return tr;
}

const grouped = (number) =>
  number.length === 15
    ? number.replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3')
    : number.replace(/(.{4})(?=.)/g, '$1 ');

const BRANDS = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};
const ORIGINS = {
  published: 'These numbers and outcomes are in the documentation of the processor.',
  invented: 'The processor shows its test data to partners only, so these are invented.',
  partly: 'The first four cards are in the documentation of the processor; the rest is invented.',
};

function processorSection({ title, origin, routingNumber, cards, accounts }) {
  const section = element('processor').content.cloneNode(true);
  const [cardRows, accountRows] = section.querySelectorAll('tbody');
  section.querySelector('h2').textContent = `${title}: test data`;
  section.querySelector('.origin').textContent = ORIGINS[origin];
  section.querySelector('code').textContent = routingNumber;
  cardRows.replaceChildren(
    ...cards.map(({ number, brand, result }) =>
      row(cell(grouped(number), 'code'), cell(BRANDS[brand] ?? brand), cell(result)),
    ),
  );
  accountRows.replaceChildren(
    ...accounts.map(({ number, result }) => row(cell(number, 'code'), cell(result))),
  );
  return section;
}

const titles = new Map();

async function showScenarios() {
  const { processors } = await call('GET', 'scenarios');
  for (const { name, title } of processors) titles.set(name, title);
  element('test-data').replaceChildren(...processors.map(processorSection));
}

const TONES = { succeeded: 'good', failed: 'bad', cancelled: 'bad' };

function toStatus({ status, settled, returnCode, refundedCents, refunded, message }) {
  if (returnCode !== null) return `returned ${returnCode}`;
  if (status === 'failed') return `failed: ${message}`;
  const words = [status === 'pending_3dsauth' ? 'waits for 3-D Secure' : status];
  if (settled) words.push('settled');
  if (refundedCents > 0) words.push(`$${refunded} refunded`);
  return words.join(', ');
}

function recordRow(charge) {
  const { createdAt, merchantId, internalTransactionID, id, brand, last4, amount } = charge;
  return row(
    cell(createdAt.slice(0, 19).replace('T', ' ')),
    cell(titles.get(charge.processor) ?? charge.processor),
    cell(merchantId),
    cell(internalTransactionID ?? id, 'code'),
    cell(`${BRANDS[brand] ?? 'Bank account'} •••• ${last4}`),
    cell(`$${amount}`, 'number'),
    cell(toStatus(charge), TONES[charge.status] ?? 'wait'),
  );
}

async function refresh() {
  try {
    const [{ charges }, { now }, { faults }] = await Promise.all([
      call('GET', 'records'),
      call('GET', 'clock'),
      call('GET', 'faults'),
    ]);
    element('now').textContent = now.slice(0, 19).replace('T', ' ');
    element('clear').disabled = faults.length === 0;
    element('count').textContent =
      charges.length === 0 ? 'No charges yet.' : `${charges.length} charges, newest first.`;
    element('record-rows').replaceChildren(...charges.map(recordRow).reverse());
  } catch (error) {
    element('status').textContent = `The sandbox does not answer: ${error.message}`;
  }
}

function onPress(id, act) {
  element(id).addEventListener('click', async () => {
    try {
      element('status').textContent = await act();
    } catch (error) {
      element('status').textContent = error.message;
    }
    await refresh();
  });
}

onPress('lose', async () => {
  await call('POST', 'faults', { operation: 'charge', fault: 'lose_answer' });
  return 'The answer to the next charge will be lost. Now pay something in the portal.';
});
onPress('clear', async () => {
  await call('DELETE', 'faults');
  return 'All faults are cleared.';
});
onPress('settle', async () => {
  const { settled } = await call('POST', 'settle', {});
  return settled === 1 ? 'One charge settled.' : `${settled} charges settled.`;
});

await showScenarios();
await refresh();
setInterval(refresh, REFRESH_MS);

/** Renders a payment: the portal's record next to the processor's, the verdict, and the steps so far. */
import { element } from './elements.ts';
import type { PairView, TheirSide } from './view.ts';

const VERDICT_CLASSES = {
  same: 'badge same',
  waiting: 'badge waiting-verdict',
  different: 'badge different',
} as const;

function side(title: string, ...children: readonly (Node | string)[]): HTMLElement {
  return element('div', { class: 'side' }, element('h4', {}, title), ...children);
}

function ourSide({ ours, invoice }: PairView): HTMLElement {
  if (!ours) return side('Our ledger', element('p', {}, 'Nothing is recorded here.'));
  const postings = ours.postings.map(({ from, to, amount }) =>
    element('li', {}, `${from} → ${to} ${amount}`),
  );
  const balance = invoice
    ? [element('p', {}, `Invoice ${invoice.status}: ${invoice.paid} of ${invoice.total} paid`)]
    : [];
  return side(
    'Our ledger',
    element('p', { class: 'amount number' }, `${ours.amount} ${ours.state}`),
    element('p', { class: 'quiet' }, ours.method),
    element('ul', { class: 'lines number' }, ...postings),
    ...balance,
  );
}

function theirCharge({ amount, status, processor, transactionId, notes }: TheirSide): HTMLElement {
  return element(
    'div',
    {},
    element('p', { class: 'amount number' }, `${amount} ${status}`),
    element('p', { class: 'quiet' }, `${processor}, ${notes.join(', ')}`),
    element('p', {}, element('code', {}, transactionId)),
  );
}

function theirSide({ theirs }: PairView): HTMLElement {
  const title = 'Processor’s records';
  if (theirs.length === 0) return side(title, element('p', {}, 'Nothing is recorded there.'));
  return side(title, ...theirs.map(theirCharge));
}

export function drawPair(pair: PairView): HTMLElement {
  const { company, invoice, verdict, timeline } = pair;
  const name = invoice ? `${company}, ${invoice.reference}` : company;
  const steps = timeline.map(({ label, note, at, isOpen }) =>
    element(
      'li',
      isOpen ? { class: 'is-open' } : {},
      element('strong', {}, label),
      element('span', {}, note),
      element('span', { class: 'number' }, at),
    ),
  );
  return element(
    'li',
    verdict.kind === 'different' ? { class: 'is-different' } : {},
    element(
      'div',
      { class: 'pair-head' },
      element('h3', {}, name),
      element('p', { class: VERDICT_CLASSES[verdict.kind] }, verdict.sentence),
    ),
    element('div', { class: 'pair-sides' }, ourSide(pair), theirSide(pair)),
    element('ol', { class: 'timeline', 'aria-label': 'What happened' }, ...steps),
  );
}

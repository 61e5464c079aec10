/** Texts about the two sides of a payment. */

import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS } from '@quittance/contract/durations';
import { formatMoney } from '@quittance/contract/format';
import { cents } from '@quittance/contract/money';
import type { DebitView, PairView, TheirSide, View } from '@quittance/contract/playground-view';
import { processorLabel } from '@quittance/contract/processors/registry';
import type { ProcessStatus } from '../portal/portal-processes.ts';
import { computeTotal, type Pair } from './match-records.ts';
import type { OurAttempt, TheirCharge } from './records.ts';
import { toTimeline } from './timeline.ts';

const TIME_ZONE = 'America/New_York';

const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  dateStyle: 'full',
  timeStyle: 'medium',
});
const SHORT = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  dateStyle: 'medium',
  timeStyle: 'medium',
});

export const momentText = (at: Instant) => `${MOMENT.format(Date.parse(at))}, New York`;
export const shortText = (at: string) => SHORT.format(Date.parse(at));

const DAY_HOURS = 24;

/** Rounded to the hour because the machine's clock keeps running during a move. */
export function movedText(movedMs: number): string {
  const hoursInAll = Math.round(movedMs / HOUR_MS);
  if (hoursInAll === 0) return 'the same as on this machine';
  const [days, hours] = [Math.floor(hoursInAll / DAY_HOURS), hoursInAll % DAY_HOURS];
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : ''];
  return `${parts.filter(Boolean).join(' ')} ahead of this machine`;
}

function theirSide(charge: TheirCharge): TheirSide {
  const { transactionId, status, amountCents, refundedCents, settled, returnCode } = charge;
  return {
    transactionId,
    status: status.replaceAll('_', ' '),
    amount: formatMoney(cents(amountCents)),
    processor: processorLabel(charge.processor),
    notes: [
      `${charge.method === 'ach' ? 'bank' : 'card'} ···${charge.last4}`,
      ...(settled ? ['settled'] : []),
      ...(refundedCents > 0 ? [`refunded ${formatMoney(cents(refundedCents))}`] : []),
      ...(returnCode ? [`returned ${returnCode}`] : []),
    ],
  };
}

const words = (name: string) => name.toLowerCase().replaceAll('_', ' ');

function ourSide(ours: OurAttempt): PairView['ours'] {
  return {
    state: words(ours.state),
    amount: formatMoney(computeTotal(ours)),
    method: `${words(ours.method)}${ours.last4 ? ` ···${ours.last4}` : ''}`,
    postings: ours.postings.map(({ source, destination, amountCents }) => ({
      from: source,
      to: destination,
      amount: formatMoney(amountCents),
    })),
  };
}

export function pairView({ ours, theirs, verdict }: Pair): PairView {
  const [charge] = theirs;
  const invoice = ours?.invoice;
  return {
    key: ours?.id ?? charge?.transactionId ?? '',
    company: ours?.company ?? charge?.merchantId ?? '',
    invoice: invoice
      ? {
          reference: invoice.reference,
          status: words(invoice.status),
          paid: formatMoney(invoice.paidCents),
          total: formatMoney(invoice.totalCents),
        }
      : null,
    ours: ours ? ourSide(ours) : null,
    theirs: theirs.map(theirSide),
    verdict,
    timeline: ours
      ? toTimeline(ours).map(({ label, note, at }) => ({
          label,
          note,
          at: at ? shortText(at) : '',
          isOpen: label === 'Next lookup',
        }))
      : [],
  };
}

export function toDebits(charges: readonly TheirCharge[]): DebitView[] {
  return charges
    .filter(({ method, status, returnCode }) => {
      const isThere = status === 'succeeded' || status === 'pending';
      return method === 'ach' && isThere && returnCode === null;
    })
    .map(({ transactionId, processor, amountCents, last4, status }) => ({
      transactionId,
      label: `${processorLabel(processor)} ${formatMoney(cents(amountCents))} ···${last4}, ${status}`,
    }));
}

const NAMES = { web: 'Server', worker: 'Worker' } as const;

export function processViews(statuses: readonly ProcessStatus[]): View['processes'] {
  return statuses.map(({ role, state, restarts }) => ({
    role,
    name: NAMES[role],
    state,
    restarts,
  }));
}

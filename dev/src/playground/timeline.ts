/** The timeline of one payment, from the row written before the charge to the email after it. */
import type { Instant } from '@quittance/contract/dates';
import { isOpen } from '@quittance/domain/status/payment-status';
import type { Move, OurAttempt } from './records.ts';

export type Step = { label: string; note: string; at: Instant | null };

const SOURCES: Readonly<Record<string, string>> = {
  answer: "the processor's answer",
  resolver: 'looked up at the processor',
  webhook: 'a webhook, verified and looked up',
  reconciler: "reconciliation with the processor's records",
  expiry: 'its time was up',
  operator: 'a person',
};

const LABELS: Readonly<Record<Move['to'], string>> = {
  CREATED: 'Recorded',
  SENT: 'Sent',
  ACTION_REQUIRED: 'Waits for the payer',
  PENDING: 'Accepted by the bank',
  UNKNOWN: 'Unknown',
  SUCCEEDED: 'Settled: paid',
  FAILED: 'Settled: not paid',
  RETURNED: 'Returned by the bank',
};

const LOOKED_UP = ['resolver', 'webhook', 'reconciler'];

function toSteps({ to, source, at }: Move): Step[] {
  const by = SOURCES[source] ?? source;
  if (to === 'UNKNOWN') {
    return [{ label: LABELS.UNKNOWN, note: 'no answer: never taken for a failure', at }];
  }
  const found = LOOKED_UP.includes(source) ? [{ label: 'Looked up', note: by, at }] : [];
  return [...found, { label: LABELS[to], note: found.length > 0 ? '' : by, at }];
}

export function toTimeline(ours: OurAttempt): Step[] {
  const who = ours.initiator === 'CIT' ? 'by the payer' : 'for the payer, as agreed';
  const begun = [
    { label: 'Recorded', note: who, at: ours.createdAt },
    { label: 'Sent', note: 'to the processor, after the commit', at: ours.createdAt },
  ];
  const told: Step[] = [
    ...(ours.pageToldAt ? [{ label: 'Notified', note: 'open pages', at: ours.pageToldAt }] : []),
    ...(ours.receiptAt ? [{ label: 'Notified', note: 'receipt by mail', at: ours.receiptAt }] : []),
  ];
  const next: Step[] = isOpen(ours.state)
    ? [{ label: 'Next lookup', note: 'unless an answer comes before', at: ours.nextCheckAt }]
    : [];
  return [...begun, ...ours.moves.flatMap(toSteps), ...told, ...next];
}

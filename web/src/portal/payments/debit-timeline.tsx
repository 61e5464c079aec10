// The timeline of a bank debit (R66): submitted, expected or settled, the period in which the bank may return it,
// and returned.

import type { DebitTimeline, PaymentOutcome } from '@quittance/contract/invoices/payment-outcome';
import { debitTexts, outcomeTexts } from '#texts/account/payment-outcomes';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { type Step, StepBar } from '../../shared/ui/data/step-bar.tsx';

type DebitTimelineProps = { debit: DebitTimeline; outcome: PaymentOutcome | null };

function reasonFor(outcome: PaymentOutcome | null): string {
  if (!outcome) return '';
  const { returnCode, reason } = outcome;
  const text = outcomeTexts.reasons[reason];
  return returnCode ? `${returnCode}: ${text}` : text;
}

function dayAndReason(day: string, outcome: PaymentOutcome | null): string {
  const reason = reasonFor(outcome);
  return reason ? debitTexts.withReason(day, reason) : day;
}

function toWindows({ fundsUntil, unauthorizedUntil }: DebitTimeline): string {
  return debitTexts.windows(formatDayLabel(fundsUntil), formatDayLabel(unauthorizedUntil));
}

function settledStep({ settledOn }: DebitTimeline): Step[] {
  if (!settledOn) return [];
  return [{ label: debitTexts.settled, detail: formatDayLabel(settledOn), state: 'done' }];
}

function openSteps(debit: DebitTimeline): Step[] {
  const { settledOn, expectedOn, isLate } = debit;
  const { returnable, usual, late, expected } = debitTexts;
  const windows = toWindows(debit);
  if (settledOn) {
    return [...settledStep(debit), { label: returnable, detail: windows, state: 'upcoming' }];
  }
  const result = (isLate ? late : expected)(formatDayLabel(expectedOn));
  return [
    { ...result, state: 'current' },
    { label: returnable, detail: usual(windows), state: 'upcoming' },
  ];
}

export function debitSteps({ debit, outcome }: DebitTimelineProps): Step[] {
  const { submittedOn, failedOn, returnedOn } = debit;
  const { submitted, failed, returned } = debitTexts;
  const first: Step = { label: submitted, detail: formatDayLabel(submittedOn), state: 'done' };
  if (returnedOn) {
    const detail = dayAndReason(formatDayLabel(returnedOn), outcome);
    return [first, ...settledStep(debit), { label: returned, detail, state: 'failed' }];
  }
  if (failedOn) {
    const detail = dayAndReason(formatDayLabel(failedOn), outcome);
    return [first, { label: failed, detail, state: 'failed' }];
  }
  return [first, ...openSteps(debit)];
}

export function DebitTimelineSteps(props: DebitTimelineProps) {
  return <StepBar label={debitTexts.label} steps={debitSteps(props)} />;
}

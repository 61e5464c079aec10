/**
 * Matches the portal's attempts with the processors' records, and states in one sentence whether they agree. An
 * attempt's id is the reference sent to the processor.
 */
import { formatMoney } from '@quittance/contract/format';
import { addCents, type Cents, cents } from '@quittance/contract/money';
import type { Verdict } from '@quittance/contract/playground-view';
import { isOpen } from '@quittance/domain/status/payment-status';
import type { OurAttempt, TheirCharge } from './records.ts';

export type Pair = { ours: OurAttempt | null; theirs: readonly TheirCharge[]; verdict: Verdict };

const same = (sentence: string): Verdict => ({ kind: 'same', sentence });
const waiting = (sentence: string): Verdict => ({ kind: 'waiting', sentence });
const different = (sentence: string): Verdict => ({ kind: 'different', sentence });

const isTaken = ({ status, amountCents, refundedCents }: TheirCharge) =>
  status === 'succeeded' && refundedCents < amountCents;

export function computeTotal({ amountCents, feeCents }: OurAttempt): Cents {
  return addCents(amountCents, feeCents);
}

function openVerdict(ours: OurAttempt, theirs: TheirCharge | undefined): Verdict {
  const isUnknown = ours.state === 'UNKNOWN';
  if (!theirs) {
    return isUnknown
      ? waiting('No answer came, and nothing is charged there: being looked up.')
      : waiting('Sent from here, not in their records yet.');
  }
  switch (theirs.status) {
    case 'succeeded':
      return isUnknown
        ? different('Charged there, unknown here: being looked up.')
        : different('Charged there, not known here yet.');
    case 'failed':
      return different(
        theirs.returnCode
          ? `Returned there (${theirs.returnCode}), still pending here: the outcome is on its way.`
          : 'Declined there, not known here yet: being looked up.',
      );
    case 'pending_3dsauth':
      return waiting('Both wait for the payer to confirm with the bank (3-D Secure).');
    case 'pending':
      return isUnknown
        ? different('Accepted there, unknown here: being looked up.')
        : waiting('Both wait for the bank.');
    default:
      return different(`They say ${theirs.status}; here it is open.`);
  }
}

function paidVerdict(ours: OurAttempt, theirs: TheirCharge | undefined): Verdict {
  if (!theirs) return different('Paid here, and they have no record of it.');
  if (theirs.amountCents !== computeTotal(ours)) {
    const there = formatMoney(cents(theirs.amountCents));
    return different(
      `The amounts differ: ${formatMoney(computeTotal(ours))} here, ${there} there.`,
    );
  }
  if (theirs.refundedCents !== ours.refundedCents) {
    return different('Refunded there, not booked here yet: reconciliation finds it.');
  }
  if (theirs.status === 'disputed') {
    return ours.disputeState === 'OPEN'
      ? same('Disputed on both sides.')
      : different('Disputed there, not known here yet.');
  }
  if (theirs.status === 'succeeded') return same('Paid on both sides, the same amount.');
  return theirs.returnCode
    ? different(`Returned there (${theirs.returnCode}), still paid here: the notice is on its way.`)
    : different(`Paid here; they say ${theirs.status}.`);
}

function failedVerdict(theirs: TheirCharge | undefined): Verdict {
  if (!theirs) return same('Nothing was charged, on neither side.');
  if (isTaken(theirs))
    return different('Charged there, failed here: found and booked, or refunded.');
  return theirs.status === 'succeeded'
    ? same('Charged there and given back; nothing is owed.')
    : same('Declined on both sides.');
}

function returnedVerdict(theirs: TheirCharge | undefined): Verdict {
  return theirs && isTaken(theirs)
    ? different('Returned here; they still count it as paid.')
    : same('Returned on both sides: the invoice is owed again.');
}

function toVerdict(ours: OurAttempt, theirs: readonly TheirCharge[]): Verdict {
  const taken = theirs.filter(isTaken);
  if (taken.length > 1) {
    return different(
      `Charged ${taken.length} times there, once here: reconciliation refunds the rest.`,
    );
  }
  // A successful charge takes precedence; otherwise the processor's last record is used.
  const charge = taken[0] ?? theirs.at(-1);
  if (isOpen(ours.state)) return openVerdict(ours, charge);
  switch (ours.state) {
    case 'SUCCEEDED':
      return paidVerdict(ours, charge);
    case 'RETURNED':
      return returnedVerdict(charge);
    case 'FAILED':
      return failedVerdict(charge);
    default:
      return charge && isTaken(charge)
        ? different('Charged there, not confirmed here yet.')
        : waiting('Begun here, not sent yet.');
  }
}

function strangerVerdict(charge: TheirCharge): Verdict {
  return isTaken(charge)
    ? different('Charged there, unknown here: reconciliation finds it within a day.')
    : same('Not charged; we have no record of it and need none.');
}

const newestFirst = (left: { at: string }, right: { at: string }) =>
  right.at.localeCompare(left.at);

export function matchRecords(
  attempts: readonly OurAttempt[],
  charges: readonly TheirCharge[],
): Pair[] {
  const known = new Set<string | null>(attempts.map(({ id }) => id));
  const pairs = attempts.map((ours) => {
    const theirs = charges.filter(({ internalTransactionID }) => internalTransactionID === ours.id);
    return { at: String(ours.createdAt), ours, theirs, verdict: toVerdict(ours, theirs) };
  });
  const strangers = charges
    .filter(({ internalTransactionID }) => !known.has(internalTransactionID))
    .map((charge) => ({
      at: charge.createdAt,
      ours: null,
      theirs: [charge],
      verdict: strangerVerdict(charge),
    }));
  return [...pairs, ...strangers].sort(newestFirst).map(({ at: _, ...pair }) => pair);
}

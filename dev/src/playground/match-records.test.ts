/** Tests the matching of both sides of a payment (R79). */
import { instant } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { matchRecords } from './match-records.ts';
import type { OurAttempt, TheirCharge } from './records.ts';
import { toTimeline } from './timeline.ts';

const AT = instant('2026-11-17T15:00:00.000Z');

const attempt = (change: Partial<OurAttempt> = {}): OurAttempt => ({
  id: 'a-1',
  company: 'Harbor Dental',
  state: 'SUCCEEDED',
  amountCents: cents(10_000),
  feeCents: cents(330),
  refundedCents: cents(0),
  disputeState: null,
  method: 'CARD',
  last4: '4242',
  initiator: 'CIT',
  responseMessage: null,
  createdAt: AT,
  nextCheckAt: null,
  moves: [],
  postings: [],
  invoice: null,
  pageToldAt: null,
  receiptAt: null,
  ...change,
});

const charge = (change: Partial<TheirCharge> = {}): TheirCharge => ({
  processor: 'payengine',
  transactionId: 't-1',
  internalTransactionID: 'a-1',
  merchantId: 'mer_sandbox_harbor',
  amountCents: 10_330,
  refundedCents: 0,
  method: 'card',
  last4: '4242',
  status: 'succeeded',
  message: 'Success',
  settled: false,
  returnCode: null,
  createdAt: AT,
  ...change,
});

const toVerdict = (ours: Partial<OurAttempt>, theirs: Partial<TheirCharge>[]) =>
  matchRecords([attempt(ours)], theirs.map(charge))[0]?.verdict;

describe('Our ledger beside the records of a processor (R79)', () => {
  it.each<[string, Partial<OurAttempt>, Partial<TheirCharge>[], string]>([
    ['same', {}, [{}], 'Paid on both sides, the same amount.'],
    ['different', { state: 'UNKNOWN' }, [{}], 'Charged there, unknown here: being looked up.'],
    [
      'waiting',
      { state: 'UNKNOWN' },
      [],
      'No answer came, and nothing is charged there: being looked up.',
    ],
    ['waiting', { state: 'SENT' }, [], 'Sent from here, not in their records yet.'],
    ['waiting', { state: 'PENDING' }, [{ status: 'pending' }], 'Both wait for the bank.'],
    [
      'waiting',
      { state: 'ACTION_REQUIRED' },
      [{ status: 'pending_3dsauth' }],
      'Both wait for the payer to confirm with the bank (3-D Secure).',
    ],
    ['same', { state: 'FAILED' }, [{ status: 'failed' }], 'Declined on both sides.'],
    ['same', { state: 'FAILED' }, [], 'Nothing was charged, on neither side.'],
    [
      'different',
      { state: 'FAILED' },
      [{}],
      'Charged there, failed here: found and booked, or refunded.',
    ],
    ['different', {}, [], 'Paid here, and they have no record of it.'],
    [
      'different',
      {},
      [{ amountCents: 10_331 }],
      'The amounts differ: $103.30 here, $103.31 there.',
    ],
    [
      'different',
      {},
      [{ status: 'failed', returnCode: 'R01' }],
      'Returned there (R01), still paid here: the notice is on its way.',
    ],
    [
      'same',
      { state: 'RETURNED' },
      [{ status: 'failed', returnCode: 'R01' }],
      'Returned on both sides: the invoice is owed again.',
    ],
    [
      'different',
      {},
      [{ refundedCents: 500 }],
      'Refunded there, not booked here yet: reconciliation finds it.',
    ],
    [
      'different',
      {},
      [{}, { transactionId: 't-2' }],
      'Charged 2 times there, once here: reconciliation refunds the rest.',
    ],
  ])('a pair of records is %s: %o, %o', (kind, ours, theirs, sentence) => {
    expect(toVerdict(ours, theirs)).toEqual({ kind, sentence });
  });

  it('a duplicate charge that was refunded does not count as a difference', () => {
    const twice = [{}, { transactionId: 't-2', refundedCents: 10_330 }];
    expect(toVerdict({}, twice)?.kind).toBe('same');
  });

  it('a charge without an attempt is listed separately and counts as a difference', () => {
    const [pair] = matchRecords([], [charge({ internalTransactionID: null })]);
    expect(pair).toMatchObject({ ours: null, verdict: { kind: 'different' } });
  });

  it('the newest payment is listed first, whichever side recorded it', () => {
    const later = instant('2026-11-17T16:00:00.000Z');
    const pairs = matchRecords(
      [attempt()],
      [
        charge(),
        charge({ internalTransactionID: 'other', transactionId: 't-9', createdAt: later }),
      ],
    );
    expect(pairs.map(({ ours, theirs }) => [ours?.id, theirs[0]?.transactionId])).toEqual([
      [undefined, 't-9'],
      ['a-1', 't-1'],
    ]);
  });
});

describe('The way of a payment (R79)', () => {
  it('a payment timeline shows recorded, sent, unknown, looked up, settled and notified', () => {
    const moves = [
      { to: 'UNKNOWN', source: 'answer', at: AT },
      { to: 'SUCCEEDED', source: 'resolver', at: AT },
    ] as const;
    const steps = toTimeline(attempt({ moves, pageToldAt: AT, receiptAt: AT }));
    expect(steps.map(({ label }) => label)).toEqual([
      'Recorded',
      'Sent',
      'Unknown',
      'Looked up',
      'Settled: paid',
      'Notified',
      'Notified',
    ]);
  });

  it('an open payment shows the time of its next lookup', () => {
    const steps = toTimeline(attempt({ state: 'UNKNOWN', nextCheckAt: AT }));
    expect(steps.at(-1)).toMatchObject({ label: 'Next lookup', at: AT });
  });
});

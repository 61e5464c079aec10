import { addCents, cents } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPayment, payment, toAccounts, toReturnPostings } from '../test/posted-payments.ts';
import { RETURNS } from './ledger-accounts.ts';
import {
  computeBalance,
  leftCents,
  leftOfOverpayment,
  type Posting,
  postingsForDispute,
  postingsForRefund,
  postingsForReturn,
  postingsForSuccess,
  postingsReversed,
  principalIn,
} from './postings.ts';

function afterRefunds(success: readonly Posting[], ...amounts: number[]): Posting[] {
  const posted = [...success];
  for (const amountCents of amounts.map(cents)) {
    posted.push(...postingsForRefund({ amountCents, processor: 'payengine' }, posted));
  }
  return posted;
}

function toLines(postings: readonly Posting[]): string[] {
  return postings.map(({ source, destination, amountCents }) => {
    const [from = '', to = ''] = [source, destination].map((account) => account.split(':')[0]);
    return `${from} → ${to} ${amountCents}`;
  });
}

describe('Postings of a refund (R39)', () => {
  const success = postingsForSuccess(payment);
  const toRefunds = (...amounts: number[]) =>
    toLines(afterRefunds(success, ...amounts).slice(success.length));

  it('a refund returns fee and principal in proportion, with the fee rounded half up', () => {
    expect(toRefunds(2580)).toEqual(['clearing → fee_income 80', 'clearing → receivable 2500']);
  });

  it('the last refund returns the remainder', () => {
    expect(toRefunds(3440, 3440, 3440)).toEqual([
      'clearing → fee_income 107',
      'clearing → receivable 3333',
      'clearing → fee_income 107',
      'clearing → receivable 3333',
      'clearing → fee_income 106',
      'clearing → receivable 3334',
    ]);
  });

  it('a refund returns an overpayment first', () => {
    const overpaid = postingsForSuccess({ ...payment, creditCents: cents(1000) });
    const refund = { amountCents: cents(1200), processor: 'payengine' } as const;
    expect(toLines(postingsForRefund(refund, overpaid))).toEqual([
      'clearing → customer_credit 1000',
      'clearing → fee_income 6',
      'clearing → receivable 194',
    ]);
    const withItsFee = leftOfOverpayment(refund.amountCents, overpaid);
    expect(toLines(postingsForRefund(refund, overpaid, withItsFee))).toEqual([
      'clearing → customer_credit 1000',
      'clearing → fee_income 200',
    ]);
  });

  it('a refund of an amount that was already returned stays in the returns account (R42)', () => {
    expect(toRefunds(10_320, 20).slice(2)).toEqual(['clearing → returns 20']);
    const returned = [...success, ...toReturnPostings(success)];
    expect(toLines(afterRefunds(returned, 500).slice(returned.length))).toEqual([
      'clearing → returns 500',
    ]);
  });

  it('a return after a refund reverses only the unrefunded amount (R42)', () => {
    const refunded = afterRefunds(success, 2580);
    const taken = { amountCents: cents(10_320), processor: 'payengine' } as const;
    expect(toLines(postingsForReturn(taken, refunded))).toEqual([
      'clearing → returns 10320',
      'returns → receivable 7500',
      'returns → fee_income 240',
    ]);
  });

  it('a refund never takes more from an account than the payment added to it', () => {
    const anyShares = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 5 });
    fc.assert(
      fc.property(anyPayment, anyShares, (paid, amounts) => {
        const took = postingsForSuccess({ ...paid, processor: 'payengine' });
        const postings = afterRefunds(took, ...amounts);
        for (const account of toAccounts(took).filter((name) => !name.startsWith('clearing'))) {
          expect(computeBalance(account, postings)).toBeLessThanOrEqual(0);
        }
        const tookCents = addCents(...took.map((posting) => posting.amountCents));
        const excess = addCents(...amounts.map(cents)) - tookCents;
        expect(computeBalance(RETURNS, postings)).toBe(Math.max(0, excess));
        expect(leftCents(postings)).toBe(Math.max(0, -excess));
      }),
    );
  });
});

describe('Postings of a dispute (R40)', () => {
  it('a dispute holds the amount until the dispute ends', () => {
    const held = { amountCents: cents(10_320), processor: 'payengine' } as const;
    expect(toLines(postingsForDispute(held))).toEqual(['clearing → disputed 10320']);
    expect(toLines(postingsReversed(postingsForDispute(held)))).toEqual([
      'disputed → clearing 10320',
    ]);
  });

  it('a disputed amount cannot be refunded', () => {
    const held = { amountCents: cents(500), processor: 'payengine' } as const;
    const success = postingsForSuccess(payment);
    const won = [
      ...success,
      ...postingsForDispute(held),
      ...postingsReversed(postingsForDispute(held)),
    ];
    expect(leftCents(won)).toBe(10_320);
    expect(principalIn(postingsForRefund({ ...held, amountCents: cents(10_320) }, won))).toBe(
      10_000,
    );
  });
});

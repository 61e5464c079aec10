/** Tests the postings that reverse a refund that was recorded as made but failed later (R80). */
import { type Cents, cents, subtractCents } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPayment, payment, toAccounts } from '../test/posted-payments.ts';
import { postingsForFailedRefund } from './failed-refund-postings.ts';
import { customerCredit, RETURNS } from './ledger-accounts.ts';
import {
  computeBalance,
  leftCents,
  type Posting,
  postingsForRefund,
  postingsForReturn,
  postingsForSuccess,
  receivablesIn,
} from './postings.ts';

const processor = 'payengine';
const { customerId } = payment;
const success = postingsForSuccess(payment);

function refund(posted: readonly Posting[], refundId: string, amountCents: Cents): Posting[] {
  const entries = postingsForRefund({ amountCents, processor }, posted);
  return [...posted, ...entries.map((entry) => ({ ...entry, refundId }))];
}

type FailedRefundInput = Parameters<typeof postingsForFailedRefund>[0];

const failing = (
  refundId: string,
  amountCents: Cents,
  more: Partial<FailedRefundInput> = {},
): FailedRefundInput => ({
  refundId,
  amountCents,
  processor,
  customerId,
  credited: [],
  ...more,
});

describe('Postings of a failed refund (R80)', () => {
  it('the postings of a failed refund reverse the postings of that refund only', () => {
    const anyAmounts = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 99_999 })));
    fc.assert(
      fc.property(anyPayment, anyAmounts, (paid, amounts) => {
        const took = postingsForSuccess({ ...paid, processor });
        const left = leftCents(took);
        const [first = 1, second = 1, third = 1] = amounts.map((each) => each % left || 1);
        fc.pre(first + second + third <= left);
        const before = refund(took, 'first', cents(first));
        const made = refund(refund(before, 'second', cents(second)), 'third', cents(third));
        const failed = failing('second', cents(second), { customerId: paid.customerId });
        const after = [...made, ...postingsForFailedRefund(failed, made)];
        expect(leftCents(after)).toBe(left - first - third);
        for (const account of toAccounts(took)) {
          const own = made.filter(({ refundId }) => refundId === 'second');
          const given = computeBalance(account, own);
          expect(computeBalance(account, after)).toBe(
            subtractCents(computeBalance(account, made), given),
          );
        }
      }),
    );
  });

  it('a failed refund whose amount was made due again becomes a credit of the customer', () => {
    const made = refund(success, 'r', cents(2580));
    const own = made.slice(success.length);
    const failed = failing('r', cents(2580), { credited: receivablesIn(own) });
    const after = [...made, ...postingsForFailedRefund(failed, made)];
    expect(computeBalance(customerCredit(customerId), after)).toBe(-2580);
    for (const { destination } of own) {
      expect(computeBalance(destination, after)).toBe(computeBalance(destination, made));
    }
  });

  it('a failed refund removes the amount that was returned twice from the returns account (R42)', () => {
    const made = refund(success, 'r', cents(2580));
    const taken = { amountCents: cents(10_320), processor } as const;
    const returned = [...made, ...postingsForReturn(taken, made)];
    expect(computeBalance(RETURNS, returned)).toBe(2580);
    const after = [...returned, ...postingsForFailedRefund(failing('r', cents(2580)), returned)];
    expect(computeBalance(RETURNS, after)).toBe(0);
    expect(leftCents(after)).toBe(0);
  });
});

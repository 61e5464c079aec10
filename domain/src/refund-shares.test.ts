import { customerIdSchema, invoiceIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, cents, ZERO } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receivable } from './ledger-accounts.ts';
import {
  leftOfOverpayment,
  leftOfPart,
  type Posting,
  postingsForRefund,
  postingsForSuccess,
} from './postings.ts';
import { refundShares } from './refund-shares.ts';

const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const toAccount = (index: number) => receivable(invoiceIdSchema.parse(toId(index)));
const customerId = customerIdSchema.parse(toId(999));

function paid(amounts: readonly Cents[], feeCents: Cents): Posting[] {
  const principals = amounts.map((amountCents, index) => ({
    account: toAccount(index),
    amountCents,
  }));
  return postingsForSuccess({
    principals,
    customerId,
    processor: 'stripe',
    feeCents,
    creditCents: ZERO,
  });
}

const refund = (posted: Posting[], amountCents: Cents) =>
  postingsForRefund({ amountCents, processor: 'stripe' }, posted);

const sum = (shares: ReadonlyMap<string, Cents>) => addCents(...shares.values());

describe('What a refund gave back on each invoice (R48)', () => {
  it('the refunded share of an invoice is its part of the principal and the fee', () => {
    const back = refund(paid([cents(10_000), cents(30_000)], cents(1_200)), cents(4_120));
    const shares = refundShares(back, []);
    expect(shares.get(toAccount(0))).toBe(1_030);
    expect(shares.get(toAccount(1))).toBe(3_090);
  });

  it('a refund for one named invoice belongs entirely to that invoice', () => {
    const posted = paid([cents(10_000), cents(30_000)], cents(1_200));
    const named = { account: toAccount(0), amountCents: cents(10_000), feeCents: cents(300) };
    const back = postingsForRefund(
      { amountCents: cents(5_150), processor: 'stripe' },
      posted,
      leftOfPart(named, posted),
    );
    expect(refundShares(back, [])).toEqual(new Map([[toAccount(0), 5_150]]));
  });

  it('a refunded overpayment and its fee belong to the invoice that was overpaid', () => {
    const credits = [
      { account: toAccount(0), amountCents: ZERO },
      { account: toAccount(1), amountCents: cents(3_000) },
    ];
    const principals = [{ account: toAccount(0), amountCents: cents(10_000) }];
    const posted = postingsForSuccess({
      principals,
      customerId,
      processor: 'stripe',
      feeCents: cents(400),
      creditCents: cents(3_000),
    });
    const back = postingsForRefund(
      { amountCents: cents(3_092), processor: 'stripe' },
      posted,
      leftOfOverpayment(cents(3_092), posted),
    );
    expect(refundShares(back, credits)).toEqual(new Map([[toAccount(1), 3_092]]));
  });

  it('the refunded shares of several invoices add up to the refund', () => {
    const amount = fc.integer({ min: 1, max: 100_000 }).map(cents);
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 5_000 }).map(cents),
        fc.array(fc.double({ min: 0.01, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 4 }),
        (amounts, feeCents, fractions) => {
          let posted = paid(amounts, feeCents);
          let left: number = addCents(...amounts, feeCents);
          for (const fraction of fractions) {
            const amountCents = cents(Math.max(1, Math.floor(left * fraction)));
            if (amountCents > left) break;
            const back = refund(posted, amountCents);
            const shares = refundShares(back, []);
            // A refund of a cent or two can consist only of the fee, in which case no invoice has a share.
            if (shares.size > 0) expect(sum(shares)).toBe(amountCents);
            posted = [...posted, ...back];
            left -= amountCents;
          }
        },
      ),
    );
  });
});

import { addCents, cents, ZERO } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyPayment,
  customerId,
  estimateId,
  invoiceId,
  orderId,
  payment,
  toAccounts,
  toReturnPostings,
} from '../test/posted-payments.ts';
import { InvariantViolation } from './invariant.ts';
import {
  clearing,
  customerCredit,
  FEE_INCOME,
  RETURNS,
  receivable,
  receivableOfEstimate,
  receivableOfOrder,
  toOrder,
} from './ledger-accounts.ts';
import {
  computeBalance,
  postingsForRefund,
  postingsForReturn,
  postingsForSuccess,
} from './postings.ts';

const anyLedger = fc
  .array(fc.tuple(anyPayment, fc.boolean()), { maxLength: 20 })
  .map((history) =>
    history.flatMap(([paid, isReturned]) => [
      ...postingsForSuccess(paid),
      ...(isReturned ? toReturnPostings(postingsForSuccess(paid)) : []),
    ]),
  );

describe('Postings of a payment', () => {
  it('a payment moves principal and fee into the clearing account of the processor', () => {
    expect(postingsForSuccess(payment)).toEqual([
      { source: receivable(invoiceId), destination: 'clearing:payengine', amountCents: 10_000 },
      { source: 'fee_income', destination: 'clearing:payengine', amountCents: 320 },
    ]);
  });

  it('an overpayment becomes a credit of the customer', () => {
    const late = {
      ...payment,
      principals: [],
      feeCents: ZERO,
      creditCents: cents(10_320),
    };
    expect(postingsForSuccess(late)).toEqual([
      {
        source: customerCredit(customerId),
        destination: clearing('payengine'),
        amountCents: 10_320,
      },
    ]);
  });

  it('a payment has no zero-amount postings', () => {
    const none = { account: receivable(invoiceId), amountCents: ZERO };
    expect(postingsForSuccess({ ...payment, principals: [none], feeCents: ZERO })).toEqual([]);
  });

  it('a payment with a negative part is refused', () => {
    expect(() => postingsForSuccess({ ...payment, feeCents: cents(-1) })).toThrow(
      new InvariantViolation('Not true: no part of a payment is negative'),
    );
  });
});

describe('Postings of a return', () => {
  it('a return moves the full amount from clearing to returns and restores each source account', () => {
    expect(toReturnPostings(postingsForSuccess(payment))).toEqual([
      { source: 'clearing:payengine', destination: 'returns', amountCents: 10_320 },
      { source: 'returns', destination: receivable(invoiceId), amountCents: 10_000 },
      { source: 'returns', destination: 'fee_income', amountCents: 320 },
    ]);
  });

  it('a return has no postings if all of the payment was given back before', () => {
    const refund = { amountCents: cents(10_320), processor: payment.processor };
    const posted = postingsForSuccess(payment);
    const after = [...posted, ...postingsForRefund(refund, posted)];
    expect(postingsForReturn({ ...refund, amountCents: ZERO }, after)).toEqual([]);
  });

  it('a return restores every account to its balance before the payment', () => {
    fc.assert(
      fc.property(anyPayment, (paid) => {
        const success = postingsForSuccess(paid);
        const postings = [...success, ...toReturnPostings(success)];
        for (const account of toAccounts(postings))
          expect(computeBalance(account, postings)).toBe(0);
      }),
    );
  });
});

describe('Accounts', () => {
  it('an account name contains its kind and its owner', () => {
    expect(receivable(invoiceId)).toBe(`receivable:${invoiceId}`);
    expect(receivableOfOrder(orderId)).toBe(`receivable:order:${orderId}`);
    expect(receivableOfEstimate(estimateId)).toBe(`receivable:estimate:${estimateId}`);
    expect(clearing('manual')).toBe('clearing:manual');
    expect(customerCredit(customerId)).toBe(`customer_credit:${customerId}`);
    expect([FEE_INCOME, RETURNS]).toEqual(['fee_income', 'returns']);
  });

  it('a receivable account name contains the order', () => {
    expect(toOrder(receivableOfOrder(orderId))).toBe(orderId);
    expect(toOrder(receivable(invoiceId))).toBeNull();
    expect(toOrder(FEE_INCOME)).toBeNull();
  });
});

describe('The ledger', () => {
  it('the ledger adds up to zero after any history', () => {
    fc.assert(
      fc.property(anyLedger, (postings) => {
        const balances = toAccounts(postings).map((account) => computeBalance(account, postings));
        expect(addCents(...balances)).toBe(0);
      }),
    );
  });

  it('every ledger posting has an amount above zero', () => {
    fc.assert(
      fc.property(anyLedger, (postings) => {
        expect(postings.every((posting) => posting.amountCents > 0)).toBe(true);
      }),
    );
  });

  it('the returns account has a zero balance after any history', () => {
    fc.assert(
      fc.property(anyLedger, (postings) => {
        expect(computeBalance(RETURNS, postings)).toBe(0);
      }),
    );
  });

  it('the ledger shows the amount received through each processor and the source of that amount', () => {
    fc.assert(
      fc.property(anyPayment, (paid) => {
        const postings = postingsForSuccess(paid);
        const { principals, feeCents, creditCents } = paid;
        const principalCents = addCents(...principals.map((part) => part.amountCents));
        expect(computeBalance(clearing(paid.processor), postings)).toBe(
          principalCents + feeCents + creditCents,
        );
        const owed = [...new Set(principals.map((part) => part.account))];
        const receivables = owed.map((account) => computeBalance(account, postings));
        expect(addCents(...receivables)).toBe(0 - principalCents);
        expect(computeBalance(FEE_INCOME, postings)).toBe(0 - feeCents);
        expect(computeBalance(customerCredit(customerId), postings)).toBe(0 - creditCents);
      }),
    );
  });

  it('an account without postings has a balance of zero', () => {
    expect(computeBalance('cash:stripe', postingsForSuccess(payment))).toBe(0);
  });
});

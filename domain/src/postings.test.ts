import {
  customerIdSchema,
  estimateIdSchema,
  invoiceIdSchema,
  orderIdSchema,
} from '@quittance/contract/ids';
import { addCents, cents, ZERO } from '@quittance/contract/money';
import { PROCESSORS } from '@quittance/contract/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from './invariant.ts';
import {
  balanceOf,
  clearing,
  customerCredit,
  FEE_INCOME,
  leftCents,
  orderOf,
  type PostedPayment,
  type Posting,
  postingsForDispute,
  postingsForDisputeEnd,
  postingsForRefund,
  postingsForReturn,
  postingsForSuccess,
  principalIn,
  RETURNS,
  receivable,
  receivableOfEstimate,
  receivableOfOrder,
} from './postings.ts';

const invoiceId = invoiceIdSchema.parse('0197f1a0-0000-7000-8000-000000000001');
const customerId = customerIdSchema.parse('0197f1a0-0000-7000-8000-000000000002');
const orderId = orderIdSchema.parse('0197f1a0-0000-7000-8000-000000000003');
const estimateId = estimateIdSchema.parse('0197f1a0-0000-7000-8000-000000000004');

const payment: PostedPayment = {
  principals: [{ account: receivable(invoiceId), amountCents: cents(10_000) }],
  customerId,
  processor: 'payengine',
  feeCents: cents(320),
  creditCents: ZERO,
};

/** The bank takes the whole payment back. */
function returnOf(success: readonly Posting[]): Posting[] {
  const amountCents = addCents(...success.map((posting) => posting.amountCents));
  const account = success[0]?.destination;
  const processor = PROCESSORS.find((name) => clearing(name) === account);
  return processor ? postingsForReturn({ amountCents, processor }, success) : [];
}

function accountsOf(postings: readonly Posting[]): string[] {
  return [...new Set(postings.flatMap(({ source, destination }) => [source, destination]))];
}

const anyAmount = fc.integer({ min: 0, max: 99_999_999 }).map(cents);
const anyPart = fc.record({
  account: fc.constantFrom(
    receivable(invoiceId),
    receivableOfOrder(orderId),
    receivableOfEstimate(estimateId),
  ),
  amountCents: anyAmount,
});
const anyPayment: fc.Arbitrary<PostedPayment> = fc.record({
  principals: fc.array(anyPart, { maxLength: 4 }),
  customerId: fc.constant(customerId),
  processor: fc.constantFrom(...PROCESSORS),
  feeCents: anyAmount,
  creditCents: anyAmount,
});
/** Any history: payments, some of which came back. */
const anyLedger = fc
  .array(fc.tuple(anyPayment, fc.boolean()), { maxLength: 20 })
  .map((history) =>
    history.flatMap(([paid, isReturned]) => [
      ...postingsForSuccess(paid),
      ...(isReturned ? returnOf(postingsForSuccess(paid)) : []),
    ]),
  );

describe('Postings of a payment', () => {
  it('move principal and fee into the clearing account of the processor', () => {
    expect(postingsForSuccess(payment)).toEqual([
      { source: receivable(invoiceId), destination: 'clearing:payengine', amountCents: 10_000 },
      { source: 'fee_income', destination: 'clearing:payengine', amountCents: 320 },
    ]);
  });

  it('owe the customer what came in beyond the balance', () => {
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

  it('leave out parts of zero', () => {
    const none = { account: receivable(invoiceId), amountCents: ZERO };
    expect(postingsForSuccess({ ...payment, principals: [none], feeCents: ZERO })).toEqual([]);
  });

  it('refuse negative parts', () => {
    expect(() => postingsForSuccess({ ...payment, feeCents: cents(-1) })).toThrow(
      new InvariantViolation('Not true: no part of a payment is negative'),
    );
  });
});

describe('Postings of a return', () => {
  it('run back through returns: the whole out of clearing, each part to where it came from', () => {
    expect(returnOf(postingsForSuccess(payment))).toEqual([
      { source: 'clearing:payengine', destination: 'returns', amountCents: 10_320 },
      { source: 'returns', destination: receivable(invoiceId), amountCents: 10_000 },
      { source: 'returns', destination: 'fee_income', amountCents: 320 },
    ]);
  });

  it('leave every account as it was before the payment', () => {
    fc.assert(
      fc.property(anyPayment, (paid) => {
        const success = postingsForSuccess(paid);
        const postings = [...success, ...returnOf(success)];
        for (const account of accountsOf(postings)) expect(balanceOf(account, postings)).toBe(0);
      }),
    );
  });
});

describe('Accounts', () => {
  it('are named for their kind and their owner, because stored postings are read by name', () => {
    expect(receivable(invoiceId)).toBe(`receivable:${invoiceId}`);
    expect(receivableOfOrder(orderId)).toBe(`receivable:order:${orderId}`);
    expect(receivableOfEstimate(estimateId)).toBe(`receivable:estimate:${estimateId}`);
    expect(clearing('manual')).toBe('clearing:manual');
    expect(customerCredit(customerId)).toBe(`customer_credit:${customerId}`);
    expect([FEE_INCOME, RETURNS]).toEqual(['fee_income', 'returns']);
  });

  it('name the order whose receivable they are', () => {
    expect(orderOf(receivableOfOrder(orderId))).toBe(orderId);
    expect(orderOf(receivable(invoiceId))).toBeNull();
    expect(orderOf(FEE_INCOME)).toBeNull();
  });
});

/** Each refund posts on what the ones before it left. */
function afterRefunds(success: readonly Posting[], ...amounts: number[]): Posting[] {
  const posted = [...success];
  for (const amountCents of amounts.map(cents)) {
    posted.push(...postingsForRefund({ amountCents, processor: 'payengine' }, posted));
  }
  return posted;
}

function linesOf(postings: readonly Posting[]): string[] {
  return postings.map(({ source, destination, amountCents }) => {
    const [from = '', to = ''] = [source, destination].map((account) => account.split(':')[0]);
    return `${from} → ${to} ${amountCents}`;
  });
}

describe('Postings of a refund (R39)', () => {
  const success = postingsForSuccess(payment);
  const refundsOf = (...amounts: number[]) =>
    linesOf(afterRefunds(success, ...amounts).slice(success.length));

  it('give back fee and principal in proportion, the fee rounded half up', () => {
    expect(refundsOf(2580)).toEqual(['clearing → fee_income 80', 'clearing → receivable 2500']);
  });

  it('leave the rest to the last refund', () => {
    expect(refundsOf(3440, 3440, 3440)).toEqual([
      'clearing → fee_income 107',
      'clearing → receivable 3333',
      'clearing → fee_income 107',
      'clearing → receivable 3333',
      'clearing → fee_income 106',
      'clearing → receivable 3334',
    ]);
  });

  it('give an overpayment back first', () => {
    const overpaid = postingsForSuccess({ ...payment, creditCents: cents(1000) });
    const refund = { amountCents: cents(1200), processor: 'payengine' } as const;
    expect(linesOf(postingsForRefund(refund, overpaid))).toEqual([
      'clearing → customer_credit 1000',
      'clearing → fee_income 6',
      'clearing → receivable 194',
    ]);
  });

  it('leave in returns what went back already (R42)', () => {
    expect(refundsOf(10_320, 20).slice(2)).toEqual(['clearing → returns 20']);
    const returned = [...success, ...returnOf(success)];
    expect(linesOf(afterRefunds(returned, 500).slice(returned.length))).toEqual([
      'clearing → returns 500',
    ]);
  });

  it('a return after a refund reverses only what is left, and returns keeps the rest (R42)', () => {
    const refunded = afterRefunds(success, 2580);
    const taken = { amountCents: cents(10_320), processor: 'payengine' } as const;
    expect(linesOf(postingsForReturn(taken, refunded))).toEqual([
      'clearing → returns 10320',
      'returns → receivable 7500',
      'returns → fee_income 240',
    ]);
  });

  it('never give back more on an account than the payment took from it', () => {
    const anyShares = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 5 });
    fc.assert(
      fc.property(anyPayment, anyShares, (paid, amounts) => {
        const took = postingsForSuccess({ ...paid, processor: 'payengine' });
        const postings = afterRefunds(took, ...amounts);
        for (const account of accountsOf(took).filter((name) => !name.startsWith('clearing'))) {
          expect(balanceOf(account, postings)).toBeLessThanOrEqual(0);
        }
        const tookCents = addCents(...took.map((posting) => posting.amountCents));
        const excess = addCents(...amounts.map(cents)) - tookCents;
        expect(balanceOf(RETURNS, postings)).toBe(Math.max(0, excess));
        expect(leftCents(postings)).toBe(Math.max(0, -excess));
      }),
    );
  });
});

describe('Postings of a dispute (R40)', () => {
  it('hold the amount, and release it at the end', () => {
    const held = { amountCents: cents(10_320), processor: 'payengine' } as const;
    expect(linesOf(postingsForDispute(held))).toEqual(['clearing → disputed 10320']);
    expect(linesOf(postingsForDisputeEnd(held))).toEqual(['disputed → clearing 10320']);
  });

  it('do not count as money that can be refunded', () => {
    const held = { amountCents: cents(500), processor: 'payengine' } as const;
    const success = postingsForSuccess(payment);
    const won = [...success, ...postingsForDispute(held), ...postingsForDisputeEnd(held)];
    expect(leftCents(won)).toBe(10_320);
    expect(principalIn(postingsForRefund({ ...held, amountCents: cents(10_320) }, won))).toBe(
      10_000,
    );
  });
});

describe('The ledger', () => {
  it('adds up to zero after any history', () => {
    fc.assert(
      fc.property(anyLedger, (postings) => {
        const balances = accountsOf(postings).map((account) => balanceOf(account, postings));
        expect(addCents(...balances)).toBe(0);
      }),
    );
  });

  it('moves only amounts above zero', () => {
    fc.assert(
      fc.property(anyLedger, (postings) => {
        expect(postings.every((posting) => posting.amountCents > 0)).toBe(true);
      }),
    );
  });

  it('leaves nothing in returns', () => {
    fc.assert(
      fc.property(anyLedger, (postings) => {
        expect(balanceOf(RETURNS, postings)).toBe(0);
      }),
    );
  });

  it('shows what came in for a processor, and from where', () => {
    fc.assert(
      fc.property(anyPayment, (paid) => {
        const postings = postingsForSuccess(paid);
        const { principals, feeCents, creditCents } = paid;
        const principalCents = addCents(...principals.map((part) => part.amountCents));
        expect(balanceOf(clearing(paid.processor), postings)).toBe(
          principalCents + feeCents + creditCents,
        );
        const owed = [...new Set(principals.map((part) => part.account))];
        const receivables = owed.map((account) => balanceOf(account, postings));
        expect(addCents(...receivables)).toBe(0 - principalCents);
        expect(balanceOf(FEE_INCOME, postings)).toBe(0 - feeCents);
        expect(balanceOf(customerCredit(customerId), postings)).toBe(0 - creditCents);
      }),
    );
  });

  it('gives an account that nothing touched a balance of zero', () => {
    expect(balanceOf('cash:stripe', postingsForSuccess(payment))).toBe(0);
  });
});

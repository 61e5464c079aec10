/** Seeded bugs in payments with the payer present. */
import type { Bug } from './bug.ts';

export const CHECKOUT_BUGS: readonly Bug[] = [
  {
    name: 'unscoped-key',
    mistake: 'An idempotency key is looked up without its sender.',
    mutations: [
      {
        file: 'server/src/platform/http/idempotency.ts',
        from: 'findRow(tx, idempotencyKeys, { companyId, scope, key })',
        to: 'findRow(tx, idempotencyKeys, { companyId, key })',
      },
    ],
  },
  {
    name: 'fee-not-compared',
    mistake: 'Only the amount of the quote is compared, not its fee.',
    mutations: [
      {
        file: 'server/src/payments/checkout/pay-in-full.ts',
        from: ' || quote.fee !== fee',
        to: '',
      },
    ],
  },
  {
    name: 'request-fee-not-compared',
    mistake: 'The fee shown for a partial request or an estimate is not compared.',
    mutations: [
      {
        file: 'server/src/payments/core/amount-due.ts',
        from: ' || quote.fee !== fee',
        to: '',
      },
    ],
  },
  {
    name: 'plan-dates-not-compared',
    mistake: 'The dates of a plan are not compared with those that the payer saw.',
    mutations: [
      {
        file: 'server/src/arrangements/plan-terms.ts',
        from: 'parts[index]?.date === date && ',
        to: '',
      },
    ],
  },
  {
    name: 'stale-installment',
    mistake: 'A payment on a plan takes the next installment, whichever the page showed.',
    mutations: [
      {
        file: 'domain/src/checkout/plan-payment.ts',
        from: 'shown.installments.join() === current.installments.join()',
        to: 'shown.installments.length > 0',
      },
    ],
  },
  {
    name: 'own-amount-in-full',
    mistake: 'An own amount is settled as if everything owed had been paid.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle-invoice.ts',
        from: 'addCents(invoice.paidCents, ...posted.paid.map((part) => part.amountCents))',
        to: 'attempt.purpose === "OWN_AMOUNT" ? invoice.totalCents : addCents(invoice.paidCents, ...posted.paid.map((part) => part.amountCents))',
      },
    ],
  },
];

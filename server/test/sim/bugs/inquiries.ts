/** Seeded bugs in disputes by payers (R40). */
import type { Bug } from './bug.ts';

export const INQUIRY_BUGS: readonly Bug[] = [
  {
    name: 'disputed-charged',
    mistake: 'The installments of a plan are charged although the payer disputes the invoice.',
    mutations: [
      {
        file: 'server/src/payments/off-session/begin-off-session.ts',
        from: "if (invoice.status === 'DISPUTED') return",
        to: "if (invoice.status === 'DISPUTED' && item.arrangement.kind !== 'installment') return",
      },
      {
        file: 'server/src/payments/off-session/begin-off-session.ts',
        from: 'if (!statuses.includes(context.invoice.status)) return',
        to: "if (context.invoice.status !== 'DISPUTED' && !statuses.includes(context.invoice.status)) return",
      },
      {
        file: 'server/src/payments/off-session/begin-off-session.ts',
        from: 'if (context.isContested) return',
        to: "if (context.isContested && context.invoice.status !== 'DISPUTED') return",
      },
    ],
  },
  {
    name: 'dispute-over-a-payment',
    mistake: 'An invoice is disputed while a payment of it is open.',
    mutations: [
      {
        file: 'server/src/payments/core/mark-disputed.ts',
        from: "if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');",
        to: '',
      },
      {
        file: 'domain/src/status/invoice-status.ts',
        from: "PENDING: { succeeded: 'COLLECTED',",
        to: "PENDING: { disputed: 'DISPUTED', succeeded: 'COLLECTED',",
      },
    ],
  },
  {
    name: 'won-dispute-answers',
    mistake: 'A dispute that is won at the processor also ends the dispute of the payer.',
    mutations: [
      {
        file: 'server/src/ledger/holds.ts',
        from: 'and objection.answered_at is null))`',
        to: 'and objection.answered_at is null and false))`',
      },
    ],
  },
  {
    name: 'answer-forgets-the-plan',
    mistake: 'After the answer an invoice is open, whatever was arranged for it.',
    mutations: [
      {
        file: 'server/src/payments/disputes/answer-inquiry.ts',
        from: 'await resolvedStatus(tx, deps, invoice);',
        to: "{ ...(await resolvedStatus(tx, deps, invoice)), status: 'DUE' as const };",
      },
    ],
  },
];

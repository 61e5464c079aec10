/** Seeded bugs in the amounts of invoices (R91) and in payments that the company records (R89). */
import type { Bug } from './bug.ts';

const MANUAL = 'server/src/payments/record-manual.ts';
const WAIVER = 'server/src/payments/settlement/compensate.ts';

export const BILLING_BUGS: readonly Bug[] = [
  {
    name: 'waiver-counted-as-paid',
    mistake: 'What an accepted offer waives counts as money received.',
    mutations: [
      { file: WAIVER, from: 'waivedCents: addCents(invoice.waivedCents, restCents),', to: '' },
    ],
  },
  {
    name: 'withdrawn-waiver-still-noted',
    mistake: 'A waiver that is withdrawn is still noted on its invoice.',
    mutations: [
      {
        file: WAIVER,
        from: 'waivedCents: subtractCents(invoice.waivedCents, waivedCents),',
        to: '',
      },
    ],
  },
  {
    name: 'refund-not-noted-on-invoice',
    mistake: 'A refunded invoice does not say what was given back.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-refund.ts',
        from: 'addRefunded(tx, { companyId, at: doneAt }, principals);',
        to: '',
      },
    ],
  },
  {
    name: 'failed-refund-still-noted',
    mistake: 'A refund that fails after it was made is still noted on its invoice.',
    mutations: [
      {
        file: 'server/src/payments/settlement/fail-refund.ts',
        from: 'if (!isReturned) subtractRefunded(',
        to: 'if (!isReturned && !attempt) subtractRefunded(',
      },
    ],
  },
  {
    name: 'owed-again-taken-from-paid',
    mistake: 'A refund that is owed again reduces the money that was received.',
    mutations: [
      {
        file: 'server/src/payments/settlement/reopen-refunded.ts',
        from: 'owedAgainCents: addCents(invoice.owedAgainCents, owedCents),',
        to: '',
      },
    ],
  },
  {
    name: 'manual-parts-not-written',
    mistake: 'A recorded payment on several invoices has no parts.',
    mutations: [
      {
        file: MANUAL,
        from: 'if (context.parts) await writeParts(tx, attempt, context.parts);',
        to: '',
      },
    ],
  },
  {
    name: 'manual-beyond-the-balance',
    mistake: 'More than an invoice owes is recorded as received on it.',
    mutations: [
      { file: MANUAL, from: 'amountCents < 1 || amountCents > owedCents', to: 'amountCents < 1' },
    ],
  },
  {
    name: 'waiver-of-several',
    mistake: 'What an offer waives is stored as a payment on several invoices.',
    mutations: [
      {
        file: 'server/src/payments/settlement/compensate.ts',
        from: "purpose: request ? 'FULL_AMOUNT' : attempt.purpose",
        to: 'purpose: attempt.purpose',
      },
    ],
  },
  {
    name: 'reversed-in-part',
    mistake: 'A reversed payment is owed again on the first of its invoices only.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle-parts.ts',
        from: 'computeAmounts(await postReturn(tx, deps, attempt))',
        to: 'computeAmounts((await postReturn(tx, deps, attempt)).slice(0, 1))',
      },
    ],
  },
  {
    name: 'bounced-number-stays-taken',
    mistake:
      'A check that is deposited again after it bounced is answered with the bounced payment.',
    mutations: [
      { file: 'server/src/ledger/attempts.ts', from: "<> 'RETURNED'`", to: "<> 'CREATED'`" },
    ],
  },
];

/** Seeded bugs in the amounts of invoices (R91). */
import type { Bug } from './bug.ts';

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
];

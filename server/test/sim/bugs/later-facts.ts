/** Seeded bugs in facts that change after an off-session charge was decided (R81 to R87). */
import type { Bug } from './bug.ts';

const BEGIN = 'server/src/payments/off-session/begin-off-session.ts';
const HOLDS = 'server/src/ledger/holds.ts';
const OF_PARTS = 'where part.company_id =';

export const LATER_FACT_BUGS: readonly Bug[] = [
  {
    name: 'due-date-moved',
    mistake:
      'Auto-pay charges on the day that it announced, although the company moved the due date.',
    mutations: [
      {
        file: BEGIN,
        from: 'const isDue = compareDates(invoice.dueOn, today) <= 0;',
        to: 'const isDue = true;',
      },
      {
        file: 'server/src/arrangements/auto-pay-charges.ts',
        from: 'const IS_OUTDATED = lt(autoPayCharges.attemptOn, invoices.dueOn);',
        to: 'const IS_OUTDATED = sql`false`;',
      },
    ],
  },
  {
    name: 'amount-unannounced',
    mistake: 'Auto-pay charges another amount than it announced.',
    mutations: [
      {
        file: BEGIN,
        from: 'const noticedAt = await findNoticedAt(tx, named);',
        to: 'const noticedAt = (await findNoticedAt(tx, named)) ?? deps.clock.now();',
      },
    ],
  },
  {
    name: 'contested-after-notice',
    mistake: 'A charge that was announced before its invoice was contested is made.',
    mutations: [
      {
        file: BEGIN,
        from: "if (context.isContested) return { kind: 'ended', reason: 'contested' };",
        to: '',
      },
    ],
  },
  {
    name: 'contested-together-charged',
    mistake:
      'Auto-pay charges again what a lost dispute of a payment on several invoices returned.',
    mutations: [
      {
        file: HOLDS,
        from: OF_PARTS,
        to: "where held.dispute_state <> 'LOST' and part.company_id =",
      },
    ],
  },
  {
    name: 'disputed-together-open',
    mistake: 'An open dispute of a payment on several invoices does not hold them.',
    mutations: [
      {
        file: HOLDS,
        from: OF_PARTS,
        to: "where held.dispute_state <> 'OPEN' and part.company_id =",
      },
    ],
  },
  {
    name: 'schedule-taken-over',
    mistake: 'Auto-pay charges an invoice whose scheduled payment its payer has canceled.',
    mutations: [
      {
        file: 'server/src/payments/checkout/cancel-scheduled.ts',
        from: 'await excludeFromAutoPay(tx, deps, { invoice, ended: schedule });',
        to: '',
      },
    ],
  },
  {
    name: 'plan-taken-over',
    mistake: 'Auto-pay charges the rest of a plan that the company has canceled.',
    mutations: [
      {
        file: 'server/src/payments/checkout/cancel-plan.ts',
        from: 'await excludeFromAutoPay(tx, deps, { invoice, ended: plan });',
        to: '',
      },
    ],
  },
  {
    name: 'written-off-charged',
    mistake: 'A payment of a part opens a written-off invoice again, and auto-pay takes the rest.',
    mutations: [
      {
        file: 'domain/src/status/invoice-status.ts',
        from: "return move.statusBefore === 'DEFAULTED' ? 'DEFAULTED' : openStatus(move);",
        to: 'return openStatus(move);',
      },
    ],
  },
  {
    name: 'replaced-consent-kept',
    mistake: 'The consent to the old terms stays valid after the payer agreed to others.',
    mutations: [
      {
        file: 'server/src/payments/changes/prepared-change.ts',
        from: 'if (replaces) await revokeMandate(tx, { companyId, mandateId: replaces }, at);',
        to: '',
      },
    ],
  },
  {
    name: 'together-amounts-not-compared',
    mistake: 'The amounts of a payment on several invoices are not compared with what they owe.',
    mutations: [
      {
        file: 'server/src/payments/checkout/pay-invoices.ts',
        from: 'refuseOtherAmounts(await owedOn(tx, deps, { parts, company }), company);',
        to: 'await owedOn(tx, deps, { parts, company });',
      },
    ],
  },
  {
    name: 'won-dispute-ends-all',
    mistake: 'Of two disputes of a payment, winning the first frees its invoice.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-dispute.ts',
        from: 'const disputeState = toDisputeState(rows)',
        to: 'const disputeState = rows.length > 0 ? to : null',
      },
    ],
  },
  {
    name: 'second-dispute-ignored',
    mistake: 'Only the first dispute of a payment is booked.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: 'for (const dispute of disputes) {',
        to: 'for (const dispute of disputes.slice(0, 1)) {',
      },
    ],
  },
  {
    name: 'return-of-nothing',
    mistake: 'A payment whose money was all given back before cannot be returned.',
    mutations: [
      {
        file: 'domain/src/postings.ts',
        from: '  ].filter((posting) => posting.amountCents > 0);',
        to: '  ];',
      },
    ],
  },
  {
    name: 'fee-of-credit-kept',
    mistake:
      'What one of several invoices did not owe goes back without the fee that was charged on it.',
    mutations: [
      {
        file: 'server/src/payments/settlement/ledger.ts',
        from: 'amountCents: addCents(creditCents, feeCents),',
        to: 'amountCents: creditCents,',
      },
    ],
  },
  {
    name: 'link-charges-saved-card',
    mistake: 'The holder of a link charges a card that the customer saved.',
    mutations: [
      {
        file: 'server/src/payments/charge/charge-source.ts',
        from: 'await mayChargeSaved(tx, deps, { principal, method, amountCents })',
        to: 'true',
      },
    ],
  },
  {
    name: 'own-amount-leaves-cents',
    mistake: 'An own amount leaves less than the processor charges.',
    mutations: [
      { file: 'domain/src/checkout/split.ts', from: ' && leavesPayable(amount, part)', to: '' },
    ],
  },
];

/** Seeded bugs in company decisions: refunds, held payments, write-offs, voids and reversed cash. */
import type { Bug } from './bug.ts';

const REFUNDS = 'server/src/payments/refunds/order-refund.ts';
const HELD = 'server/src/ledger/next-check.ts';
const INVOICES = 'server/src/invoices/change-invoice.ts';
const CHANGES = 'server/src/invoices/changed-columns.ts';
const CASH = 'server/src/payments/record-manual.ts';

export const PROVIDER_BUGS: readonly Bug[] = [
  {
    name: 'refund-on-its-way-forgotten',
    mistake:
      'A refund that is ordered and not made yet does not count when the next one is ordered.',
    mutations: [
      {
        file: REFUNDS,
        from: 'const gone = refunds.filter((row) => isOpenRefund(row) || isUnlisted(row));',
        to: 'const gone = refunds.filter(isUnlisted);',
      },
    ],
  },
  {
    name: 'refund-order-unlocked',
    mistake: 'Two refunds that are ordered at the same moment do not see each other.',
    mutations: [
      { file: REFUNDS, from: 'if (found) await lockPayable(tx, found);', to: '' },
      { file: REFUNDS, from: 'await lockAttempt(tx, key)', to: 'await findAttempt(tx, key)' },
    ],
  },
  {
    name: 'decided-too-early',
    mistake: 'A company decides the outcome of a payment that was sent a moment ago.',
    mutations: [{ file: HELD, from: ' && createdAt <= heldBefore(now)', to: '' }],
  },
  {
    name: 'decision-is-final',
    mistake: 'What the processor charged after a company decided that it did not is not booked.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: 'const to = nextState(attempt.state, toAttemptState(outcome.kind));',
        to: "const to = attempt.responseCode === 'never_seen' ? null : nextState(attempt.state, toAttemptState(outcome.kind));",
      },
    ],
  },
  {
    name: 'write-off-collects',
    mistake: 'An invoice that is written off is closed as paid.',
    mutations: [{ file: INVOICES, from: 'status: written,', to: "status: 'COLLECTED' as const," }],
  },
  {
    name: 'write-off-any-status',
    mistake: 'An invoice is written off whatever its status is.',
    mutations: [
      {
        file: INVOICES,
        from: "if (!canMoveInvoice({ status, event: 'writtenOff' })) {",
        to: 'if (version < 0) {',
      },
    ],
  },
  {
    name: 'void-partly-paid',
    mistake: 'An invoice is voided although a part of it is paid.',
    mutations: [
      {
        file: CHANGES,
        from: '(paidCents + notedCents === 0 || !isReduced(invoice, change)) &&',
        to: '',
      },
    ],
  },
  {
    name: 'void-owed',
    mistake: 'Money that arrives after an invoice was voided is booked as its payment.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle-invoice.ts',
        from: 'return voidedAt === null ? subtractCents(totalCents, paidCents) : ZERO;',
        to: 'return subtractCents(totalCents, paidCents);',
      },
    ],
  },
  {
    name: 'void-while-offered',
    mistake: 'An invoice is voided while a page can still confirm its payment.',
    mutations: [
      {
        file: CHANGES,
        from: "if (beingPaid.has(id)) return 'ACCOUNT_IS_PROCESSING';",
        to: 'if (beingPaid.has(null)) return null;',
      },
    ],
  },
  {
    name: 'reversal-declines',
    mistake: 'A cash payment that is reversed counts as declined, so that its invoice stays paid.',
    mutations: [
      {
        file: CASH,
        from: "{ kind: 'returned', code: cause.toLowerCase(), ...booked(attempt) }",
        to: "{ kind: 'declined', code: cause, message: '', class: 'hard', ...booked(attempt) }",
      },
    ],
  },
  {
    name: 'receipt-not-looked-up',
    mistake: 'A receipt that was recorded before is recorded again.',
    mutations: [
      { file: CASH, from: 'if (!recorded) return;', to: 'if (!recorded || method) return;' },
    ],
  },
];

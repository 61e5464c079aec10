/** Seeded bugs in outcomes: settlement, lookup, reconciliation and refunds. */
import type { Bug } from './bug.ts';

export const SETTLEMENT_BUGS: readonly Bug[] = [
  {
    name: 'lookup-exception',
    mistake: 'An exception in the lookup of a payment reaches the payer who cancels it.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: 'await orUnknown(deps, () => processor.charges.lookup(sought));',
        to: 'await processor.charges.lookup(sought);',
      },
    ],
  },
  {
    name: 'unreconciled-not-found',
    mistake: 'A charge that is not found is closed without a clean reconciliation.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/not-found-at-processor.ts',
        from: 'if (!isCovered) return false;',
        to: '',
      },
    ],
  },
  {
    name: 'cancel-unnamed',
    mistake:
      'An expired challenge is canceled by the stored reference, which may be missing, and not found counts as canceled.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: 'const { processorReference } = waiting;',
        to: 'const { processorReference } = attempt;',
      },
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: "const isNeverMade = canceled.kind === 'not_found' && finishAction !== undefined;",
        to: "const isNeverMade = canceled.kind === 'not_found';",
      },
    ],
  },
  {
    name: 'short-span',
    mistake: 'Reconciliation covers three days, however long ago the last one was.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile-company.ts',
        from: '...(uncompared ? [addMs(uncompared, -SLACK_MS)] : []),',
        to: '',
      },
    ],
  },
  {
    name: 'span-limited',
    mistake: 'Reconciliation covers at most sixty days, however long ago the last one was.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile-company.ts',
        from: 'return { from, to };',
        to: 'return { from: from < limit ? limit : from, to };',
      },
    ],
  },
  {
    name: 'unanswered-passed-over',
    mistake: 'What a reconciliation could not compare is not compared again.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile-company.ts',
        from: 'retriedFrom: addMs(to, -RETRIED_MS)',
        to: 'retriedFrom: addMs(to, RETRIED_MS)',
      },
    ],
  },
  {
    name: 'late-success-unanswered',
    mistake:
      'A late success that was found counts as booked, although its lookup was not answered.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile-company.ts',
        from: "if (!found.isAnswered && !isOpen(state)) return 'unanswered';",
        to: '',
      },
    ],
  },
  {
    name: 'double-claim',
    mistake: 'Two sweeps can claim the same refund, and each sends it.',
    mutations: [
      {
        file: 'server/src/ledger/refunds.ts',
        from: 'leaseMs: 2 * MINUTE_MS,',
        to: 'leaseMs: 0,',
      },
      {
        file: 'server/src/payments/reconciliation/refund-credits.ts',
        from: 'const renewed = await renew(tx, { clock, lease, where: isRefundable });',
        to: 'const renewed = lease;',
      },
      {
        file: 'server/src/payments/reconciliation/refund-credits.ts',
        from: 'if (!isLive(deps, permit.lease)) return null;',
        to: '',
      },
    ],
  },
  {
    name: 'closed-reopened',
    mistake: 'A returned payment reopens an invoice that another payment has closed.',
    mutations: [
      {
        file: 'server/src/payments/core/invoice-status-after.ts',
        from: 'isClosed: isClosed(invoice),',
        to: 'isClosed: false,',
      },
    ],
  },
  {
    name: 'refund-twice',
    mistake: 'A refund is booked again each time the processor reports it.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-refund.ts',
        from: 'if (toRank(refund, reported) >= RANKS[state]) continue;',
        to: '',
      },
    ],
  },
  {
    name: 'refund-ignored',
    mistake: "A refund made in the processor's dashboard is not booked.",
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: 'let booked = await bookRefunds(tx, deps, { attempt, refunds });',
        to: 'let booked = refunds.length < 0 ? await bookRefunds(tx, deps, { attempt, refunds }) : attempt;',
      },
    ],
  },
  {
    name: 'dispute-ignored',
    mistake: 'A dispute is not booked, so its invoice is charged as before.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: 'for (const dispute of disputes) {',
        to: 'for (const dispute of disputes.slice(0, 0)) {',
      },
    ],
  },
  {
    name: 'throttled-refund',
    mistake: 'A refund that the processor did not look at counts as refused.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/refund-credits.ts',
        from: "...(outcome.kind === 'deferred' ? unsent(sentBefore) : {})",
        to: "...(outcome.kind === 'deferred' ? { state: 'FAILED', failedAt: deps.clock.now() } : {})",
      },
    ],
  },
  {
    name: 'pending-refund-counted',
    mistake: 'A refund that the processor has only accepted counts as made.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/refund-credits.ts',
        from: 'if (isToMake(refund)) await awaitRefund(tx, { ...outcome, refund });',
        to: 'await completeRefund(tx, deps, { ...outcome, attempt, refund });',
      },
    ],
  },
  {
    name: 'refund-failure-ignored',
    mistake: 'A refund that fails after it was accepted or made stays as it was.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-refund.ts',
        from: 'return refund ? failRefund(tx, deps, { attempt, refund, refundReference, reason }) : attempt;',
        to: 'return attempt;',
      },
    ],
  },
  {
    name: 'failed-refund-posted',
    mistake: 'The postings of a refund that fails later are not reversed.',
    mutations: [
      {
        file: 'server/src/payments/settlement/fail-refund.ts',
        from: 'await appendPostings(tx, { attempt, at }, entries);',
        to: '',
      },
    ],
  },
  {
    name: 'failed-refund-still-owed',
    mistake:
      'A refund that fails settles an invoice on which its amount is owed again, and is a credit as well.',
    mutations: [
      {
        file: 'server/src/payments/settlement/reopen-refunded.ts',
        from: 'return settledCents;',
        to: 'return ZERO;',
      },
    ],
  },
  {
    name: 'owed-again-forgotten',
    mistake: 'A refund whose amount the company wants paid again leaves its invoice paid.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-refund.ts',
        from: 'const isOwed = refund.isOwedAgain || ',
        to: 'const isOwed = ',
      },
    ],
  },
  {
    name: 'owed-again-stays-closed',
    mistake: 'An invoice on which a refund is owed again keeps the status of a paid one.',
    mutations: [
      {
        file: 'server/src/payments/settlement/reopen-refunded.ts',
        from: 'await updateInvoice(tx, key, { ...(await reopenedStatus(tx, deps, owing)), updatedAt: at });',
        to: 'await reopenedStatus(tx, deps, owing);',
      },
    ],
  },
  {
    name: 'owed-again-not-of-parts',
    mistake: 'Of a payment on several invoices, what is owed again is not noted on its parts.',
    mutations: [
      {
        file: 'server/src/payments/settlement/reopen-refunded.ts',
        from: 'addPartsOwedAgain(tx, { companyId, attemptId }, again);',
        to: '',
      },
    ],
  },
  {
    name: 'refund-not-followed',
    mistake: 'A pending refund whose event does not come is not looked up.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/reconcile.ts',
        from: 'await followRefunds(deps, account, comparedUntil);',
        to: '',
      },
    ],
  },
  {
    name: 'refund-resent',
    mistake: 'A refund with a lost answer is sent again at any age.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/refund-credits.ts',
        from: 'if (sentAt === null) return true;',
        to: 'return true;',
      },
    ],
  },
  {
    name: 'finish-resent',
    mistake: 'The charge after a challenge is sent again at any age.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/challenge-step.ts',
        from: "return resend.kind === 'same_key' && ageMs < resend.withinMs;",
        to: 'return ageMs >= 0;',
      },
    ],
  },
  {
    name: 'challenge-dropped',
    mistake: 'A challenge that expired is closed without canceling it at the processor.',
    mutations: [
      {
        file: 'server/src/payments/reconciliation/resolve.ts',
        from: "if (canceled.kind === 'canceled' || isNeverMade) {",
        to: 'if (canceled || isNeverMade) {',
      },
    ],
  },
  {
    name: 'waiver-survives',
    mistake: 'The waived rest stays waived when the payment that earned it is returned.',
    mutations: [
      {
        file: 'server/src/payments/settlement/compensate.ts',
        from: 'if (!negotiation.isApplied) return { paidCents };',
        to: 'if (negotiation) return { paidCents };',
      },
    ],
  },
  {
    name: 'event-left-out',
    mistake:
      "A payment that settles later than its answer has no event for the company's own systems.",
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: 'if (type) recordEvent(',
        to: "if (type && report.source === 'answer') recordEvent(",
      },
    ],
  },
  {
    name: 'part-not-credited',
    mistake: 'A payment on several invoices is booked, and their balances are left as they were.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle-parts.ts',
        from: 'addCents(invoice.paidCents, paidOn(invoice))',
        to: 'invoice.paidCents',
      },
    ],
  },
  {
    name: 'parts-kept-held',
    mistake: 'The parts of a failed payment go on holding their invoices.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle.ts',
        from: "if (!isOpen(to) && attempt.purpose === 'INVOICES')",
        to: "if (to === 'SUCCEEDED' && attempt.purpose === 'INVOICES')",
      },
    ],
  },
  {
    name: 'part-refund-noted-once',
    mistake: 'A refund of a payment on several invoices is noted on the first of them only.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-refund.ts',
        from: 'addPartRefunds(tx, key, principalsIn(entries));',
        to: 'addPartRefunds(tx, key, principalsIn(entries).slice(0, 1));',
      },
    ],
  },
];

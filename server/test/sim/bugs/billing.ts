/** Seeded bugs in the amounts of invoices (R91), payments that the company records (R89) and credit (R90). */
import type { Bug } from './bug.ts';

const MANUAL = 'server/src/payments/record-manual.ts';
const CREDIT = 'server/src/payments/settlement/settle-credit.ts';
const ENTITLEMENT = 'domain/src/billing/entitlement.ts';
const NOTES = 'server/src/ledger/credit-notes.ts';
const RESERVED = 'server/src/payments/settlement/reserved.ts';
const SOURCES = 'server/src/ledger/customer-credit.ts';
const VOID = 'server/src/payments/void-with-refund.ts';
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
        from: 'addRefunded(tx, { companyId, at: doneAt }, parts);',
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
        from: 'addRefunded(tx, { companyId, at }, changes);',
        to: '',
      },
    ],
  },
  {
    name: 'owed-again-taken-from-paid',
    mistake: 'A refund that is owed again reduces the money that was received.',
    mutations: [
      {
        file: 'server/src/payments/settlement/book-refund.ts',
        from: 'at: doneAt }, parts);',
        to: 'at: doneAt }, parts.map((part) => ({ ...part, owedAgainCents: ZERO })));',
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
  {
    name: 'part-ends-plan',
    mistake: 'A recorded payment of a part ends the plan of its invoice.',
    mutations: [
      {
        file: MANUAL,
        from: "if (restOfPlan(rows).amountCents !== amountCents) throw new AppError('AMOUNT_CHANGED');",
        to: '',
      },
    ],
  },
  {
    name: 'credit-applied-twice',
    mistake: 'Credit that is applied to an invoice can be applied again.',
    mutations: [
      {
        file: CREDIT,
        from: 'await useCredit(tx, deps, { companyId, customerId, user, amountCents, at, ...of });',
        to: '',
      },
    ],
  },
  {
    name: 'paid-out-credit-kept',
    mistake: 'Credit that was paid out can still be applied.',
    mutations: [
      {
        file: SOURCES,
        from: 'await changeCredit(tx, key, { addedCents: subtractCents(ZERO, amountCents), at });',
        to: '',
      },
    ],
  },
  {
    name: 'paid-out-note-used-again',
    mistake: 'Credit is paid out of a note whose credit was paid out before.',
    mutations: [
      { file: SOURCES, from: 'subtractCents(creditCents, creditUsedCents)', to: 'creditCents' },
    ],
  },
  {
    name: 'credit-beyond-the-balance-lost',
    mistake: 'The part of a credit note that exceeds the balance is lost.',
    mutations: [
      {
        file: CREDIT,
        from: 'if (creditCents > 0) await changeCredit',
        to: 'if (creditCents < 0) await changeCredit',
      },
    ],
  },
  {
    name: 'credit-during-a-charge',
    mistake: 'A credit note changes the balance while a payment of the old balance is open.',
    mutations: [{ file: CREDIT, from: 'holds.isBeingPaid || ', to: '' }],
  },
  {
    name: 'credit-counted-as-money',
    mistake: 'What a credit note settles counts as money received.',
    mutations: [
      {
        file: CREDIT,
        from: 'creditedCents: addCents(creditedCents, settledCents),',
        to: 'creditedCents,',
      },
    ],
  },
  {
    name: 'paid-before-owed-again',
    mistake: 'With the first payment, what was paid before the portal is owed again.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle-invoice.ts',
        from: 'addCents(invoice.paidCents, ...posted.paid',
        to: 'addCents(subtractCents(invoice.paidCents, invoice.paidBeforeCents), ...posted.paid',
      },
    ],
  },
  {
    name: 'notes-beyond-the-total',
    mistake: 'More is credited on an invoice than was billed.',
    mutations: [{ file: ENTITLEMENT, from: 'addCents(notedCents, ', to: 'addCents(' }],
  },
  {
    name: 'note-gives-back-twice',
    mistake: 'A credit note gives as credit what was refunded before.',
    mutations: [{ file: ENTITLEMENT, from: 'waivedCents, givenBackCents, ', to: 'waivedCents, ' }],
  },
  {
    name: 'called-off-owed-again',
    mistake: 'A check of a called-off invoice bounces, and the whole amount is owed again.',
    mutations: [
      {
        file: CREDIT,
        from: 'if (amountCents > 0) await pay(tx, deps, { invoice, amountCents, sourceIds });',
        to: '',
      },
    ],
  },
  {
    name: 'used-credit-settles-again',
    mistake: 'After a check bounced, credit that was used on another invoice settles its own, too.',
    mutations: [
      {
        file: NOTES,
        from: '.creditCents} > ${attempts.creditUsedCents',
        to: '.creditCents} >= ${attempts.creditUsedCents',
      },
      {
        file: SOURCES,
        from: '.creditCents} > ${attempts.creditUsedCents',
        to: '.creditCents} >= ${attempts.creditUsedCents',
      },
      { file: SOURCES, from: 'subtractCents(creditCents, creditUsedCents)', to: 'creditCents' },
    ],
  },
  {
    name: 'note-number-reused',
    mistake: 'A credit note gets the number of the one before it.',
    mutations: [{ file: NOTES, from: ', 0) + 1 as next', to: ', 1) as next' }],
  },
  {
    name: 'credit-leaves-the-schedule',
    mistake: 'A scheduled payment stays after credit has settled its invoice.',
    mutations: [{ file: CREDIT, from: 'finishSchedule(tx, { ...key, at: updatedAt });', to: '' }],
  },
  {
    name: 'credit-changes-an-arrangement',
    mistake: 'A credit note leaves a scheduled payment that is larger than the balance.',
    mutations: [
      {
        file: CREDIT,
        from: "if (isArranged && settledCents < owedCents) throw new AppError('INVOICE_IS_ARRANGED');",
        to: '',
      },
    ],
  },
  {
    name: 'refunded-credit-kept',
    mistake: 'Credit that is being refunded can still be applied.',
    mutations: [
      {
        file: RESERVED,
        from: 'await useCredit(tx, deps, { companyId, customerId, user: { refundId }, amountCents, at, ...of });',
        to: '',
      },
    ],
  },
  {
    name: 'failed-credit-refund-keeps-credit',
    mistake: 'Credit that a failed refund had reserved is lost.',
    mutations: [
      {
        file: 'server/src/payments/settlement/fail-refund.ts',
        from: 'await releaseReserved(tx, deps, refund);',
        to: '',
      },
    ],
  },
  {
    name: 'credit-of-returned-payment-lost',
    mistake:
      'Credit stays reserved for a refund that was stopped because its payment was returned.',
    mutations: [
      {
        file: 'server/src/payments/settlement/ledger.ts',
        from: 'await releaseReserved(tx, deps, refund);',
        to: '',
      },
    ],
  },
  {
    name: 'refunded-credit-not-taken',
    mistake: 'A refund of credit that was made leaves the credit in the ledger.',
    mutations: [
      {
        file: 'server/src/payments/settlement/reopen-refunded.ts',
        from: 'await writeApplied(tx, deps, { invoice, amountCents: creditCents, sourceIds });',
        to: '',
      },
    ],
  },
  {
    name: 'credit-reserved-unchecked',
    mistake: 'Credit that was used a moment ago is reserved for a refund.',
    mutations: [{ file: SOURCES, from: ".for('no key update')", to: '' }],
  },
  {
    name: 'void-refunds-and-keeps-credit',
    mistake: 'Voiding a paid invoice reports credit that it refunds.',
    mutations: [
      {
        file: VOID,
        from: 'const credit = addCents(...unused.map(({ amountCents }) => amountCents));',
        to: 'const credit = unused.length === 0 ? creditNote.credit : amount;',
      },
    ],
  },
];

/** Seeded bugs in credit notes, their undoing and that of applied credit, and own credit (R112, R114, R115, R117). */
import type { Bug } from './bug.ts';

const CREDIT = 'server/src/payments/settlement/settle-credit.ts';
const UNDO = 'server/src/payments/settlement/undo-credit.ts';
const COMPENSATION = 'server/src/payments/settlement/compensation.ts';
const TAKE_BACK = 'server/src/payments/take-back-notes.ts';
const CHANGES = 'server/src/invoices/changed-columns.ts';

const ONLY_PAID = { file: CHANGES, from: 'paidCents + notedCents === 0', to: 'paidCents === 0' };

const NOTE_BUGS: readonly Bug[] = [
  {
    name: 'note-not-noted',
    mistake: 'An invoice does not say what its notes excused.',
    mutations: [
      {
        file: CREDIT,
        from: 'const notedCents = addCents(invoice.notedCents, amountCents);',
        to: 'const { notedCents } = invoice;',
      },
    ],
  },
  {
    name: 'noted-as-far-as-settled',
    mistake: 'An invoice says what its notes settled, and not what they gave as credit.',
    mutations: [
      {
        file: CREDIT,
        from: 'addCents(invoice.notedCents, amountCents)',
        to: 'addCents(invoice.notedCents, settledCents)',
      },
    ],
  },
  {
    name: 'voided-note-noted',
    mistake: 'A voided note still counts on its invoice.',
    mutations: [
      { file: UNDO, from: 'notedCents: subtractCents(invoice.notedCents, amountCents),', to: '' },
    ],
  },
  {
    name: 'voided-note-keeps-credit',
    mistake: 'The customer keeps the credit of a voided note.',
    mutations: [
      { file: UNDO, from: 'if (creditCents > 0) await', to: 'if (creditCents < 0) await' },
    ],
  },
  {
    name: 'voided-note-credited',
    mistake: 'What a voided note had settled still counts as credited.',
    mutations: [
      {
        file: UNDO,
        from: 'creditedCents: subtractCents(invoice.creditedCents, settledCents),',
        to: '',
      },
    ],
  },
  {
    name: 'voided-note-leaves-paid',
    mistake: 'An invoice that a voided note had settled keeps the status of a paid one.',
    mutations: [
      { file: UNDO, from: 'if (settledCents > 0) await', to: 'if (settledCents < 0) await' },
    ],
  },
  {
    name: 'used-note-voided',
    mistake: 'A note is voided although its credit was used.',
    mutations: [{ file: UNDO, from: "await refuseUsed(tx, [note], 'invoice');", to: '' }],
  },
  {
    name: 'note-voided-under-an-arrangement',
    mistake: 'A note is voided after its invoice was arranged for the rest.',
    mutations: [
      {
        file: UNDO,
        from: 'if (isArranged && note.amountCents',
        to: 'if (!isArranged && note.amountCents',
      },
    ],
  },
  {
    name: 'void-after-used-credit',
    mistake: 'An invoice is voided although the credit that its notes gave paid another one.',
    mutations: [
      { file: UNDO, from: "await refuseUsed(tx, notes, 'invoice');", to: '' },
      { file: UNDO, from: "await refuseUsed(tx, [note], 'invoice');", to: '' },
    ],
  },
  {
    name: 'void-keeps-notes',
    mistake: 'An invoice is voided, and the credit of its notes stays.',
    mutations: [
      ONLY_PAID,
      {
        file: TAKE_BACK,
        from: 'await takeBack(tx, deps, { actor, invoice });\n  const shown = await voidInvoice',
        to: 'const shown = await voidInvoice',
      },
    ],
  },
  {
    name: 'reduction-keeps-notes',
    mistake: 'The total of an invoice is lowered, and the credit of its notes stays.',
    mutations: [
      ONLY_PAID,
      {
        file: TAKE_BACK,
        from: 'if (invoice && isReduced(invoice, change)) await takeBack(tx, deps, { actor, invoice });',
        to: '',
      },
    ],
  },
  {
    name: 'void-forgets-earlier-notes',
    mistake: 'Voiding a paid invoice does not mention the credit of its earlier notes.',
    mutations: [
      {
        file: 'server/src/payments/void-with-refund.ts',
        from: 'addCents(...unused.map(',
        to: 'addCents(...unused.filter(({ id }) => id === creditNote.id).map(',
      },
    ],
  },
  {
    name: 'void-refunds-beside-used-credit',
    mistake: 'A paid invoice is voided although the credit that its notes gave pays another one.',
    mutations: [
      {
        file: 'server/src/payments/void-with-refund.ts',
        from: 'await refusePaidOthers(tx, await listStandingNotes(tx, { companyId, invoiceId }));',
        to: '',
      },
    ],
  },
];

const UNDO_BUGS: readonly Bug[] = [
  {
    name: 'undone-twice',
    mistake: 'Applied credit is undone twice.',
    mutations: [
      {
        file: UNDO,
        from: "if (attempt?.state !== 'SUCCEEDED') throw new AppError('CREDIT_ALREADY_UNDONE');",
        to: "if (!attempt) throw new AppError('CREDIT_ALREADY_UNDONE');",
      },
    ],
  },
  {
    name: 'undone-as-read-before',
    mistake: 'Two people undo a note at once, and what each read before the lock decides.',
    mutations: [
      {
        file: UNDO,
        from: 'const attempt = await lockAttempt(tx, key);',
        to: 'const attempt = found;',
      },
    ],
  },
  {
    name: 'undone-credit-lost',
    mistake: 'The customer does not have the credit back that was undone.',
    mutations: [
      {
        file: UNDO,
        from: 'await giveCreditBack(tx, { companyId, customerId, user: { attemptId }, at: updatedAt });',
        to: '',
      },
    ],
  },
  {
    name: 'undone-credit-credited',
    mistake: 'What undone credit had settled still counts as credited.',
    mutations: [
      {
        file: UNDO,
        from: 'const creditedCents = subtractCents(invoice.creditedCents, reversedCents);',
        to: 'const { creditedCents } = invoice;',
      },
    ],
  },
  {
    name: 'undone-credit-leaves-paid',
    mistake: 'An invoice whose applied credit was undone keeps the status of a paid one.',
    mutations: [
      {
        file: UNDO,
        from: "await reopen(tx, deps, { before: invoice, after });\n  recordEvent(tx, { companyId, type: 'credit.undone'",
        to: "recordEvent(tx, { companyId, type: 'credit.undone'",
      },
    ],
  },
  {
    name: 'undone-without-postings',
    mistake: 'What was undone stays in the ledger.',
    mutations: [
      {
        file: COMPENSATION,
        from: 'await appendPostings(tx, { attempt: compensation, at }, entries);',
        to: '',
      },
    ],
  },
];

const EXIT_BUGS: readonly Bug[] = [
  {
    name: 'used-credit-never-decided',
    mistake: 'A failed refund of credit that was used since cannot be acknowledged.',
    mutations: [
      {
        file: 'server/src/payments/refunds/decide-refund.ts',
        from: "case 'ACKNOWLEDGE': {",
        to: "case 'ACKNOWLEDGE': {\n      await sendAgain(tx, deps, { actor, again, reason });",
      },
    ],
  },
  {
    name: 'own-credit-by-a-link',
    mistake: "A payer with a public link pays with the customer's credit.",
    mutations: [
      {
        file: 'server/src/payments/checkout/pay-in-full.ts',
        from: " && principal.kind === 'customer'",
        to: '',
      },
    ],
  },
];

export const UNDONE_CREDIT_BUGS: readonly Bug[] = [...NOTE_BUGS, ...UNDO_BUGS, ...EXIT_BUGS];

/** Seeded bugs in what may still be given back on an invoice (R112 to R115) and in the fee of refunds (R104). */
import type { Bug } from './bug.ts';

const ENTITLEMENT = 'domain/src/billing/entitlement.ts';
const ORDER = 'server/src/payments/refunds/order-refund.ts';
const BOOK = 'server/src/payments/settlement/book-refund.ts';
const CREDIT = 'server/src/payments/settlement/settle-credit.ts';
const RESERVED = 'server/src/payments/settlement/reserved.ts';
const SOURCES = 'server/src/ledger/customer-credit.ts';

const ORDER_BUGS: readonly Bug[] = [
  {
    name: 'refund-beside-note',
    mistake: 'What a credit note gave as credit is refunded as well.',
    mutations: [
      { file: ORDER, from: ' && refundingCents <= leftToGiveBack(invoice);', to: ';' },
      { file: RESERVED, from: 'if (refundingCents > leftToGiveBack(invoice))', to: 'if (false)' },
    ],
  },
  {
    name: 'note-beside-ordered-refund',
    mistake: 'A credit note gives as credit what a refund on its way gives back.',
    mutations: [{ file: ENTITLEMENT, from: ', invoice.refundingCents)', to: ')' }],
  },
  {
    name: 'waived-and-credited',
    mistake: 'What an offer has waived is credited, too.',
    mutations: [{ file: ENTITLEMENT, from: 'waivedCents, givenBackCents', to: 'givenBackCents' }],
  },
  {
    name: 'credit-not-asked',
    mistake: 'A refund beside unused credit does not ask what happens to the credit.',
    mutations: [{ file: ORDER, from: 'if (unusedCents > 0 &&', to: 'if (unusedCents < 0 &&' }],
  },
  {
    name: 'repeated-refund',
    mistake: 'The same refund is ordered twice, and the company is not asked.',
    mutations: [{ file: ORDER, from: 'if (!isAgain && refunds', to: 'if (isAgain && refunds' }],
  },
  {
    name: 'fee-stays-behind',
    mistake: 'A refund of a part gives the principal back first, and the fee last.',
    mutations: [
      { file: ORDER, from: 'if (keepsFee) return leftOnInvoices', to: 'return leftOnInvoices' },
    ],
  },
  {
    name: 'kept-fee-given-back',
    mistake: 'A refund whose fee the company keeps gives the fee back.',
    mutations: [
      {
        file: ORDER,
        from: 'if (keepsFee) return leftOnInvoices(posted, invoiceId);',
        to: '',
      },
      { file: ORDER, from: 'const isInPart = keepsFee || ', to: 'const isInPart = ' },
    ],
  },
  {
    name: 'refund-of-unlocked-invoice',
    mistake: 'A refund decides what its invoice allows without the lock of the invoice.',
    mutations: [{ file: ORDER, from: 'if (found) await lockPayable(tx, found);', to: '' }],
  },
  {
    name: 'note-of-unlocked-invoice',
    mistake: 'A credit note decides what its invoice allows without the lock of the invoice.',
    mutations: [
      {
        file: CREDIT,
        from: "const invoice = await lockInvoice(tx, key);\n  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');",
        to: "const invoice = await findInvoice(tx, key);\n  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');",
      },
      {
        file: CREDIT,
        from: '  lockInvoice,\n',
        to: '  findInvoice,\n  lockInvoice,\n',
      },
    ],
  },
];

const RESERVE_BUGS: readonly Bug[] = [
  {
    name: 'order-not-reserved',
    mistake: 'An ordered refund is not noted on its invoice until it is made.',
    mutations: [
      {
        file: RESERVED,
        from: 'addRefunded(tx, { companyId, at }, parts);',
        to: '',
      },
    ],
  },
  {
    name: 'reserve-kept',
    mistake: 'A refund that was made is still noted as on its way.',
    mutations: [
      {
        file: RESERVED,
        from: 'addRefunded(tx, { companyId, at }, toReserved(refund, -1));',
        to: '',
      },
    ],
  },
  {
    name: 'reserve-released-twice',
    mistake: 'A refund that was made and fails releases what it had reserved once more.',
    mutations: [{ file: RESERVED, from: 'if (!isOpenRefund(refund)) return [];', to: '' }],
  },
  {
    name: 'paid-out-credit-excused',
    mistake: 'What a refund pays out of credit is excused, and the credit is used as well.',
    mutations: [
      {
        file: BOOK,
        from: 'owedAgainCents: isOwed ? amountCents : creditCents',
        to: 'owedAgainCents: isOwed ? amountCents : ZERO',
      },
    ],
  },
  {
    name: 'refund-beyond-the-invoice',
    mistake: 'A refund in the dashboard beyond what the invoice allows is not owed again.',
    mutations: [{ file: BOOK, from: ' || keptCents > leftToGiveBack(invoice);', to: ';' }],
  },
  {
    name: 'exceeding-refund-not-marked',
    mistake: 'A refund beyond what the invoice allows does not say that it is owed again.',
    mutations: [
      {
        file: BOOK,
        from: "refund.isOwedAgain || (attempt.purpose !== 'INVOICES' && parts.some(isExceeded));",
        to: 'refund.isOwedAgain;',
      },
    ],
  },
];

const SOURCE_BUGS: readonly Bug[] = [
  {
    name: 'use-not-recorded',
    mistake: 'Nothing records which credit was applied.',
    mutations: [{ file: SOURCES, from: 'await recordUses(tx, deps, { user, parts });', to: '' }],
  },
  {
    name: 'pay-out-not-recorded',
    mistake: 'Nothing records which credit was paid out.',
    mutations: [
      {
        file: 'server/src/payments/settlement/pay-out-credit.ts',
        from: 'await recordUses(tx, deps, { user: { refundId: refund.id }, parts: [part] });',
        to: '',
      },
    ],
  },
  {
    name: 'source-not-used',
    mistake: 'A credit note does not say that its credit was used.',
    mutations: [{ file: SOURCES, from: 'await addUsed(tx, source, partCents);', to: '' }],
  },
  {
    name: 'source-stays-used',
    mistake: 'A credit note says that its credit is used after that was undone.',
    mutations: [
      {
        file: SOURCES,
        from: 'await addUsed(tx, { companyId, id: sourceId }, subtractCents(ZERO, amountCents));',
        to: '',
      },
    ],
  },
  {
    name: 'credit-not-given-back',
    mistake: 'Credit whose use was undone is not the credit of the customer again.',
    mutations: [
      { file: SOURCES, from: 'if (addedCents > 0) await', to: 'if (addedCents < 0) await' },
    ],
  },
  {
    name: 'voided-note-used',
    mistake: 'Credit of a voided note is used.',
    mutations: [
      {
        file: SOURCES,
        from: "companyId, customerId, state: 'SUCCEEDED' }",
        to: 'companyId, customerId }',
      },
    ],
  },
  {
    name: 'bounce-takes-other-credit',
    mistake: 'After a check bounced, credit of other invoices settles what it had paid.',
    mutations: [
      {
        file: CREDIT,
        from: 'await listUnusedNotes(tx, { companyId, invoiceIds: [invoiceId] });',
        to: '(await lockUnused(tx, invoice)).map((part) => ({ ...part, id: part.source.id }));',
      },
    ],
  },
  {
    name: 'bounce-of-used-credit',
    mistake: 'A check that bounced is not reversed, because its credit was used a moment ago.',
    mutations: [
      {
        file: CREDIT,
        from: 'minCents(sumCredit(unused), payableAmount(invoice))',
        to: 'minCents(addCents(...notes.map((note) => note.amountCents)), payableAmount(invoice))',
      },
    ],
  },
];

export const ENTITLEMENT_BUGS: readonly Bug[] = [...ORDER_BUGS, ...RESERVE_BUGS, ...SOURCE_BUGS];

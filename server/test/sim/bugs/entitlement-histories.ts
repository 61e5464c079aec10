/** Short histories that reveal the seeded bugs in what may still be given back on an invoice. */
import type { RefundTerms } from '../commands.ts';
import type { History } from '../history.ts';
import {
  endRefund,
  hear,
  INVOICE,
  jobs,
  MINUTE_MS,
  pay,
  races,
  refundThere,
  schedule,
  step,
  TWO_INVOICES,
  tick,
  toHistory,
} from './steps.ts';

const NOTE = { name: 'creditNote', invoice: 0, percent: 100 } as const;
const note = (percent = 100, invoice = 0) => step({ ...NOTE, percent, invoice });
const voidNote = step({ name: 'voidNote', invoice: 0 });
const apply = (invoice: number) => step({ name: 'applyCredit', invoice, percent: 100 });
const undo = step({ name: 'undoCredit', invoice: 0 });
const payOut = step({ name: 'payOutCredit', invoice: 0, percent: 100 });
const record = (invoice = 0) =>
  step({ name: 'recordCash', invoice, isWhole: true, isRepeated: false });
const bounce = step({ name: 'reverseCash', invoice: 0 });
const REFUND = { name: 'orderRefund', invoice: 0, isWhole: true } as const;
const order = (terms: RefundTerms = {}) => step({ ...REFUND, ...terms });
const orderPart = (terms: RefundTerms = {}) => step({ ...REFUND, isWhole: false, ...terms });
const later = tick(MINUTE_MS);
const OFFERED = { invoices: [{ ...INVOICE, negotiatedPercent: 50 }] };

/** The credit of a called-off invoice paid another one, and then its check bounced. */
const spentAndBounced = [record(), note(), apply(1), bounce];
const applied = [pay(), note(50), apply(1)];

export const ENTITLEMENT_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'refund-beside-note': [toHistory({}, pay(), note(), order({ credit: 'KEEP' }))],
  'note-beside-ordered-refund': [toHistory({}, pay(), order(), note())],
  'waived-and-credited': [toHistory(OFFERED, pay(), ...hear(), note())],
  'credit-not-asked': [toHistory({}, pay(), note(50), order())],
  'repeated-refund': [toHistory({}, pay(), orderPart(), orderPart())],
  'fee-stays-behind': [toHistory({}, pay(), orderPart(), jobs())],
  'kept-fee-given-back': [toHistory({}, pay(), order({ keepsFee: true }), jobs())],
  'refund-of-unlocked-invoice': races({ ...REFUND, credit: 'KEEP' }, NOTE).map((race) =>
    toHistory({}, pay(), ...race),
  ),
  'note-of-unlocked-invoice': races(NOTE, NOTE).map((race) => toHistory({}, pay(), ...race)),
  'order-not-reserved': [toHistory({}, pay(), order())],
  'reserve-kept': [toHistory({}, pay(), order(), jobs())],
  'reserve-released-twice': [toHistory({}, pay(), order(), jobs(), endRefund('failed'), ...hear())],
  'paid-out-credit-excused': [toHistory({}, pay(), note(50), order({ credit: 'PAY_OUT' }), jobs())],
  'refund-beyond-the-invoice': [toHistory({}, pay(), note(), refundThere('all'), ...hear())],
  'exceeding-refund-not-marked': [toHistory({}, pay(), note(), refundThere('all'), ...hear())],
  'use-not-recorded': [toHistory(TWO_INVOICES, ...applied)],
  'pay-out-not-recorded': [toHistory({}, pay(), note(50), payOut)],
  'source-not-used': [toHistory(TWO_INVOICES, ...applied)],
  'source-stays-used': [toHistory(TWO_INVOICES, ...applied, undo)],
  'credit-not-given-back': [toHistory(TWO_INVOICES, ...applied, undo)],
  'voided-note-used': [toHistory({}, pay(), note(50), voidNote, later, note(50), payOut)],
  'bounce-takes-other-credit': [toHistory(TWO_INVOICES, record(0), record(1), note(50, 1), bounce)],
  'bounce-of-used-credit': races(
    { name: 'reverseCash', invoice: 0 },
    { name: 'applyCredit', invoice: 1, percent: 100 },
    12,
  ).map((race) => toHistory(TWO_INVOICES, record(), note(50), ...race)),
  'note-not-noted': [toHistory({}, note(50))],
  'noted-as-far-as-settled': [toHistory({}, pay(), note(50))],
  'voided-note-noted': [toHistory({}, pay(), note(50), voidNote)],
  'voided-note-keeps-credit': [toHistory({}, pay(), note(50), voidNote)],
  'voided-note-credited': [toHistory({}, note(50), voidNote)],
  'voided-note-leaves-paid': [toHistory({}, note(), voidNote)],
  'used-note-voided': [toHistory({}, pay(), note(50), payOut, voidNote)],
  'note-voided-under-an-arrangement': [toHistory({}, note(50), schedule(5), voidNote)],
  'void-after-used-credit': [
    toHistory(TWO_INVOICES, ...spentAndBounced, step({ name: 'voidInvoice', invoice: 0 })),
  ],
  'void-keeps-notes': [
    toHistory(TWO_INVOICES, ...spentAndBounced, step({ name: 'voidInvoice', invoice: 0 })),
  ],
  'reduction-keeps-notes': [
    toHistory(
      TWO_INVOICES,
      ...spentAndBounced,
      step({ name: 'changeInvoice', invoice: 0, inDays: null, percent: 50 }),
    ),
  ],
  'void-forgets-earlier-notes': [
    toHistory({}, record(), note(50), step({ name: 'voidWithRefund', invoice: 0 })),
  ],
  'void-refunds-beside-used-credit': [
    toHistory(TWO_INVOICES, ...applied, step({ name: 'voidWithRefund', invoice: 0 })),
  ],
  'undone-twice': [toHistory(TWO_INVOICES, ...applied, undo, undo)],
  'undone-as-read-before': races(
    { name: 'voidNote', invoice: 0 },
    { name: 'voidNote', invoice: 0 },
  ).map((race) => toHistory({}, pay(), note(50), later, note(50), ...race)),
  'undone-credit-lost': [toHistory(TWO_INVOICES, ...applied, undo)],
  'undone-credit-credited': [toHistory(TWO_INVOICES, ...applied, undo)],
  'undone-credit-leaves-paid': [toHistory(TWO_INVOICES, pay(), note(), apply(1), undo)],
  'used-credit-never-decided': [
    toHistory(
      TWO_INVOICES,
      pay(),
      note(50),
      step({ name: 'refundCredit', invoice: 0, percent: 100 }),
      jobs('refund_pending'),
      ...hear(),
      endRefund('failed'),
      ...hear(),
      apply(1),
      step({ name: 'decideRefund', invoice: 0, decision: 'ACKNOWLEDGE' }),
    ),
  ],
  'own-credit-by-a-link': [
    toHistory(
      {},
      step({ name: 'recordOnAccount', amount: 4000, isRepeated: false }),
      step({ name: 'payWithCredit', invoice: 0, isCustomer: false }),
    ),
  ],
  'undone-without-postings': [toHistory({}, note(50), voidNote)],
};

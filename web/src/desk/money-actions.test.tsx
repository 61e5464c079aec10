/**
 * Every action of the console that moves money, on its page. It is refused, then its response is lost, and then it
 * is done (docs/console-coverage.md).
 */
import { afterEach, describe, it } from 'vitest';
import { cleanConsole, expectStory, type Story } from '../../test/console-story.tsx';

const ID = '6f1f7a52-0000-4000-8000-000000000001';
const why = { Reason: 'Agreed' };
const reason = { reason: 'Agreed' };

const invoice = {
  page: `/invoices/${ID}`,
  due: { getInvoice: { status: 'DUE', total: 12_000, balance: 12_000, accountRef: 'HD-1' } },
  in: (status: string, more = {}) => ({ getInvoice: { status, accountRef: 'HD-1', ...more } }),
};
const customer = {
  page: `/customers/${ID}`,
  given: {
    getCustomer: { customerRef: 'C-1', credit: 6000 },
    listInvoices: { data: { id: ID, status: 'DUE', balance: 4000, accountRef: 'HD-1' } },
  },
};
const attention = (decision: string, facts = {}) => ({
  page: '/attention',
  given: {
    listAttention: {
      data: {
        allowedDecisions: [decision],
        kind: 'UNPLACED_CHARGE',
        invoice: { id: ID, accountRef: 'HD-1' },
        facts: { objectId: ID, code: null, method: null, ...facts },
      },
    },
  },
});

const STORIES: readonly Story[] = [
  {
    call: 'voidWithRefund',
    page: invoice.page,
    given: invoice.in('COLLECTED', { paid: 0, credited: 12_000 }),
    open: ['Void and refund'],
    fill: why,
    submit: 'Void and refund',
    body: reason,
    done: 'Invoice voided.',
  },
  {
    call: 'voidCreditNote',
    page: invoice.page,
    given: {
      ...invoice.due,
      listCreditNotes: { data: { id: ID, number: 'CN-1', isVoided: false } },
    },
    open: ['Void note'],
    fill: why,
    submit: 'Void credit note',
    body: reason,
    done: 'Credit note voided.',
  },
  {
    call: 'undoCredit',
    page: `/payments/${ID}`,
    given: {
      getPayment: {
        state: 'SUCCEEDED',
        processor: 'manual',
        method: 'CREDIT',
        type: 'COMPENSATION',
      },
    },
    open: ['Undo'],
    fill: why,
    submit: 'Undo',
    body: reason,
    done: 'The customer has the credit again.',
  },
  {
    call: 'voidInvoice',
    page: invoice.page,
    given: invoice.due,
    open: ['Void'],
    fill: why,
    submit: 'Void invoice',
    body: reason,
    done: 'Invoice voided.',
  },
  {
    call: 'writeOffInvoice',
    page: invoice.page,
    given: invoice.in('IN_COLLECTION'),
    open: ['Write off'],
    fill: why,
    submit: 'Write off',
    body: reason,
    done: 'Invoice written off.',
  },
  {
    call: 'reopenInvoice',
    page: invoice.page,
    given: invoice.in('DEFAULTED'),
    open: ['Reopen'],
    fill: why,
    submit: 'Reopen',
    body: reason,
    done: 'The invoice is open again.',
  },
  {
    call: 'offerSettlement',
    page: invoice.page,
    given: invoice.due,
    open: ['Offer a settlement'],
    fill: { 'Settlement amount': '90.00' },
    submit: 'Offer $90.00',
    body: { amount: 9000 },
    done: 'Offer made.',
  },
  {
    call: 'withdrawOffer',
    page: invoice.page,
    given: { getInvoice: { ...invoice.due.getInvoice, offer: 9000 } },
    submit: 'Withdraw offer',
    done: 'Offer withdrawn.',
  },
  {
    call: 'recordManualPayment',
    page: invoice.page,
    given: invoice.due,
    open: ['Record payment'],
    fill: { Number: '1042', 'Received on': '2026-11-13' },
    submit: 'Record $120.00',
    body: {
      invoices: [{ invoiceId: ID, amount: 12_000 }],
      amount: 12_000,
      method: 'CHECK',
      reference: '1042',
      receivedDate: '2026-11-13',
    },
    done: 'Payment recorded.',
  },
  {
    call: 'reverseManualPayment',
    page: `/payments/${ID}`,
    given: {
      getPayment: { state: 'SUCCEEDED', processor: 'manual', method: 'CASH', type: 'PAYMENT' },
    },
    open: ['Reverse payment'],
    fill: { Cause: 'BOUNCED', ...why },
    submit: 'Reverse',
    body: { cause: 'BOUNCED', ...reason },
    done: 'Payment reversed.',
  },
  {
    call: 'cancelPlan',
    page: invoice.page,
    given: invoice.in('PAYMENT_PLAN_IN_PROGRESS'),
    open: ['Cancel plan'],
    fill: why,
    submit: 'Cancel plan',
    body: reason,
    done: 'Plan canceled.',
  },
  {
    call: 'cancelSchedule',
    page: invoice.page,
    given: invoice.in('PAYMENT_EXTENSION'),
    open: ['Cancel payment'],
    fill: why,
    submit: 'Cancel payment',
    body: reason,
    done: 'Scheduled payment canceled.',
  },
  {
    call: 'moveSchedule',
    page: invoice.page,
    given: invoice.in('PAYMENT_EXTENSION'),
    open: ['Move payment'],
    fill: { 'New day': '2026-12-01', ...why },
    submit: 'Move',
    body: { chargeOn: '2026-12-01', ...reason },
    done: 'Payment moved.',
  },
  {
    call: 'applyCredit',
    ...customer,
    open: ['Apply credit'],
    submit: 'Apply $40.00',
    body: { invoiceId: ID, amount: 4000 },
    done: 'Credit applied.',
  },
  {
    call: 'payOutCredit',
    ...customer,
    open: ['Record payout'],
    fill: { Amount: '25.00', ...why },
    submit: 'Record $25.00',
    body: { amount: 2500, ...reason },
    done: 'Payout recorded.',
  },
  {
    call: 'refundCharge',
    ...attention('refundCharge'),
    open: ['Refund'],
    fill: why,
    submit: 'Refund charge',
    body: reason,
    done: 'Refund submitted.',
  },
  {
    call: 'decideRefund',
    ...attention('decideRefund'),
    open: ['Resolve refund'],
    fill: why,
    submit: 'Record decision',
    body: { decision: 'SEND_AGAIN', ...reason },
    done: 'Decision recorded.',
  },
  {
    call: 'releaseCharges',
    ...attention('releaseCharges'),
    open: ['Resume charges'],
    fill: why,
    submit: 'Resume charges',
    body: reason,
    done: 'Charges resume.',
  },
  {
    call: 'answerPause',
    ...attention('answerPause', { months: 2 }),
    open: ['Respond'],
    submit: 'Send decision',
    body: { isGranted: true, message: null },
    done: 'Decision sent.',
  },
  {
    call: 'changeProcessorFees',
    page: '/payouts',
    given: { getPayoutStatus: { isSupported: true } },
    open: ['Agreed fees'],
    submit: 'Save fees',
    body: { fees: null },
    done: 'Fees saved. Payouts are compared within minutes.',
  },
  {
    call: 'createTestPayment',
    page: '/settings/processors',
    given: {
      getProcessor: {
        processor: 'stripe',
        hasKey: true,
        setup: [{ step: 'TEST_PAYMENT', state: 'OPEN', detail: null }],
      },
    },
    submit: 'Create a test payment',
    done: 'A payment of one dollar',
  },
];

afterEach(cleanConsole);

describe('Actions of the console that move money (R78)', () => {
  it.each(STORIES)(
    '$call is refused, and repeated under one key after a lost response',
    expectStory,
  );
});

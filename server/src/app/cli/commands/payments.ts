/** Commands that list and show payments, and record and reverse those made without a processor (R89). */
import { attemptIdSchema } from '@quittance/contract/ids';
import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import {
  manualReversalSchema,
  newManualPaymentSchema,
  paymentQuerySchema,
} from '@quittance/contract/payments/provider-schemas';
import { requireCustomer } from '../../../customers/manage-customers.ts';
import {
  getPayment,
  listPayments,
  recordManual,
  reverseManual,
} from '../../../payments/provider-payments.ts';
import { type Command, inCompany, type Output, readForCompany } from '../command.ts';
import {
  findInvoiceId,
  PAGE_OPTIONS,
  parseAmount,
  REASON,
  readNewest,
  toId,
} from '../read-input.ts';
import { dollars, pageText, toLines } from '../render.ts';

const LIST_COLUMNS = ['id', 'state', 'amount', 'fee', 'refunded', 'method', 'createdAt'];

export const parsePaymentId = (text: string) => toId(attemptIdSchema, 'payment', text);

const readable = (payment: ProviderPayment) => ({
  ...payment,
  amount: dollars(payment.amount),
  fee: dollars(payment.fee),
  refunded: dollars(payment.refunded),
});

export const shownPayment = (payment: ProviderPayment): Output => ({
  data: payment,
  text: toLines(readable(payment)),
});

export function shownPayments(page: {
  data: ProviderPayment[];
  nextCursor: string | null;
}): Output {
  return { data: page, text: pageText({ ...page, data: page.data.map(readable) }, LIST_COLUMNS) };
}

/** 'R-1=60.00' */
function parsePart(text: string) {
  const at = text.lastIndexOf('=');
  return { number: text.slice(0, Math.max(at, 0)), amount: parseAmount(text.slice(at + 1)) };
}

export const PAYMENT_COMMANDS: readonly Command[] = [
  {
    name: 'payments list',
    args: ['<company>'],
    summary: 'List payments, newest first',
    options: {
      ...PAGE_OPTIONS,
      invoice: { value: 'NUMBER', text: 'payments for this invoice only' },
      state: { value: 'STATE', text: 'such as SUCCEEDED' },
    },
    example: 'harbor --invoice R-1',
    async run(context, input) {
      const [company = ''] = input.args;
      const { shape } = paymentQuerySchema;
      const state = shape.state.parse(input.text('state'));
      const number = input.text('invoice');
      const page = await readForCompany(context, company, async (tx, actor) => {
        const invoiceId = number === undefined ? undefined : await findInvoiceId(tx, actor, number);
        const query = { ...readNewest(input), state, invoiceId };
        return listPayments(tx, actor, { deps: context.deps, query });
      });
      return shownPayments(page);
    },
  },
  {
    name: 'payments show',
    args: ['<company>', '<payment id>'],
    summary: 'Show a payment and the history of its state',
    example: 'harbor 7d3c1a52-…',
    async run(context, { args: [company = '', id = ''] }) {
      const paymentId = parsePaymentId(id);
      return shownPayment(
        await readForCompany(context, company, (tx, actor) => getPayment(tx, actor, paymentId)),
      );
    },
  },
  {
    name: 'payments record',
    args: ['<company>', '<method>', '[number]'],
    summary:
      'Record cash, a check, wire, money order or other payment; the excess over the invoices becomes customer credit',
    options: {
      invoice: {
        value: 'NUMBER=AMOUNT',
        text: 'the amount for an invoice',
        isList: true,
      },
      amount: {
        value: 'AMOUNT',
        text: 'amount received; by default, the sum of the amounts for the invoices',
      },
      customer: { value: 'REF', text: 'customer who paid on account, without an invoice' },
      'write-off': { text: "write off the rest of the invoices, up to the company's limit" },
      received: { value: 'DATE', text: 'day it was received; today by default' },
      note: { value: 'TEXT', text: 'note for the company only' },
    },
    example: 'harbor check 1042 --invoice R-1=60.00 --invoice R-2=40.00 --received 2026-11-13',
    async run(context, { args: [company = '', kind = '', reference], text, list, isOn }) {
      const parts = list('invoice').map(parsePart);
      const [receivedDate, note, customerRef] = [text('received'), text('note'), text('customer')];
      const arrived = text('amount');
      const amount = arrived === undefined ? undefined : parseAmount(arrived);
      return shownPayment(
        await inCompany(context, company, async (tx, actor) => {
          const invoices = [];
          for (const { number, amount } of parts) {
            invoices.push({ invoiceId: await findInvoiceId(tx, actor, number), amount });
          }
          const method = kind.toUpperCase().replaceAll('-', '_');
          const fields = { method, reference, receivedDate, note, amount };
          const input = newManualPaymentSchema.parse(
            customerRef === undefined
              ? { ...fields, invoices, writesOffRest: isOn('write-off') }
              : { ...fields, customerId: (await requireCustomer(tx, actor, { customerRef })).id },
          );
          return recordManual(tx, context.deps, { actor, input });
        }),
      );
    },
  },
  {
    name: 'payments reverse',
    args: ['<company>', '<payment id>'],
    summary:
      'Reverse a recorded payment that bounced, was not received or was given back; the amount is due again',
    options: {
      ...REASON,
      cause: {
        value: 'bounced|error',
        text: 'the bank returned it, or it was recorded by mistake',
      },
    },
    example: 'harbor 7d3c1a52-… --cause bounced --reason "No funds"',
    async run(context, { args: [company = '', id = ''], required }) {
      const attemptId = parsePaymentId(id);
      const cause = required('cause').toUpperCase();
      const reversal = manualReversalSchema.parse({ cause, reason: required('reason') });
      return shownPayment(
        await inCompany(context, company, (tx, actor) =>
          reverseManual(tx, context.deps, { actor, attemptId, ...reversal }),
        ),
      );
    },
  },
];

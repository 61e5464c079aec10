/** Commands that list and show payments, and record and reverse cash. */

import { reasonSchema } from '@quittance/contract/http/pages-and-problems';
import { attemptIdSchema } from '@quittance/contract/ids';
import {
  newManualPaymentSchema,
  type ProviderPayment,
  paymentQuerySchema,
} from '@quittance/contract/payments/provider-schemas';
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

export const PAYMENT_COMMANDS: readonly Command[] = [
  {
    name: 'payments list',
    args: ['<company>'],
    summary: 'List payments, newest first',
    options: {
      ...PAGE_OPTIONS,
      invoice: { value: 'NUMBER', text: 'of this invoice only' },
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
    name: 'payments cash',
    args: ['<company>', '<invoice>', '<amount>', '<receipt number>'],
    summary: 'Record a cash payment; each receipt number counts only once',
    example: 'harbor R-1 60.00 Q-17',
    async run(context, { args: [company = '', number = '', given = '', receiptNumber = ''] }) {
      const amount = parseAmount(given);
      return shownPayment(
        await inCompany(context, company, async (tx, actor) => {
          const invoiceId = await findInvoiceId(tx, actor, number);
          const cash = { invoiceId, amount, method: 'CASH', receiptNumber };
          const input = newManualPaymentSchema.parse(cash);
          return recordManual(tx, context.deps, { actor, input });
        }),
      );
    },
  },
  {
    name: 'payments reverse',
    args: ['<company>', '<payment id>'],
    summary:
      'Reverse a cash payment that was not received or was given back; the amount is due again',
    options: REASON,
    example: 'harbor 7d3c1a52-… --reason "Counted twice"',
    async run(context, { args: [company = '', id = ''], required }) {
      const attemptId = parsePaymentId(id);
      const { reason } = reasonSchema.parse({ reason: required('reason') });
      return shownPayment(
        await inCompany(context, company, (tx, actor) =>
          reverseManual(tx, context.deps, { actor, attemptId, reason }),
        ),
      );
    },
  },
];

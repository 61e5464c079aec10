/** Commands for refunds through a processor (R39). Cash payments are reversed instead. */

import { newRefundSchema, type Refund } from '@quittance/contract/payments/refund-schemas';
import { plainText } from '@quittance/contract/plain-text';
import { listRefunds, orderRefund } from '../../../payments/refunds/order-refund.ts';
import { type Command, onceInCompany, readForCompany } from '../command.ts';
import { parseAmount, REASON } from '../read-input.ts';
import { dollars, toTable } from '../render.ts';
import { parsePaymentId } from './payments.ts';

/** The same limit as for the API's `Idempotency-Key` because both are stored together. */
const keySchema = plainText({ max: 255 });

const readable = ({ id, state, origin, amount, createdAt, doneAt }: Refund) => ({
  id,
  state,
  origin,
  amount: dollars(amount),
  createdAt,
  doneAt,
});

export const REFUND_COMMANDS: readonly Command[] = [
  {
    name: 'refund create',
    args: ['<company>', '<payment id>'],
    summary: 'Order a refund; the server sends it to the processor within a minute',
    options: {
      amount: {
        value: 'AMOUNT',
        text: 'amount including the fee; the whole refundable balance by default',
      },
      'owed-again': { text: 'the customer owes the refunded amount again' },
      'from-credit': { text: "pays out the customer's credit" },
      credit: {
        value: 'PAY_OUT|KEEP',
        text: 'pay out or keep unused credit from credit notes for the invoice',
      },
      'keep-fee': { text: 'the company keeps its fee' },
      again: { text: 'confirm a second refund of the same amount' },
      ...REASON,
      key: { value: 'TEXT', text: 'idempotency key: with the same key, the refund is made once' },
    },
    example: 'harbor 7d3c1a52-… --amount 20.00 --reason "Returned goods" --key credit-note-17',
    async run(context, { args: [company = '', id = ''], text, required, isOn }) {
      const attemptId = parsePaymentId(id);
      const amount = text('amount');
      const input = newRefundSchema.parse({
        reason: required('reason'),
        ...(isOn('owed-again') ? { isOwedAgain: true } : {}),
        ...(isOn('from-credit') ? { isFromCredit: true } : {}),
        ...(text('credit') === undefined ? {} : { credit: text('credit') }),
        ...(isOn('keep-fee') ? { keepsFee: true } : {}),
        ...(isOn('again') ? { isAgain: true } : {}),
        ...(amount === undefined ? {} : { amount: parseAmount(amount) }),
      });
      const refund = await onceInCompany(context, company, {
        key: keySchema.optional().parse(text('key')) ?? null,
        content: ['refund create', attemptId, input],
        work: (tx, actor) => orderRefund(tx, context.deps, { actor, attemptId, input }),
      });
      return { data: refund, text: `ordered: ${dollars(refund.amount)}, refund ${refund.id}` };
    },
  },
  {
    name: 'refund list',
    args: ['<company>', '<payment id>'],
    summary: 'List the refunds of a payment',
    example: 'harbor 7d3c1a52-…',
    async run(context, { args: [company = '', id = ''] }) {
      const paymentId = parsePaymentId(id);
      const { data } = await readForCompany(context, company, (tx, actor) =>
        listRefunds(tx, actor, paymentId),
      );
      return { data, text: toTable(data.map(readable)) };
    },
  },
];

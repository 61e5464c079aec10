/**
 * Commands for held payments: they were sent, but the processor reports nothing about them. A person checks the
 * processor's records and decides.
 */
import { decisionSchema } from '@quittance/contract/payments/provider-schemas';
import { decidePayment } from '../../../payments/decide-payment.ts';
import { listPayments } from '../../../payments/provider-payments.ts';
import { type Command, inCompany, readForCompany } from '../command.ts';
import { given, PAGE_OPTIONS, REASON, readNewest } from '../read-input.ts';
import { parsePaymentId, shownPayment, shownPayments } from './payments.ts';

export const HELD_COMMANDS: readonly Command[] = [
  {
    name: 'held list',
    args: ['<company>'],
    summary:
      'List payments whose outcome has been unknown for an hour and that hold their invoices',
    options: PAGE_OPTIONS,
    example: 'harbor',
    async run(context, input) {
      const [company = ''] = input.args;
      const query = { ...readNewest(input), isHeld: true };
      return shownPayments(
        await readForCompany(context, company, (tx, actor) =>
          listPayments(tx, actor, { deps: context.deps, query }),
        ),
      );
    },
  },
  {
    name: 'held decide',
    args: ['<company>', '<payment id>', '<paid|not_paid>'],
    summary: "Show the processor's records of a held payment",
    options: {
      ...REASON,
      reference: { value: 'ID', text: "the processor's id of the charge, if it was paid" },
    },
    example: 'harbor 7d3c1a52-… paid --reference ch_3Q9aXY2e --reason "In the daily report"',
    async run(context, { args: [company = '', id = '', outcome], text, required }) {
      const attemptId = parsePaymentId(id);
      const reason = required('reason');
      const processorReference = text('reference');
      const decision = decisionSchema.parse({ outcome, reason, ...given({ processorReference }) });
      return shownPayment(
        await inCompany(context, company, (tx, actor) =>
          decidePayment(tx, context.deps, { actor, attemptId, decision }),
        ),
      );
    },
  },
];

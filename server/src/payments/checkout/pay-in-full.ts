/** Pays the whole payable amount of an invoice now (product §7, full/submit). */
import type { Payable as PayableNow } from '@quittance/contract/schemas/invoices';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../storage/database.ts';
import type { PaymentContext } from '../core/charge-terms.ts';
import { payableNow } from '../core/payable-now.ts';
import { refuseClosed } from '../core/refuse-closed.ts';
import { type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import { type AgreedAmount, takeSinglePayment } from './single-payment.ts';
import type { Submitted } from './submit-answer.ts';

function agreeOn(payable: PayableNow, { quote, paymentInfo }: PaymentInstruction['body']) {
  const kind = paymentInfo.paymentType;
  if (!payable.options.includes('PAY_IN_FULL')) throw new AppError('OPTION_NOT_AVAILABLE');
  if (!payable.kinds.includes(kind)) throw new AppError('METHOD_RESTRICTED');
  const { fee } = payable.fees[kind];
  if (quote.amount !== payable.amount || quote.fee !== fee) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  }
  return { amountCents: payable.amount, feeCents: fee };
}

async function agreeOnAmount(
  tx: Tx,
  deps: Deps,
  { instruction, context }: { instruction: PaymentInstruction; context: PaymentContext },
): Promise<AgreedAmount> {
  const { invoice, company } = context;
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  refuseClosed(invoice);
  // A plan is paid off by plan/pay: its fee is fixed and its installments are counted.
  if (invoice.status === 'PAYMENT_PLAN_IN_PROGRESS') throw new AppError('OPTION_NOT_AVAILABLE');
  await refuseWhileOpen(tx, context);
  const payable = payableNow(deps, invoice, company);
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  return agreeOn(payable, instruction.body);
}

export function payInFull(deps: Deps, instruction: PaymentInstruction): Promise<Submitted> {
  return takeSinglePayment(deps, instruction, {
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    agreeOnAmount: (tx, { context }) => agreeOnAmount(tx, deps, { instruction, context }),
  });
}

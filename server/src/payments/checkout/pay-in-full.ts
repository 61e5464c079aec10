/** Pay the whole payable amount of an invoice now (product §7, full/submit). */
import type { Payable } from '@quittance/contract/invoices';
import type { Quote } from '@quittance/contract/payments';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../storage/database.ts';
import type { ChargeTerms } from '../core/charge-terms.ts';
import { payableNow } from '../core/payable-now.ts';
import { refuseClosed } from '../core/refuse-closed.ts';
import { type Locked, type PayCommand, refuseWhileOpen } from './begin.ts';
import { idempotencyInputOf, singlePaymentTerms } from './single-payment.ts';
import { type Paid, takePayment } from './take-payment.ts';

function refuseWrongTerms(payable: Payable, kind: ChargeKind, quote: Quote): void {
  if (!payable.options.includes('PAY_IN_FULL')) throw new AppError('OPTION_NOT_AVAILABLE');
  if (!payable.kinds.includes(kind)) throw new AppError('METHOD_RESTRICTED');
  if (quote.amount !== payable.amount || quote.fee !== payable.fees[kind].fee) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  }
}

async function decide(
  tx: Tx,
  deps: Deps,
  { command, context }: { command: PayCommand; context: Locked['context'] },
): Promise<ChargeTerms> {
  const { invoice, company } = context;
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  refuseClosed(invoice);
  // A plan is paid off by plan/pay: its fee is agreed on, and its installments are counted.
  if (invoice.status === 'PAYMENT_PLAN_IN_PROGRESS') throw new AppError('OPTION_NOT_AVAILABLE');
  await refuseWhileOpen(tx, context);
  const payable = payableNow(deps, invoice, company);
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { quote, paymentInfo } = command.body;
  refuseWrongTerms(payable, paymentInfo.paymentType, quote);
  return singlePaymentTerms(tx, deps, {
    command,
    context,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    amountCents: payable.amount,
    feeCents: payable.fees[paymentInfo.paymentType].fee,
  });
}

export function payInFull(deps: Deps, command: PayCommand): Promise<Paid> {
  const { body, ...who } = command;
  return takePayment(deps, {
    ...who,
    processor: body.processor,
    paymentInfo: body.paymentInfo,
    idempotencyInput: idempotencyInputOf('FULL_AMOUNT', body),
    decide: (tx, { context }) => decide(tx, deps, { command, context }),
  });
}

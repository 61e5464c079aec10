/** Pays a partial request: some amount on each of several orders (product §7, partial/pay; R12). */
import { addCents, type Cents, minCents, subtractCents } from '@quittance/contract/money';
import { isPartialAmountAllowed } from '@quittance/domain/checkout/amounts';
import type { CompanyRow } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hasOpenAttemptOnOrders, type RequestedOrder } from '../../projects/orders.ts';
import { hasPaid } from '../../projects/partial-requests.ts';
import { amountDue, feeAgreed } from '../core/amount-due.ts';
import { type LockedContext, type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import type { SubmitOutcome } from './submit-answer.ts';
import { type AgreedAmount, takeSinglePayment } from './take-payment.ts';

function isPaidOff({ order }: RequestedOrder): boolean {
  return subtractCents(order.totalCents, order.paidCents) === 0;
}

function owedOn({ order, requestedCents }: RequestedOrder): Cents {
  return minCents(requestedCents, subtractCents(order.totalCents, order.paidCents));
}

/** An order may have been paid or closed since the request was created. */
function refuseUnlessOwed(requested: readonly RequestedOrder[], company: CompanyRow): void {
  if (requested.length === 0) throw new AppError('REQUEST_NOT_FOUND');
  if (requested.every(isPaidOff)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  for (const { order, requestedCents: amount } of requested) {
    const { totalCents: totalBalance, paidCents: paidBalance, status } = order;
    if (status === 'Draft' || status === 'Canceled') throw new AppError('ACCOUNT_NOT_PAYABLE');
    if (!isPartialAmountAllowed({ amount, totalBalance, paidBalance })) {
      const owedCents = addCents(...requested.map(owedOn));
      throw new AppError('AMOUNT_CHANGED', { details: { payable: amountDue(owedCents, company) } });
    }
  }
}

export async function requestedAmount(tx: Tx, { context, payable }: LockedContext): Promise<Cents> {
  if (payable.kind !== 'orders') throw new AppError('REQUEST_NOT_FOUND');
  const { requested } = payable;
  const { companyId, id: requestId } = context.request;
  await refuseWhileOpen(tx, context);
  const orderIds = requested.map(({ order }) => order.id);
  if (await hasOpenAttemptOnOrders(tx, { companyId, requestId }, orderIds)) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
  if (await hasPaid(tx, { companyId, requestId })) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  refuseUnlessOwed(requested, context.company);
  return addCents(...requested.map(({ requestedCents }) => requestedCents));
}

async function agreeOnAmount(
  tx: Tx,
  { body }: PaymentInstruction,
  locked: LockedContext,
): Promise<AgreedAmount> {
  const amountCents = await requestedAmount(tx, locked);
  return { amountCents, feeCents: feeAgreed(body, locked.context.company, amountCents) };
}

export function payPartial(deps: Deps, instruction: PaymentInstruction): Promise<SubmitOutcome> {
  return takeSinglePayment(deps, instruction, {
    purpose: 'PARTIAL',
    paymentOption: null,
    agreeOnAmount: (tx, locked) => agreeOnAmount(tx, instruction, locked),
  });
}

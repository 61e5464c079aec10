/** Pays a partial request: some amount on each of several orders (product §7, partial/pay; R12). */
import { addCents, subtractCents } from '@quittance/contract/money';
import { isPartialAmountAllowed } from '@quittance/domain/checkout/amounts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { hasOpenAttemptOnOrders, type RequestedOrder } from '../../storage/billing/orders.ts';
import { hasPaid } from '../../storage/billing/partial-requests.ts';
import type { Tx } from '../../storage/database.ts';
import { feeAgreed } from '../core/amount-due.ts';
import type { Purchase } from '../core/charge-terms.ts';
import { type Locked, type PayCommand, refuseWhileOpen } from './begin.ts';
import { boughtBy, singlePurchase } from './single-payment.ts';
import { type Paid, takePayment } from './take-payment.ts';

function isPaidOff({ order }: RequestedOrder): boolean {
  return subtractCents(order.totalCents, order.paidCents) === 0;
}

/** What was asked for when the request was made may have been paid or closed since. */
function refuseUnlessOwed(requested: readonly RequestedOrder[]): void {
  if (requested.length === 0) throw new AppError('REQUEST_NOT_FOUND');
  if (requested.every(isPaidOff)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  for (const { order, requestedCents: amount } of requested) {
    const { totalCents: totalBalance, paidCents: paidBalance, status } = order;
    if (status === 'Draft' || status === 'Canceled') throw new AppError('ACCOUNT_NOT_PAYABLE');
    if (!isPartialAmountAllowed({ amount, totalBalance, paidBalance })) {
      throw new AppError('AMOUNT_CHANGED');
    }
  }
}

async function decide(
  tx: Tx,
  deps: Deps,
  { command, payee, subject }: Locked & { command: PayCommand },
): Promise<Purchase> {
  if (subject.kind !== 'orders') throw new AppError('REQUEST_NOT_FOUND');
  const { requested } = subject;
  const { companyId, id: requestId } = payee.request;
  await refuseWhileOpen(tx, payee);
  const orderIds = requested.map(({ order }) => order.id);
  if (await hasOpenAttemptOnOrders(tx, { companyId, requestId }, orderIds)) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
  if (await hasPaid(tx, { companyId, requestId })) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  refuseUnlessOwed(requested);
  const amountCents = addCents(...requested.map(({ requestedCents }) => requestedCents));
  const feeCents = feeAgreed(command.body, payee.company, amountCents);
  return singlePurchase(tx, deps, {
    command,
    payee,
    purpose: 'PARTIAL',
    paymentOption: null,
    amountCents,
    feeCents,
  });
}

export function payPartial(deps: Deps, command: PayCommand): Promise<Paid> {
  const { body, ...who } = command;
  return takePayment(deps, {
    ...who,
    processor: body.processor,
    paymentInfo: body.paymentInfo,
    bought: boughtBy('PARTIAL', body),
    decide: (tx, locked) => decide(tx, deps, { ...locked, command }),
  });
}

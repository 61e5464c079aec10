/** A company reads its payments and records those that no processor made. */
import type { AttemptId, InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { PageQuery } from '@quittance/contract/provider/pages-and-problems';
import type { ProviderPayment } from '@quittance/contract/provider/payments';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { heldBefore } from '../../payments/core/next-check.ts';
import { findInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { findAttempt } from '../../storage/payments/attempts.ts';
import { listMoves, listPaymentRows, type PaymentFilter } from '../../storage/provider/payments.ts';
import { type Actor, recordDeed } from '../actor.ts';
import { pageFrom, pageOf } from '../page.ts';
import { recordManualIn, reverseManualIn } from './record-manual.ts';
import { showOnePayment, showPayment, showPayments } from './show-payment.ts';

type PaymentsQuery = PageQuery &
  Omit<PaymentFilter, 'companyId' | 'unresolvedSince'> & { isHeld?: boolean | undefined };

export async function listPayments(
  tx: Tx,
  { companyId }: Actor,
  { deps, query }: { deps: Pick<Deps, 'clock'>; query: PaymentsQuery },
) {
  const { limit, after, isHeld, ...filter } = query;
  const page = pageFrom({ limit, after });
  const held = isHeld ? { unresolvedSince: heldBefore(deps.clock.now()) } : {};
  const rows = await listPaymentRows(tx, { filter: { companyId, ...filter, ...held }, page });
  return pageOf(rows, page, (shown) => showPayments(tx, shown));
}

export async function getPayment(tx: Tx, { companyId }: Actor, attemptId: AttemptId) {
  const key = { companyId, attemptId };
  const attempt = await findAttempt(tx, key);
  if (!attempt) throw new AppError('NOT_FOUND');
  const moves = await listMoves(tx, key);
  const timeline = moves.map(({ fromState: from, toState: to, source, at }) => ({
    from,
    to,
    source,
    at,
  }));
  return { ...(await showOnePayment(tx, attempt)), timeline };
}

export type ManualInput = {
  invoiceId: InvoiceId;
  amount: Cents;
  method: 'CASH';
  receiptNumber: string;
};

export async function recordManual(
  tx: Tx,
  deps: Deps,
  { actor, input }: { actor: Actor; input: ManualInput },
): Promise<ProviderPayment> {
  const { companyId, name } = actor;
  const { invoiceId, amount: amountCents, method, receiptNumber: key } = input;
  const invoice = await findInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const payment = { companyId, invoiceRef: invoice.accountRef, method, amountCents, key };
  return showPayment(
    await recordManualIn(tx, deps, { ...payment, actor: name, at: deps.clock.now() }),
  );
}

export async function reverseManual(
  tx: Tx,
  deps: Deps,
  { actor, attemptId, reason }: { actor: Actor; attemptId: AttemptId; reason: string },
): Promise<ProviderPayment> {
  const { companyId } = actor;
  const attempt = await reverseManualIn(tx, deps, { companyId, attemptId });
  const subject = `attempt:${attemptId}`;
  await recordDeed(tx, deps, { actor, action: 'payment.reversed', subject, detail: { reason } });
  return showPayment(attempt);
}

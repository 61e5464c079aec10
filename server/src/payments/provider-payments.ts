/** Lists a company's payments, and records payments that were not made through a processor. */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { PaymentQuery, ProviderPayment } from '@quittance/contract/payments/provider-schemas';
import { namesOfCustomers } from '../customers/customer-records.ts';
import { findAccountRefs } from '../invoices/invoice-records.ts';
import { findInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Attempt, findAttempt } from '../ledger/attempts.ts';
import { heldBefore } from '../ledger/next-check.ts';
import { listMoves, listPaymentRows, PAYMENT_ORDERS } from '../ledger/payment-rows.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { sortedPageFrom, toSortedPage } from '../platform/http/sorted-page.ts';
import { findHistory } from './payment-history.ts';
import { recordManualIn, reverseManualIn } from './record-manual.ts';
import { showOnePayment, showPayment, showPayments } from './show-payment.ts';

export async function listPayments(
  tx: Tx,
  { companyId }: Actor,
  { deps, query }: { deps: Pick<Deps, 'clock'>; query: PaymentQuery },
) {
  const { limit, after, sort, isHeld, ...filter } = query;
  const page = sortedPageFrom({ limit, after, sort }, PAYMENT_ORDERS);
  const held = isHeld ? { unresolvedSince: heldBefore(deps.clock.now()) } : {};
  const rows = await listPaymentRows(tx, { filter: { companyId, ...filter, ...held }, page });
  return toSortedPage(rows, page, (shown) => showListed(tx, companyId, shown));
}

async function showListed(tx: Tx, companyId: CompanyId, rows: readonly Attempt[]) {
  const payments = await showPayments(tx, rows);
  const names = await namesOfCustomers(
    tx,
    companyId,
    rows.map(({ customerId }) => customerId),
  );
  const invoiceIds = rows.flatMap(({ invoiceId }) => invoiceId ?? []);
  const refs = await findAccountRefs(tx, companyId, invoiceIds);
  return payments.map((payment) => ({
    ...payment,
    customerName: names.get(payment.customerId) ?? '',
    accountRef: payment.invoiceId ? (refs.get(payment.invoiceId) ?? null) : null,
  }));
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
  const history = await findHistory(tx, attempt, moves);
  return { ...(await showOnePayment(tx, attempt)), timeline, history };
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
  await recordAction(tx, deps, { actor, action: 'payment.reversed', subject, detail: { reason } });
  return showPayment(attempt);
}

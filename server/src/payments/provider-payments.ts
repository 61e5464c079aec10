/** Lists a company's payments, and records payments that were not made through a processor. */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import { EXPANDED_PAYMENTS_MAX } from '@quittance/contract/invoices/provider-schemas';
import type { NewManualPayment, PaymentQuery } from '@quittance/contract/payments/provider-schemas';
import { namesOfCustomers } from '../customers/customer-records.ts';
import { findInvoiceNames } from '../invoices/invoice-records.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Attempt, findAttempt, updateAttempt } from '../ledger/attempts.ts';
import { heldBefore } from '../ledger/next-check.ts';
import {
  listMoves,
  listPaymentRows,
  listPaymentsOnInvoices,
  PAYMENT_ORDERS,
} from '../ledger/payment-rows.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockRow } from '../platform/database/rows.ts';
import { sortedPageFrom, toSort, toSortedPage } from '../platform/http/sorted-page.ts';
import { attempts } from '../schema/payments.ts';
import { findHistory } from './payment-history.ts';
import { type Reversal, recordManualIn, reverseManualIn } from './record-manual.ts';
import { showOnePayment, showPayments } from './show-payment.ts';

const unique = <Value>(values: Value | Value[]): Value[] =>
  Array.isArray(values) ? [...new Set(values)] : [values];

export async function listPayments(
  tx: Tx,
  { companyId }: Actor,
  { deps, query }: { deps: Pick<Deps, 'clock'>; query: PaymentQuery },
) {
  const { limit, after, sort, isHeld, state = [], method = [], ...wanted } = query;
  const filter = { ...wanted, states: unique(state), methods: unique(method) };
  const page = sortedPageFrom({ limit, after, sort: sort ?? toSort(wanted) }, PAYMENT_ORDERS);
  const held = isHeld ? { unresolvedSince: heldBefore(deps.clock.now()) } : {};
  const rows = await listPaymentRows(tx, { filter: { companyId, ...filter, ...held }, page });
  return toSortedPage(rows, page, (shown) => showListed(tx, companyId, shown));
}

export async function findPaymentsOnInvoices(
  tx: Tx,
  wanted: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
) {
  const { places, rows } = await listPaymentsOnInvoices(tx, wanted, EXPANDED_PAYMENTS_MAX);
  const onInvoice = new Map<string, AttemptId[]>();
  for (const { invoiceId, attemptId } of places) {
    onInvoice.set(invoiceId, [...(onInvoice.get(invoiceId) ?? []), attemptId]);
  }
  return { onInvoice, data: await showPayments(tx, rows) };
}

async function showListed(tx: Tx, companyId: CompanyId, rows: readonly Attempt[]) {
  const payments = await showPayments(tx, rows);
  const names = await namesOfCustomers(
    tx,
    companyId,
    rows.map(({ customerId }) => customerId),
  );
  const invoiceIds = rows.flatMap(({ invoiceId }) => invoiceId ?? []);
  const invoices = await findInvoiceNames(tx, companyId, invoiceIds);
  return payments.map((payment) => ({
    ...payment,
    customerName: names.get(payment.customerId) ?? '',
    accountRef: payment.invoiceId ? (invoices.get(payment.invoiceId)?.accountRef ?? null) : null,
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

/** Locks the payment whose metadata changes. */
export async function touchPayment(
  tx: Tx,
  deps: Deps,
  { actor, attemptId }: { actor: Actor; attemptId: AttemptId },
): Promise<ProviderPayment> {
  const { companyId } = actor;
  if (!(await lockRow(tx, attempts, { companyId, id: attemptId }))) throw new AppError('NOT_FOUND');
  const updatedAt = deps.clock.now();
  const attempt = await updateAttempt(tx, { companyId, attemptId }, { updatedAt });
  await recordAction(tx, deps, {
    actor,
    action: 'payment.metadata_changed',
    subject: `attempt:${attemptId}`,
    detail: {},
  });
  return showOnePayment(tx, attempt);
}

function toPaid(input: NewManualPayment) {
  const { amount: receivedCents } = input;
  if ('customerId' in input) return { customerId: input.customerId, parts: [], receivedCents };
  const { writesOffRest } = input;
  const parts =
    'invoices' in input
      ? input.invoices.map(({ invoiceId, amount: amountCents }) => ({ invoiceId, amountCents }))
      : [{ invoiceId: input.invoiceId, amountCents: null }];
  return { parts, receivedCents, writesOffRest };
}

export async function recordManual(
  tx: Tx,
  deps: Deps,
  { actor, input }: { actor: Actor; input: NewManualPayment },
): Promise<ProviderPayment> {
  const { companyId, name } = actor;
  const { method, reference = null, receivedDate: receivedOn, note } = input;
  const payment = { companyId, method, reference, receivedOn, note, ...toPaid(input) };
  const at = deps.clock.now();
  return showOnePayment(tx, await recordManualIn(tx, deps, { ...payment, actor: name, at }));
}

export type ManualReversal = Pick<Reversal, 'attemptId' | 'cause'> & {
  actor: Actor;
  reason: string;
};

export async function reverseManual(
  tx: Tx,
  deps: Deps,
  { actor, attemptId, cause, reason }: ManualReversal,
): Promise<ProviderPayment> {
  const { companyId } = actor;
  const attempt = await reverseManualIn(tx, deps, { companyId, attemptId, cause });
  const subject = `attempt:${attemptId}`;
  const detail = { cause, reason };
  await recordAction(tx, deps, { actor, action: 'payment.reversed', subject, detail });
  return showOnePayment(tx, attempt);
}

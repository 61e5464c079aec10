/** A customer's payment attempts and refunds: all of them, those of one invoice, or those of one project. */
import { instantSchema } from '@quittance/contract/dates';
import { attemptIdSchema, type CustomerId, type ProjectId } from '@quittance/contract/ids';
import type { Transaction } from '@quittance/contract/invoices/portal-schemas';
import { ZERO } from '@quittance/contract/money';
import type { AnswerOf, QueryOf } from '@quittance/contract/portal-routes';
import { toPaymentStatus } from '@quittance/domain/status/payment-status';
import { z } from 'zod';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { toReceipt } from '../ledger/receipt-number.ts';
import { toMethodLine } from '../methods/method-line.ts';
import type { Tx } from '../platform/database/database.ts';
import { cutPage, readCursor, writeCursor } from '../platform/http/page-cursor.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { partOn, readShown, refundedOn, toPaidTogether } from './paid-together.ts';
import { toProgress, toRefundStatus, type ViewContext } from './payment-progress.ts';
import { findInvoiceByName } from './shown-invoice.ts';
import {
  listRequestTransactions,
  listTransactions as listRows,
  type TransactionCursor,
  type TransactionRow,
  toCredit,
  toCursor,
} from './transaction-rows.ts';

/** Older transactions of an invoice appear only in the list of all payments. */
const INVOICE_TRANSACTIONS_MAX = 100;

/** A refund has no receipt of its own; the refunded payment has one. */
const REFUND = {
  type: 'RETURN',
  pending: null,
  outcome: null,
  debit: null,
  credit: ZERO,
  receipt: null,
  receiptUrl: null,
} as const;

function toInvoice({ accountRef, productName, invoiceStatus: status }: TransactionRow) {
  const isOfInvoice = accountRef !== null && productName !== null && status !== null;
  return isOfInvoice ? { accountRef, productName, status } : null;
}

type TransactionContext = ViewContext &
  Awaited<ReturnType<typeof readShown>> & {
    /**
     * The invoice whose transactions are shown. A payment on several invoices shows only the part for this invoice.
     */
    of?: Pick<InvoiceRow, 'id' | 'status'>;
  };

function toPayment(row: TransactionRow, viewed: TransactionContext): Transaction {
  const { attempt } = row;
  const { days, of, parts } = viewed;
  const part = partOn(row, parts, of?.id ?? null);
  const invoiceStatus = row.invoiceStatus ?? of?.status ?? null;
  return {
    id: attempt.id,
    status: toPaymentStatus(attempt.state),
    type: attempt.type,
    purpose: attempt.purpose,
    amount: part?.amountCents ?? attempt.amountCents,
    fee: part?.feeCents ?? attempt.feeCents,
    together: toPaidTogether(row, parts),
    method: attempt.method,
    credit: toCredit(attempt),
    paymentMethod: toMethodLine(attempt),
    reference: attempt.reference,
    paymentOption: attempt.paymentOption,
    invoice: toInvoice(row),
    createdAt: attempt.createdAt,
    refund: null,
    ...toProgress({ attempt, invoiceStatus, days, reader: 'customer' }, viewed),
    ...toReceipt(attempt),
  };
}

/** Returns an empty list for a refund on other invoices. */
function toTransactions(row: TransactionRow, viewed: TransactionContext): Transaction[] {
  const payment = toPayment(row, viewed);
  const { refund } = row;
  if (!refund) return [payment];
  const amount = refundedOn(refund, viewed.shares);
  if (amount === null) return [];
  const { createdAt } = refund;
  const id = attemptIdSchema.parse(refund.id);
  return [{ ...payment, ...REFUND, ...toRefundStatus(refund), id, amount, fee: ZERO, createdAt }];
}

const positionSchema = z.tuple([instantSchema, attemptIdSchema]);

function readCursorPosition(cursor: string | undefined): TransactionCursor | null {
  if (cursor === undefined) return null;
  const [createdAt, id] = readCursor(cursor, positionSchema);
  return { createdAt, id };
}

type PageQuery = {
  principal: CustomerPrincipal;
  query: QueryOf<'transactions'>;
  projectId?: ProjectId;
};

export async function listPage(
  tx: Tx,
  { principal, query, projectId }: PageQuery,
  viewed: ViewContext,
) {
  const { companyId, customerId } = principal;
  const after = readCursorPosition(query.cursor);
  const limit = query.limit + 1;
  const ofProject = projectId ? { projectId } : {};
  const rows = await listRows(tx, { companyId, customerId, after, limit, ...ofProject });
  const { page, last } = cutPage(rows, query.limit);
  const position = last && toCursor(last);
  const nextCursor = position ? writeCursor([position.createdAt, position.id]) : null;
  const shown = { ...viewed, ...(await readShown(tx, companyId, { rows: page })) };
  return { transactions: page.flatMap((row) => toTransactions(row, shown)), nextCursor };
}

export function listTransactions(
  deps: Deps,
  { principal, query, customerId }: PageQuery & { customerId: CustomerId },
): Promise<AnswerOf<'transactions'>> {
  requireSameCustomer(principal, customerId);
  return readAsCustomer(deps, { ...principal, isByKey: true }, async (tx, { timeZone }) => ({
    success: true,
    ...(await listPage(tx, { principal, query }, { clock: deps.clock, timeZone })),
  }));
}

export function listInvoiceTransactions(
  deps: Deps,
  principal: CustomerPrincipal,
  name: string,
): Promise<Transaction[]> {
  return readAsCustomer(deps, { ...principal, isByKey: true }, async (tx, { timeZone }) => {
    const shown = await findInvoiceByName(tx, principal, name);
    if (!shown) throw new AppError('ACCOUNT_NOT_FOUND');
    const { companyId, customerId } = principal;
    const { requestId } = shown;
    const limit = INVOICE_TRANSACTIONS_MAX;
    const invoiceId = shown.invoice.id;
    const rows = await listRequestTransactions(tx, { companyId, customerId, requestId, limit });
    const read = await readShown(tx, companyId, { rows, invoiceId });
    const viewed = { clock: deps.clock, timeZone, ...read, of: shown.invoice };
    return rows.flatMap((row) => toTransactions(row, viewed));
  });
}

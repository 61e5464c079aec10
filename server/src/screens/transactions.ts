/** A customer's payment attempts and refunds: all, of one invoice, or of one project. */
import { instantSchema } from '@quittance/contract/dates';
import { attemptIdSchema, type CustomerId, type ProjectId } from '@quittance/contract/ids';
import type { Transaction } from '@quittance/contract/invoices/portal-schemas';
import { ZERO } from '@quittance/contract/money';
import type { AnswerOf, QueryOf } from '@quittance/contract/portal-routes';
import { paymentStatusOf } from '@quittance/domain/status/payment-status';
import { z } from 'zod';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { receiptOf } from '../ledger/receipt-number.ts';
import { methodLineOf } from '../methods/method-line.ts';
import type { Tx } from '../platform/database/database.ts';
import { cutPage, readCursor, writeCursor } from '../platform/http/page-cursor.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { partOn, readShown, refundedOn, togetherOf } from './paid-together.ts';
import { progressOf, refundStatusOf, type Viewed } from './payment-progress.ts';
import { findInvoiceByName } from './shown-invoice.ts';
import {
  cursorOf,
  listTransactions as listRows,
  type TransactionCursor,
  type TransactionRow,
} from './transaction-rows.ts';

/** Older transactions of an invoice are only in the list of all payments. */
const INVOICE_TRANSACTIONS_MAX = 100;

/** The payment that was refunded has the receipt. */
const REFUND = {
  type: 'RETURN',
  pending: null,
  outcome: null,
  debit: null,
  receipt: null,
  receiptUrl: null,
} as const;

function invoiceOf({ accountRef, productName, invoiceStatus: status }: TransactionRow) {
  const isOfInvoice = accountRef !== null && productName !== null && status !== null;
  return isOfInvoice ? { accountRef, productName, status } : null;
}

type Shown = Viewed &
  Awaited<ReturnType<typeof readShown>> & {
    /** Whose transactions are shown: the amounts of payments on several are those of its part. */
    of?: Pick<InvoiceRow, 'id' | 'status'>;
  };

function paymentOf(row: TransactionRow, viewed: Shown): Transaction {
  const { attempt } = row;
  const { days, of, parts } = viewed;
  const part = partOn(row, parts, of?.id ?? null);
  const invoiceStatus = row.invoiceStatus ?? of?.status ?? null;
  return {
    id: attempt.id,
    status: paymentStatusOf(attempt.state),
    type: attempt.type,
    purpose: attempt.purpose,
    amount: part?.amountCents ?? attempt.amountCents,
    fee: part?.feeCents ?? attempt.feeCents,
    together: togetherOf(row, parts),
    method: attempt.method,
    paymentMethod: methodLineOf(attempt),
    paymentOption: attempt.paymentOption,
    invoice: invoiceOf(row),
    createdAt: attempt.createdAt,
    refund: null,
    ...progressOf({ attempt, invoiceStatus, days, reader: 'customer' }, viewed),
    ...receiptOf(attempt),
  };
}

/** None for a refund that fell on other invoices. */
function transactionsOf(row: TransactionRow, viewed: Shown): Transaction[] {
  const payment = paymentOf(row, viewed);
  const { refund } = row;
  if (!refund) return [payment];
  const amount = refundedOn(refund, viewed.shares);
  if (amount === null) return [];
  const { createdAt } = refund;
  const id = attemptIdSchema.parse(refund.id);
  return [{ ...payment, ...REFUND, ...refundStatusOf(refund), id, amount, fee: ZERO, createdAt }];
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

export async function listPage(tx: Tx, { principal, query, projectId }: PageQuery, viewed: Viewed) {
  const { companyId, customerId } = principal;
  const after = readCursorPosition(query.cursor);
  const limit = query.limit + 1;
  const ofProject = projectId ? { projectId } : {};
  const rows = await listRows(tx, { companyId, customerId, after, limit, ...ofProject });
  const { page, last } = cutPage(rows, query.limit);
  const position = last && cursorOf(last);
  const nextCursor = position ? writeCursor([position.createdAt, position.id]) : null;
  const shown = { ...viewed, ...(await readShown(tx, companyId, { rows: page })) };
  return { transactions: page.flatMap((row) => transactionsOf(row, shown)), nextCursor };
}

export function listTransactions(
  deps: Deps,
  { principal, query, customerId }: PageQuery & { customerId: CustomerId },
): Promise<AnswerOf<'transactions'>> {
  requireSameCustomer(principal, customerId);
  return readAsCustomer(deps, principal, async (tx, { timeZone }) => ({
    success: true,
    ...(await listPage(tx, { principal, query }, { clock: deps.clock, timeZone })),
  }));
}

export function listInvoiceTransactions(
  deps: Deps,
  principal: CustomerPrincipal,
  name: string,
): Promise<Transaction[]> {
  return readAsCustomer(deps, principal, async (tx, { timeZone }) => {
    const shown = await findInvoiceByName(tx, principal, name);
    if (!shown) throw new AppError('ACCOUNT_NOT_FOUND');
    const { companyId, customerId } = principal;
    const { requestId } = shown;
    const limit = INVOICE_TRANSACTIONS_MAX;
    const invoiceId = shown.invoice.id;
    const of = { requestId, invoiceId };
    const rows = await listRows(tx, { companyId, customerId, of, after: null, limit });
    const read = await readShown(tx, companyId, { rows, invoiceId });
    const viewed = { clock: deps.clock, timeZone, ...read, of: shown.invoice };
    return rows.flatMap((row) => transactionsOf(row, viewed));
  });
}

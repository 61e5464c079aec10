/** A customer's invoices: the list with its balance, a single invoice, and the invoices of a project. */
import { isoDateSchema } from '@quittance/contract/dates';
import { type CustomerId, invoiceIdSchema, type ProjectId } from '@quittance/contract/ids';
import { centsSchema, dollarsToCents } from '@quittance/contract/money';
import type { AnswerOf, QueryOf } from '@quittance/contract/routes';
import type { InvoiceSort } from '@quittance/contract/schemas/invoice-filter';
import type { Invoice } from '@quittance/contract/schemas/invoices';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { CustomerPrincipal } from '../../principal.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import {
  cursorAfter,
  type InvoiceCursor,
  listInvoices as listRows,
  type ShownInvoice,
  sumBalances,
} from '../../storage/billing/invoice-list.ts';
import { findPageByName, type InvoicePage } from '../../storage/billing/invoice-page.ts';
import {
  type Arrangements,
  findArrangements,
  findPayments,
  NO_ARRANGEMENTS,
  type ShownPayment,
} from '../../storage/billing/invoice-parts.ts';
import type { Tx } from '../../storage/database.ts';
import { readAsCustomer, requireSameCustomer } from '../customer-scope.ts';
import { type InvoiceParts, invoiceOf } from './invoice-view.ts';
import { cutPage, readCursor, writeCursor } from './page-cursor.ts';

/** The parts of the invoice that a page shows. */
export function partsOfPage({ shown, arrangements, payments }: InvoicePage): InvoiceParts {
  return partsOf(shown, { found: arrangements, payments });
}

type Related = { found: Arrangements; payments: readonly ShownPayment[] };

function partsOf(shown: ShownInvoice, { found, payments }: Related): InvoiceParts {
  const plan = found.plans.get(shown.invoice.id) ?? null;
  return {
    shown,
    schedule: found.schedules.get(shown.invoice.id) ?? null,
    plan,
    installments: plan ? (found.installments.get(plan.plan.id) ?? []) : [],
    payments: payments.filter((payment) => payment.requestId === shown.requestId),
  };
}

/** Loads the related rows of these invoices in a constant number of queries. */
export async function gatherParts(tx: Tx, rows: readonly ShownInvoice[]): Promise<InvoiceParts[]> {
  const [first] = rows;
  if (!first) return [];
  const { companyId } = first.invoice;
  const invoiceIds = rows.map(({ invoice }) => invoice.id);
  const requestIds = rows.map(({ requestId }) => requestId);
  const found = rows.some(({ isArranged }) => isArranged)
    ? await findArrangements(tx, { companyId, invoiceIds })
    : NO_ARRANGEMENTS;
  const payments = await findPayments(tx, { companyId, requestIds });
  return rows.map((shown) => partsOf(shown, { found, payments }));
}

async function present(
  tx: Tx,
  deps: Deps,
  { rows, company }: { rows: readonly ShownInvoice[]; company: CompanyRow },
): Promise<Invoice[]> {
  const today = deps.clock.today(company.timeZone);
  const all = await gatherParts(tx, rows);
  return all.map((parts) => invoiceOf(parts, { deps, company, today }));
}

const CURSOR_VALUES = {
  urgency: z.int32(),
  dueDate: isoDateSchema,
  '-dueDate': isoDateSchema,
  balance: centsSchema,
  '-balance': centsSchema,
} as const satisfies Record<InvoiceSort, z.ZodType>;

function readCursorPosition(cursor: string | undefined, sort: InvoiceSort): InvoiceCursor | null {
  if (cursor === undefined) return null;
  const position = z.tuple([z.literal(sort), CURSOR_VALUES[sort], invoiceIdSchema]);
  const [, at, id] = readCursor(cursor, position);
  return { value: at, id };
}

type PageOf = { sort: InvoiceSort; rows: readonly ShownInvoice[]; limit: number };

function pageOf({ sort, rows, limit }: PageOf) {
  const { page, last } = cutPage(rows, limit);
  if (!last) return { page, nextCursor: null };
  const { value, id } = cursorAfter(sort, last);
  return { page, nextCursor: writeCursor([sort, value, id]) };
}

export type ListCommand = {
  principal: CustomerPrincipal;
  customerId: CustomerId;
  query: QueryOf<'invoices'>;
};

export function listInvoices(
  deps: Deps,
  { principal, customerId, query }: ListCommand,
): Promise<AnswerOf<'invoices'>> {
  requireSameCustomer(principal, customerId);
  const { cursor, limit, sort, group, search } = query;
  const after = readCursorPosition(cursor, sort);
  return readAsCustomer(deps, principal, async (tx, company) => {
    const rows = await listRows(tx, {
      companyId: principal.companyId,
      customerId,
      sort,
      after,
      limit: limit + 1,
      group: group ?? null,
      search: search ? { text: search, amountCents: dollarsToCents(search) } : null,
    });
    const { page, nextCursor } = pageOf({ sort, rows, limit });
    const accounts = await present(tx, deps, { rows: page, company });
    const summary = after ? null : await sumBalances(tx, principal);
    return { success: true, accounts, summary, nextCursor };
  });
}

export async function readInvoice(
  deps: Deps,
  { companyId, customerId }: CustomerPrincipal,
  name: string,
): Promise<Invoice> {
  const owner = { companyId, customerId };
  const page = await deps.database.readInCompany(owner, (tx) =>
    findPageByName(tx, { ...owner, name }),
  );
  if (!page) throw new AppError('ACCOUNT_NOT_FOUND');
  const { company } = page;
  const today = deps.clock.today(company.timeZone);
  return invoiceOf(partsOfPage(page), { deps, company, today });
}

const PROJECT_SORT = '-dueDate';

/** Runs in the caller's transaction, which has checked that the project is the customer's. */
export async function listProjectInvoices(
  tx: Tx,
  deps: Deps,
  input: {
    principal: CustomerPrincipal;
    company: CompanyRow;
    projectId: ProjectId;
    query: QueryOf<'projectInvoices'>;
  },
) {
  const { principal, company, projectId, query } = input;
  const { companyId, customerId } = principal;
  const { limit } = query;
  const after = readCursorPosition(query.cursor, PROJECT_SORT);
  const rows = await listRows(tx, {
    companyId,
    customerId,
    projectId,
    sort: PROJECT_SORT,
    after,
    limit: limit + 1,
  });
  const { page, nextCursor } = pageOf({ sort: PROJECT_SORT, rows, limit });
  return { accounts: await present(tx, deps, { rows: page, company }), nextCursor };
}

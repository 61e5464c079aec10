/** A customer's invoices: the list with its balance, a single invoice, and the invoices of a project. */
import { isoDateSchema } from '@quittance/contract/dates';
import { type CustomerId, invoiceIdSchema, type ProjectId } from '@quittance/contract/ids';
import type { InvoiceSort } from '@quittance/contract/invoices/invoice-filter';
import type { Invoice } from '@quittance/contract/invoices/portal-schemas';
import { centsSchema, dollarsToCents } from '@quittance/contract/money';
import type { AnswerOf, QueryOf } from '@quittance/contract/portal-routes';
import { invariant } from '@quittance/domain/invariant';
import { z } from 'zod';
import type { CompanyRow } from '../companies/store.ts';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import { sumBalances } from '../invoices/balances.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { cutPage, readCursor, writeCursor } from '../platform/http/page-cursor.ts';
import { cursorAfter, type InvoiceCursor, listInvoices as listRows } from './invoice-list-rows.ts';
import { toInvoice } from './invoice-view.ts';
import { findInvoiceByName, type ShownInvoice } from './shown-invoice.ts';

function present(
  deps: Deps,
  { rows, company }: { rows: readonly ShownInvoice[]; company: CompanyRow },
): Invoice[] {
  const today = deps.clock.today(company.timeZone);
  return rows.map((shown) => toInvoice(shown, { deps, company, today }));
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

function toPage({ sort, rows, limit }: PageOf) {
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
  // A search is planned for its text.
  const scope = search ? principal : { ...principal, isByKey: true as const };
  return readAsCustomer(deps, scope, async (tx, company) => {
    const filter = {
      companyId: principal.companyId,
      customerId,
      sort,
      after,
      limit: limit + 1,
      group: group ?? null,
      search: search ? { text: search, amountCents: dollarsToCents(search) } : null,
    };
    const [rows, summary] = await Promise.all([
      listRows(tx, filter),
      after ? null : sumBalances(tx, principal),
    ]);
    const { page, nextCursor } = toPage({ sort, rows, limit });
    return {
      success: true,
      accounts: present(deps, { rows: page, company }),
      summary,
      nextCursor,
    };
  });
}

export async function readInvoice(
  deps: Deps,
  { companyId, customerId }: CustomerPrincipal,
  name: string,
): Promise<Invoice> {
  const owner = { companyId, customerId };
  const [company, shown] = await Promise.all([
    deps.companies.find(companyId),
    deps.database.readAloneInCompany(owner, (tx) => findInvoiceByName(tx, owner, name)),
  ]);
  if (!shown) throw new AppError('ACCOUNT_NOT_FOUND');
  const [invoice] = present(deps, { rows: [shown], company });
  invariant(invoice, 'an invoice that was read is presented');
  return invoice;
}

const PROJECT_SORT = '-dueDate';

/** The caller has already checked, in the same transaction, that the project belongs to the customer. */
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
  const { page, nextCursor } = toPage({ sort: PROJECT_SORT, rows, limit });
  return { accounts: present(deps, { rows: page, company }), nextCursor };
}

/**
 * Computes the balance of a customer's invoices without reading them: a trigger records every change of their
 * amounts, and the changes add up to the balance (ADR 0057). Only the few with an agreed offer are read, because
 * they count with its amount (R11).
 */

import type { CompanyId } from '@quittance/contract/ids';
import type { BalanceSummary } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents, cents, subtractCents } from '@quittance/contract/money';
import { INVOICE_STATUSES, type InvoiceStatus } from '@quittance/contract/vocabulary';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { OUTSTANDING } from '@quittance/domain/status/invoice-status';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { jsonRows, readPrepared } from '../platform/database/prepared.ts';
import type { SelectedRow } from '../platform/database/row-decoder.ts';
import { listCompaniesWithRows } from '../platform/database/sharding/across-companies.ts';
import { balanceChanges } from '../schema/balance-changes.ts';
import { oneOf } from '../schema/columns.ts';
import { customers } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';

const toCents = (text: unknown) => cents(Number(text));

const sumSql = (amount: SQL, statuses: readonly InvoiceStatus[]): SQL<Cents> =>
  sql`coalesce(sum(${amount}) filter (where ${balanceChanges.status} ${oneOf(statuses)}), 0)`.mapWith(
    toCents,
  );

const TOTAL = sql`${balanceChanges.totalCents}`;
const PAID = sql`${balanceChanges.paidCents}`;
const OPEN = sql`${TOTAL} - ${PAID}`;
const OWED = INVOICE_STATUSES.filter((status) => status !== 'DRAFT');

const OFFER = {
  status: invoices.status,
  totalCents: invoices.totalCents,
  paidCents: invoices.paidCents,
  negotiation: invoices.negotiation,
} as const;
const OFFERS = jsonRows(OFFER);
type OfferedInvoice = SelectedRow<typeof OFFER>;

/** Selects along the index of invoices with an offer. */
const OFFERED = sql`(select ${OFFERS.aggregate} from ${invoices}
  where ${invoices.companyId} = ${sql.placeholder('companyId')}
    and ${invoices.customerId} = ${sql.placeholder('customerId')}
    and ${invoices.negotiation} is not null and ${invoices.status} ${oneOf(OUTSTANDING)})`;

const CREDIT = sql`(select ${customers.creditCents} from ${customers}
  where ${customers.companyId} = ${sql.placeholder('companyId')}
    and ${customers.id} = ${sql.placeholder('customerId')})`;

function computeSaved(offered: readonly OfferedInvoice[]): Cents {
  const saved = offered.map((invoice) => {
    const balanceCents = subtractCents(invoice.totalCents, invoice.paidCents);
    return subtractCents(balanceCents, payableAmount(invoice));
  });
  return addCents(...saved);
}

export async function sumBalances(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<BalanceSummary> {
  const values = { companyId, customerId };
  const [sums] = await readPrepared(tx, { name: 'balances', values }, () => ({
    selection: {
      total: sumSql(TOTAL, OWED),
      open: sumSql(OPEN, ['DUE']),
      outstanding: sumSql(OPEN, OUTSTANDING),
      paid: sumSql(PAID, OWED),
      credit: sql<Cents>`coalesce(${CREDIT}, 0)`.mapWith(toCents),
      offered: sql<OfferedInvoice[] | null>`${OFFERED}`.mapWith(OFFERS.decode),
    },
    source: sql`from ${balanceChanges}
      where ${balanceChanges.companyId} = ${sql.placeholder('companyId')}
        and ${balanceChanges.customerId} = ${sql.placeholder('customerId')}`,
  }));
  invariant(sums, 'a sum has one row');
  const { offered, ...summary } = sums;
  const saved = computeSaved(offered ?? []);
  const savedOpen = computeSaved((offered ?? []).filter(({ status }) => status === 'DUE'));
  return {
    total: subtractCents(summary.total, saved),
    open: subtractCents(summary.open, savedOpen),
    outstanding: subtractCents(summary.outstanding, saved),
    paid: summary.paid,
    credit: summary.credit,
  };
}

const FOLD_MAX = 1000;

/** Requires system scope. Returns true if there may be more. */
async function foldForCompany(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with customer as (
      select distinct customer_id from balance_changes
      where company_id = ${companyId}::uuid and not is_folded limit ${FOLD_MAX}),
    folded as (
      delete from balance_changes change using customer
      where change.company_id = ${companyId}::uuid and change.customer_id = customer.customer_id
      returning change.*)
    insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents, is_folded)
    select ${companyId}::uuid, customer_id, status, sum(total_cents), sum(paid_cents), true from folded
    group by 1, 2, 3
    having sum(total_cents) <> 0 or sum(paid_cents) <> 0`);
  return (rowCount ?? 0) > 0;
}

/** Folds new balance changes into the balances of their customers. */
export async function foldBalanceChanges({
  readAlone,
  asSystem,
}: Pick<Database, 'readAlone' | 'asSystem'>): Promise<void> {
  const changed = {
    where: sql`not ${balanceChanges.isFolded}`,
    reason: 'invoices of any company change',
  };
  const companies = await readAlone((tx) => listCompaniesWithRows(tx, balanceChanges, changed));
  for (const companyId of companies) {
    while (await asSystem((tx) => foldForCompany(tx, companyId)));
  }
}

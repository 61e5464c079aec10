import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import type { InvoiceLine, ProviderInvoice } from '@quittance/contract/invoices/provider-schemas';
import { addCents, subtractCents } from '@quittance/contract/money';
import { toQuantity } from '@quittance/domain/billing/invoice-lines';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { namesOfCustomers } from '../customers/customer-records.ts';
import { groupBy } from '../kernel/concurrency.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Columns, toFieldValues } from '../platform/database/field-columns.ts';
import { matching } from '../platform/database/keys.ts';
import { type InvoiceRow, invoices } from '../schema/invoices.ts';
import { type LineRow, listLines } from './invoice-records.ts';

function showLine(line: LineRow): InvoiceLine {
  return {
    text: line.text,
    quantity: toQuantity(line.quantity),
    unitPrice: line.unitPriceCents,
    amount: line.amountCents,
    tax: line.taxCents,
  };
}

type InvoiceAmounts = Pick<
  InvoiceRow,
  | ('totalCents' | 'paidCents' | 'paidBeforeCents' | 'creditedCents' | 'waivedCents')
  | ('refundedCents' | 'owedAgainCents')
>;

type ShownColumn =
  | ('id' | 'customerId' | 'taxCents' | keyof InvoiceAmounts)
  | ('status' | 'voidedAt' | 'negotiation' | 'createdAt' | 'updatedAt');
type ShownColumns = Columns<typeof INVOICE_FIELDS> & Pick<InvoiceRow, ShownColumn>;

/** R91. The columns of the settled amount tell how it was settled. */
function showAmounts(row: InvoiceAmounts) {
  const { totalCents, paidCents, paidBeforeCents, creditedCents, waivedCents } = row;
  const { refundedCents, owedAgainCents } = row;
  const settledOtherwise = addCents(paidBeforeCents, creditedCents, waivedCents);
  return {
    total: totalCents,
    credited: creditedCents,
    waived: waivedCents,
    paidBefore: paidBeforeCents,
    paid: addCents(subtractCents(paidCents, settledOtherwise), owedAgainCents),
    refunded: refundedCents,
    balance: subtractCents(totalCents, paidCents),
  };
}

/** Returns null if only the full balance settles the invoice. */
function toOffer(row: Pick<ShownColumns, 'totalCents' | 'paidCents' | 'negotiation'>) {
  const payable = payableAmount(row);
  return payable < subtractCents(row.totalCents, row.paidCents) ? payable : null;
}

export function toProviderInvoice(row: ShownColumns, lines: readonly LineRow[]): ProviderInvoice {
  return {
    id: row.id,
    customerId: row.customerId,
    ...toFieldValues(INVOICE_FIELDS, row),
    lines: lines.map(showLine),
    tax: row.taxCents,
    ...showAmounts(row),
    status: row.status,
    voidedAt: row.voidedAt,
    offer: toOffer(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt ?? row.createdAt,
  };
}

async function showInvoices(tx: Tx, rows: readonly InvoiceRow[]): Promise<ProviderInvoice[]> {
  const [first] = rows;
  if (!first) return [];
  const { companyId } = first;
  const lines = await listLines(tx, { companyId, invoiceIds: rows.map(({ id }) => id) });
  const byInvoice = groupBy(lines, ({ invoiceId }) => invoiceId);
  return rows.map((row) => toProviderInvoice(row, byInvoice.get(row.id) ?? []));
}

export async function findInvoices(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<ProviderInvoice[]> {
  const id = [...new Set(invoiceIds)];
  return showInvoices(
    tx,
    await tx.select().from(invoices).where(matching(invoices, { companyId, id })),
  );
}

export async function showListedInvoices(tx: Tx, rows: readonly InvoiceRow[]) {
  const [first] = rows;
  if (!first) return [];
  const customerIds = rows.map(({ customerId }) => customerId);
  const names = await namesOfCustomers(tx, first.companyId, customerIds);
  const shown = await showInvoices(tx, rows);
  return shown.map((invoice) => ({
    ...invoice,
    customerName: names.get(invoice.customerId) ?? '',
  }));
}

export async function showInvoice(tx: Tx, row: InvoiceRow): Promise<ProviderInvoice> {
  const { companyId, id } = row;
  return toProviderInvoice(row, await listLines(tx, { companyId, invoiceIds: [id] }));
}

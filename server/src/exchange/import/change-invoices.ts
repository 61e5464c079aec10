/**
 * Invoices that a file changes, with the rules of `changeInvoice` and in few statements: amounts and due dates stay where
 * something is paid, being paid or arranged.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceChange } from '@quittance/contract/invoices/provider-schemas';
import { subtractCents } from '@quittance/contract/money';
import { appendBillingChanges, type BillingChange } from '../../invoices/billing-changes.ts';
import {
  changedColumns,
  isBilledAnew,
  needsUntouched,
  refusalOf,
} from '../../invoices/changed-columns.ts';
import { lockInvoices } from '../../ledger/holds.ts';
import { findInvoicesInUse } from '../../ledger/invoices-in-use.ts';
import type { ProviderDeps } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { type ChangedInvoice, updateInvoicesTogether } from './changed-invoices.ts';
import type { ChangesOf } from './import-rows.ts';
import { type BatchResult, type Change, differenceOf, type Refusal, refusalWith } from './rows.ts';
import { type GivenInvoice, listGivenInvoices } from './staged-invoices.ts';

function differenceFrom(invoice: InvoiceRow, given: GivenInvoice) {
  const { productName, description, poNumber, note, total, dueDate } = given;
  const stored = { ...invoice, total: invoice.totalCents, dueDate: invoice.dueOn };
  const values = { productName, description, poNumber, note, total, dueDate };
  return differenceOf<InvoiceChange>(stored, values);
}

export function columnsAfter(
  invoice: InvoiceRow,
  change: InvoiceChange,
  today: IsoDate,
): ChangedInvoice {
  const { id, productName, description, poNumber, note, totalCents, taxCents, dueOn, status } =
    invoice;
  return {
    ...{ id, productName, description, poNumber, note, totalCents, taxCents, dueOn, status },
    ...changedColumns(invoice, change, today),
    fields: Object.keys(change),
    isBilledAnew: isBilledAnew(change),
  };
}

function rebilled(invoice: InvoiceRow, { totalCents }: ChangedInvoice) {
  const { companyId, customerId, id: invoiceId } = invoice;
  const amountCents = subtractCents(totalCents, invoice.totalCents);
  return { companyId, customerId, invoiceId, kind: 'REBILLED', amountCents } as const;
}

/** What was changed meanwhile is compared again, under the lock. */
export async function changeInvoices(
  tx: Tx,
  { clock, entropy }: ProviderDeps,
  { actor, places, today }: ChangesOf & { today: IsoDate },
): Promise<Omit<BatchResult, 'added'>> {
  const { companyId, name } = actor;
  const given = await listGivenInvoices(tx, places);
  const theirs = { companyId, invoiceIds: given.map(({ invoiceId }) => invoiceId) };
  const locked = new Map((await lockInvoices(tx, theirs)).map((row) => [row.id, row]));
  const inUse = await findInvoicesInUse(tx, theirs);
  const updates: ChangedInvoice[] = [];
  const changed: Change[] = [];
  const refused: Refusal[] = [];
  const billed: BillingChange[] = [];
  const at = clock.now();
  for (const one of given) {
    const invoice = locked.get(one.invoiceId);
    if (!invoice) continue;
    const { change, shown } = differenceFrom(invoice, one);
    if (Object.keys(change).length === 0) continue;
    const { line, accountRef: ref } = one;
    const code = needsUntouched(invoice, change) ? refusalOf(invoice, inUse) : null;
    if (code) {
      refused.push(refusalWith(line, code));
    } else {
      const after = columnsAfter(invoice, change, today);
      updates.push(after);
      billed.push({ ...rebilled(invoice, after), id: entropy.uuid(), at });
      changed.push({ line, ref, fields: shown });
    }
  }
  await updateInvoicesTogether(tx, { companyId, actor: name, at }, updates);
  const isIssued = ({ invoiceId }: BillingChange) => locked.get(invoiceId)?.status !== 'DRAFT';
  appendBillingChanges(tx, billed.filter(isIssued));
  return { changed, refused, unchanged: given.length - changed.length - refused.length };
}

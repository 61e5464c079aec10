/** Lines of a file: all lines of an invoice together replace those it has, and its total follows from them. */
import type { IsoDate } from '@quittance/contract/dates';
import { invoiceChangeSchema } from '@quittance/contract/invoices/provider-schemas';
import { quantityOf } from '@quittance/domain/billing/invoice-lines';
import { refusalOf } from '../../invoices/changed-columns.ts';
import { lineColumns } from '../../invoices/issue-invoice.ts';
import { AppError } from '../../kernel/errors.ts';
import { lockInvoices } from '../../ledger/holds.ts';
import { findInvoicesInUse, type InvoicesInUse } from '../../ledger/invoices-in-use.ts';
import type { ProviderDeps } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { columnsAfter } from './change-invoices.ts';
import {
  type AddedLine,
  type ChangedInvoice,
  insertLinesTogether,
  updateInvoicesTogether,
} from './changed-invoices.ts';
import type { ChangesOf, ImportKind } from './import-rows.ts';
import { type BatchResult, type Change, type Refusal, refusalFor } from './rows.ts';
import { type GivenLines, judgeLines, LINE_TYPES, listGivenLines } from './staged-lines.ts';

type Read = { given: GivenLines; invoice: InvoiceRow; today: IsoDate };

/** @throws AppError */
function changeOf({ given, invoice, today }: Read, inUse: InvoicesInUse) {
  const lines = given.lines.map((one) => ({ ...one, quantity: quantityOf(one.quantity) }));
  const change = invoiceChangeSchema.safeParse({ lines });
  if (!change.success) throw new AppError('INVALID_REQUEST');
  const code = refusalOf(invoice, inUse);
  if (code) throw new AppError(code);
  const { companyId, customerId, id: invoiceId } = invoice;
  const added = lineColumns(change.data.lines ?? []);
  return {
    update: columnsAfter(invoice, change.data, today),
    added: added.map((line): AddedLine => ({ companyId, customerId, invoiceId, ...line })),
  };
}

async function changeLines(
  tx: Tx,
  { clock }: ProviderDeps,
  { actor, places, today }: ChangesOf & { today: IsoDate },
): Promise<Omit<BatchResult, 'added'>> {
  const { companyId, name } = actor;
  const all = await listGivenLines(tx, places);
  const theirs = { companyId, invoiceIds: all.map(({ invoiceId }) => invoiceId) };
  const locked = new Map((await lockInvoices(tx, theirs)).map((row) => [row.id, row]));
  const inUse = await findInvoicesInUse(tx, theirs);
  const updates: ChangedInvoice[] = [];
  const lines: AddedLine[] = [];
  const changed: Change[] = [];
  const refused: Refusal[] = [];
  for (const given of all) {
    const { line, invoiceId, accountRef: ref, storedCount } = given;
    const invoice = locked.get(invoiceId);
    if (!invoice) continue;
    try {
      const { update, added } = changeOf({ given, invoice, today }, inUse);
      updates.push(update);
      lines.push(...added);
      changed.push({ line, ref, fields: { lines: [String(storedCount), String(added.length)] } });
    } catch (error) {
      refused.push(refusalFor(line, error));
    }
  }
  await updateInvoicesTogether(tx, { companyId, actor: name, at: clock.now() }, updates);
  await insertLinesTogether(tx, lines);
  return { changed, refused, unchanged: 0 };
}

/** `today` in the company's calendar decides which invoices are overdue. */
export function lineImport(today: IsoDate): ImportKind {
  return {
    staging: { types: LINE_TYPES, keys: ['accountRef'], sharedBy: 'accountRef' },
    judge: judgeLines,
    adding: null,
    change: (tx, deps, of) => changeLines(tx, deps, { ...of, today }),
    takenCode: 'INVOICE_NOT_CHANGEABLE',
    repeated: (firstLine) =>
      `the invoice of line ${firstLine} has two lines with the same position`,
  };
}

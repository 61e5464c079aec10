/**
 * Before an invoice is voided, or its total is lowered, the notes whose credit is unused are taken back (R114). If
 * the credit was used, both are refused. Voiding and writing off post what the balance becomes.
 */
import type { InvoiceId } from '@quittance/contract/ids';
import type {
  InvoiceByRef,
  InvoiceChange,
  ProviderInvoice,
} from '@quittance/contract/invoices/provider-schemas';
import {
  changeInvoice,
  putInvoice,
  voidInvoice,
  writeOffInvoice,
} from '../invoices/change-invoice.ts';
import { isReduced } from '../invoices/changed-columns.ts';
import { lockInvoiceByExternalRef } from '../invoices/invoice-records.ts';
import { lockInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { postUncollectible, repostUncollectible } from './settlement/uncollectible.ts';
import { takeBackNotes } from './settlement/undo-credit.ts';

async function takeBack(
  tx: Tx,
  deps: Deps,
  { actor, invoice }: { actor: Actor; invoice: InvoiceRow | null },
): Promise<void> {
  if (!invoice) return;
  const { companyId, id: invoiceId } = invoice;
  const subject = `invoice:${invoiceId}`;
  for (const creditNoteId of await takeBackNotes(tx, deps, { companyId, invoiceId })) {
    const detail = { creditNoteId };
    await recordAction(tx, deps, { actor, action: 'credit_note.voided', subject, detail });
  }
}

type OnInvoice = { actor: Actor; invoiceId: InvoiceId };

export async function voidNoted(
  tx: Tx,
  deps: Deps,
  voided: OnInvoice & { reason: string },
): Promise<ProviderInvoice> {
  const { actor, invoiceId } = voided;
  const invoice = await lockInvoice(tx, { companyId: actor.companyId, invoiceId });
  await takeBack(tx, deps, { actor, invoice });
  const shown = await voidInvoice(tx, deps, voided);
  if (invoice) await repostUncollectible(tx, deps, invoice);
  return shown;
}

/** Its balance is posted as given up, and leaves the aging (R115). */
export async function writeOffPosted(
  tx: Tx,
  deps: Deps,
  written: OnInvoice & { reason: string },
): Promise<ProviderInvoice> {
  const shown = await writeOffInvoice(tx, deps, written);
  const { actor, invoiceId } = written;
  await postUncollectible(tx, deps, { companyId: actor.companyId, invoiceId });
  return shown;
}

export async function changeNoted(
  tx: Tx,
  deps: Deps,
  changed: OnInvoice & { change: InvoiceChange },
): Promise<ProviderInvoice> {
  const { actor, invoiceId, change } = changed;
  const invoice = await lockInvoice(tx, { companyId: actor.companyId, invoiceId });
  if (invoice && isReduced(invoice, change)) await takeBack(tx, deps, { actor, invoice });
  return changeInvoice(tx, deps, changed);
}

export async function putNoted(
  tx: Tx,
  deps: Deps,
  put: { actor: Actor; externalRef: string; input: InvoiceByRef },
): Promise<ProviderInvoice> {
  const { actor, externalRef, input } = put;
  const invoice = await lockInvoiceByExternalRef(tx, { companyId: actor.companyId, externalRef });
  if (invoice && isReduced(invoice, input)) await takeBack(tx, deps, { actor, invoice });
  return putInvoice(tx, deps, put);
}

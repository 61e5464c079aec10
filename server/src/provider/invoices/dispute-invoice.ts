/** A company marks an invoice as disputed by its customer, resolves that, or reopens what was refunded (R39, R40). */
import type { InvoiceId } from '@quittance/contract/ids';
import type { ProviderInvoice } from '@quittance/contract/provider/invoices';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { markDisputed } from '../../payments/core/mark-disputed.ts';
import { resolvedStatus } from '../../payments/settlement/invoice-status-after.ts';
import { reopenRefunded } from '../../payments/settlement/reopen-refunded.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { hasOpenObjection } from '../../storage/billing/inquiries.ts';
import { findInvoice, lockInvoice, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { recordEvent } from '../../storage/provider/record-event.ts';
import { type Actor, recordDeed } from '../actor.ts';
import { showInvoice } from './show-invoice.ts';

type Decided = { actor: Actor; invoiceId: InvoiceId; reason: string };

export async function disputeInvoice(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: Decided,
): Promise<ProviderInvoice> {
  const key = { companyId: actor.companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const company = await findCompany(tx, actor.companyId);
  invariant(company, 'an invoice has its company');
  const row = await markDisputed(tx, deps, { invoice, company });
  const subject = `invoice:${invoiceId}`;
  await recordDeed(tx, deps, { actor, action: 'invoice.disputed', subject, detail: { reason } });
  return showInvoice(tx, row);
}

/** The status follows from the facts: a plan or a schedule that was paused goes on. */
export async function resolveInvoice(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: Decided,
): Promise<ProviderInvoice> {
  const key = { companyId: actor.companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  if (await hasOpenObjection(tx, key)) throw new AppError('DISPUTE_NOT_ANSWERED');
  const change = await resolvedStatus(tx, deps, invoice);
  if (invoice.status !== 'DISPUTED' || change.status === 'DISPUTED') {
    throw new AppError('INVOICE_NOT_CHANGEABLE');
  }
  const row = await updateInvoice(tx, key, change);
  const subject = `invoice:${invoiceId}`;
  await recordDeed(tx, deps, { actor, action: 'invoice.resolved', subject, detail: { reason } });
  const event = { companyId: actor.companyId, objectId: invoiceId, at: deps.clock.now() };
  recordEvent(tx, { ...event, type: 'invoice.resolved' });
  return showInvoice(tx, row);
}

export async function reopenInvoice(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: Decided,
): Promise<ProviderInvoice> {
  const key = { companyId: actor.companyId, invoiceId };
  await reopenRefunded(tx, deps, { ...key, actor: actor.name });
  const row = await findInvoice(tx, key);
  invariant(row, 'a reopened invoice is there');
  const subject = `invoice:${invoiceId}`;
  await recordDeed(tx, deps, { actor, action: 'reopening.reason', subject, detail: { reason } });
  return showInvoice(tx, row);
}

/**
 * Lets a company mark an invoice as disputed by its customer, resolve that dispute, or reopen a refunded or
 * written-off amount (R39, R40, R85).
 */
import type { InvoiceId } from '@quittance/contract/ids';
import type { ProviderInvoice } from '@quittance/contract/invoices/provider-schemas';
import { invariant } from '@quittance/domain/invariant';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import { findCompany } from '../../companies/store.ts';
import { hasOpenObjection } from '../../invoices/inquiry-rows.ts';
import { showInvoice } from '../../invoices/show-invoice.ts';
import { findInvoice, lockInvoice, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { resolvedStatus } from '../core/invoice-status-after.ts';
import { markDisputed } from '../core/mark-disputed.ts';
import { reopenRefunded } from '../settlement/reopen-refunded.ts';
import { postUncollectible } from '../settlement/uncollectible.ts';

type InvoiceDecision = { actor: Actor; invoiceId: InvoiceId; reason: string };

export async function disputeInvoice(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: InvoiceDecision,
): Promise<ProviderInvoice> {
  const key = { companyId: actor.companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const company = await findCompany(tx, actor.companyId);
  invariant(company, 'an invoice has its company');
  const row = await markDisputed(tx, deps, { invoice, company });
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.disputed', subject, detail: { reason } });
  return showInvoice(tx, row);
}

/** The status follows from the facts. A paused plan or schedule continues. */
export async function resolveInvoice(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: InvoiceDecision,
): Promise<ProviderInvoice> {
  const key = { companyId: actor.companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  if (await hasOpenObjection(tx, key)) throw new AppError('DISPUTE_NOT_ANSWERED');
  const change = await resolvedStatus(tx, deps, invoice);
  if (invoice.status !== 'DISPUTED' || change.status === 'DISPUTED') {
    throw new AppError('INVOICE_NOT_CHANGEABLE');
  }
  const row = await updateInvoice(tx, key, { ...change, updatedAt: deps.clock.now() });
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.resolved', subject, detail: { reason } });
  const event = { companyId: actor.companyId, objectId: invoiceId, at: deps.clock.now() };
  recordEvent(tx, { ...event, type: 'invoice.resolved' });
  return showInvoice(tx, row);
}

/** The invoice is due again, and auto-pay and arrangements may charge it. */
async function reopenWrittenOff(tx: Tx, deps: Deps, { actor, invoice }: WrittenOff): Promise<void> {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  const company = await findCompany(tx, companyId);
  invariant(company, 'an invoice has its company');
  const today = deps.clock.today(company.timeZone);
  const open = moveInvoice({ status, event: 'reopened', dueDate, today, statusBefore });
  const change = { status: open, writtenOffAt: null, updatedAt: deps.clock.now() };
  await updateInvoice(tx, { companyId, invoiceId }, change);
  await postUncollectible(tx, deps, { companyId, invoiceId });
  const detail = { totalCents: invoice.totalCents, paidCents: invoice.paidCents };
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.reopened', subject, detail });
  recordEvent(tx, {
    companyId,
    type: 'invoice.reopened',
    objectId: invoiceId,
    at: deps.clock.now(),
  });
}

type WrittenOff = { actor: Actor; invoice: InvoiceRow };

export async function reopenInvoice(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: InvoiceDecision,
): Promise<ProviderInvoice> {
  const key = { companyId: actor.companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (invoice && canMoveInvoice({ status: invoice.status, event: 'reopened' })) {
    await reopenWrittenOff(tx, deps, { actor, invoice });
  } else {
    await reopenRefunded(tx, deps, { ...key, actor: actor.name });
  }
  const row = await findInvoice(tx, key);
  invariant(row, 'a reopened invoice is there');
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'reopening.reason', subject, detail: { reason } });
  return showInvoice(tx, row);
}

import type { InvoiceId } from '@quittance/contract/ids';
import type { ProviderInvoice } from '@quittance/contract/invoices/provider-schemas';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { AppError } from '../kernel/errors.ts';
import { hasOpenAttempt } from '../ledger/attempts.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { showInvoice } from './show-invoice.ts';
import { lockInvoice, updateInvoice } from './store.ts';

/** An arranged or disputed invoice cannot be negotiated. */
const NEGOTIABLE: readonly InvoiceRow['status'][] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

async function lockOpen(tx: Tx, { companyId }: Actor, invoiceId: InvoiceId): Promise<InvoiceRow> {
  const key = { companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
  if (!NEGOTIABLE.includes(invoice.status)) throw new AppError('OFFER_NOT_POSSIBLE');
  return invoice;
}

export async function offerSettlement(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, amountCents }: { actor: Actor; invoiceId: InvoiceId; amountCents: Cents },
): Promise<ProviderInvoice> {
  const invoice = await lockOpen(tx, actor, invoiceId);
  const owedCents = payableAmount({ ...invoice, negotiation: null });
  if (amountCents >= owedCents) throw new AppError('OFFER_NOT_POSSIBLE');
  const waivedCents = subtractCents(owedCents, amountCents);
  if (waivedCents > leftToGiveBack(invoice)) throw new AppError('OFFER_NOT_POSSIBLE');
  const { companyId, paidCents: paidBeforeCents } = invoice;
  const offer = { isActive: true, isApplied: false, amountCents, paidBeforeCents };
  const at = deps.clock.now();
  const change = { negotiation: { ...offer, offeredAt: at }, updatedAt: at };
  const row = await updateInvoice(tx, { companyId, invoiceId }, change);
  const event = { companyId, objectId: invoiceId, at };
  recordEvent(tx, { ...event, type: 'invoice.offer_made' });
  const subject = `invoice:${invoiceId}`;
  const detail = { amountCents, owedCents };
  await recordAction(tx, deps, { actor, action: 'negotiation_offered', subject, detail });
  return showInvoice(tx, row);
}

export async function withdrawOffer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId }: { actor: Actor; invoiceId: InvoiceId },
): Promise<ProviderInvoice> {
  const invoice = await lockOpen(tx, actor, invoiceId);
  const { companyId, negotiation } = invoice;
  if (!negotiation?.isActive || negotiation.isApplied) throw new AppError('NOT_FOUND');
  const at = deps.clock.now();
  const change = { negotiation: { ...negotiation, isActive: false }, updatedAt: at };
  const row = await updateInvoice(tx, { companyId, invoiceId }, change);
  const event = { companyId, objectId: invoiceId, at };
  recordEvent(tx, { ...event, type: 'invoice.offer_withdrawn' });
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'negotiation_withdrawn', subject });
  return showInvoice(tx, row);
}

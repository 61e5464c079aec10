/** Public links to an invoice: created, listed, revoked. */
import type { InvoiceId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { createLink } from '../../access/create-link.ts';
import { AppError } from '../../errors.ts';
import {
  type LinkRow,
  listLinksOfRequest,
  revokeCapability,
} from '../../storage/access/capabilities.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { findInvoice, findRequestOfInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { recordEvent } from '../../storage/provider/record-event.ts';
import { type Actor, type ProviderDeps, recordDeed } from '../actor.ts';

async function requireRequest(tx: Tx, { companyId }: Actor, invoiceId: InvoiceId) {
  const key = { companyId, invoiceId };
  const invoice = await findInvoice(tx, key);
  const request = invoice && (await findRequestOfInvoice(tx, key));
  if (!request) throw new AppError('ACCOUNT_NOT_FOUND');
  return { invoice, requestId: request.id };
}

const show = ({ id, createdAt, expiresAt, revokedAt, lastUsedAt }: LinkRow) => ({
  id,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
});

/** The URL is stored nowhere. */
export async function createInvoiceLink(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId }: { actor: Actor; invoiceId: InvoiceId },
) {
  const { companyId } = actor;
  const { invoice, requestId } = await requireRequest(tx, actor, invoiceId);
  if (invoice.status === 'DRAFT') throw new AppError('INVOICE_NOT_CHANGEABLE');
  const company = await findCompany(tx, companyId);
  invariant(company, 'an invoice has its company');
  const { domain, timeZone } = company;
  const { customerId, dueOn } = invoice;
  const request = { companyId, customerId, requestId, dueOn, timeZone };
  const { id, token, expiresAt } = await createLink(tx, deps, request);
  await recordDeed(tx, deps, { actor, action: 'link_created', subject: id });
  recordEvent(tx, { companyId, type: 'link.created', objectId: id, at: deps.clock.now() });
  return { id, invoiceId, url: `${deps.publicUrl}/${domain}/pay/${token}`, expiresAt };
}

export async function listInvoiceLinks(tx: Tx, actor: Actor, invoiceId: InvoiceId) {
  const { requestId } = await requireRequest(tx, actor, invoiceId);
  const links = await listLinksOfRequest(tx, { companyId: actor.companyId, requestId });
  return { data: links.map(show) };
}

export async function revokeInvoiceLink(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, linkId }: { actor: Actor; invoiceId: InvoiceId; linkId: string },
) {
  const { companyId } = actor;
  const { requestId } = await requireRequest(tx, actor, invoiceId);
  const links = await listLinksOfRequest(tx, { companyId, requestId });
  const link = links.find(({ id }) => id === linkId);
  if (!link) throw new AppError('NOT_FOUND');
  const revokedAt = deps.clock.now();
  const isRevoked = await revokeCapability(tx, { companyId, id: linkId }, revokedAt);
  if (!isRevoked) return show(link);
  await recordDeed(tx, deps, { actor, action: 'link_revoked', subject: linkId });
  return show({ ...link, revokedAt });
}

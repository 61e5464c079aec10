/** Public links (R4) to an invoice, an accepted estimate or a partial request: creates, lists and revokes them. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CustomerId, EstimateId, InvoiceId, RequestId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { isEstimateAccepted } from '@quittance/domain/status/estimate-status';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { findCompany } from '../companies/store.ts';
import { type LinkRow, listLinksOfRequest, revokeCapability } from '../identity/capabilities.ts';
import { findToday } from '../invoices/issue-invoice.ts';
import { findInvoice, findRequestOfInvoice } from '../invoices/store.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import {
  findPartialRequestRow,
  findRequestOfEstimate,
} from '../projects/partial-request-records.ts';
import { findRequestedOrders } from '../projects/partial-requests.ts';
import { findEstimateRow } from '../projects/project-records.ts';
import { createLink as issueLink } from './create-link.ts';

export type LinkTarget =
  | { invoiceId: InvoiceId }
  | { estimateId: EstimateId }
  | { partialRequestId: RequestId };

type Payable = { requestId: RequestId; customerId: CustomerId; dueOn: IsoDate; isPaid: boolean };

async function payableInvoice(tx: Tx, { companyId }: Actor, invoiceId: InvoiceId) {
  const key = { companyId, invoiceId };
  const invoice = await findInvoice(tx, key);
  const request = invoice && (await findRequestOfInvoice(tx, key));
  if (!request) throw new AppError('ACCOUNT_NOT_FOUND');
  const { customerId, dueOn, status } = invoice;
  const refusal = status === 'DRAFT' ? ('INVOICE_NOT_CHANGEABLE' as const) : null;
  return { requestId: request.id, customerId, dueOn, isPaid: isPaid(status), refusal };
}

/** The request is created when the customer accepts the estimate (R25). */
async function payableEstimate(tx: Tx, { companyId }: Actor, estimateId: EstimateId) {
  const estimate = await findEstimateRow(tx, { companyId, estimateId });
  if (!estimate) throw new AppError('NOT_FOUND');
  const { customerId, expiresOn: dueOn } = estimate;
  const request = await findRequestOfEstimate(tx, { companyId, estimateId });
  const isAccepted = request !== null && isEstimateAccepted(estimate);
  const refusal = isAccepted ? null : ('ESTIMATE_NOT_ACCEPTED' as const);
  return { requestId: request?.id ?? null, customerId, dueOn, isPaid: false, refusal };
}

async function payablePartial(
  tx: Tx,
  deps: ProviderDeps,
  { actor, requestId }: { actor: Actor; requestId: RequestId },
) {
  const key = { companyId: actor.companyId, requestId };
  const request = await findPartialRequestRow(tx, key);
  if (!request) throw new AppError('NOT_FOUND');
  const isCanceled = (await findRequestedOrders(tx, key)).length === 0;
  const refusal = isCanceled ? ('REQUEST_NOT_CHANGEABLE' as const) : null;
  const dueOn = await findToday(tx, deps, actor);
  return { requestId, customerId: request.customerId, dueOn, isPaid: false, refusal };
}

function findPayable(tx: Tx, deps: ProviderDeps, { actor, to }: { actor: Actor; to: LinkTarget }) {
  if ('invoiceId' in to) return payableInvoice(tx, actor, to.invoiceId);
  if ('estimateId' in to) return payableEstimate(tx, actor, to.estimateId);
  return payablePartial(tx, deps, { actor, requestId: to.partialRequestId });
}

const show = ({ id, createdAt, expiresAt, revokedAt, lastUsedAt, note }: LinkRow) => ({
  id,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
  note,
});

const NOTHING = { invoiceId: null, estimateId: null, partialRequestId: null };

/** Used by both the API and the operator. The URL is not stored anywhere. */
export async function createLink(
  tx: Tx,
  deps: ProviderDeps,
  { actor, to }: { actor: Actor; to: LinkTarget },
) {
  const { companyId } = actor;
  const { requestId, refusal, ...found } = await findPayable(tx, deps, { actor, to });
  if (refusal) throw new AppError(refusal);
  const company = await findCompany(tx, companyId);
  invariant(company && requestId, 'what can be paid has its company and its request');
  const { domain, timeZone } = company;
  const payable: Payable = { requestId, ...found };
  const { id, token, expiresAt } = await issueLink(tx, deps, { companyId, timeZone, ...payable });
  await recordAction(tx, deps, { actor, action: 'link_created', subject: id });
  recordEvent(tx, { companyId, type: 'link.created', objectId: id, at: deps.clock.now() });
  return { id, ...NOTHING, ...to, url: `${deps.publicUrl}/${domain}/pay/${token}`, expiresAt };
}

async function linksTo(tx: Tx, deps: ProviderDeps, linked: { actor: Actor; to: LinkTarget }) {
  const { requestId } = await findPayable(tx, deps, linked);
  if (!requestId) return [];
  return listLinksOfRequest(tx, { companyId: linked.actor.companyId, requestId });
}

export async function listLinks(
  tx: Tx,
  deps: ProviderDeps,
  linked: { actor: Actor; to: LinkTarget },
) {
  return { data: (await linksTo(tx, deps, linked)).map(show) };
}

export async function revokeLink(
  tx: Tx,
  deps: ProviderDeps,
  { linkId, ...linked }: { actor: Actor; to: LinkTarget; linkId: string },
) {
  const { actor } = linked;
  const { companyId } = actor;
  const link = (await linksTo(tx, deps, linked)).find(({ id }) => id === linkId);
  if (!link) throw new AppError('NOT_FOUND');
  const revokedAt = deps.clock.now();
  const isRevoked = await revokeCapability(tx, { companyId, id: linkId }, revokedAt);
  if (!isRevoked) return show(link);
  await recordAction(tx, deps, { actor, action: 'link_revoked', subject: linkId });
  recordEvent(tx, { companyId, type: 'link.revoked', objectId: linkId, at: revokedAt });
  return show({ ...link, revokedAt });
}

/** Files that the company adds to an invoice. They are listed without their bytes. */
import type { InvoiceId } from '@quittance/contract/ids';
import {
  ATTACHMENT_TYPES,
  ATTACHMENTS_MAX,
  type ProviderAttachment,
} from '@quittance/contract/invoices/attachment-schemas';
import { asc } from 'drizzle-orm';
import { requireCustomer } from '../customers/manage-customers.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Scope, Tx } from '../platform/database/database.ts';
import { type CustomerKey, type InvoiceKey, matching } from '../platform/database/keys.ts';
import { firstRow, hasRows } from '../platform/database/rows.ts';
import { auditChanges, recordChanges } from '../platform/events/write-objects.ts';
import { toExtension, toFileType } from '../platform/files/file-type.ts';
import { type Piece, readPiece } from '../platform/files/read-piece.ts';
import { type SendLater, sendFile } from '../platform/http/send-file.ts';
import { safeFileName } from '../platform/pdf/file-name.ts';
import { type InvoiceRow, invoiceAttachments } from '../schema/invoices.ts';
import { updateInvoiceColumns } from './invoice-records.ts';
import { findInvoice, lockInvoice } from './store.ts';

const { id, name, type, size, sha256, createdAt } = invoiceAttachments;
const FACTS = { id, name, type, size, sha256, createdAt };

type OfInvoice = { actor: Actor; invoiceId: InvoiceId };
type OfAttachment = OfInvoice & { attachmentId: string };
type AttachmentKey = InvoiceKey & { attachmentId: string };

function listFacts(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<ProviderAttachment[]> {
  return tx
    .select(FACTS)
    .from(invoiceAttachments)
    .where(matching(invoiceAttachments, { companyId, invoiceId }))
    .orderBy(asc(createdAt), asc(id));
}

export async function listAttachments(tx: Tx, key: InvoiceKey) {
  if (!(await findInvoice(tx, key))) throw new AppError('ACCOUNT_NOT_FOUND');
  return { data: await listFacts(tx, key) };
}

export function hasAttachment(tx: Tx, key: AttachmentKey): Promise<boolean> {
  const { companyId, invoiceId, attachmentId } = key;
  const is = matching(invoiceAttachments, { companyId, invoiceId, id: attachmentId });
  return hasRows(tx.select({ id }).from(invoiceAttachments).where(is));
}

/** Reads further pieces in the same scope. */
export async function findAttachment(
  tx: Tx,
  { database }: Pick<Deps, 'database'>,
  { scope, invoiceId, attachmentId }: Omit<AttachmentKey, 'companyId'> & { scope: Scope },
) {
  const { companyId } = scope;
  const is = matching(invoiceAttachments, { companyId, invoiceId, id: attachmentId });
  const facts = await firstRow(tx.select(FACTS).from(invoiceAttachments).where(is));
  if (!facts) throw new AppError('NOT_FOUND');
  const read = (piece: Piece) =>
    database.readForCompany({ ...scope, isByKey: true }, (each) =>
      readPiece(each, { table: invoiceAttachments, is, piece }),
    );
  return { ...facts, companyId, read };
}

export async function getAttachment(
  tx: Tx,
  deps: Pick<Deps, 'database'>,
  { actor: { companyId }, invoiceId, attachmentId }: OfAttachment,
): Promise<SendLater> {
  if (!(await findInvoice(tx, { companyId, invoiceId }))) throw new AppError('ACCOUNT_NOT_FOUND');
  const scope = { companyId, asProvider: true } as const;
  const file = await findAttachment(tx, deps, { scope, invoiceId, attachmentId });
  return sendFile({ ...file, headers: { 'content-type': 'application/octet-stream' } });
}

/** The lock keeps two uploads from exceeding the limit, and an erasure of the customer from missing one. */
async function lock(tx: Tx, { actor: { companyId }, invoiceId }: OfInvoice): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  return invoice;
}

type Change = { actor: Actor; invoice: InvoiceRow; detail: Record<string, unknown> };

async function recordChange(tx: Tx, deps: ProviderDeps, { actor, invoice, detail }: Change) {
  const { companyId, id: invoiceId, version, status } = invoice;
  const changed = { version: version + 1, updatedAt: deps.clock.now() };
  await updateInvoiceColumns(tx, { companyId, invoiceId }, changed);
  // A draft is internal to the company until it is issued.
  const record = status === 'DRAFT' ? auditChanges : recordChanges;
  const objects = [{ id: invoiceId, detail }];
  await record(tx, deps, { actor, action: 'invoice.changed', objects });
}

type NewAttachment = { name: string; content: Uint8Array; sha256: string };

export async function addAttachment(
  tx: Tx,
  deps: ProviderDeps,
  { file, ...of }: OfInvoice & { file: NewAttachment },
): Promise<ProviderAttachment> {
  const { actor, invoiceId } = of;
  const { companyId } = actor;
  const fileType = toFileType(file.content, ATTACHMENT_TYPES);
  const invoice = await lock(tx, of);
  const { customerId, voidedAt } = invoice;
  if (voidedAt !== null) throw new AppError('INVOICE_NOT_CHANGEABLE');
  await requireCustomer(tx, actor, { customerId });
  const existing = await listFacts(tx, { companyId, invoiceId });
  if (existing.length >= ATTACHMENTS_MAX) throw new AppError('TOO_MANY_ATTACHMENTS');
  const facts = {
    id: deps.entropy.uuid(),
    name: `${safeFileName(file.name.replace(/\.\w{1,5}$/, ''), 'attachment')}.${toExtension(fileType)}`,
    type: fileType,
    size: file.content.length,
    sha256: file.sha256,
    createdAt: deps.clock.now(),
  };
  const content = Buffer.from(file.content);
  await tx
    .insert(invoiceAttachments)
    .values({ companyId, invoiceId, customerId, ...facts, content });
  const detail = { attachment: { id: facts.id, size: facts.size, sha256: facts.sha256 } };
  await recordChange(tx, deps, { actor, invoice, detail });
  return facts;
}

/** Does nothing if the attachment was already removed. */
export async function deleteAttachment(tx: Tx, deps: ProviderDeps, of: OfAttachment) {
  const { actor, invoiceId, attachmentId } = of;
  const { companyId } = actor;
  const invoice = await lock(tx, of);
  const isRemoved = matching(invoiceAttachments, { companyId, invoiceId, id: attachmentId });
  if (await hasRows(tx.delete(invoiceAttachments).where(isRemoved).returning({ id }))) {
    const detail = { attachment: { id: attachmentId, isRemoved: true } };
    await recordChange(tx, deps, { actor, invoice, detail });
  }
  return { data: await listFacts(tx, { companyId, invoiceId }) };
}

/** For erasure (R54). The invoices of the customer must be locked. */
export async function deleteAttachmentsOfCustomer(tx: Tx, key: CustomerKey): Promise<void> {
  await tx.delete(invoiceAttachments).where(matching(invoiceAttachments, key));
}

/**
 * Lists payers' questions and disputes for a company and records its replies (R40). A reply resolves a dispute: the
 * invoice gets the status that follows from its facts, and its arrangements continue.
 */
import type { InquiryId } from '@quittance/contract/ids';
import type {
  InquiryQuery,
  ProviderInquiry,
} from '@quittance/contract/invoices/inquiry-provider-routes';
import { invariant } from '@quittance/domain/invariant';
import { notify } from '../../customers/mail/notify.ts';
import {
  findInquiry,
  type InquiryRow,
  listInquiryRows,
  lockInquiry,
  writeAnswer,
} from '../../invoices/inquiry-rows.ts';
import { lockInvoice, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { pageFrom, toPage } from '../../platform/http/page.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { resolvedStatus } from '../core/invoice-status-after.ts';

function show(row: InquiryRow): ProviderInquiry {
  const { id, customerId, invoiceId, kind, text, isByLink, createdAt, answer, answeredAt } = row;
  return { id, customerId, invoiceId, kind, text, isByLink, createdAt, answer, answeredAt };
}

export async function listInquiries(tx: Tx, { companyId }: Actor, query: InquiryQuery) {
  const page = pageFrom(query);
  const { customerId, invoiceId, state } = query;
  const filter = { companyId, customerId, invoiceId, state };
  return toPage(await listInquiryRows(tx, { filter, page }), page, (rows) => rows.map(show));
}

export async function getInquiry(
  tx: Tx,
  { companyId }: Actor,
  inquiryId: InquiryId,
): Promise<ProviderInquiry> {
  const row = await findInquiry(tx, { companyId, inquiryId });
  if (!row) throw new AppError('NOT_FOUND');
  return show(row);
}

/** Locks the invoice before the inquiry, as everywhere. */
async function lockOpen(tx: Tx, { companyId }: Actor, inquiryId: InquiryId) {
  const found = await findInquiry(tx, { companyId, inquiryId });
  if (!found) throw new AppError('NOT_FOUND');
  const invoice = await lockInvoice(tx, { companyId, invoiceId: found.invoiceId });
  const inquiry = await lockInquiry(tx, { companyId, inquiryId });
  invariant(invoice && inquiry, 'an inquiry and its invoice are never deleted');
  if (inquiry.answeredAt) throw new AppError('INQUIRY_ALREADY_ANSWERED');
  return { invoice, inquiry };
}

/** Runs after the reply is written, which ends the objection. A dispute at the processor continues. */
async function resolve(tx: Tx, deps: Deps, invoice: InvoiceRow): Promise<InvoiceRow> {
  const { companyId, id: invoiceId } = invoice;
  const at = deps.clock.now();
  const status = await resolvedStatus(tx, deps, invoice);
  const row = await updateInvoice(tx, { companyId, invoiceId }, { ...status, updatedAt: at });
  if (row.status !== 'DISPUTED') {
    recordEvent(tx, { companyId, objectId: invoiceId, type: 'invoice.resolved', at });
  }
  return row;
}

type AnswerCommand = { actor: Actor; inquiryId: InquiryId; answer: string };

export async function answerInquiry(
  tx: Tx,
  deps: Deps,
  { actor, inquiryId, answer }: AnswerCommand,
): Promise<ProviderInquiry> {
  const { companyId } = actor;
  const { invoice, inquiry } = await lockOpen(tx, actor, inquiryId);
  const at = deps.clock.now();
  const answered = await writeAnswer(tx, { companyId, inquiryId }, { answer, answeredAt: at });
  const { kind, text, customerId } = inquiry;
  const isDispute = kind === 'DISPUTE' && invoice.status === 'DISPUTED';
  const { status, accountRef } = isDispute ? await resolve(tx, deps, invoice) : invoice;
  recordEvent(tx, { companyId, objectId: inquiryId, type: 'inquiry.answered', at });
  const subject = `invoice:${invoice.id}`;
  await recordAction(tx, deps, { actor, action: 'inquiry.answered', subject, detail: { kind } });
  const data = { invoiceRef: accountRef, kind, question: text, answer, status };
  await notify(tx, { companyId, customerId, template: 'inquiry-answered', data, at });
  return show(answered);
}

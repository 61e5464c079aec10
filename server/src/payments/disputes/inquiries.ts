/** Lets a payer ask about or dispute an invoice (R40), signed in or through a public link, and read the reply. */
import { inquiryIdSchema, type RequestId } from '@quittance/contract/ids';
import type { Inquiry, NewInquiry } from '@quittance/contract/invoices/inquiry-schemas';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { asCustomer, readAsCustomer } from '../../customers/customer-scope.ts';
import {
  hasOpenInquiry,
  type InquiryRow,
  insertInquiry,
  listInquiriesOfInvoice,
} from '../../invoices/inquiry-rows.ts';
import { findRequest, lockInvoiceOfRequest } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { maySee, type Principal, principalName } from '../../kernel/principal.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { markDisputed } from '../core/mark-disputed.ts';

/**
 * Links get forwarded. A link holder sees the inquiries made through a link, but not those the customer made while
 * signed in.
 */
function shownTo(principal: Principal) {
  return (row: InquiryRow): Inquiry => {
    const { id, kind, createdAt, answeredAt, isByLink } = row;
    const isReadable = principal.kind === 'customer' || isByLink;
    const texts = isReadable ? row : { text: null, answer: null };
    return { id, kind, createdAt, answeredAt, text: texts.text, answer: texts.answer };
  };
}

function requireSeen(principal: Principal, requestId: RequestId): void {
  if (!maySee(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
}

export function listInquiries(
  deps: Deps,
  principal: Principal,
  requestId: RequestId,
): Promise<Inquiry[]> {
  requireSeen(principal, requestId);
  const { companyId } = principal;
  return readAsCustomer(deps, principal, async (tx) => {
    const request = await findRequest(tx, { companyId, requestId });
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    const { invoiceId } = request;
    const rows = invoiceId ? await listInquiriesOfInvoice(tx, { companyId, invoiceId }) : [];
    return rows.map(shownTo(principal));
  });
}

type InquiryCommand = { principal: Principal; requestId: RequestId; inquiry: NewInquiry };

const EVENTS = {
  QUESTION: 'inquiry.question_asked',
  DISPUTE: 'inquiry.dispute_opened',
} as const;

export function sendInquiry(
  deps: Deps,
  { principal, requestId, inquiry }: InquiryCommand,
): Promise<Inquiry> {
  requireSeen(principal, requestId);
  const { companyId, customerId } = principal;
  const { kind, text } = inquiry;
  return asCustomer(deps, principal, async (tx, company) => {
    const invoice = await lockInvoiceOfRequest(tx, { companyId, requestId });
    if (!invoice || invoice.status === 'DRAFT') throw new AppError('REQUEST_NOT_FOUND');
    const key = { companyId, invoiceId: invoice.id };
    if (await hasOpenInquiry(tx, key)) throw new AppError('PREVIOUS_DISPUTE_IS_NOT_ANSWERED');
    if (kind === 'DISPUTE') {
      if (isPaid(invoice.status)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
      await markDisputed(tx, deps, { invoice, company });
    }
    const at = deps.clock.now();
    const id = inquiryIdSchema.parse(deps.entropy.uuid());
    const isByLink = principal.kind === 'link';
    const row = await insertInquiry(tx, {
      ...key,
      id,
      customerId,
      kind,
      text,
      isByLink,
      createdAt: at,
    });
    recordEvent(tx, { companyId, objectId: id, type: EVENTS[kind], at });
    // The text is left out, because an audit row outlives the person (R54).
    const entry = { actor: principalName(principal), action: EVENTS[kind], detail: { kind } };
    await appendAudit(tx, { companyId, ...entry, subject: `invoice:${invoice.id}`, at });
    return shownTo(principal)(row);
  });
}

/** Lines of a notice to a company (ADR 0072), with the customer's name and the beginning of a payer's text. */
import type { EventNotice } from '@quittance/contract/companies/notice-schemas';
import type { CompanyId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { listNotices, type Notice } from '../companies/notice-rows.ts';
import type { CompanyContent, CompanyMail, NoticeItem } from '../customers/mail/company-mail.ts';
import type { Tx } from '../platform/database/database.ts';

function toHost(url: string | null): string | null {
  return url === null ? null : new URL(url).host;
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null);

const DETAIL_MAX = 300;

/** The email shows only the beginning of a payer's text. The API returns all of it. */
function cut(text: string | null): string | null {
  const line = text?.replace(/\s+/g, ' ') ?? null;
  return line && line.length > DETAIL_MAX ? `${line.slice(0, DETAIL_MAX)}…` : line;
}

const DETAILS: Readonly<Record<EventNotice, (notice: Notice) => string | null>> = {
  PAID: ({ data }) => toText(data['method']),
  RETURNED: ({ data }) => toText(data['responseCode']),
  HELD: ({ data }) => toText(data['processor']),
  DISPUTED: ({ data, inquiryText }) => toText(data['code']) ?? cut(inquiryText),
  QUESTION: ({ inquiryText }) => cut(inquiryText),
  REFUND_FAILED: ({ data }) => cut(toText(data['failureReason'])),
  ENDPOINT_PAUSED: ({ endpointUrl }) => toHost(endpointUrl),
};

function toName({ firstName, lastName, businessName }: Notice): string | null {
  const person = [firstName, lastName].filter(Boolean).join(' ');
  return businessName ?? (person || null);
}

function toItem(notice: Notice): NoticeItem {
  const { kind, invoiceRef, amountCents, type } = notice;
  const item = { invoiceRef, customerName: toName(notice), amountCents };
  const isFailing = type === 'webhook_endpoint.failing';
  return { ...item, detail: DETAILS[kind](notice), ...(isFailing ? { isFailing } : {}) };
}

/** Provider scope. Completes the content of an email when it is sent. */
export async function composeContent(
  tx: Tx,
  companyId: CompanyId,
  content: CompanyMail['content'],
): Promise<CompanyContent> {
  if (content.template === 'company-summary') return content;
  const { positions, items: queued, ...notice } = content;
  const items = queued ?? (await listNotices(tx, companyId, positions)).map(toItem);
  const [first] = items;
  const totalCents = notice.count === 1 ? (first?.amountCents ?? ZERO) : notice.totalCents;
  return { ...notice, totalCents, items };
}

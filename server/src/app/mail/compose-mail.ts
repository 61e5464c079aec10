/** Composes an email message: text, company branding and attachments. */

import { formatDate } from '@quittance/contract/format';
import { attemptIdSchema, invoiceIdSchema } from '@quittance/contract/ids';
import { DEFAULT_LANGUAGE, type Language } from '@quittance/contract/language';
import { dateIn } from '@quittance/contract/local-time';
import { DESK_PATH, DESK_SIGN_IN_PATH } from '@quittance/contract/pages';
import { WORDS } from '@quittance/domain/texts/words';
import type { Logo } from '../../companies/logos/logo-rows.ts';
import type { CompanyRow } from '../../companies/store.ts';
import { type CopyContactRow, toCopiedMail } from '../../customers/copy-contacts.ts';
import type { CompanyContent } from '../../customers/mail/company-mail.ts';
import { writeExample } from '../../customers/mail/example-mail.ts';
import type { MailPayload } from '../../customers/mail/mail-payload.ts';
import { findMailText, withOwnText } from '../../customers/mail/mail-texts.ts';
import { MAILS } from '../../customers/mail/mails.ts';
import { openForMail } from '../../customers/mail/notify.ts';
import { LOGO_CID, QR_CID, renderHtml, renderText } from '../../customers/mail/render.ts';
import { toSender } from '../../customers/mail/sender-of.ts';
import type { StaffMail, TestMail } from '../../customers/mail/staff-mail.ts';
import { companyLetter } from '../../customers/mail/templates/company.ts';
import { STAFF_LETTERS } from '../../customers/mail/templates/staff.ts';
import { toOptionalMail } from '../../customers/optional-mail.ts';
import { unsubscribeUrl } from '../../customers/unsubscribe-token.ts';
import { invoiceFileName, readInvoiceText } from '../../invoices/pdf/invoice-file.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findMandate } from '../../methods/mandates.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';
import type { OutboxRow } from '../../platform/events/outbox.ts';
import type { MailContent, Sender } from '../../platform/mail/mail-content.ts';
import type { Attachment, Message } from '../../platform/mail/mailer.ts';
import { qrPng } from '../../platform/mail/qr-code.ts';
import { drawDocument } from '../../platform/pdf/draw-document.ts';
import { renderReceipt } from '../../statements/receipts.ts';
import { SERVER_TEXTS } from '../../texts/catalogs.ts';

function logoAttachment({ wide: content }: Logo): Attachment {
  return { filename: 'logo.png', content, contentType: 'image/png', cid: LOGO_CID };
}

/** QR code of the button's link, only for emails whose text explains the code. */
function qrAttachments({ qrText, action }: MailContent, { language }: Sender): Attachment[] {
  if (!qrText || !action) return [];
  const { bytes: content } = qrPng(action.url);
  const filename = `${SERVER_TEXTS[language].documents.files.qrCode}.png`;
  return [{ filename, content, contentType: 'image/png', cid: QR_CID }];
}

export type Envelope = {
  row: OutboxRow;
  company: CompanyRow;
  logo: Logo | null;
  from: string;
};

const toMailHead = ({ publicUrl }: Deps, { company, logo }: Envelope) => ({
  publicUrl,
  company,
  logo,
});

type Letter = { to: string; letter: MailContent; sender: Sender };

function toMessage(deps: Deps, envelope: Envelope, { to, letter, sender }: Letter): Message {
  const { row, company, logo, from } = envelope;
  return {
    messageId: `<${row.id}.${row.companyId}@${new URL(deps.publicUrl).hostname}>`,
    from: { name: company.name, address: from },
    to,
    ...(sender.repliesTo ? { replyTo: sender.repliesTo } : {}),
    subject: letter.subject,
    text: renderText(letter, sender),
    html: renderHtml(letter, sender),
    attachments: [...(logo ? [logoAttachment(logo)] : []), ...qrAttachments(letter, sender)],
  };
}

export function companyMessage(
  deps: Deps,
  envelope: Envelope,
  { to, content }: { to: string; content: CompanyContent },
): Message {
  const whom = { firstName: null, language: DEFAULT_LANGUAGE, unsubscribeUrl: null };
  const sender = toSender(toMailHead(deps, envelope), whom);
  return toMessage(deps, envelope, { to, letter: companyLetter(content), sender });
}

/** With these headers, email clients offer one-click unsubscribe (RFC 8058). */
function unsubscribeHeaders({ unsubscribeUrl }: Sender): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export type ToStaff = { mail: StaffMail | TestMail; to: string; name: string };

export function staffMessage(deps: Deps, envelope: Envelope, { mail, to, name }: ToStaff): Message {
  const { companyId } = envelope.row;
  if (mail.template === 'mail-test') {
    const { kind, language } = mail.text;
    const today = deps.clock.today(envelope.company.timeZone);
    const example = { kind, language, today, text: mail.text };
    const { content, sender } = writeExample(toMailHead(deps, envelope), example);
    const { test } = MAILS[language].frame;
    const subject = test.subject(content.subject);
    const letter = { ...content, subject, paragraphs: [test.text, ...content.paragraphs] };
    return toMessage(deps, envelope, { to, letter, sender });
  }
  const { memberId, template, secretSealed } = mail;
  const sender = toSender(toMailHead(deps, envelope), {
    firstName: name,
    language: DEFAULT_LANGUAGE,
    unsubscribeUrl: null,
  });
  const { domain } = envelope.company;
  const deskUrl = `${deps.publicUrl}${DESK_PATH}/${domain}`;
  const signInUrl = `${deps.publicUrl}${DESK_SIGN_IN_PATH.replace(':domain', domain)}`;
  const secrets = secretSealed
    ? openForMail(deps.sealer, { companyId, memberId }, secretSealed)
    : {};
  const letter = STAFF_LETTERS[template](secrets, { ...sender, deskUrl, signInUrl });
  return toMessage(deps, envelope, { to, letter, sender });
}

async function findReceipts(
  deps: Deps,
  { companyId }: OutboxRow,
  payload: MailPayload,
): Promise<Attachment[]> {
  const { customerId, template, data } = payload;
  const paid = attemptIdSchema.safeParse(data['paymentId']);
  if (template !== 'receipt' || !paid.success) return [];
  try {
    const receipt = await renderReceipt(deps, { companyId, customerId, attemptId: paid.data });
    if (!receipt) return [];
    const { name: filename, bytes: content } = receipt;
    return [{ filename, content, contentType: 'application/pdf' }];
  } catch (error) {
    deps.log.error(
      { event: 'receipt.render_failed', err: error, payment: paid.data },
      'a receipt could not be rendered',
    );
    return [];
  }
}

/**
 * The PDF of an invoice that is sent, if the company wants it. Its QR code is the link of the email; in a copy without
 * a link, it opens the page that emails one to the customer.
 */
async function findInvoiceFile(
  deps: Deps,
  { row: { companyId }, company }: Envelope,
  {
    payload: { customerId, template, data },
    token,
  }: { payload: MailPayload; token: string | null },
): Promise<Attachment[]> {
  const invoiceId = invoiceIdSchema.safeParse(data['invoiceId']);
  if (template !== 'invoice' || !company.isInvoiceAttached || !invoiceId.success) return [];
  try {
    const reading = { companyId, invoiceId: invoiceId.data, company, customerId: null };
    const text = await deps.database.readForCompany({ companyId, customerId }, (tx) =>
      readInvoiceText(tx, deps, { ...reading, isByLink: true, linkToken: token }),
    );
    if (!text) return [];
    const content = await drawDocument(companyId, 'invoice', text);
    return [{ filename: invoiceFileName(text), content, contentType: 'application/pdf' }];
  } catch (error) {
    deps.log.error(
      { event: 'invoice.render_failed', err: error, invoice: invoiceId.data },
      'the PDF of an invoice could not be attached to its email',
    );
    return [];
  }
}

/** The stored text of the mandate, in the language in which it was given. */
async function findAgreement(
  deps: Deps,
  { row: { companyId }, company }: Envelope,
  { payload: { customerId, agreement: mandateId }, language }: AgreementMail,
): Promise<Pick<MailContent, 'agreement'>> {
  if (!mandateId) return {};
  const mandate = await deps.database.readForCompany({ companyId, customerId }, (tx) =>
    findMandate(tx, { companyId, mandateId }),
  );
  if (!mandate) return {};
  const { text, textVersion: version, createdAt, revokedAt } = mandate;
  const date = formatDate(dateIn(company.timeZone, createdAt), WORDS[language].dates);
  const title = MAILS[language].frame.agreement({ date, version, isEnded: revokedAt !== null });
  return { agreement: { title, text } };
}

type AgreementMail = { payload: MailPayload; language: Language };

export type ToCustomer = {
  payload: MailPayload;
  to: string;
  customerName: string;
  firstName: string | null;
  language: Language | null;
  /** The recipient of a copy. */
  contact?: CopyContactRow;
};

/** A copy has no link to pages that need a sign-in, only the public link of an invoice (R94). */
function toCopy(
  letter: MailContent,
  { payload, contact, customerName }: ToCustomer,
  language: Language,
): MailContent {
  if (!contact) return letter;
  const { action, qrText, notes, ...content } = letter;
  const isReceipt = payload.template === 'receipt';
  const first = MAILS[language].frame.copy(customerName);
  const { paragraphs } = content;
  const isToPay = payload.template === 'invoice' && contact.role === 'COPY';
  return {
    ...content,
    ...(isReceipt ? {} : { notes, action, qrText }),
    paragraphs: isToPay ? [first] : [first, ...paragraphs],
  };
}

function toUnsubscribeUrl(deps: Deps, owner: CustomerKey, { payload, contact }: ToCustomer) {
  const copied = contact && toCopiedMail(payload.template);
  if (copied) return unsubscribeUrl(deps, { ...owner, kind: copied, contactId: contact.id });
  const kind = toOptionalMail(payload);
  return kind && unsubscribeUrl(deps, { ...owner, kind, contactId: null });
}

export async function customerMessage(
  deps: Deps,
  envelope: Envelope,
  mail: ToCustomer,
): Promise<Message> {
  const { payload, to, customerName, firstName, language: setting } = mail;
  const { row } = envelope;
  const owner = { companyId: row.companyId, customerId: payload.customerId };
  const secrets = payload.secretSealed ? openForMail(deps.sealer, owner, payload.secretSealed) : {};
  const language = setting ?? DEFAULT_LANGUAGE;
  const url = toUnsubscribeUrl(deps, owner, mail);
  const whom = { firstName, language, unsubscribeUrl: url, isRequired: url === null };
  const sender = toSender(toMailHead(deps, envelope), whom);
  const receipts = await findReceipts(deps, row, payload);
  const data = { ...payload.data, ...secrets, isAttached: receipts.length };
  const standard = toCopy(
    MAILS[language].templates[payload.template](data, sender),
    mail,
    language,
  );
  const kind = toCopiedMail(payload.template);
  const text = kind && findMailText(envelope.company, { kind, language });
  const isCopy = mail.contact !== undefined;
  const own = withOwnText(standard, { text, data, sender, customerName, isCopy });
  const letter = { ...own, ...(await findAgreement(deps, envelope, { payload, language })) };
  const message = toMessage(deps, envelope, { to, letter, sender });
  const token = typeof secrets['token'] === 'string' ? secrets['token'] : null;
  const invoices = await findInvoiceFile(deps, envelope, { payload, token });
  const attachments = [...(message.attachments ?? []), ...receipts, ...invoices];
  return { ...message, attachments, headers: unsubscribeHeaders(sender) };
}

/**
 * Every email with realistic data, for the test next to this file and for visual review (`node scripts/samples.mjs
 * <folder>`): with ordinary names, and with the longest possible names.
 */

import { EVENT_NOTICES, type EventNotice } from '@quittance/contract/companies/notice-schemas';
import { isoDate } from '@quittance/contract/dates';
import { DEFAULT_LANGUAGE } from '@quittance/contract/language';
import { cents } from '@quittance/contract/money';
import type {
  CompanyContent,
  NoticeContent,
  SummaryContent,
} from '../../../src/customers/mail/company-mail.ts';
import {
  MAIL_TEMPLATES,
  type MailData,
  type MailTemplate,
} from '../../../src/customers/mail/mail-payload.ts';
import { MAILS } from '../../../src/customers/mail/mails.ts';
import { renderHtml, renderText } from '../../../src/customers/mail/render.ts';
import { STAFF_TEMPLATES, type StaffTemplate } from '../../../src/customers/mail/staff-mail.ts';
import { companyLetter } from '../../../src/customers/mail/templates/company.ts';
import { STAFF_LETTERS } from '../../../src/customers/mail/templates/staff.ts';
import type { Sender } from '../../../src/platform/mail/mail-content.ts';

export const PLAIN: Sender = {
  language: 'en',
  companyName: 'Harbor Dental',
  legalName: 'Harbor Dental LLC, doing business as Harbor Smiles',
  companyContact: 'billing@harbor.example or (207) 555-0142',
  repliesTo: 'billing@harbor.example',
  mainColor: '#0f766e',
  logo: null,
  firstName: 'Maya',
  portalUrl: 'https://pay.example.com/harbor',
  unsubscribeUrl: null,
};
const SPANISH: Sender = { ...PLAIN, language: 'es' };
const LONG: Sender = {
  ...PLAIN,
  companyName:
    'The Extraordinarily Long Named Association of Independent Orthodontic Practitioners',
  companyContact: null,
  repliesTo: null,
  mainColor: '#fde047',
  logo: { width: 160, height: 32 },
  firstName: 'Wolfeschlegelsteinhausenbergerdorff',
};

const TOKEN = 'q8Jf0sX3nT5vYb7uWc2dRk9mZa4eLh6gPi1oNj3kQs0';
const INVOICE = { invoiceRef: 'HD-2041', productName: 'Crown restoration, tooth 14' };
const CHARGE = { ...INVOICE, totalCents: 154_380, method: 'Visa **** 4242' };

/** A charge that failed because the bank requires the payer's confirmation. */
export const RECOVERY = { token: TOKEN, recovery: 'bank' };

export const DATA: Readonly<Record<MailTemplate, MailData>> = {
  'sign-in': { code: '123456', token: TOKEN },
  'find-invoice': { ...INVOICE, amountCents: 150_000, token: TOKEN },
  invoice: { ...INVOICE, remainingCents: 150_000, dueOn: '2026-12-01', token: TOKEN },
  'invoice-reminder': {
    ...INVOICE,
    remainingCents: 150_000,
    dueOn: '2026-11-08',
    days: 7,
    token: TOKEN,
    note: 'Call us if you would like to pay in installments.',
  },
  'inquiry-answered': {
    invoiceRef: 'HD-2041',
    kind: 'DISPUTE',
    status: 'PAYMENT_EXTENSION',
    question: 'You billed the crown twice.\nPlease look at tooth 14.',
    answer: 'We looked at it again.\nBoth teeth were treated on November 3.',
  },
  receipt: { ...CHARGE, receiptNumber: 'R-1A2B3C4D', amountCents: 150_000, feeCents: 4380 },
  'payment-submitted': { ...CHARGE, date: '2026-11-15', expectedOn: '2026-11-19' },
  'payment-scheduled': { ...CHARGE, chargeOn: '2026-12-01' },
  'upcoming-charge': { ...CHARGE, chargeOn: '2026-12-01' },
  'payment-failed': {
    ...CHARGE,
    nextTryOn: '2026-11-18',
    reason: 'Your card has insufficient funds.',
  },
  'refund-failed': CHARGE,
  'payment-returned': { ...CHARGE, remainingCents: 150_000, reversal: 'bounced' },
  'method-removed': { method: 'Visa **** 4242', invoiceRef: 'HD-2041, HD-2058' },
  'method-expiring': { method: 'Visa **** 4242' },
  'arrangement-suspended': {
    invoiceRef: 'HD-2041',
    arrangement: 'plan',
    endsOn: '2026-12-11',
    event: 'methodRemoved',
  },
  'arrangement-reminder': {
    invoiceRef: 'HD-2041',
    arrangement: 'schedule',
    endsOn: '2026-12-11',
  },
  'fee-changed': {
    invoiceRef: 'HD-2041',
    method: 'Visa **** 4242',
    amountCents: 150_000,
    feeBeforeCents: 1200,
    feeCents: 4380,
    totalBeforeCents: 151_200,
    totalCents: 154_380,
  },
  'plan-changed': { ...INVOICE, event: 'canceledByPayer', remainingCents: 99_000 },
  'plan-defaulted': { ...INVOICE, remainingCents: 99_000 },
  'schedule-ended': CHARGE,
  'schedule-moved': CHARGE,
  'charge-changed': { ...CHARGE, chargeOn: '2026-12-08', chargeBeforeOn: '2026-12-01' },
  agreement: { about: 'plan', invoiceRef: 'HD-2041' },
  'auto-pay-changed': { autoPay: 'on', method: 'Visa **** 4242', noticeDays: 3 },
  'contact-verification': { token: TOKEN },
  'passkey-added': { passkey: 'Safari, iPhone' },
  'passkey-removed': { passkey: 'Safari, iPhone' },
  'contact-changed': { event: 'contact.added', contact: 'm•••@example.com' },
};

function lengthened(data: MailData): MailData {
  if (!('productName' in data)) return data;
  return {
    ...data,
    invoiceRef: `INV-${'9'.repeat(40)}`,
    productName: `${LONG.companyName}, part 2`,
  };
}

export type MailSample = { name: string; subject: string; text: string; html: string };

function toSample(template: MailTemplate, sender: Sender): MailSample {
  const isLong = sender === LONG;
  const data = isLong ? lengthened(DATA[template]) : DATA[template];
  const letter = MAILS[sender.language].templates[template](data, sender);
  const language = sender.language === DEFAULT_LANGUAGE ? '' : `-${sender.language}`;
  const name = isLong ? `${template}-long` : `${template}${language}`;
  const { subject } = letter;
  return { name, subject, text: renderText(letter, sender), html: renderHtml(letter, sender) };
}

const ITEM = { invoiceRef: 'HD-2041', customerName: 'Maya Ortiz', amountCents: cents(154_380) };

function toNotices(kind: EventNotice): NoticeContent[] {
  const item = { ...ITEM, detail: kind === 'ENDPOINT_PAUSED' ? 'hooks.example.com' : 'R01' };
  const items = Array.from({ length: 20 }, () => item);
  const content = { template: 'company-notice', kind } as const;
  return [
    { ...content, count: 1, totalCents: ITEM.amountCents, items: [item] },
    { ...content, count: 415, totalCents: cents(64_067_700), items },
  ];
}

const SUMMARY: SummaryContent = {
  template: 'company-summary',
  date: isoDate('2026-11-15'),
  collected: { count: 3, cents: cents(250_000) },
  byMethod: [
    { method: 'ACH', count: 1, cents: cents(100_000) },
    { method: 'CARD', count: 2, cents: cents(150_000) },
  ],
  returned: { count: 1, cents: cents(4000) },
  refunded: { count: 1, cents: cents(5000) },
  failed: { count: 2, cents: cents(6000) },
  disputed: { count: 1, cents: cents(7000) },
  held: { count: 0, cents: cents(0) },
  openCents: cents(1_200_000),
  overdueCents: cents(80_000),
};

function toCompanySample(content: CompanyContent, sender: Sender): MailSample {
  const to: Sender = { ...sender, firstName: null };
  const letter = companyLetter(content);
  const parts = content.template === 'company-notice' ? [content.kind, content.count] : [];
  const name = [content.template, ...parts, ...(sender === LONG ? ['long'] : [])].join('-');
  const { subject } = letter;
  return { name, subject, text: renderText(letter, to), html: renderHtml(letter, to) };
}

function toStaffSample(template: StaffTemplate, sender: Sender): MailSample {
  const desk = { deskUrl: 'https://pay.example.com/desk/harbor' };
  const to = { ...sender, ...desk, signInUrl: `${desk.deskUrl}/sign-in` };
  const letter = STAFF_LETTERS[template]({ token: 'x'.repeat(65), code: '123456' }, to);
  const name = `${template}${sender === LONG ? '-long' : ''}`;
  const { subject } = letter;
  return { name, subject, text: renderText(letter, to), html: renderHtml(letter, to) };
}

export function mailSamples(): MailSample[] {
  const senders = [PLAIN, LONG];
  return [
    ...MAIL_TEMPLATES.flatMap((template) =>
      [...senders, SPANISH].map((sender) => toSample(template, sender)),
    ),
    ...STAFF_TEMPLATES.flatMap((template) =>
      senders.map((sender) => toStaffSample(template, sender)),
    ),
    ...[...EVENT_NOTICES.flatMap(toNotices), SUMMARY].flatMap((content) =>
      senders.map((sender) => toCompanySample(content, sender)),
    ),
  ];
}

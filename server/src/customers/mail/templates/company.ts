/** Emails to the company itself: single or combined event notices, and the daily summary. */

import type { EventNotice } from '@quittance/contract/companies/notice-schemas';
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import type { Fact, MailContent } from '../../../platform/mail/mail-content.ts';
import type { CompanyContent, Figure, NoticeContent, SummaryContent } from '../company-mail.ts';

const WHY =
  "You're getting this email because of your company's notification settings. Change them in the console under Settings, Reminders.";

type Words = {
  one: string;
  many: string;
  paragraph: string;
  detail: string;
};

const WORDS: Readonly<Record<EventNotice, Words>> = {
  PAID: {
    one: 'A payment was received',
    many: 'payments were received',
    paragraph: 'The payment has been recorded. No action is needed.',
    detail: 'Method',
  },
  RETURNED: {
    one: 'A payment was returned',
    many: 'payments were returned',
    paragraph: 'The bank took the money back, so the customer owes this amount again.',
    detail: 'Code',
  },
  HELD: {
    one: 'A payment needs your decision',
    many: 'payments need your decision',
    paragraph:
      "The processor hasn't confirmed this payment for over an hour. Look it up in your processor's dashboard, then record the outcome under Needs attention. Until then, the invoice can't be paid.",
    detail: 'Processor',
  },
  DISPUTED: {
    one: 'A payment or invoice is disputed',
    many: 'payments or invoices are disputed',
    paragraph:
      "Respond to a card dispute before its deadline, in the console under Disputes or in your processor's dashboard. A disputed invoice isn't charged until you reply to the customer or resolve it.",
    detail: 'Reason',
  },
  QUESTION: {
    one: 'A customer has a question',
    many: 'customers have questions',
    paragraph: 'Reply in the console under Needs attention. The customer gets your reply by email.',
    detail: 'Question',
  },
  REFUND_FAILED: {
    one: 'A refund failed',
    many: 'refunds failed',
    paragraph:
      "The money didn't reach the customer, and you still owe it. Send the refund again or record another payment under Needs attention in the console.",
    detail: 'Reason',
  },
  ENDPOINT_PAUSED: {
    one: 'A webhook endpoint is paused',
    many: 'webhook endpoints are failing or paused',
    paragraph:
      'No event has been accepted for three days. We keep the events. When the receiver works again, resume the endpoint under Webhooks in the console.',
    detail: 'Receiver',
  },
};

/** An endpoint fails for three days before it is paused. */
const FAILING: Pick<Words, 'one' | 'paragraph'> = {
  one: 'A webhook endpoint is failing',
  paragraph:
    'No event has been accepted for an hour. We keep the events and retry with increasing delays for three days. Then the endpoint is paused. Please check the receiver. Each response is listed under Webhooks in the console.',
};

const MANY_ENDPOINTS =
  'These endpoints have accepted no event for an hour or longer. We keep the events. After three days, an endpoint is paused. When the receiver works again, resume the endpoint under Webhooks in the console.';

const moneyOr = (amount: Cents | null): Fact[] =>
  amount === null ? [] : [['Amount', formatMoney(amount)]];

const textOr = (label: string, text: string | null): Fact[] =>
  text === null ? [] : [[label, text]];

function noticeOfOne({ kind, items: [item] }: NoticeContent): MailContent {
  const { one, paragraph, detail } = { ...WORDS[kind], ...(item?.isFailing ? FAILING : {}) };
  const facts = [
    ...textOr('Invoice', item?.invoiceRef ?? null),
    ...textOr('Customer', item?.customerName ?? null),
    ...moneyOr(item?.amountCents ?? null),
    ...textOr(detail, item?.detail ?? null),
  ];
  const subject = [one, item?.invoiceRef ?? item?.detail].filter(Boolean).join(': ');
  return {
    subject,
    preview: paragraph,
    heading: one,
    paragraphs: [paragraph],
    facts,
    notes: [WHY],
  };
}

function toLine({
  invoiceRef,
  customerName,
  amountCents,
  detail,
}: NoticeContent['items'][number]): Fact {
  const what = [invoiceRef, customerName].filter((text) => text !== null).join(', ');
  const value = amountCents === null ? detail : formatMoney(amountCents);
  return [what || (detail ?? ''), value ?? ''];
}

function noticeOfMany(content: NoticeContent): MailContent {
  const { kind, count, totalCents, items } = content;
  const { many } = WORDS[kind];
  const paragraph = kind === 'ENDPOINT_PAUSED' ? MANY_ENDPOINTS : WORDS[kind].paragraph;
  const heading = `${count} ${many}`;
  const more = count - items.length;
  return {
    subject: heading,
    preview: paragraph,
    heading,
    ...(totalCents > 0 ? { amount: formatMoney(totalCents) } : {}),
    paragraphs: [paragraph],
    facts: items.map(toLine),
    notes: [...(more > 0 ? [`And ${more} more.`] : []), WHY],
  };
}

const figure = (label: string, { count, cents }: Figure): Fact[] =>
  count === 0 ? [] : [[label, `${formatMoney(cents)} (${count})`]];

const METHODS = {
  CARD: 'By card',
  ACH: 'By bank debit (ACH)',
  CASH: 'In cash',
  CHECK: 'By check',
  WIRE: 'By wire or bank transfer',
  MONEY_ORDER: 'By money order',
  OTHER: 'Another way',
  NEGOTIATION: 'Settlement discount',
  CREDIT_NOTE: 'By credit note',
  CREDIT: 'By account credit',
  WRITE_OFF: 'Written off',
  UNCOLLECTIBLE: 'Written off as uncollectible',
};

function summary(content: SummaryContent): MailContent {
  const { date, collected, byMethod, openCents, overdueCents } = content;
  const day = formatDate(date, dateTexts);
  return {
    subject: `${day}: ${formatMoney(collected.cents)} collected`,
    preview: `Payments on ${day}.`,
    heading: `Payments on ${day}`,
    amount: formatMoney(collected.cents),
    paragraphs: ['Amounts for the day, with the number of payments in parentheses.'],
    facts: [
      ['Collected', `${formatMoney(collected.cents)} (${collected.count})`],
      ...byMethod.flatMap((item) => figure(METHODS[item.method], item)),
      ...figure('Returned', content.returned),
      ...figure('Refunded', content.refunded),
      ...figure('Declined', content.failed),
      ...figure('Disputes opened', content.disputed),
      ...figure('Needing your decision', content.held),
      ['Open now', formatMoney(openCents)],
      ['Overdue now', formatMoney(overdueCents)],
    ],
    notes: [WHY],
  };
}

export function companyLetter(content: CompanyContent): MailContent {
  if (content.template === 'company-summary') return summary(content);
  return content.count === 1 ? noticeOfOne(content) : noticeOfMany(content);
}

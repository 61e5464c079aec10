/** Emails to the company itself: single or combined event notices, and the daily summary. */

import type { EventNotice } from '@quittance/contract/companies/notice-schemas';
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import type { Fact, MailContent } from '../../../platform/mail/mail-content.ts';
import type { CompanyContent, Figure, NoticeContent, SummaryContent } from '../company-mail.ts';

const WHY = 'You receive this mail because of the notice settings of your company.';

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
    paragraph: 'What was paid is booked.',
    detail: 'Method',
  },
  RETURNED: {
    one: 'A payment was returned',
    many: 'payments were returned',
    paragraph: 'The money went back to the payer. What it had paid is open again.',
    detail: 'Code',
  },
  HELD: {
    one: 'A payment waits for your decision',
    many: 'payments wait for your decision',
    paragraph:
      'The processor has told no outcome for an hour. Please look in its records and decide what was paid. Until then nothing else can be paid on the invoice.',
    detail: 'Processor',
  },
  DISPUTED: {
    one: 'A payment or invoice is disputed',
    many: 'payments or invoices are disputed',
    paragraph:
      'A dispute at the processor is answered there, before its deadline. A disputed invoice is not charged until you answer its payer or resolve it.',
    detail: 'Reason',
  },
  QUESTION: {
    one: 'A payer has a question',
    many: 'payers have questions',
    paragraph:
      'Please answer it with the call answerInquiry of the provider API. The payer reads the answer in the portal and gets it by mail.',
    detail: 'Question',
  },
  REFUND_FAILED: {
    one: 'A refund failed',
    many: 'refunds failed',
    paragraph:
      'The money did not reach the payer and is owed to them. Please send the refund again, or pay it another way, under Needs attention in the console or with the call decideRefund of the provider API.',
    detail: 'Reason',
  },
  ENDPOINT_PAUSED: {
    one: 'A webhook endpoint is paused',
    many: 'webhook endpoints are failing or paused',
    paragraph:
      'No event was accepted for three days. The events are kept. Please resume the endpoint once it works again.',
    detail: 'Receiver',
  },
};

/** An endpoint fails for three days before it is paused. */
const FAILING: Pick<Words, 'one' | 'paragraph'> = {
  one: 'A webhook endpoint is failing',
  paragraph:
    'No event was accepted for an hour. The events are kept and sent again, with growing pauses, for three days. Then the endpoint is paused. Please check the receiver. Each response is listed under Webhooks in the console.',
};

const MANY_ENDPOINTS =
  'They have accepted no event for an hour or longer. The events are kept. After three days an endpoint is paused; please resume it once it works again.';

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
  ACH: 'By bank transfer',
  CASH: 'In cash',
  CHECK: 'By check',
  WIRE: 'By wire or bank transfer',
  MONEY_ORDER: 'By money order',
  OTHER: 'Another way',
  NEGOTIATION: 'Waived',
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
    preview: `Your payments of ${day}.`,
    heading: `Your payments of ${day}`,
    amount: formatMoney(collected.cents),
    paragraphs: ['What happened on that day, with the number of payments in parentheses.'],
    facts: [
      ['Collected', `${formatMoney(collected.cents)} (${collected.count})`],
      ...byMethod.flatMap((item) => figure(METHODS[item.method], item)),
      ...figure('Returned', content.returned),
      ...figure('Refunded', content.refunded),
      ...figure('Declined', content.failed),
      ...figure('Disputes opened', content.disputed),
      ...figure('Waiting for your decision', content.held),
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

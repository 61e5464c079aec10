/** Emails about payment methods, plans, schedules and auto-pay. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice, withContact } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import type { TextKey } from './keyed-texts.ts';
import { toRecovery } from './recovery.ts';

const profile = ({ portalUrl }: Sender, label: string) => ({ label, url: `${portalUrl}/profile` });

function toChange(data: MailData, defaultText: string): string {
  return toText(data, 'event') ?? defaultText;
}

export function methodRemoved(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'A payment method';
  return {
    subject: `A payment method was removed from your account with ${sender.companyName}`,
    preview: `${method} will no longer be charged.`,
    heading: 'A payment method was removed',
    paragraphs: [
      `${method} will no longer be charged.${data['isAutoPayOff'] === 1 ? ' Auto-pay is off.' : ''}`,
      "Payments that use it are on hold. We won't charge another method unless you choose one.",
    ],
    facts: listFacts(data),
    // The method may belong to several invoices, so the link shows all of them.
    action: toInvoice({}, sender, 'Choose another method'),
  };
}

export function methodExpiring(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'Your card';
  return {
    subject: `Your payment method with ${sender.companyName} expires soon`,
    preview: `${method} expires soon. Please add another payment method.`,
    heading: 'A payment method expires soon',
    paragraphs: [
      `${method} expires soon. Payments with this card could fail.`,
      'Please add another payment method before this card expires.',
    ],
    facts: listFacts(data),
    action: profile(sender, 'Update payment method'),
  };
}

function yours(data: MailData): string {
  return `your ${toText(data, 'arrangement') ?? 'payment'}`;
}

export function arrangementSuspended(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Please choose another payment method for ${sender.companyName}`,
    preview: `Without another payment method, ${yours(data)} can't continue.`,
    heading: 'Please choose another payment method',
    paragraphs: [
      toChange(data, 'The payment method can no longer be charged.'),
      `Without another payment method, ${yours(data)} can't continue.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Choose another method'),
  };
}

export function arrangementReminder(data: MailData, sender: Sender): MailContent {
  const by = toText(data, 'endsOn') ?? 'the date below';
  return {
    subject: `Reminder: ${yours(data)} with ${sender.companyName} has no payment method`,
    preview: `Without a payment method, ${yours(data)} ends.`,
    heading: 'A payment method is still missing',
    paragraphs: [
      `We couldn't charge you because ${yours(data)} has no payment method.`,
      `Please choose one by ${by}. If you don't, ${yours(data)} ends. After that, the remaining balance can be paid at once and is due by the due date of the invoice.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Choose a payment method'),
  };
}

export function feeChanged(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'another payment method';
  return {
    subject: `Your processing fee with ${sender.companyName} has changed`,
    preview: `You chose ${method}, which has a different fee.`,
    heading: 'Your processing fee has changed',
    paragraphs: [
      `You chose ${method}, which has a different fee. Here are the new amounts of your remaining payments.`,
      "Payments you already made haven't changed.",
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'View the payments'),
  };
}

const PLAN_CHANGES: Readonly<Partial<Record<TextKey, string>>> = {
  canceledByCompany: 'was canceled',
  canceledByPayer: 'was canceled',
  pause: 'is paused',
  pauseRefused: "can't be paused",
};

export function planChanged(data: MailData, sender: Sender): MailContent {
  const change = toChange(data, 'Your payment plan has changed.');
  const state = (data.event && PLAN_CHANGES[data.event]) ?? 'has changed';
  const message = toText(data, 'message');
  return {
    subject: `Your payment plan with ${sender.companyName} ${state}`,
    preview: change,
    heading: `Your payment plan ${state}`,
    paragraphs: [
      change,
      ...(state === 'was canceled'
        ? ['The rest can be paid at once and is due by the due date of the invoice.']
        : []),
      ...formatLeftOut(data),
    ],
    ...(message ? { messages: [message] } : {}),
    facts: listFacts(data),
    action: toInvoice(
      data,
      sender,
      state === 'was canceled' ? 'View the invoice' : 'View the plan',
    ),
  };
}

/** States that auto-pay does not pay the remaining balance (R83). */
function formatLeftOut(data: MailData): string[] {
  return data['isLeftOut'] === 1
    ? ["Auto-pay won't pay this invoice unless you include it again."]
    : [];
}

export function planDefaulted(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Your payment plan with ${sender.companyName} has ended`,
    preview: 'The plan ended because payments were missed. You can pay the rest now.',
    heading: 'Your payment plan has ended',
    paragraphs: [
      toChange(data, "We couldn't collect two plan payments, so the plan has ended."),
      'Payments you already made still count. The rest can be paid at once and is due by the due date of the invoice. You can also make a new arrangement.',
      ...formatLeftOut(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'Pay or make a new arrangement'),
  };
}

export function scheduleMoved(data: MailData, sender: Sender): MailContent {
  const date = toText(data, 'chargeOn') ?? 'a later day';
  return {
    subject: `Your scheduled payment with ${sender.companyName} was moved to ${date}`,
    preview: `We'll charge you on ${date} instead. The amount is the same.`,
    heading: 'Your scheduled payment was moved',
    paragraphs: [
      `${sender.companyName} moved your scheduled payment to ${date}. The amount is the same.`,
      `You can cancel the payment at any time before then. If you didn't agree to the new date, contact ${withContact(sender)}.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'View the invoice'),
  };
}

export function scheduleEnded(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Your scheduled payment with ${sender.companyName} has ended`,
    preview: toChange(data, "We won't make the scheduled payment."),
    heading: 'Your scheduled payment has ended',
    paragraphs: [
      toChange(data, "We couldn't make the payment and won't try again."),
      'You still owe this invoice. You can pay it now or schedule the payment again.',
      ...formatLeftOut(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'View the invoice'),
  };
}

type AutoPayFacts = Readonly<
  Record<'company' | 'method' | 'invoice' | 'days' | 'rates' | 'by' | 'event', string>
>;

/** Auto-pay is 'stopped' without the payer, and 'excluded' for one invoice. */
const AUTO_PAY: Readonly<
  Record<string, (about: AutoPayFacts) => { subject: string; text: string }>
> = {
  on: ({ company, method, days }) => ({
    subject: `You turned on auto-pay with ${company}`,
    text: `Starting today, each invoice from ${company} is paid on its due date with ${method}. We'll email you ${days} days before each payment.`,
  }),
  moved: ({ company, method, rates }) => ({
    subject: `You changed the payment method of auto-pay with ${company}`,
    text: `Each invoice from ${company} is now paid with ${method}.${rates}`,
  }),
  off: ({ company }) => ({
    subject: `You turned off auto-pay with ${company}`,
    text: 'Your invoices are no longer paid automatically, so please pay them yourself. You can turn auto-pay on again in your profile.',
  }),
  stopped: ({ company, event }) => ({
    subject: `Auto-pay with ${company} was turned off`,
    text: `Auto-pay was turned off, so please pay your invoices yourself. ${event}`,
  }),
  excluded: ({ company, invoice, by }) => ({
    subject: `You excluded invoice ${invoice} from auto-pay with ${company}`,
    text: `Auto-pay will not pay invoice ${invoice}. Please pay it yourself${by}.`,
  }),
};

export function autoPayChanged(data: MailData, sender: Sender): MailContent {
  const { companyName: company } = sender;
  const [before, after] = [toText(data, 'rateBefore'), toText(data, 'rateAfter')];
  const dueOn = data['isOverdue'] === 1 ? null : toText(data, 'dueOn');
  const state = String(data['autoPay']);
  const { subject, text } = AUTO_PAY[state]?.({
    company,
    method: toText(data, 'method') ?? 'your payment method',
    invoice: toText(data, 'invoiceRef') ?? '',
    days: toText(data, 'noticeDays') ?? '3',
    rates: before && after ? ` The processing fee changes from ${before} to ${after}.` : '',
    by: dueOn === null ? '' : ` by ${dueOn}`,
    event: toChange(data, ''),
  }) ?? {
    subject: `Your auto-pay with ${company} has changed`,
    text: 'Your auto-pay settings have changed.',
  };
  const paragraph = text.trimEnd();
  const isOff = state === 'off' || state === 'stopped';
  return {
    subject,
    preview: paragraph,
    heading: subject,
    paragraphs: [paragraph],
    facts: listFacts(data),
    action: profile(sender, 'View auto-pay'),
    notes: [
      isOff
        ? `If this wasn't you, contact ${withContact(sender)}.`
        : `To stop, turn off auto-pay in your profile or contact ${withContact(sender)}.`,
    ],
  };
}

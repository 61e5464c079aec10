/** Mails about payment methods, plans, schedules and auto-pay. */
import { factsOf, textOf } from '../facts.ts';
import type { MailContent, Sender } from '../mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { toInvoice } from './links.ts';

const profile = ({ portalUrl }: Sender, label: string) => ({ label, url: `${portalUrl}/profile` });

/** The description in the data, or a default text. */
function changeOf(data: MailData, defaultText: string): string {
  return textOf(data, 'change') ?? defaultText;
}

export function methodRemoved(data: MailData, sender: Sender): MailContent {
  const method = textOf(data, 'method') ?? 'A payment method';
  return {
    subject: `A payment method was removed at ${sender.companyName}`,
    preview: `${method} will not be charged any more.`,
    heading: 'A payment method was removed',
    paragraphs: [
      changeOf(data, `${method} will not be charged any more.`),
      'Payments that were arranged with it wait until you choose another method. Nothing was moved to another method.',
    ],
    facts: factsOf(data),
    // The method may belong to several invoices, so the link shows all of them.
    action: toInvoice({}, sender, 'Choose another method'),
  };
}

export function methodExpiring(data: MailData, sender: Sender): MailContent {
  const method = textOf(data, 'method') ?? 'Your card';
  return {
    subject: `Your payment method at ${sender.companyName} expires soon`,
    preview: `${method} expires soon. Please add a new one.`,
    heading: 'A payment method expires soon',
    paragraphs: [
      changeOf(data, `${method} expires soon, and payments that depend on it would fail.`),
      'Please add a new one in time.',
    ],
    facts: factsOf(data),
    action: profile(sender, 'Update payment method'),
  };
}

/** 'your payment plan', 'your scheduled payment'. */
function yours(data: MailData): string {
  return `your ${textOf(data, 'what') ?? 'payment'}`;
}

export function arrangementSuspended(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Please choose another payment method at ${sender.companyName}`,
    preview: `Without another method ${yours(data)} cannot go on.`,
    heading: 'Please choose another payment method',
    paragraphs: [
      textOf(data, 'reason') ?? 'The payment method can no longer be charged.',
      `Without another method ${yours(data)} cannot go on.`,
    ],
    facts: factsOf(data),
    action: toInvoice(data, sender, 'Choose another method'),
  };
}

export function arrangementReminder(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Reminder: ${yours(data)} with ${sender.companyName} has no payment method`,
    preview: `Without another method ${yours(data)} ends.`,
    heading: 'A payment method is still missing',
    paragraphs: [
      `Nothing was charged, because ${yours(data)} has no payment method.`,
      'Please choose one in time. Otherwise it ends, and the open balance is payable by its due date.',
    ],
    facts: factsOf(data),
    action: toInvoice(data, sender, 'Choose a payment method'),
  };
}

export function feeChanged(data: MailData, sender: Sender): MailContent {
  const method = textOf(data, 'method') ?? 'another payment method';
  return {
    subject: `Your processing fee at ${sender.companyName} has changed`,
    preview: `You chose ${method}, which has another fee.`,
    heading: 'Your processing fee has changed',
    paragraphs: [
      `You chose ${method}, which has another fee. These are the amounts that are left to pay.`,
      'What was paid before has not changed.',
    ],
    facts: factsOf(data),
    action: toInvoice(data, sender, 'View the payments'),
  };
}

export function planChanged(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Your payment plan with ${sender.companyName}`,
    preview: changeOf(data, 'Your payment plan has changed.'),
    heading: 'Your payment plan has changed',
    paragraphs: [changeOf(data, 'Your payment plan has changed. These are its figures now.')],
    facts: factsOf(data),
    action: toInvoice(data, sender, 'View the plan'),
  };
}

export function planDefaulted(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Your payment plan with ${sender.companyName} has ended`,
    preview: 'Payments were missed, so the plan has ended. The rest is open now.',
    heading: 'Your payment plan has ended',
    paragraphs: [
      changeOf(data, 'Two installments could not be charged, so the plan has ended.'),
      'What was paid counts. The remaining balance can be paid at once, or you can arrange it anew.',
    ],
    facts: factsOf(data),
    action: toInvoice(data, sender, 'Pay or arrange anew'),
  };
}

export function scheduleEnded(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Your scheduled payment with ${sender.companyName} has ended`,
    preview: changeOf(data, 'The scheduled payment will not be made.'),
    heading: 'Your scheduled payment has ended',
    paragraphs: [
      changeOf(data, 'The payment could not be made, and we will not try it again.'),
      'The invoice is open. You can pay it now or schedule it again.',
    ],
    facts: factsOf(data),
    action: toInvoice(data, sender, 'View the invoice'),
  };
}

export function autoPayChanged(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Auto-pay at ${sender.companyName}`,
    preview: changeOf(data, 'Your auto-pay has changed.'),
    heading: 'Your auto-pay has changed',
    paragraphs: [changeOf(data, 'Your auto-pay settings have changed.')],
    facts: factsOf(data),
    action: profile(sender, 'View auto-pay'),
    notes: ['You can switch auto-pay off at any time in your profile.'],
  };
}

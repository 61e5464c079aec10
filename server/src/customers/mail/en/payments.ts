/** Emails about payments: received, submitted, upcoming, failed, returned. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice, withContact } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import { bankAsks, toRecovery } from './recovery.ts';

function about(data: MailData): string {
  const reference = toText(data, 'invoiceRef');
  if (reference !== null) return ` for invoice ${reference}`;
  const references = toText(data, 'invoiceRefs');
  return references === null ? '' : ` for invoices ${references}`;
}

const isOfSeveral = (data: MailData) => toText(data, 'invoiceRefs') !== null;

const toDate = (data: MailData) => toText(data, 'chargeOn') ?? toText(data, 'date');
const computeTotal = (data: MailData) => toText(data, 'totalCents') ?? toText(data, 'amountCents');

export function receipt(data: MailData, sender: Sender): MailContent {
  const total = computeTotal(data) ?? '';
  return {
    subject: `Receipt from ${sender.companyName}: ${total}`,
    preview: `We received your payment${about(data)}.`,
    heading: 'Thank you for your payment',
    amount: total,
    paragraphs: [
      `${sender.companyName} received your payment${about(data)}.`,
      ...(data['isPlanFinished'] === 1
        ? ['This was the last payment of your payment plan. The plan is finished.']
        : []),
    ],
    facts: listFacts(data),
    action: { label: 'View payment', url: `${sender.portalUrl}/payments` },
    notes: [
      data['isAttached'] === 0
        ? 'You can download your receipt in your customer portal.'
        : 'Your receipt is attached as a PDF. You can also download it in your customer portal.',
    ],
  };
}

export function paymentSubmitted(data: MailData, sender: Sender): MailContent {
  const total = computeTotal(data) ?? '';
  const expectedOn = toText(data, 'expectedOn');
  return {
    subject: `Bank debit to ${sender.companyName} submitted: ${total}`,
    preview: `Your bank debit${about(data)} was submitted.`,
    heading: 'Your bank debit was submitted',
    amount: total,
    paragraphs: [
      `Your bank debit${about(data)} was submitted.${expectedOn ? ` We expect the result by ${expectedOn}.` : ''}`,
      "You don't need to do anything. When the payment is complete, you'll get a receipt.",
    ],
    facts: listFacts(data),
    action: { label: 'View payment', url: `${sender.portalUrl}/payments` },
  };
}

export function paymentScheduled(data: MailData, sender: Sender): MailContent {
  const date = toDate(data);
  const total = computeTotal(data);
  return {
    subject: `Payment scheduled with ${sender.companyName}`,
    preview: `Your payment${about(data)} is scheduled${date ? ` for ${date}` : ''}.`,
    heading: 'Your payment is scheduled',
    ...(total === null ? {} : { amount: total }),
    paragraphs: [
      `We'll charge ${toText(data, 'method') ?? 'your payment method'}${date ? ` on ${date}` : ' on the agreed date'}. You can cancel this payment or pay sooner until then.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'View or cancel'),
  };
}

export function upcomingCharge(data: MailData, sender: Sender): MailContent {
  const date = toDate(data);
  const total = computeTotal(data);
  const amount = total ?? 'A payment';
  return {
    subject: `Upcoming charge from ${sender.companyName}: ${amount}`,
    preview: `${amount} will be charged${date ? ` on ${date}` : ' soon'}${about(data)}.`,
    heading: 'A payment is coming up',
    ...(total === null ? {} : { amount: total }),
    paragraphs: [
      `As you authorized, ${amount} will be charged${date ? ` on ${date}` : ''}${about(data)}. You don't need to do anything.`,
      `To change or cancel this payment, use the button below${date ? ` before ${date}` : ''}, or contact ${withContact(sender)}.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Review or change'),
  };
}

export function paymentFailed(data: MailData, sender: Sender): MailContent {
  const next = toText(data, 'nextTryOn');
  return {
    subject: `Your payment to ${sender.companyName} didn't go through`,
    preview: `Your payment${about(data)} didn't go through.`,
    heading: "Your payment didn't go through",
    paragraphs: [
      `Your payment${about(data)} didn't go through. You have not been charged.`,
      next === null
        ? "We won't try again automatically. Please pay another way or use another payment method."
        : `We'll try again on ${next}. You can pay now or change the payment method before then.`,
      ...bankAsks(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'Review this payment'),
  };
}

export function refundFailed(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Your refund from ${sender.companyName} didn't go through`,
    preview: `Your refund${about(data)} could not be completed.`,
    heading: "Your refund didn't go through",
    paragraphs: [
      `Your refund${about(data)} could not be completed, so the money is not in your account.`,
      `You're still owed this money. ${sender.companyName} will send it again or pay you another way. You don't need to do anything.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, isOfSeveral(data) ? 'View the invoices' : 'View the invoice'),
  };
}

export function paymentReturned(data: MailData, sender: Sender): MailContent {
  const next = toText(data, 'nextTryOn');
  // Another payment may have closed the invoice before this payment was returned.
  const isOpen = data['remainingCents'] !== 0;
  const open = isOpen ? 'You owe this amount again.' : 'The invoice is paid. Nothing is due.';
  const returned = {
    subject: `Your payment to ${sender.companyName} was returned by your bank`,
    preview: `Your payment${about(data)} was returned. ${open}`,
    heading: 'Your payment was returned by your bank',
    paragraphs: [
      `Your bank returned your payment${about(data)}. ${open}`,
      ...(next === null
        ? []
        : [
            `We'll submit the debit again on ${next} for the same amount. To prevent it, change the payment method or contact ${withContact(sender)} before then.`,
          ]),
    ],
  };
  const reversal = `Your payment${about(data)} was reversed. ${open}`;
  const reversed = {
    subject: `Your payment to ${sender.companyName} was reversed`,
    preview: reversal,
    heading: 'Your payment was reversed',
    paragraphs: [reversal],
  };
  return {
    ...(data['isRecorded'] === 1 ? reversed : returned),
    facts: listFacts(data),
    action: toInvoice(data, sender, isOfSeveral(data) ? 'View the invoices' : 'View the invoice'),
  };
}

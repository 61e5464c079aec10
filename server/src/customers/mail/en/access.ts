/** Emails about signing in, contacts and passkeys. */

import { grouped } from '../../../platform/mail/grouped-code.ts';
import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';

const NOT_YOU = "If you didn't request this, you can ignore this email. Nothing has changed.";

/** `token` and `code` are sealed data. The token is in the URL fragment, which is not sent to servers. */
export function signIn(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const code = grouped(toText(data, 'code') ?? '');
  return {
    subject: `Sign in to ${companyName}`,
    preview: `Your link and code for the ${companyName} customer portal. They work for 10 minutes.`,
    heading: 'Sign in to your customer portal',
    paragraphs: [
      `Use the button to see and pay your invoices from ${companyName}. In another browser or on another device, you'll be asked for the code below.`,
    ],
    action: { label: 'Sign in', url: `${portalUrl}/auth#token=${toText(data, 'token') ?? ''}` },
    code,
    notes: [
      "The link and the code work once, for the next 10 minutes. We'll never ask you for the code.",
      NOT_YOU,
    ],
  };
}

/** The public link's `token` is sealed data. */
export function findInvoice(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const reference = toText(data, 'invoiceRef') ?? '';
  return {
    subject: `Your invoice ${reference} from ${companyName}`,
    preview: `Here is the link you requested for invoice ${reference}.`,
    heading: `Here is your invoice ${reference}`,
    paragraphs: ["You requested a link to this invoice. Open it to see what's due and pay."],
    facts: listFacts(data),
    action: { label: 'View invoice', url: `${portalUrl}/pay/${toText(data, 'token') ?? ''}` },
    notes: ['Anyone with this link can see and pay this invoice. Please keep it private.', NOT_YOU],
  };
}

/** `token` is sealed data. `path` is the page that verifies it. */
export function contactVerification(
  data: MailData,
  { companyName, portalUrl }: Sender,
): MailContent {
  const path = toText(data, 'path') ?? '/profile#verify=';
  return {
    subject: `Please verify your email address for ${companyName}`,
    preview: 'Confirm that this email address is yours.',
    heading: 'Verify your email address',
    paragraphs: [
      `This address was added to your contacts with ${companyName}. Please verify that it's yours.`,
    ],
    action: {
      label: 'Verify this address',
      url: `${portalUrl}${path}${toText(data, 'token') ?? ''}`,
    },
    notes: [
      "The link works once. For your security, we won't send sign-in emails to this address for the first 24 hours.",
      `If you don't know ${companyName}, ignore this email. We won't use this address unless you verify it.`,
    ],
  };
}

export function contactChanged(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const change = toText(data, 'event') ?? 'Your contacts have changed.';
  const contact = toText(data, 'contact');
  return {
    subject: `Your contacts with ${companyName} have changed`,
    preview: change,
    heading: 'Your contacts have changed',
    paragraphs: [change],
    facts: contact === null ? [] : [['Contact', contact]],
    action: { label: 'Review your contacts', url: `${portalUrl}/profile` },
    notes: [
      "If this wasn't you, sign in, remove any contact you don't recognize and sign out everywhere.",
    ],
  };
}

export function passkeyAdded(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const passkey = toText(data, 'passkey');
  return {
    subject: `A passkey was added to your account with ${companyName}`,
    preview: 'You can now use it to sign in without an email.',
    heading: 'A passkey was added',
    paragraphs: [
      'You can now use this passkey to sign in to your customer portal without an email.',
    ],
    facts: passkey === null ? [] : [['Passkey', passkey]],
    action: { label: 'Review your passkeys', url: `${portalUrl}/profile` },
    notes: ["If this wasn't you, sign in, remove the passkey and sign out everywhere."],
  };
}

export function passkeyRemoved(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const passkey = toText(data, 'passkey');
  return {
    subject: `A passkey was removed from your account with ${companyName}`,
    preview: 'It can no longer be used to sign in.',
    heading: 'A passkey was removed',
    paragraphs: [
      'This passkey can no longer be used to sign in to your customer portal. You can still sign in by email.',
    ],
    facts: passkey === null ? [] : [['Passkey', passkey]],
    action: { label: 'Review your passkeys', url: `${portalUrl}/profile` },
    notes: [
      "If this wasn't you, sign in, check your passkeys and contacts and sign out everywhere.",
    ],
  };
}

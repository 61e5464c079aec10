/**
 * Emails to a company's staff, in English. `token` and `code` are sealed data. The token is in the URL fragment.
 */

import { grouped } from '../../../platform/mail/grouped-code.ts';
import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toText } from '../en/facts.ts';
import type { MailData } from '../mail-payload.ts';
import type { StaffTemplate } from '../staff-mail.ts';

type StaffSender = Sender & { deskUrl: string; signInUrl: string };
type StaffLetterOf = (data: MailData, sender: StaffSender) => MailContent;

/** The mark tells the page which texts to show; it grants nothing. */
type LinkLook = { label: string; mark?: string };

function wayIn(data: MailData, { signInUrl }: StaffSender, { label, mark = '' }: LinkLook) {
  return {
    action: { label, url: `${signInUrl}#token=${toText(data, 'token') ?? ''}${mark}` },
    code: grouped(toText(data, 'code') ?? ''),
  };
}

const signIn: StaffLetterOf = (data, sender) => ({
  subject: `Sign in to the ${sender.companyName} console`,
  preview: 'Your link and code for the staff console. They work for 10 minutes.',
  heading: 'Sign in to the staff console',
  paragraphs: [
    "Use the button in the same browser where you requested this email. In another browser or on another device, you'll be asked for the code below.",
  ],
  ...wayIn(data, sender, { label: 'Sign in' }),
  notes: [
    "The link and the code work once, for the next 10 minutes. We'll never ask you for the code.",
    "If you didn't request this, you can ignore this email. Nothing has changed.",
  ],
});

const invitation: StaffLetterOf = (data, sender) => ({
  subject: `You're invited to the ${sender.companyName} console`,
  preview: `Your link and code to join the staff of ${sender.companyName}. They work for 7 days.`,
  heading: `Join the staff of ${sender.companyName}`,
  paragraphs: [
    `A team owner invited you to the console where ${sender.companyName} manages invoices, customers and payments. Open the link and enter the code below.`,
  ],
  ...wayIn(data, sender, { label: 'Accept the invitation', mark: '&invitation' }),
  notes: [
    "The link and the code work once, for the next 7 days. We'll never ask you for the code.",
    "If you don't know why you were invited, please ignore this email.",
  ],
});

const CHECK_PASSKEYS =
  "If this wasn't you, tell a team owner right away so they can secure your account.";

const passkeyAdded: StaffLetterOf = (_data, { companyName, deskUrl }) => ({
  subject: `A passkey was added to your ${companyName} console account`,
  preview: 'It can approve payments, refunds and settings.',
  heading: 'A passkey was added',
  paragraphs: [
    `A new passkey was added to your account. It can approve payments, refunds and settings in the ${companyName} console.`,
  ],
  action: { label: 'Open the console', url: deskUrl },
  notes: [CHECK_PASSKEYS],
});

const passkeyRemoved: StaffLetterOf = (_data, { companyName, deskUrl }) => ({
  subject: `A passkey was removed from your ${companyName} console account`,
  preview: 'One of your passkeys no longer works.',
  heading: 'A passkey was removed',
  paragraphs: [
    `A passkey was removed from your account. It no longer works in the ${companyName} console.`,
  ],
  action: { label: 'Open the console', url: deskUrl },
  notes: [CHECK_PASSKEYS],
});

export const STAFF_LETTERS: Readonly<Record<StaffTemplate, StaffLetterOf>> = {
  'staff-sign-in': signIn,
  'staff-invitation': invitation,
  'staff-passkey-added': passkeyAdded,
  'staff-passkey-removed': passkeyRemoved,
};

/** Mails about signing in and about contacts. */
import { factsOf, textOf } from '../facts.ts';
import type { MailContent, Sender } from '../mail-content.ts';
import type { MailData } from '../mail-payload.ts';

const NOT_YOU = 'If you did not ask for this, you can ignore this mail: nothing has changed.';

/** '123 456'; accepted with or without the space. */
function grouped(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** `token` and `code` are sealed data. The token is in the URL fragment, which is not sent to servers. */
export function signIn(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const code = grouped(textOf(data, 'code') ?? '');
  return {
    subject: `Sign in to ${companyName}`,
    preview: `Your link and your code for the customer portal of ${companyName}. Good for 10 minutes.`,
    heading: 'Sign in to your customer portal',
    paragraphs: [
      `Press the button to see and pay your invoices from ${companyName}. In another browser or on another device you will be asked for the code below.`,
    ],
    action: { label: 'Sign in', url: `${portalUrl}/auth#token=${textOf(data, 'token') ?? ''}` },
    code,
    notes: [
      'Link and code work once, for the next 10 minutes. Nobody from us will ever ask you for the code.',
      NOT_YOU,
    ],
  };
}

/** `token` of the public link is sealed data. */
export function findInvoice(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const reference = textOf(data, 'invoiceRef') ?? '';
  return {
    subject: `Your invoice ${reference} from ${companyName}`,
    preview: `The link to invoice ${reference} that you asked for.`,
    heading: `Here is your invoice ${reference}`,
    paragraphs: ['You asked for a link to this invoice. It shows what is open and lets you pay.'],
    facts: factsOf(data),
    action: { label: 'View invoice', url: `${portalUrl}/pay/${textOf(data, 'token') ?? ''}` },
    notes: [
      'Whoever has this link can see and pay this invoice. Please keep it to yourself.',
      NOT_YOU,
    ],
  };
}

/** `token` is sealed data; `path` is that of the page that verifies it. */
export function contactVerification(
  data: MailData,
  { companyName, portalUrl }: Sender,
): MailContent {
  const path = textOf(data, 'path') ?? '/profile#verify=';
  return {
    subject: `Please verify your email address for ${companyName}`,
    preview: 'One click, and mail from us reaches you here.',
    heading: 'Is this your address?',
    paragraphs: [
      `This address was added to your contacts at ${companyName}. Please verify that you read mail here.`,
    ],
    action: {
      label: 'Verify this address',
      url: `${portalUrl}${path}${textOf(data, 'token') ?? ''}`,
    },
    notes: [
      'The link works once. For your safety, sign-in mails go here only after 24 hours.',
      NOT_YOU,
    ],
  };
}

/** To the customer's other contacts: `change` describes the change, `contact` names the contact. */
export function contactChanged(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const change = textOf(data, 'change') ?? 'Your contacts have changed.';
  const contact = textOf(data, 'contact');
  return {
    subject: `Your contacts at ${companyName} have changed`,
    preview: change,
    heading: 'Your contacts have changed',
    paragraphs: [change],
    facts: contact === null ? [] : [['Contact', contact]],
    action: { label: 'Review your contacts', url: `${portalUrl}/profile` },
    notes: ['If this was not you, sign in, remove what you do not know and sign out everywhere.'],
  };
}

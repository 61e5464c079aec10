/** The content of an email, as returned by templates and rendered by render.ts to text and HTML. */
import type { Language } from '@quittance/contract/language';

export type Fact = readonly [label: string, value: string];

export type MailContent = {
  subject: string;
  preview: string;
  heading: string;
  amount?: string;
  /** The company's own greeting, instead of the standard one. */
  greeting?: string;
  paragraphs: readonly string[];
  code?: string;
  facts?: readonly Fact[];
  /** Written by the company for its customers, and as prominent as the standard text. */
  messages?: readonly string[];
  action?: { label: string; url: string };
  /** Caption of the QR code for the button's link. Without it, no QR code is shown. */
  qrText?: string;
  /** The stored text of a mandate, unchanged (R109). */
  agreement?: { title: string; text: string };
  notes?: readonly string[];
};

export type Sender = {
  language: Language;
  companyName: string;
  /** As in the footer of the portal (§1.4): 'Harbor Dental LLC, doing business as Harbor Smiles'. */
  legalName: string;
  /** Example: 'billing@harbor.example or (207) 555-0142'. Null if the company has no contact. */
  companyContact: string | null;
  /** The company's support address. Null if replies to its emails are not read. */
  repliesTo: string | null;
  mainColor: string;
  logo: { width: number; height: number } | null;
  /** Null in an email to the company itself. */
  firstName: string | null;
  /** Base URL of the company's portal, such as 'https://pay.example.com/harbor'. */
  portalUrl: string;
  /** Link that turns this kind of email off (R64). Null if there is none. */
  unsubscribeUrl: string | null;
  /** Whether the email says that its customer cannot turn it off. */
  isRequired?: boolean;
};

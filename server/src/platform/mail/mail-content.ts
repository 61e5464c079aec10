/** The content of a mail, as templates return it and render.ts turns it into text and HTML. */
import type { Language } from '@quittance/contract/language';

export type Fact = readonly [label: string, value: string];

export type MailContent = {
  subject: string;
  /** The preview line that mail programs show next to the subject. */
  preview: string;
  heading: string;
  /** The main amount, in large type. */
  amount?: string;
  paragraphs: readonly string[];
  /** A code to type, in large type, below the button. */
  code?: string;
  facts?: readonly Fact[];
  action?: { label: string; url: string };
  /** Says what the QR code of the button's link is for; without it there is none. */
  qrText?: string;
  /** Below the button, in small print. */
  notes?: readonly string[];
};

/** The company's branding, and whom the mail addresses. */
export type Sender = {
  language: Language;
  companyName: string;
  /** 'billing@harbor.example or (207) 555-0142'; null when the company names none. */
  companyContact: string | null;
  mainColor: string;
  /** The height of the attached logo in pixels; null without one. */
  logo: { width: number; height: number } | null;
  /** The customer's; null in a mail to the company itself. */
  firstName: string | null;
  /** The base URL of the company's portal: 'https://pay.example.com/harbor'. */
  portalUrl: string;
  /** Turns this kind of mail off (R64); null for a mail that is required. */
  unsubscribeUrl: string | null;
};

/** The content of an email, as returned by templates and rendered by render.ts to text and HTML. */
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
  /** Explains the QR code of the button's link. Without this text, there is no QR code. */
  qrText?: string;
  /** Shown below the button, in small print. */
  notes?: readonly string[];
};

/** The company's branding and the addressee of the email. */
export type Sender = {
  language: Language;
  companyName: string;
  /** Example: 'billing@harbor.example or (207) 555-0142'. Null if the company has no contact. */
  companyContact: string | null;
  mainColor: string;
  /** Size of the attached logo in pixels, or null without a logo. */
  logo: { width: number; height: number } | null;
  /** The customer's first name, or null in an email to the company itself. */
  firstName: string | null;
  /** Base URL of the company's portal, such as 'https://pay.example.com/harbor'. */
  portalUrl: string;
  /** Turns this kind of mail off (R64). Null for a required mail. */
  unsubscribeUrl: string | null;
};

/** The content of a mail, as templates return it and render.ts turns it into text and HTML. */

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
  /** Below the button, in small print. */
  notes?: readonly string[];
};

/** The company's branding, and the customer's first name. */
export type Sender = {
  companyName: string;
  mainColor: string;
  firstName: string;
  /** The base URL of the company's portal: 'https://pay.example.com/harbor'. */
  portalUrl: string;
};

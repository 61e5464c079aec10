/** What a mail says, before it is laid out: every template answers one of these. Words only. */

export type Fact = readonly [label: string, value: string];

export type Letter = {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  /** The one amount it is about, written large. */
  amount?: string;
  paragraphs: readonly string[];
  /** A code to type, written large; the button stands before it. */
  code?: string;
  facts?: readonly Fact[];
  action?: { label: string; url: string };
  /** Below the button, in small print. */
  notes?: readonly string[];
};

/** Whose letter it is: the company's face and the customer's first name. */
export type Sender = {
  companyName: string;
  mainColor: string;
  firstName: string;
  /** The company's part of the portal: 'https://pay.example.com/harbor'. */
  portalUrl: string;
};

/**
 * The shape of the long texts on the public pages. It says what a text consists of; how it looks is
 * the business of the page that shows it.
 */

/** A calendar date such as 2026-11-15. */
export type UpdatedOn = `${number}-${number}-${number}`;

export type LegalSection = { heading: string; paragraphs: readonly string[] };

export type LegalText = {
  title: string;
  updatedOn: UpdatedOn;
  sections: readonly LegalSection[];
};

export type FaqEntry = { question: string; answer: string };

export type FaqText = { title: string; updatedOn: UpdatedOn; entries: readonly FaqEntry[] };

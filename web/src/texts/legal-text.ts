/**
 * The shape of the long texts on the public pages. It defines the parts of a text; the page that shows it defines
 * the look.
 */

export type UpdatedOn = `${number}-${number}-${number}`;

export type LegalSection = { heading: string; paragraphs: readonly string[] };

export type LegalText = {
  title: string;
  updatedOn: UpdatedOn;
  sections: readonly LegalSection[];
};

export type FaqEntry = { question: string; answer: string };

export type FaqText = { title: string; updatedOn: UpdatedOn; entries: readonly FaqEntry[] };

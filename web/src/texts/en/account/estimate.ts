/** The estimate page and its acceptance. */
import type { ReactNode } from 'react';

export const estimateTexts = {
  noSuchEstimate: 'Estimate not found',
  failed: "We couldn't load this estimate",
  items: 'Items',
  /** Two items may have the same name. */
  item: (name: string, place: number) => `${name} (${place})`,
  total: 'Total',
  decision: 'Your decision',
  standsUntil: (date: string) => `Valid until ${date}`,
  over: 'No longer available',
  accept: 'Accept estimate',
  acceptHint: (company: string) =>
    `By accepting, you order the work from ${company}. You won't be charged yet. You pay in the next step.`,
  overHint: (company: ReactNode) => [
    'If you still want the work done, ask ',
    company,
    ' for a new estimate.',
  ],
  someCompany: 'the company',
};

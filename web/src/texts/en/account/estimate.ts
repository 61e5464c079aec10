/** The estimate page and its acceptance. */
import type { ReactNode } from 'react';

export const estimateTexts = {
  noSuchEstimate: 'There is no such estimate',
  failed: 'The estimate could not be loaded',
  items: 'Items',
  /** Two items may have the same name. */
  item: (name: string, place: number) => `${name} (${place})`,
  total: 'Total',
  decision: 'Your decision',
  standsUntil: (date: string) => `Stands until ${date}`,
  over: 'Can no longer be accepted',
  accept: 'Accept estimate',
  acceptHint: (company: string) =>
    `Accepting orders the work from ${company}. Nothing is charged yet: you pay on the next step.`,
  overHint: (company: ReactNode) => [
    'If you still want the work done, please ask ',
    company,
    ' for a new estimate.',
  ],
  someCompany: 'the company',
};

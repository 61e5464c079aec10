import { type BrowserModule, CARD_FIELDS, PLAIN_LAYOUT } from '../fields.ts';

export const module: BrowserModule = {
  layouts: {
    card: { ...PLAIN_LAYOUT, hosted: CARD_FIELDS },
    ach: {
      ...PLAIN_LAYOUT,
      hosted: ['routingNumber', 'accountNumber'],
      own: ['firstName', 'lastName'],
      asksAccountType: 'always',
    },
  },
  load: async () => (await import('./fiserv.ts')).fiserv,
};

import { BANK_FIELDS, type BrowserModule, CARD_FIELDS, PLAIN_LAYOUT } from '../fields.ts';

export const module: BrowserModule = {
  layouts: {
    card: { ...PLAIN_LAYOUT, hosted: CARD_FIELDS },
    ach: {
      ...PLAIN_LAYOUT,
      hosted: BANK_FIELDS,
      own: ['businessName'],
      asksAccountType: 'always',
    },
  },
  load: async () => (await import('./payengine.ts')).payengine,
};

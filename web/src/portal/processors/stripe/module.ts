import { type BrowserModule, PLAIN_LAYOUT, WHOLE_FORM } from '../fields.ts';

const WHOLE = { ...PLAIN_LAYOUT, hosted: [WHOLE_FORM] } as const;

export const module: BrowserModule = {
  layouts: { card: { ...WHOLE, hasWallet: true }, ach: { ...WHOLE, asksAccountType: 'ifSaved' } },
  load: async () => (await import('./stripe.ts')).stripe,
};

import { createRecovery } from '../links.ts';

export const { toRecovery, bankAsks } = createRecovery({
  bank: 'Confirm with your bank',
  method: 'Pay another way',
  keepPrivate:
    "This link works for 7 days. You don't need to sign in. Anyone who has it can pay this invoice, so please keep it private.",
  bankAsks: 'Your bank needs you to confirm this payment yourself.',
});

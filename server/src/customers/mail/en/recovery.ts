import { createRecovery } from '../links.ts';

export const { toRecovery, bankAsks } = createRecovery({
  bank: 'Confirm with your bank',
  method: 'Pay another way',
  keepPrivate:
    'The button works for 7 days and without a sign-in. Anyone who has it can pay this invoice. Please keep it private.',
  bankAsks: 'Your bank asks you to confirm this payment yourself.',
});

/** Test numbers with a fixed result, the same at every processor of the sandbox. Data only. */

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  challenges: '4000000000003220',
  /** At Stripe, a refund to this card succeeds and then fails a day later. */
  refundFails: '4000000000005126',
} as const;

export const BANK_ACCOUNTS = { pays: '000123456789', noFunds: '000222222227' } as const;

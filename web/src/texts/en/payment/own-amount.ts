/** Partial payment of an invoice. */
export const ownAmountTexts = {
  open: 'Pay another amount',
  whole: 'Pay the whole amount',
  label: 'Amount to pay',
  hint: (least: string, most: string, owed: string) =>
    `From ${least} to ${most}, or the full ${owed}. You'll still owe the rest.`,
  atLeast: (amount: string) => `Enter ${amount} or more`,
  atMost: (amount: string) => `Enter ${amount} or less`,
  orAll: (most: string, owed: string) => `Enter ${most} or less, or the full ${owed}`,
  onlyAll: (owed: string) => `You can only pay the full ${owed}`,
  noAmount: 'Enter an amount, like 25.00',
  balance: 'Amount to pay',
  rest: (rest: string, date: string) => `You'll still owe ${rest}, due ${date}.`,
};

/** Partial payment of an invoice. */
export const ownAmountTexts = {
  open: 'Pay another amount',
  whole: 'Pay the whole amount',
  label: 'Amount to pay',
  hint: (least: string, most: string, owed: string) =>
    `From ${least} to ${most}, or all of ${owed}. The rest stays open.`,
  atLeast: (amount: string) => `At least ${amount}`,
  atMost: (amount: string) => `At most ${amount}`,
  orAll: (most: string, owed: string) => `At most ${most}, or all of ${owed}`,
  onlyAll: (owed: string) => `Only all of ${owed}`,
  noAmount: 'Enter an amount, like 25.00',
  balance: 'Amount to pay',
  rest: (rest: string, date: string) => `${rest} stays open, due ${date}.`,
};

/** The recovery link of a failed charge (ADR 0093). */
export const recoveryTexts = {
  bank: (amount: string) =>
    `Your bank needs you to confirm your ${amount} payment. You haven't been charged yet.`,
  bankAction: 'Confirm with your bank',
  method: (amount: string) => `Your ${amount} payment didn't go through. You haven't been charged.`,
  methodAction: 'Pay another way',
  processing:
    "A payment for this invoice is already on its way. You don't need to do anything now.",
  settled: "This has already been taken care of. You don't need to do anything.",
};

/** The recovery link of a failed charge (ADR 0093). */
export const recoveryTexts = {
  bank: (amount: string) =>
    `Your bank asks you to confirm the payment of ${amount}. You have not been charged yet.`,
  bankAction: 'Confirm with your bank',
  method: (amount: string) =>
    `The payment of ${amount} didn't go through. You have not been charged.`,
  methodAction: 'Pay another way',
  processing:
    "A payment for this invoice is already on its way. You don't need to do anything now.",
  settled: "This has already been taken care of. You don't need to do anything.",
};

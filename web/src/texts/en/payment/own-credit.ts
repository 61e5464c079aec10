/** The customer's own credit in the pay popup (R117). */
export const ownCreditTexts = {
  use: (credit: string) => `Use ${credit} of your credit`,
  rest: (rest: string) => `${rest} is left to pay.`,
  all: 'Your credit pays this invoice in full.',
  pay: (amount: string) => `Pay ${amount} with credit`,
  paid: 'Paid with your credit.',
};

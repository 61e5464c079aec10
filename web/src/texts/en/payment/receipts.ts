/** The button that downloads a receipt (product §2.25). */
export const receiptTexts = {
  text: 'Download receipt',
  default: 'Download PDF',
  signIn: 'Login to your customer portal to see payment receipt',
};

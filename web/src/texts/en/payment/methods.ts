/** Saved payment methods and auto-pay, in the profile. */
export const methodsTexts = {
  title: 'Payment methods',
  none: 'No saved methods. Save one to pay faster or turn on auto-pay.',
  add: 'Add a payment method',
  remove: (last4: string) => `Remove the method ending in ${last4}`,
  autoPay: {
    title: 'Auto-pay',
    whenOn: 'Auto-pay is on',
    whenOff: 'Auto-pay is off',
    setUp: 'Set up auto-pay',
    change: 'Change',
    close: 'Close',
    on: "Each invoice is paid automatically on its due date. We'll notify you before each charge.",
    off: 'Off. You pay each invoice yourself.',
    needsMethod:
      'Save a payment method to have your invoices paid automatically on their due dates.',
    payWith: 'Pay with',
    bankAccount: 'Bank account',
    method: (kind: string, digits: string) => `${kind} ${digits}`,
    authorization: 'authorization',
    agreeBySwitching:
      'By turning on auto-pay, you electronically sign this authorization and agree to receive it and related notices by email:',
    agreeByUsing:
      'By selecting “Use this method,” you electronically sign this authorization and agree to receive it and related notices by email:',
    feeBefore: 'Current processing fee',
    feeAfter: 'Processing fee with this method',
    fee: (percentage: string, fixed: string) => `${percentage}% + ${fixed} for each payment`,
    noFee: 'None',
    disputed: (method: string) =>
      `${method} can't be used for auto-pay because a payment with it was disputed.`,
    expired: (method: string) => `${method} can't be used for auto-pay because it has expired.`,
    use: 'Use this method',
    cancel: 'Cancel',
  },
};

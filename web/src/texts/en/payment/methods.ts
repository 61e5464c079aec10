/** The kept payment methods and auto-pay, in the profile. */
export const methodsTexts = {
  title: 'Payment methods',
  none: 'None kept yet. Keep one to pay faster, or to have your invoices paid by themselves.',
  add: 'Add a payment method',
  remove: (last4: string) => `Remove the method ending in ${last4}`,
  autoPay: {
    title: 'Auto-pay',
    on: 'Each invoice is paid by itself on or after its due date. You are told before.',
    off: 'Off. Invoices are paid only when you say so.',
    needsMethod:
      'Keep a payment method to have your invoices paid by themselves on their due dates.',
    payWith: 'Pay with',
    bankAccount: 'Bank account',
    method: (kind: string, digits: string) => `${kind} ${digits}`,
    authorization: 'authorization',
    agreeBySwitching: 'By switching on auto-pay you agree:',
    agreeByUsing: 'By using this method you agree:',
    feeBefore: 'Processing fee until now',
    feeAfter: 'Processing fee with this method',
    fee: (percentage: string, fixed: string) => `${percentage}% + ${fixed} for each payment`,
    noFee: 'None',
    disputed: (method: string) =>
      `${method} cannot be used for auto-pay, because a payment with it was disputed.`,
    expired: (method: string) => `${method} cannot be used for auto-pay, because it is expired.`,
    use: 'Use this method',
    cancel: 'Cancel',
  },
};

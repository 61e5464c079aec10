/** Payment plans. Ordinals and dates are already formatted. */
export const planTexts = {
  title: 'Payment plan',
  payments: 'Plan payments',
  payment: (ordinal: string) => `${ordinal} payment`,
  choose: 'Select number of payments',
  today: (day: string) => `Today, ${day}`,
  aMonth: (cost: string) => `${cost} a month`,
  aMonthWithFee: (cost: string) => `${cost} a month, including fee`,
  upTo: (cost: string) => `up to ${cost}`,
  paymentsOf: (count: number, cost: string) => `${count} payments of ${cost}`,
  pay: 'Pay',
  payAhead: 'Pay ahead',
  payRest: 'Pay the remaining balance',
  cancel: 'Cancel payment plan',
  made: (paid: number, count: number) => `${paid} of ${count} payments made`,
  share: (paid: number, count: number) => `${paid}/${count}`,
  amountOf: (paid: string, total: string) => `${paid} of ${total}`,
  withFees: (amounts: string, fees: string) => `${amounts}, including ${fees} in fees`,
  sign: {
    paid: 'Paid: ',
    failed: 'Failed: ',
    pending: 'Pending: ',
    canceled: 'Canceled: ',
    next: 'Next: ',
    later: 'Later: ',
  },
  line: {
    failed: (day: string) => `Payment failed · ${day}`,
    canceled: (day: string) => `Canceled · ${day}`,
    pending: 'Pending payment',
  },
  method: {
    missing: {
      title: 'This plan has no payment method',
      text: "We can't charge the next payments until you add one.",
      until: (day: string) =>
        `We can't charge the next payments until you add one. If you don't add one by ${day}, the plan ends.`,
      action: 'Add a payment method',
      expired: {
        title: (last4: string) => `Your card ending in ${last4} has expired`,
        text: "We can't charge the next payments until you add another payment method.",
        until: (day: string) =>
          `We can't charge the next payments until you add another payment method. If you don't add one by ${day}, the plan ends.`,
      },
    },
    chargedTo: 'Charged automatically to',
    change: 'Change',
  },
};

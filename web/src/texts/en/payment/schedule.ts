/** The scheduled payment of an invoice. */
export const scheduleTexts = {
  title: 'Scheduled payment',
  nextTry: "The last attempt failed. We'll try again on this day.",
  withFee: (fee: string) => `including a fee of ${fee}`,
  missing: {
    title: 'This payment has no payment method',
    text: "We can't charge it on that date unless you add one.",
    until: (day: string) =>
      `We can't charge it until you add one. If you don't add one by ${day}, the scheduled payment ends.`,
    action: 'Add a payment method',
    expired: {
      title: (last4: string) => `Your card ending in ${last4} has expired`,
      text: "We can't charge this payment until you add another payment method.",
      until: (day: string) =>
        `We can't charge this payment until you add another payment method. If you don't add one by ${day}, the scheduled payment ends.`,
    },
  },
  change: 'Change',
  cancel: 'Cancel payment',
  calendar: {
    months: 'Months',
    previous: 'Go to the previous month',
    next: 'Go to the next month',
    weekday: (name: string) => name.slice(0, 2),
    day: (weekday: string, date: string) => `${weekday}, ${date}`,
    today: (day: string) => `Today, ${day}`,
    chosen: (day: string) => `${day}, selected`,
  },
};

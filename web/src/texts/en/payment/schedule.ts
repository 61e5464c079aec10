/** The scheduled payment of an invoice. */
export const scheduleTexts = {
  title: 'Scheduled payment',
  withFee: (fee: string) => `with a fee of ${fee}`,
  missing: {
    title: 'This payment has no payment method',
    text: 'Nothing is charged on that day unless it has one.',
    until: (day: string) =>
      `Nothing is charged until it has one. Without one by ${day}, the scheduled payment ends.`,
    action: 'Add a payment method',
  },
  change: 'Change',
  cancel: 'Cancel',
  calendar: {
    months: 'Months',
    previous: 'Go to the Previous Month',
    next: 'Go to the Next Month',
    weekday: (name: string) => name.slice(0, 2),
    day: (weekday: string, date: string) => `${weekday}, ${date}`,
    today: (day: string) => `Today, ${day}`,
    chosen: (day: string) => `${day}, selected`,
  },
};

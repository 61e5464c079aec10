// The three options of the PAY popup, as sample data.

export const PAY_OPTIONS = [
  { value: 'now', icon: 'card', title: 'Pay now', text: '$1,500.00 today' },
  { value: 'plan', icon: 'plan', title: 'Create a payment plan', text: '$386.33 a month' },
  { value: 'later', icon: 'calendar', title: "Can't pay today?", text: 'Schedule a payment' },
] as const;

/** The PAY popup around its form (product §2.9 to §2.14). */
export const payPopupTexts = {
  form: 'Payment method',
  plan: 'Payment plan',
  schedule: 'Schedule a payment',
  today: (amount: string) => `${amount} today`,
  todayWithFee: (amount: string) => `${amount} today, including fee`,
  withFee: (amount: string) => `${amount} including fee`,
  total: 'Total',
  totalOver: (count: number) => `Total over ${count} payments`,
  totalOn: (day: string) => `Total on ${day}`,
  specifyMethod: 'Specify Payment method',
  privacy: {
    card: (company: string) =>
      `Card details go straight to the payment processor and never reach ${company}.`,
    ach: (company: string) =>
      `Bank details go straight to the payment processor and never reach ${company}.`,
  },
  confirmed: {
    plan: (first: string, day: string) => `${first} today, next payment on ${day}`,
    day: (day: string) => `Payment on ${day}`,
    change: 'Change',
  },
  fieldsFailed: {
    title: "We couldn't load the secure payment fields",
    text:
      'You have not been charged. Check your connection, and make sure nothing is blocking the ' +
      'payment processor.',
  },
  runningPlan: {
    method: 'Plan payment method',
    noMethod:
      "This plan's payment method can no longer be used. Add another one to the plan first.",
    parts: 'What to pay now',
    count: 'How many payments',
    ahead: 'The later payments stay on their dates.',
    amount: 'Amount',
  },
};

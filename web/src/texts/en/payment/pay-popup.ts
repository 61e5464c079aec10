/** The PAY popup around its form (product §2.9 to §2.14). */
export const payPopupTexts = {
  form: 'Payment method',
  plan: 'Payment plan',
  schedule: 'Schedule a payment',
  today: (amount: string) => `${amount} today`,
  todayWithFee: (amount: string) => `${amount} today with fee`,
  withFee: (amount: string) => `${amount} with fee`,
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
    plan: (first: string, day: string) => `${first} today, the next one on ${day}`,
    day: (day: string) => `Payment on ${day}`,
    change: 'Change',
  },
  fieldsFailed: {
    title: 'The secure payment fields could not be loaded',
    text:
      'You have not been charged. Please check your connection, or whether something blocks the ' +
      'page of the payment processor.',
  },
  runningPlan: {
    method: 'Payment method of the plan',
    noMethod:
      'The payment method of this plan can no longer be used. Attach another one to the plan first.',
    parts: 'What to pay now',
    amount: 'Amount',
  },
};

/** Payment plans, scheduled payments and requested pauses. */
export const plansTexts = {
  title: 'Plans',
  text: 'Payment plans and scheduled payments of your customers.',
  plans: 'Payment plans',
  schedules: 'Scheduled payments',
  noPlans: 'No payment plans',
  noPlansText: 'Plans appear here when a customer agrees to pay in installments.',
  noSchedules: 'No scheduled payments',
  noSchedulesText: 'Scheduled payments appear here when a customer chooses a later date to pay.',
  columns: {
    invoice: 'Invoice',
    customer: 'Customer',
    state: 'Status',
    progress: 'Paid',
    next: 'Next charge',
    day: 'Day',
    remaining: 'Remaining',
    amount: 'Amount',
    kind: 'Kind',
  },
  progress: (paid: number, count: number) => `${paid} of ${count}`,
  none: '—',
  kinds: { plan: 'Plan', schedule: 'Scheduled payment' },
  presets: {
    live: 'Active',
    suspended: 'Suspended',
    defaulted: 'Defaulted',
    paidOff: 'Paid off',
  },
  schedulePresets: { live: 'Scheduled', suspended: 'Suspended', gaveUp: 'Failed', done: 'Done' },
};

/** The installments on the page of an invoice. */
export const installmentsTexts = {
  title: 'Installments',
  columns: { number: 'Number', due: 'Due', status: 'Status', fee: 'Fee', amount: 'Amount' },
  states: {
    OPEN: 'Open',
    PENDING: 'Pending',
    SUCCESS: 'Paid',
    FAILED: 'Failed',
    CANCELED: 'Canceled',
  },
};

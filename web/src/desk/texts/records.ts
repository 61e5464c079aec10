/** The labels for the states of invoices, payments, plans and schedules. */

export const recordTexts = {
  paymentStates: {
    CREATED: 'Recorded',
    SENT: 'Sent',
    ACTION_REQUIRED: 'Waiting for payer',
    PENDING: 'Pending',
    UNKNOWN: 'Unknown',
    SUCCEEDED: 'Succeeded',
    FAILED: 'Failed',
    RETURNED: 'Returned',
  },
  refundStates: {
    REQUESTED: 'Requested',
    SENT: 'Sent',
    PENDING: 'On its way',
    SUCCEEDED: 'Refunded',
    FAILED: 'Failed',
  },
  planStates: {
    LIVE: 'Active',
    PAID_OFF: 'Paid off',
    CANCELED: 'Canceled',
    SUSPENDED: 'Suspended',
    DEFAULTED: 'Defaulted',
  },
  scheduleStates: {
    LIVE: 'Scheduled',
    DONE: 'Done',
    CANCELED: 'Canceled',
    SUSPENDED: 'Suspended',
    GAVE_UP: 'Failed',
  },
  methods: {
    CARD: 'Card',
    ACH: 'Bank account',
    CASH: 'Cash',
    CHECK: 'Check',
    WIRE: 'Wire or bank transfer',
    MONEY_ORDER: 'Money order',
    OTHER: 'Other payment',
    NEGOTIATION: 'Waived',
    CREDIT_NOTE: 'Credit note',
    CREDIT: 'Account credit',
  },
  voided: 'Voided',
  several: (count: number) => `${count} invoices`,
};

/** Return codes of bank debits (Nacha), as banks name them. */
export const returnCodeTexts: Readonly<Record<string, string>> = {
  R01: 'insufficient funds',
  R02: 'account closed',
  R03: 'no account found',
  R04: 'invalid account number',
  R05: 'not authorized',
  R07: 'authorization revoked',
  R08: 'payment stopped',
  R09: 'uncollected funds',
  R10: 'not authorized',
  R11: 'not as authorized',
  R12: 'account at another bank',
  R13: 'invalid routing number',
  R16: 'account frozen',
  R20: 'debits not allowed',
  R29: 'not authorized',
};

/** Actors and sources of states. The server may have more. */
export const actorTexts: Readonly<Record<string, string>> = {
  answer: 'the processor’s response',
  webhook: 'a processor webhook',
  resolver: 'a lookup at the processor',
  reconciler: 'daily reconciliation',
  expiry: 'its expiration',
  negotiation: 'the accepted offer',
  manual: 'your company',
  provider: 'your company',
  staff: 'a member of your team',
  key: 'an API key',
  operator: 'the operator',
  payer: 'the payer',
  customer: 'the customer',
  job: 'the portal',
  system: 'the portal',
  import: 'an import',
};

/** Seeded bugs in plans, scheduled payments and auto-pay. */
import type { Bug } from './bug.ts';

const TERMS = 'server/src/payments/off-session/off-session-terms.ts';

export const ARRANGEMENT_BUGS: readonly Bug[] = [
  {
    name: 'unstarted-plan-end-untold',
    mistake: 'A plan that was suspended before its first payment failed ends without an event.',
    mutations: [
      {
        file: 'server/src/payments/settlement/settle-plan.ts',
        from: 'const isAnnounced = await hasEvents(tx, { companyId, objectId: planId });',
        to: 'const isAnnounced = false;',
      },
    ],
  },
  {
    name: 'key-lock',
    mistake: 'The lock of a customer also stops rows that refer to the customer, which deadlocks.',
    mutations: [
      {
        file: 'server/src/platform/database/rows.ts',
        from: "lockAs('no key update')",
        to: "lockAs('update')",
      },
    ],
  },
  {
    name: 'any-method-state',
    mistake: 'An off-session charge does not look at the state of its method.',
    mutations: [
      {
        file: TERMS,
        from: "if (method?.state !== 'active' || method.processor !== company.processor) {",
        to: 'if (method?.processor !== company.processor) {',
      },
    ],
  },
  {
    name: 'no-cap',
    mistake: 'The cap of the mandate is not checked.',
    mutations: [{ file: TERMS, from: 'total <= mandate.capCents &&', to: '' }],
  },
  {
    name: 'utc-day',
    mistake: 'The charges of a day are counted by the day in UTC.',
    mutations: [
      {
        file: 'server/src/payments/off-session/off-session-context.ts',
        from: 'countMerchantCharges(tx, { companyId, customerId, timeZone, today })',
        to: "countMerchantCharges(tx, { companyId, customerId, timeZone: 'UTC', today })",
      },
    ],
  },
  {
    name: 'no-day-limit',
    mistake: 'The number of off-session charges per day is not limited.',
    mutations: [
      {
        file: 'domain/src/off-session/catch-up.ts',
        from: 'if (charged.all >= MERCHANT_CHARGES_PER_DAY_MAX) return false;',
        to: '',
      },
    ],
  },
  {
    name: 'month-drift',
    mistake: 'Later installments are counted from the second one, which a short month has moved.',
    mutations: [
      {
        file: 'domain/src/checkout/plan.ts',
        from: 'dueOn: addMonthsFrom(anchor, months),',
        to: 'dueOn: addMonthsFrom(addMonthsFrom(anchor, months && 1), months && months - 1),',
      },
    ],
  },
  {
    name: 'hard-decline-retried',
    mistake: 'A hard decline is retried like a soft one.',
    mutations: [
      {
        file: 'domain/src/dunning/declines.ts',
        from: "declineClass === 'soft' ? RETRY_AFTER_DAYS[attempts - 1] : undefined",
        to: 'declineClass ? RETRY_AFTER_DAYS[attempts - 1] : undefined',
      },
    ],
  },
  {
    name: 'disputed-auto-paid',
    mistake: 'Auto-pay charges again what the cardholder disputed.',
    mutations: [
      {
        file: 'server/src/ledger/holds.ts',
        from: "const CONTESTING = ['OPEN', 'LOST'] as const;",
        to: "const CONTESTING = ['OPEN'] as const;",
      },
    ],
  },
  {
    name: 'suspended-forever',
    mistake: 'A suspended schedule never ends.',
    mutations: [
      {
        file: 'server/src/payments/off-session/end-arrangements.ts',
        from: 'await followAll(found.schedules, followSchedule);',
        to: '',
      },
    ],
  },
  {
    name: 'missed-forever',
    mistake: 'A plan with one missed installment never ends.',
    mutations: [
      {
        file: 'server/src/payments/off-session/end-arrangements.ts',
        from: 'await followAll(found.plans, followPlan);',
        to: '',
      },
    ],
  },
  {
    name: 'old-fee-kept',
    mistake: 'Another kind of method keeps the old fee.',
    mutations: [
      {
        file: 'server/src/methods/change-invoice-method.ts',
        from: 'if (changed.isOtherKind) await writeCharges(tx, current, changed);',
        to: '',
      },
    ],
  },
  {
    name: 'next-day',
    mistake: 'A charge that did not reach the processor waits for the next day.',
    mutations: [
      {
        file: 'domain/src/dunning/retries.ts',
        from: 'return retryOn(failedOn);',
        to: 'return retryOn(addDays(failedOn, 1));',
      },
    ],
  },
  {
    name: 'fee-lost',
    mistake: 'The installments of a plan do not contain its fee.',
    mutations: [
      {
        file: 'domain/src/checkout/plan.ts',
        from: 'feeCents: subtractCents(costCents, principalCents) };',
        to: 'feeCents: cents(0) };',
      },
    ],
  },
];

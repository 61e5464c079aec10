/** Seeded bugs in payers' changes to upcoming charges and plans (ADR 0092). */
import type { History } from '../history.ts';
import type { Bug } from './bug.ts';
import { days, hear, races, schedule, startPlan, step, toHistory } from './steps.ts';

const DOMAIN = 'domain/src/charges/plan-changes.ts';

export const CHANGE_BUGS: readonly Bug[] = [
  {
    name: 'shorter-plan-loses-fee',
    mistake: 'A plan in fewer installments keeps the fee of one of them only.',
    mutations: [
      {
        file: DOMAIN,
        from: 'feeCents: addCents(...unpaid.map((each) => each.feeCents)),',
        to: 'feeCents: unpaid[0]?.feeCents ?? addCents(),',
      },
    ],
  },
  {
    name: 'shorter-plan-keeps-the-rest',
    mistake: 'The installments that a shorter plan no longer needs are still charged.',
    mutations: [
      {
        file: 'server/src/payments/changes/write-plan-change.ts',
        from: 'await deleteInstallmentsBehind(tx, { companyId, planId, index: last.index });',
        to: '',
      },
    ],
  },
  {
    name: 'skip-of-one-date',
    mistake: 'A skipped installment falls on the day of the next one.',
    mutations: [
      { file: DOMAIN, from: 'each.index < from ? each', to: 'each.index !== from ? each' },
      {
        file: DOMAIN,
        from: 'return inOrder(shifted(question, 1, change.index));',
        to: 'return shifted(question, 1, change.index);',
      },
    ],
  },
  {
    name: 'moved-plan-forgets-its-end',
    mistake: 'A plan whose dates were moved still ends when it was to end at first.',
    mutations: [
      {
        file: 'server/src/payments/changes/write-plan-change.ts',
        from: 'endsOn: after.at(-1)?.dueOn ?? null,',
        to: 'endsOn: null,',
      },
    ],
  },
  {
    name: 'change-without-its-text',
    mistake: 'A move is made although its payer agreed to other terms.',
    mutations: [
      {
        file: 'server/src/payments/changes/change-charge.ts',
        from: 'if (prepared.text !== body.agreedText) {',
        to: 'if (body.agreedText.length < 0) {',
      },
    ],
  },
  {
    name: 'excluded-is-charged',
    mistake: 'An invoice that its payer took out of auto-pay is planned again.',
    mutations: [
      {
        file: 'server/src/arrangements/auto-pay-charges.ts',
        from: "matching(autoPayCharges, { state: 'EXCLUDED' }),",
        to: '',
      },
    ],
  },
  {
    name: 'excluded-while-planned',
    mistake:
      'An invoice that its payer takes out of auto-pay while it is being planned is planned.',
    mutations: [
      {
        file: 'server/src/payments/off-session/plan-auto-pay.ts',
        from: '(await hasAutoPayCharge(tx, { companyId, invoiceId, mandateId })) ||',
        to: '',
      },
    ],
  },
];

type How = 'move' | 'skip' | 'exclude' | 'day' | 'shorten' | 'pause';

const change = (how: How, number: number, isStale = false) =>
  step({ name: 'changeCharge', invoice: 0, how, number, isStale });
const EXCLUDE = {
  name: 'changeCharge',
  invoice: 0,
  how: 'exclude',
  number: 0,
  isStale: false,
} as const;
const autoPay = step({ name: 'autoPay', invoice: 0, how: 'on', method: 0 });

export const CHANGE_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'shorter-plan-loses-fee': [toHistory({}, startPlan(), ...hear(), change('shorten', 0))],
  'shorter-plan-keeps-the-rest': [toHistory({}, startPlan(), ...hear(), change('shorten', 0))],
  'skip-of-one-date': [toHistory({}, startPlan(), ...hear(), change('skip', 1))],
  'moved-plan-forgets-its-end': [toHistory({}, startPlan(), ...hear(), change('day', 2))],
  'change-without-its-text': [
    toHistory({}, schedule(3), ...hear(), change('move', 5), change('move', 8, true)),
  ],
  'excluded-is-charged': [
    toHistory({}, autoPay, days(8), change('exclude', 0), days(1), days(1), days(12), days(1)),
  ],
  'excluded-while-planned': races(EXCLUDE, { name: 'days', count: 8, hour: 10 }, 30).map((race) =>
    toHistory({}, autoPay, ...race, days(1), days(12), days(1)),
  ),
};

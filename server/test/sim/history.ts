/**
 * Random histories by swarm testing: each first draws the commands, faults and failures it may use at
 * all. A few kinds that occur often find bugs that all kinds together, each seldom, do not.
 */
import { PROCESSORS, type ProcessorName } from '@quittance/contract/vocabulary';
import { RETURN_CODES } from '@quittance/domain/dunning/return-codes';
import fc, { type Arbitrary } from 'fast-check';
import type { Command, Simple, Source, Step } from './commands.ts';
import { CALL_FAULTS, type CallFault, WEBHOOK_FAULTS } from './faults.ts';
import type { InjectedFailure } from './process.ts';

export type InvoiceSetting = {
  totalCents: number;
  dueInDays: number;
  hasMethod: boolean;
  /** An offer to settle for this part of the total (R11). */
  negotiatedPercent: number | null;
};

export type Setting = {
  seed: number;
  processor: ProcessorName;
  invoices: readonly InvoiceSetting[];
};

export type History = { setting: Setting; steps: readonly Step[] };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PAUSES_MS = [
  ...[SECOND_MS, 3 * SECOND_MS, 20 * SECOND_MS, 35 * SECOND_MS],
  ...[MINUTE_MS, 3 * MINUTE_MS, 6 * MINUTE_MS, 31 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 21 * HOUR_MS, 25 * HOUR_MS],
  ...[2 * DAY_MS, 5 * DAY_MS, 12 * DAY_MS],
];

const pick = fc.nat({ max: 7 });
const pause = fc.constantFrom(...PAUSES_MS);
/** Every class equally often, regardless of its number of codes. */
const returnCode = fc.oneof(
  ...Object.values(RETURN_CODES).map((codes) => fc.constantFrom<string>(...codes)),
);

const source: Arbitrary<Source> = fc.oneof(
  fc.record({
    kind: fc.constant('new' as const),
    paymentType: fc.constantFrom('card' as const, 'ach' as const),
  }),
  fc.record({ kind: fc.constant('saved' as const), method: pick }),
);

const SIMPLE: Readonly<Record<Simple['name'], Arbitrary<Simple>>> = {
  pay: fc.record({
    name: fc.constant('pay' as const),
    invoice: pick,
    kind: fc.constantFrom('card' as const, 'card' as const, 'ach' as const),
    source: fc.constantFrom('new' as const, 'attached' as const),
    key: fc.constantFrom('fresh' as const, 'fresh' as const, 'same' as const, 'stale' as const),
  }),
  poll: fc.record({ name: fc.constant('poll' as const), invoice: pick, hasKey: fc.boolean() }),
  webhook: fc.record({
    name: fc.constant('webhook' as const),
    how: fc.constantFrom(...WEBHOOK_FAULTS),
    event: pick,
  }),
  finishChallenge: fc.record({ name: fc.constant('finishChallenge' as const), entry: pick }),
  settleDebit: fc.record({ name: fc.constant('settleDebit' as const), entry: pick }),
  returnDebit: fc.record({
    name: fc.constant('returnDebit' as const),
    entry: pick,
    code: returnCode,
  }),
  startPlan: fc.record({
    name: fc.constant('startPlan' as const),
    invoice: pick,
    isCustomer: fc.boolean(),
    source,
    count: pick,
  }),
  payPlan: fc.record({
    name: fc.constant('payPlan' as const),
    invoice: pick,
    isFull: fc.boolean(),
  }),
  cancelPlan: fc.record({ name: fc.constant('cancelPlan' as const), invoice: pick }),
  schedule: fc.record({
    name: fc.constant('schedule' as const),
    invoice: pick,
    isCustomer: fc.boolean(),
    source,
    inDays: fc.constantFrom(1, 1, 2, 5, 20, 31, 40),
  }),
  cancelSchedule: fc.record({ name: fc.constant('cancelSchedule' as const), invoice: pick }),
  autoPay: fc.record({
    name: fc.constant('autoPay' as const),
    invoice: pick,
    how: fc.constantFrom('on' as const, 'on' as const, 'off' as const, 'switch' as const),
    method: pick,
  }),
  changeMethod: fc.record({
    name: fc.constant('changeMethod' as const),
    invoice: pick,
    method: pick,
  }),
  removeMethod: fc.record({
    name: fc.constant('removeMethod' as const),
    invoice: pick,
    method: pick,
  }),
  revokeMandate: fc.record({
    name: fc.constant('revokeMandate' as const),
    invoice: pick,
    mandate: pick,
  }),
  days: fc.record({
    name: fc.constant('days' as const),
    count: fc.constantFrom(1, 1, 1, 2, 3, 5, 10, 11, 31),
  }),
  reconcile: fc.constant({ name: 'reconcile' as const }),
  wait: fc.record({ name: fc.constant('wait' as const), ms: pause }),
  runJobs: fc.constant({ name: 'runJobs' as const }),
  tick: fc.record({ name: fc.constant('tick' as const), ms: pause }),
  restart: fc.constant({ name: 'restart' as const }),
};

/** The main commands of a history; up to three others are added. */
const THEMES: readonly (readonly Simple['name'][])[] = [
  ['pay', 'tick'],
  ['pay', 'pay', 'pay', 'tick', 'tick'],
  ['pay', 'pay', 'tick', 'webhook', 'poll', 'finishChallenge'],
  ['pay', 'pay', 'settleDebit', 'returnDebit', 'tick', 'days'],
  ['startPlan', 'payPlan', 'days', 'days', 'tick', 'returnDebit'],
  ['schedule', 'schedule', 'days', 'days', 'revokeMandate', 'tick'],
  ['autoPay', 'autoPay', 'days', 'days', 'pay', 'tick'],
  ['pay', 'startPlan', 'schedule', 'autoPay', 'tick', 'days'],
];
const SOMETIMES = Object.keys(SIMPLE)
  // because the keys of the record are the names it is made for
  .map((name) => name as Simple['name']);

type Swarm = {
  theme: readonly Simple['name'][];
  names: readonly Simple['name'][];
  faults: readonly CallFault[];
  hasRaces: boolean;
  hasDuring: boolean;
  hasCrashes: boolean;
  hasDatabaseErrors: boolean;
};

/** Few kinds per history, each often. */
const NAMES_MAX = 3;
const FAULTS_MAX = 3;

const swarm: Arbitrary<Swarm> = fc.record({
  theme: fc.constantFrom(...THEMES),
  names: fc.subarray(SOMETIMES, { maxLength: NAMES_MAX }),
  faults: fc.subarray([...CALL_FAULTS], { maxLength: FAULTS_MAX }),
  hasRaces: fc.boolean(),
  hasDuring: fc.boolean(),
  hasCrashes: fc.boolean(),
  hasDatabaseErrors: fc.boolean(),
});

function simpleOf({ theme, names }: Swarm): Arbitrary<Simple> {
  return fc.oneof(...[...theme, ...names].map((name) => SIMPLE[name]));
}

function commandOf(drawn: Swarm): Arbitrary<Command> {
  const simple = simpleOf(drawn);
  if (!drawn.hasRaces) return simple;
  const race = fc.record({
    name: fc.constant('race' as const),
    left: simple,
    right: simple,
    schedule: fc.nat({ max: 2 ** 31 - 1 }),
  });
  return fc.oneof({ arbitrary: simple, weight: 3 }, { arbitrary: race, weight: 1 });
}

const POINTS_MAX = 90;

function failureOf({ hasCrashes, hasDatabaseErrors }: Swarm): Arbitrary<InjectedFailure | null> {
  const kinds = [
    ...(hasCrashes ? (['crash'] as const) : []),
    ...(hasDatabaseErrors ? (['databaseError'] as const) : []),
  ];
  if (kinds.length === 0) return fc.constant(null);
  const failure = fc.record({
    kind: fc.constantFrom(...kinds),
    atPoint: fc.nat({ max: POINTS_MAX }),
  });
  return fc.option(failure, { nil: null, freq: 2 });
}

function stepOf(drawn: Swarm): Arbitrary<Step> {
  const fault = fc.constantFrom<CallFault>('ok', ...drawn.faults);
  return fc.record({
    command: commandOf(drawn),
    faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
    failure: failureOf(drawn),
    during: drawn.hasDuring
      ? fc.option(simpleOf(drawn), { nil: null, freq: 2 })
      : fc.constant(null),
  });
}

const setting: Arbitrary<Setting> = fc.record({
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  processor: fc.constantFrom(...PROCESSORS),
  invoices: fc.array(
    fc.record({
      totalCents: fc.integer({ min: 2, max: 250_000 }),
      dueInDays: fc.integer({ min: -5, max: 20 }),
      hasMethod: fc.boolean(),
      negotiatedPercent: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null, freq: 4 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

const STEPS_MAX = 30;

export const history: Arbitrary<History> = fc.record({
  setting,
  steps: swarm.chain((drawn) =>
    fc.array(stepOf(drawn), {
      minLength: 3,
      maxLength: STEPS_MAX,
      size: 'max',
    }),
  ),
});

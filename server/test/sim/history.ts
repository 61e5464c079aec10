/**
 * Random histories by swarm testing: each first draws the commands, faults and failures it may use at
 * all. A few kinds that occur often find bugs that all kinds together, each seldom, do not.
 */
import { PROCESSORS, type ProcessorName } from '@quittance/contract/vocabulary';
import fc, { type Arbitrary } from 'fast-check';
import type { Command, Simple, Step } from './commands.ts';
import { CALL_FAULTS, type CallFault, OUTAGE_CALLS, OUTAGES } from './faults.ts';
import { SIMPLE } from './generated-commands.ts';
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
  startsAt: string;
  timeZone: string;
  invoices: readonly InvoiceSetting[];
  /** The total of each order and of the estimate; null without them. */
  requestCents: number | null;
  /** Whether the history goes on until every arrangement has ended. */
  isLong: boolean;
};

export type History = { setting: Setting; steps: readonly Step[] };

type Theme = {
  commands: readonly Simple['name'][];
  faults?: readonly CallFault[];
  /** Begins with a payment by card: only what was paid can be refunded or disputed. */
  isPaidFirst?: boolean;
};

/** The main commands of a history, and faults that matter to them; others are added. */
const THEMES: readonly Theme[] = [
  { commands: ['pay', 'tick'] },
  { commands: ['pay', 'pay', 'pay', 'tick', 'tick', 'reconcile'], faults: ['late_3h', 'late_30m'] },
  { commands: ['pay', 'pay', 'tick', 'webhook', 'poll', 'finishChallenge'], faults: ['3ds'] },
  {
    commands: ['pay', 'pay', 'finishChallenge', 'finishChallenge', 'tick', 'poll'],
    faults: ['3ds', '3ds', 'late_30m', 'late_1m', 'lost_after'],
  },
  {
    commands: ['pay', 'pay', 'cancelChallenge', 'cancelChallenge', 'finishChallenge', 'tick'],
    faults: ['3ds', '3ds', '3ds', 'late_1m', 'lost_after'],
  },
  { commands: ['pay', 'pay', 'settleDebit', 'returnDebit', 'tick', 'days'] },
  {
    commands: ['pay', 'pay', 'pay', 'succeedLate', 'succeedLate', 'tick', 'webhook', 'runJobs'],
    faults: ['decline_soft', 'decline_soft', '429', 'late_30m', 'lost_after'],
  },
  {
    commands: ['pay', 'refundThere', 'refundThere', 'days', 'tick', 'webhook'],
    isPaidFirst: true,
  },
  {
    commands: ['refundThere', 'dispute', 'returnDebit', 'pay', 'tick', 'webhook', 'runJobs'],
    isPaidFirst: true,
  },
  {
    commands: ['pay', 'dispute', 'dispute', 'dispute', 'days', 'webhook', 'runJobs'],
    isPaidFirst: true,
  },
  {
    commands: ['autoPay', 'dispute', 'dispute', 'eachDay', 'eachDay', 'webhook', 'runJobs'],
    isPaidFirst: true,
  },
  {
    commands: ['orderRefund', 'orderRefund', 'refundThere', 'reopen', 'pay', 'tick', 'webhook'],
    faults: ['lost_after', 'lost_before', '429'],
    isPaidFirst: true,
  },
  {
    commands: ['pay', 'pay', 'decide', 'decide', 'tick', 'days', 'reconcile'],
    faults: ['late_3h', 'late_3h', 'lost_after', 'lost_before'],
  },
  {
    commands: [
      'disputeInvoice',
      'resolveInvoice',
      'writeOff',
      'voidInvoice',
      'pay',
      'startPlan',
      'days',
    ],
  },
  {
    commands: [
      'inquire',
      'answerInquiry',
      'schedule',
      'startPlan',
      'autoPay',
      'eachDay',
      'nextDue',
    ],
  },
  {
    commands: ['inquire', 'inquire', 'answerInquiry', 'pay', 'dispute', 'webhook', 'eachDay'],
    isPaidFirst: true,
  },
  { commands: ['recordCash', 'recordCash', 'reverseCash', 'pay', 'startPlan', 'days'] },
  { commands: ['payRequest', 'payRequest', 'tick', 'changeFees', 'refundThere'] },
  {
    commands: ['createIntent', 'confirmIntent', 'confirmIntent', 'pay', 'tick', 'webhook'],
    faults: ['lost_after', 'late_1m'],
  },
  {
    commands: ['createIntent', 'createIntent', 'changeIntent', 'changeIntent', 'confirmIntent'],
    faults: ['lost_after', 'late_1m', 'lost_before'],
  },
  {
    commands: ['createIntent', 'changeIntent', 'confirmIntent', 'confirmIntent', 'returnDebit'],
  },
  {
    commands: ['createIntent', 'confirmIntent', 'schedule', 'autoPay', 'startPlan', 'eachDay'],
  },
  { commands: ['look', 'pay', 'pay', 'startPlan', 'schedule', 'changeFees', 'days'] },
  { commands: ['startPlan', 'payPlan', 'days', 'days', 'tick', 'returnDebit'] },
  { commands: ['startPlan', 'changeCharge', 'changeCharge', 'payPlan', 'nextDue', 'eachDay'] },
  { commands: ['schedule', 'autoPay', 'changeCharge', 'changeCharge', 'days', 'eachDay'] },
  { commands: ['startPlan', 'payPlan', 'payPlan', 'nextDue', 'nextDue', 'look'] },
  {
    commands: ['startPlan', 'startPlan', 'changeMethod', 'removeMethod', 'eachDay', 'nextDue'],
    faults: ['decline_hard', 'decline_soft'],
  },
  { commands: ['schedule', 'schedule', 'days', 'days', 'revokeMandate', 'limitMandate', 'tick'] },
  { commands: ['schedule', 'schedule', 'moveSchedule', 'moveSchedule', 'days', 'eachDay', 'pay'] },
  {
    commands: ['schedule', 'schedule', 'changeMethod', 'removeMethod', 'disableMethod', 'nextDue'],
    faults: ['decline_hard', 'refused_connection'],
  },
  { commands: ['autoPay', 'autoPay', 'schedule', 'schedule', 'tick', 'days', 'days'] },
  { commands: ['autoPay', 'autoPay', 'days', 'eachDay', 'pay', 'tick'] },
  { commands: ['pay', 'startPlan', 'schedule', 'autoPay', 'tick', 'days'] },
];
const SOMETIMES = Object.keys(SIMPLE)
  // because the keys of the record are the names it is made for
  .map((name) => name as Simple['name']);

/** Days before summer time begins and ends, before short months, and an evening in the next UTC day. */
const STARTS = [
  '2026-11-15T15:00:00.000Z',
  '2026-11-15T15:00:00.000Z',
  '2027-01-30T16:00:00.000Z',
  '2027-03-11T20:30:00.000Z',
  '2027-11-05T02:30:00.000Z',
  '2028-02-28T15:00:00.000Z',
];

/** In Auckland and Honolulu a day of charges is two days in UTC. */
const TIME_ZONES = [
  ...['America/New_York', 'America/New_York', 'America/New_York'],
  ...['Pacific/Auckland', 'Pacific/Honolulu'],
];

type Swarm = {
  theme: Theme;
  names: readonly Simple['name'][];
  faults: readonly CallFault[];
  hasOutages: boolean;
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
  hasOutages: fc.integer({ max: 4, min: 0 }).map((drawn) => drawn === 0),
  hasRaces: fc.boolean(),
  hasDuring: fc.boolean(),
  hasCrashes: fc.boolean(),
  hasDatabaseErrors: fc.boolean(),
});

function simpleOf({ theme, names }: Swarm): Arbitrary<Simple> {
  return fc.oneof(...[...theme.commands, ...names].map((name) => SIMPLE[name]));
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

function faultsOf({ theme, faults, hasOutages }: Swarm): Arbitrary<readonly CallFault[]> {
  const fault = fc.constantFrom<CallFault>('ok', ...(theme.faults ?? []), ...faults);
  const some = fc.array(fault, { minLength: 1, maxLength: 3 });
  if (!hasOutages) return some;
  const outage = fc
    .constantFrom(...OUTAGES)
    .map((name) => Array.from({ length: OUTAGE_CALLS }, () => name));
  return fc.oneof({ arbitrary: some, weight: 3 }, { arbitrary: outage, weight: 1 });
}

function stepOf(drawn: Swarm): Arbitrary<Step> {
  return fc.record({
    command: commandOf(drawn),
    faults: faultsOf(drawn),
    failure: failureOf(drawn),
    during: drawn.hasDuring
      ? fc.option(simpleOf(drawn), { nil: null, freq: 2 })
      : fc.constant(null),
  });
}

const invoice: Arbitrary<InvoiceSetting> = fc.record({
  totalCents: fc.integer({ min: 2, max: 250_000 }),
  dueInDays: fc.integer({ min: -5, max: 20 }),
  hasMethod: fc.boolean(),
  negotiatedPercent: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null, freq: 4 }),
});

/** Many invoices that are due together meet the limit of charges per day. */
const manyInvoices = fc
  .record({ count: fc.integer({ min: 4, max: 6 }), dueInDays: fc.integer({ min: -2, max: 3 }) })
  .map(({ count, dueInDays }) =>
    Array.from({ length: count }, (_, index) => ({
      totalCents: 1000 + index,
      dueInDays,
      hasMethod: false,
      negotiatedPercent: null,
    })),
  );

const setting: Arbitrary<Setting> = fc.record({
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  processor: fc.constantFrom(...PROCESSORS),
  startsAt: fc.constantFrom(...STARTS),
  timeZone: fc.constantFrom(...TIME_ZONES),
  invoices: fc.oneof(
    { arbitrary: fc.array(invoice, { minLength: 1, maxLength: 2 }), weight: 6 },
    { arbitrary: manyInvoices, weight: 1 },
  ),
  requestCents: fc.option(fc.integer({ min: 3, max: 60_000 }), { nil: null, freq: 1 }),
  isLong: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
});

/** Nothing goes wrong in it. */
const PAID: Step = {
  command: {
    ...{ name: 'pay', invoice: 0, isCustomer: true },
    ...{ kind: 'card', source: 'new', key: 'fresh' },
  },
  faults: ['ok'],
  failure: null,
  during: null,
};

const STEPS_MAX = 30;

export const history: Arbitrary<History> = fc.record({
  setting,
  steps: swarm.chain((drawn) =>
    fc
      .array(stepOf(drawn), { minLength: 3, maxLength: STEPS_MAX, size: 'max' })
      .map((steps) => (drawn.theme.isPaidFirst ? [PAID, ...steps] : steps)),
  ),
});

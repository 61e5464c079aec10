/**
 * Random histories by swarm testing: each history first draws the commands, faults and failures it may use. Using a
 * few kinds often finds bugs that using every kind rarely does not.
 */
import fc, { type Arbitrary } from 'fast-check';
import { TEST_PROCESSORS, type TestProcessor } from '../world/merchant.ts';
import type { Command, Simple, Step } from './commands.ts';
import { CALL_FAULTS, type CallFault, OUTAGE_CALLS, OUTAGES } from './faults.ts';
import { SIMPLE } from './generated-commands.ts';
import type { InjectedFailure } from './process.ts';
import { THEMES, type Theme } from './themes.ts';

export type InvoiceSetting = {
  totalCents: number;
  dueInDays: number;
  hasMethod: boolean;
  /** A settlement offer for this share of the total (R11). */
  negotiatedPercent: number | null;
  /** Paid before the company used the portal (R91). */
  paidBeforeCents?: number;
};

export type Setting = {
  seed: number;
  processor: TestProcessor;
  startsAt: string;
  timeZone: string;
  invoices: readonly InvoiceSetting[];
  /** The total of each order and of the estimate. Null if there are none. */
  requestCents: number | null;
  isLong: boolean;
};

export type History = { setting: Setting; steps: readonly Step[] };

const SOMETIMES = Object.keys(SIMPLE)
  // The cast is safe because the keys of the record are the names it was built from.
  .map((name) => name as Simple['name']);

/**
 * Days before daylight saving time begins and ends, days before short months, and an evening on the next UTC day.
 */
const STARTS = [
  '2026-11-15T15:00:00.000Z',
  '2026-11-15T15:00:00.000Z',
  '2027-01-30T16:00:00.000Z',
  '2027-03-11T20:30:00.000Z',
  '2027-11-05T02:30:00.000Z',
  '2028-02-28T15:00:00.000Z',
];

/** In Auckland and Honolulu a day of charges spans two UTC days. */
const TIME_ZONES = [
  'America/New_York',
  'America/New_York',
  'America/New_York',
  'Pacific/Auckland',
  'Pacific/Honolulu',
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
  hasStalls: boolean;
};

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
  hasStalls: fc.boolean(),
});

function simpleCommands({ theme, names }: Swarm): Arbitrary<Simple> {
  return fc.oneof(...[...theme.commands, ...names].map((name) => SIMPLE[name]));
}

function toCommand(drawn: Swarm): Arbitrary<Command> {
  const simple = simpleCommands(drawn);
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

/** Longer than any lease. The last one is longer than Fiserv keeps an idempotency key. */
const STALLS_MS = [3, 10, 120].map((minutes) => minutes * 60_000);

function injectedFailures({
  hasCrashes,
  hasDatabaseErrors,
  hasStalls,
}: Swarm): Arbitrary<InjectedFailure | null> {
  const atPoint = fc.nat({ max: POINTS_MAX });
  const failures: Arbitrary<InjectedFailure>[] = [
    ...(hasCrashes ? [fc.record({ kind: fc.constant('crash' as const), atPoint })] : []),
    ...(hasDatabaseErrors
      ? [fc.record({ kind: fc.constant('databaseError' as const), atPoint })]
      : []),
    ...(hasStalls
      ? [
          fc.record({
            kind: fc.constant('stall' as const),
            atPoint,
            ms: fc.constantFrom(...STALLS_MS),
          }),
        ]
      : []),
  ];
  if (failures.length === 0) return fc.constant(null);
  return fc.option(fc.oneof(...failures), { nil: null, freq: 2 });
}

function callFaults({ theme, faults, hasOutages }: Swarm): Arbitrary<readonly CallFault[]> {
  const fault = fc.constantFrom<CallFault>('ok', ...(theme.faults ?? []), ...faults);
  const some = fc.array(fault, { minLength: 1, maxLength: 3 });
  if (!hasOutages) return some;
  const outage = fc
    .constantFrom(...OUTAGES)
    .map((name) => Array.from({ length: OUTAGE_CALLS }, () => name));
  return fc.oneof({ arbitrary: some, weight: 3 }, { arbitrary: outage, weight: 1 });
}

function toStep(drawn: Swarm): Arbitrary<Step> {
  return fc.record({
    command: toCommand(drawn),
    faults: callFaults(drawn),
    failure: injectedFailures(drawn),
    during: drawn.hasDuring
      ? fc.option(simpleCommands(drawn), { nil: null, freq: 2 })
      : fc.constant(null),
  });
}

const invoice: Arbitrary<InvoiceSetting> = fc.record({
  totalCents: fc.integer({ min: 2, max: 250_000 }),
  dueInDays: fc.integer({ min: -5, max: 20 }),
  hasMethod: fc.boolean(),
  negotiatedPercent: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null, freq: 4 }),
});

/** Many invoices that are due together reach the limit of charges per day. */
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
  processor: fc.constantFrom(...TEST_PROCESSORS),
  startsAt: fc.constantFrom(...STARTS),
  timeZone: fc.constantFrom(...TIME_ZONES),
  invoices: fc.oneof(
    { arbitrary: fc.array(invoice, { minLength: 1, maxLength: 2 }), weight: 6 },
    { arbitrary: manyInvoices, weight: 1 },
  ),
  requestCents: fc.option(fc.integer({ min: 3, max: 60_000 }), { nil: null, freq: 1 }),
  isLong: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
});

/** Steps without faults. The fourth request is for the full amount of both invoices. */
const FIRST: Readonly<Record<NonNullable<Theme['first']>, Step>> = {
  paid: {
    command: {
      name: 'pay',
      invoice: 0,
      isCustomer: true,
      kind: 'card',
      source: 'new',
      key: 'fresh',
    },
    faults: ['ok'],
    failure: null,
    during: null,
  },
  paidTogether: {
    command: { name: 'payRequest', request: 3, kind: 'card', key: 'fresh' },
    faults: ['ok'],
    failure: null,
    during: null,
  },
};

const REQUEST_CENTS = 9000;

function settingFor({ first, commands }: Theme): Arbitrary<Setting> {
  if (first !== 'paidTogether' && !commands.includes('payRequest')) return setting;
  return setting.map((drawn) => ({
    ...drawn,
    requestCents: drawn.requestCents ?? REQUEST_CENTS,
  }));
}

const STEPS_MAX = 30;

export const history: Arbitrary<History> = swarm.chain((drawn) => {
  const { first } = drawn.theme;
  return fc.record({
    setting: settingFor(drawn.theme),
    steps: fc
      .array(toStep(drawn), { minLength: 3, maxLength: STEPS_MAX, size: 'max' })
      .map((steps) => (first ? [FIRST[first], ...steps] : steps)),
  });
});

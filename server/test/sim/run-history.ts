/**
 * Runs one history from an empty database to quiet and says what was violated, if anything. The
 * invariants are asked after every happening; the processor's books are compared at the end, when
 * everything has had the time to be found out.
 */
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import type { ProcessorRecords } from '../../src/payments/reconciliation/check-processor-records.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';
import { OPEN } from '../../src/storage/invariants/query.ts';
import { chargedAfterEnd } from './after-cancel.ts';
import type { Entry } from './books.ts';
import type { History } from './history.ts';
import { newProcess, outside, runAs } from './process.ts';
import { happen, passDays, passTime, runJobs } from './run-command.ts';
import { deliverAll } from './webhooks.ts';
import { type OpenedWorld, openSimWorld, type SimWorld } from './world.ts';

export type Tally = {
  histories: number;
  happenings: number;
  points: number;
  crashes: number;
  databaseErrors: number;
  faults: number;
  charges: number;
};

export const NOTHING: Tally = {
  histories: 0,
  happenings: 0,
  points: 0,
  crashes: 0,
  databaseErrors: 0,
  faults: 0,
  charges: 0,
};

export type Ended = { violations: readonly Violation[]; afterHappening: number; tally: Tally };

type Booked = Entry & { state: 'pending' | 'succeeded' | 'returned' };

function isBooked(entry: Entry): entry is Booked {
  return ['pending', 'succeeded', 'returned'].includes(entry.state);
}

function truthOf({ simulator }: SimWorld, stage: ProcessorRecords['stage']): ProcessorRecords {
  return { charges: simulator.books.entries.filter(isBooked), stage };
}

/** Errors that were thrown or logged and that no trouble and no fault explains. */
function unexplained(world: SimWorld, isTroubled: boolean): Violation[] {
  const logged = world.logged
    .splice(0)
    .filter(({ name }) => !isTroubled && name !== 'SimulatedFault')
    .map(({ name, message }) => `${name} ${message}`);
  return [...world.unexplained.splice(0), ...logged].map((subject) => ({
    invariant: 'E: every error is a refusal, or somebody else’s',
    subject,
  }));
}

async function violationsOf(world: SimWorld, truth: ProcessorRecords): Promise<Violation[]> {
  return [
    ...(await checkInvariants(world.database, truth)),
    ...(await chargedAfterEnd(world.database, world.ended)),
  ];
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Long enough for every rhythm of checks to come round, with and without webhooks. */
const QUIET_PAUSES_MS = [31 * SECOND_MS, 2 * MINUTE_MS, 31 * MINUTE_MS, 5 * HOUR_MS];

/** Then days, so that batches close, retries come round and the books are compared. */
const QUIET_DAYS = 4;
const ASKED_AGAIN_DAYS = 6;

async function calmDown(world: SimWorld): Promise<void> {
  const { books, personality } = world.simulator;
  for (const entry of books.inState('pending')) books.move(entry, 'succeeded');
  if (personality.hasWebhooks) await deliverAll(world);
  await runJobs(world);
}

const UNSETTLED = `select exists (select 1 from attempts where state in ${OPEN})
  or exists (select 1 from refunds where state = 'OPEN')
  or exists (select 1 from schedules where state = 'LIVE')
  or exists (select 1 from plans where state = 'LIVE')
  or exists (select 1 from auto_pay_charges where state = 'LIVE') as unsettled`;

/** Whether another day could change anything. */
async function isUnsettled({ database }: SimWorld): Promise<boolean> {
  const { rows } = await outside(() =>
    database.pool.query<{ unsettled: boolean }>({ name: 'unsettled', text: UNSETTLED }),
  );
  return rows[0]?.unsettled ?? true;
}

/** The processor is well, late orders are carried out, every debit settles, every event arrives. */
async function getAnswers(world: SimWorld): Promise<void> {
  await runAs(newProcess('answers'), async () => {
    for (const ms of QUIET_PAUSES_MS) {
      passTime(world, ms);
      await calmDown(world);
    }
  });
}

async function becomeQuiet(world: SimWorld): Promise<void> {
  await runAs(newProcess('quiet'), async () => {
    for (let day = 0; day < QUIET_DAYS && (day === 0 || (await isUnsettled(world))); day += 1) {
      passDays(world, 1);
      await reconcile(world.deps);
      await calmDown(world);
    }
    // Without webhooks paid debits are asked about ever less often: five days at the most.
    if (!world.simulator.personality.hasWebhooks) {
      passDays(world, ASKED_AGAIN_DAYS);
      await reconcile(world.deps);
    }
    // What was charged on the last day is found out, too.
    passTime(world, 5 * HOUR_MS);
    await calmDown(world);
  });
}

/** What is still wrong when nothing more is going to happen. */
async function finalViolations(world: SimWorld): Promise<Violation[]> {
  await getAnswers(world);
  const early = await violationsOf(world, truthOf(world, 'answered'));
  if (early.length > 0) return [...unexplained(world, false), ...early];
  await becomeQuiet(world);
  return [...unexplained(world, false), ...(await violationsOf(world, truthOf(world, 'quiet')))];
}

export async function runHistory(opened: OpenedWorld, history: History): Promise<Ended> {
  const world = await openSimWorld(opened, history.setting);
  const { count } = world.simulator;
  const tally = { ...NOTHING, histories: 1 };
  const end = (violations: readonly Violation[], afterHappening: number): Ended => ({
    violations,
    afterHappening,
    tally: { ...tally, faults: count.faults, charges: count.charges },
  });
  for (const [index, happening] of history.happenings.entries()) {
    const processes = await happen(world, happening);
    tally.happenings += 1;
    for (const { points, isDead, isHit } of processes) {
      tally.points += points;
      if (isDead) tally.crashes += 1;
      else if (isHit) tally.databaseErrors += 1;
    }
    const isTroubled = processes.some(({ isHit }) => isHit);
    // What made no step of ours has changed nothing of ours.
    const isChanged = processes.some(({ points }) => points > 0);
    const violations = [
      ...unexplained(world, isTroubled),
      ...(isChanged ? await violationsOf(world, truthOf(world, 'busy')) : []),
    ];
    if (violations.length > 0) return end(violations, index);
  }
  return end(await finalViolations(world), history.happenings.length);
}

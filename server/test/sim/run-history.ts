/**
 * Runs one history from an empty database until nothing is open, and returns the violations. The invariants are
 * checked after every step. The processor's records are compared at the end, when every outcome can be resolved.
 */

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import type { Violation } from '../../src/payments/invariants/invariants.ts';
import { OPEN } from '../../src/payments/invariants/query.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import {
  checkProcessorRecords,
  type ProcessorRecords,
  type RecordedCharge,
} from '../../src/payments/reconciliation/check-processor-records.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { missingEvents } from '../world/missing-events.ts';
import { chargedAfterEnd } from './after-end.ts';
import { brokenAgreements, standingArrangements } from './agreements.ts';
import { openInvoicePages } from './arrange.ts';
import { passDays, passTime, passToNextDue } from './calendar.ts';
import { closedTooEarly } from './closed-too-early.ts';
import { chargedBeforeDue, chargedWhileUnplaced } from './facts.ts';
import type { History } from './history.ts';
import { answerAll } from './inquire.ts';
import { brokenIntents, standingIntents } from './intents.ts';
import {
  doubledRefunds,
  isLost,
  otherDisputes,
  otherRefundStates,
  refundsMadeTooEarly,
  refusedRefunds,
  unfollowedRefunds,
} from './money-back.ts';
import { placeCharges } from './operate.ts';
import { openRequestPages } from './pay-request.ts';
import { newProcess, runAs, uninstrumented } from './process.ts';
import { brokenPromises } from './promises.ts';
import { decideHeld } from './provider-work.ts';
import { type Entry, sumReturnedCents, toRefundedCents } from './records.ts';
import { runJobs, runStep } from './run-command.ts';
import { deliverAll } from './webhooks.ts';
import { type OpenedWorld, openSimWorld, type SimWorld } from './world.ts';

export type Tally = {
  histories: number;
  steps: number;
  points: number;
  crashes: number;
  databaseErrors: number;
  stalls: number;
  faults: number;
  charges: number;
  refunds: number;
  disputes: number;
};

export const EMPTY_TALLY: Tally = {
  histories: 0,
  steps: 0,
  points: 0,
  crashes: 0,
  databaseErrors: 0,
  stalls: 0,
  faults: 0,
  charges: 0,
  refunds: 0,
  disputes: 0,
};

export type HistoryResult = { violations: readonly Violation[]; afterStep: number; tally: Tally };

type RecordedEntry = Entry & { state: 'pending' | 'succeeded' | 'returned' };

function isRecorded(entry: Entry): entry is RecordedEntry {
  return ['pending', 'succeeded', 'returned'].includes(entry.state);
}

/** An amount lost permanently in a dispute counts as returned. */
function asBooked(entry: RecordedEntry): RecordedCharge {
  const refunded = {
    refundedCents: toRefundedCents(entry),
    cameBackCents: sumReturnedCents(entry),
  };
  return { ...entry, ...refunded, ...(isLost(entry) ? { state: 'returned' } : {}) };
}

function toProcessorRecords(
  { simulator }: SimWorld,
  stage: ProcessorRecords['stage'],
): ProcessorRecords {
  const isKept = ({ isGivenBack }: Entry) => !isGivenBack;
  const charges = simulator.records.entries.filter(isRecorded).filter(isKept);
  return { charges: charges.map(asBooked), stage };
}

function unexplained(world: SimWorld, hasFailure: boolean): Violation[] {
  const { credentials } = world.simulator;
  const injected = ['SimulatedFault', ...(credentials.hasMisled ? ['OtherAccount'] : [])];
  credentials.hasMisled = false;
  const logged = world.logged
    .splice(0)
    .filter(({ name }) => !hasFailure && !injected.includes(name))
    .map(({ name, message }) => `${name} ${message}`);
  return [...world.unexplained.splice(0), ...logged].map((subject) => ({
    invariant: 'E: every error is a rejection or was injected',
    subject,
  }));
}

/** A token deleted at the processor must never be charged again (R46). */
function chargesOfForgotten({ simulator }: SimWorld): Violation[] {
  return simulator.forgotten.charged.map((subject) => ({
    invariant: 'R46: a charge has a token that is not deleted',
    subject,
  }));
}

/** Checks only the rows. If they have not changed since the last check, they are still valid. */
async function violationsInRows(world: SimWorld): Promise<Violation[]> {
  const { database, counted, facts } = world;
  const changes = database.changes();
  if (world.checkedChanges === changes) return [];
  const violations = [
    ...(await checkInvariants(database)),
    ...(await chargedAfterEnd(database, counted)),
    ...(await brokenAgreements(database)),
    ...(await chargedBeforeDue(database, facts, world.clock.now())),
    ...(await missingEvents(database.pool)),
  ];
  if (violations.length === 0) world.checkedChanges = changes;
  return violations;
}

async function readViolations(world: SimWorld, truth: ProcessorRecords): Promise<Violation[]> {
  return [
    ...(await violationsInRows(world)),
    ...(await checkProcessorRecords(world.database, truth)),
    ...(await brokenPromises(world.database, world.promises)),
    ...(await closedTooEarly(world.database, world.simulator)),
    ...(await brokenIntents(world.database, world)),
    ...(await chargedWhileUnplaced(world.database, world.facts, world.simulator.records)),
    ...(await refundsMadeTooEarly(world.database, world.simulator.records)),
    ...doubledRefunds(world.simulator.records),
    ...chargesOfForgotten(world),
  ];
}

/** Covers every check interval, with and without webhooks. */
const QUIET_PAUSES_MS = [31 * SECOND_MS, 2 * MINUTE_MS, 31 * MINUTE_MS, 5 * HOUR_MS];

/** Days for batches to close, retries to run and reconciliation to happen. */
const QUIET_DAYS = 4;
const ASKED_AGAIN_DAYS = 6;

function decideDisputes({ simulator: { records } }: SimWorld): void {
  for (const [index, entry] of records.entries.entries()) {
    for (const dispute of entry.disputes.filter(({ state }) => state === 'open')) {
      records.dispute(entry, { ...dispute, state: index % 2 === 0 ? 'won' : 'lost' });
    }
  }
}

function endRefunds({ simulator: { records } }: SimWorld): void {
  for (const [index, entry] of records.entries.entries()) {
    for (const refund of entry.refunds.filter(({ state }) => state === 'pending')) {
      records.endRefund(entry, refund, index % 2 === 0 ? 'succeeded' : 'failed');
    }
  }
}

async function drain(world: SimWorld): Promise<void> {
  const { records, profile } = world.simulator;
  for (const entry of records.inState('pending')) records.move(entry, 'succeeded');
  decideDisputes(world);
  endRefunds(world);
  await placeCharges(world);
  if (profile.hasWebhooks) await deliverAll(world);
  await runJobs(world);
}

const UNSETTLED = `select exists (select 1 from attempts where state in ${OPEN})
  or exists (select 1 from refunds where state in ('REQUESTED', 'SENT', 'PENDING') and held_at is null)
  or exists (select 1 from method_setups where state in ('SENT', 'ACTION_REQUIRED'))
  or exists (select 1 from intents where state in ('PREPARED', 'OFFERED'))
  or exists (select 1 from schedules where state = 'LIVE')
  or exists (select 1 from plans where state = 'LIVE')
  or exists (select 1 from auto_pay_charges where state = 'LIVE') as unsettled`;

async function isUnsettled({ database }: SimWorld): Promise<boolean> {
  const { rows } = await uninstrumented(() =>
    database.pool.query<{ unsettled: boolean }>({ name: 'unsettled', text: UNSETTLED }),
  );
  return rows[0]?.unsettled ?? true;
}

async function isWaiting(world: SimWorld): Promise<boolean> {
  const { later, records } = world.simulator;
  return later.length > 0 || records.unsent.length > 0 || (await isUnsettled(world));
}

/** Runs without faults: late charges are executed, every debit settles, every event arrives. */
async function resolveOpenAttempts(world: SimWorld): Promise<void> {
  await runAs(newProcess('answers'), async () => {
    for (const [index, ms] of QUIET_PAUSES_MS.entries()) {
      if (index > 0 && !(await isWaiting(world))) return;
      passTime(world, ms);
      await drain(world);
    }
  });
}

/** Noon is within the hours of off-session charges. */
const NOON = 12;

async function passDay(world: SimWorld, days: number): Promise<void> {
  passDays(world, days, NOON);
  await reconcile(world.deps);
  await drain(world);
}

async function runUntilQuiet(world: SimWorld): Promise<void> {
  const { profile, records } = world.simulator;
  await runAs(newProcess('quiet'), async () => {
    for (let day = 0; day < QUIET_DAYS && (day === 0 || (await isWaiting(world))); day += 1) {
      await passDay(world, 1);
    }
    // Without webhooks, paid charges and refunds are looked up at growing intervals of at most five days.
    const hasRefunds = records.entries.some(({ refunds }) => refunds.length > 0);
    if (!profile.hasWebhooks || hasRefunds) await passDay(world, ASKED_AGAIN_DAYS);
    passTime(world, 5 * HOUR_MS);
    await drain(world);
  });
}

/** More than the installments, retries and deadlines of any arrangement. */
const ENDING_DAYS_MAX = 60;

/** More than the number of invoices. */
const ENDING_ROUNDS_MAX = 6;

/**
 * R37: advances from due day to due day until no arrangement is left. Returns false if one is left after more due days
 * than an arrangement can have.
 */
async function runUntilEnded(world: SimWorld): Promise<boolean> {
  return runAs(newProcess('ending'), async () => {
    for (let day = 0; day < ENDING_DAYS_MAX; day += 1) {
      if (day > 0) await decideHeld(world);
      if (!(await passToNextDue(world, NOON))) return true;
      // As every night: after a restore, nothing is charged before it.
      await reconcile(world.deps);
      await drain(world);
    }
    return false;
  });
}

async function finalViolations(world: SimWorld, isLong: boolean): Promise<Violation[]> {
  const { database, simulator } = world;
  simulator.credentials.used = 'own';
  await resolveOpenAttempts(world);
  const early = await readViolations(world, toProcessorRecords(world, 'answered'));
  if (early.length > 0) return [...unexplained(world, false), ...early];
  if (isLong) {
    await answerAll(world);
    if (!(await runUntilEnded(world))) return standingArrangements(database);
  }
  await runUntilQuiet(world);
  // Auto-pay may have planned the charge of the next invoice in the meantime.
  for (let round = 0; isLong && round < ENDING_ROUNDS_MAX; round += 1) {
    if ((await standingArrangements(database)).length === 0) break;
    if (!(await runUntilEnded(world))) break;
    await runUntilQuiet(world);
  }
  return [
    ...unexplained(world, false),
    ...(await readViolations(world, toProcessorRecords(world, 'quiet'))),
    ...(await otherDisputes(database, simulator.records)),
    ...(await refusedRefunds(database, simulator.records)),
    ...(await otherRefundStates(database, simulator.records)),
    ...(await unfollowedRefunds(database)),
    ...(await standingIntents(database)),
    ...(isLong ? await standingArrangements(database) : []),
  ];
}

export async function runHistory(opened: OpenedWorld, history: History): Promise<HistoryResult> {
  const world = await openSimWorld(opened, history.setting);
  await openInvoicePages(world);
  await openRequestPages(world);
  const { count, records } = world.simulator;
  const tally = { ...EMPTY_TALLY, histories: 1 };
  const end = (violations: readonly Violation[], afterStep: number): HistoryResult => ({
    violations,
    afterStep,
    tally: {
      ...tally,
      faults: count.faults,
      charges: count.charges,
      refunds: records.entries.reduce((total, { refunds }) => total + refunds.length, 0),
      disputes: records.entries.reduce((total, { disputes }) => total + disputes.length, 0),
    },
  });
  for (const [index, step] of history.steps.entries()) {
    const processes = await runStep(world, step);
    tally.steps += 1;
    for (const { points, isDead, isHit, stalls } of processes) {
      tally.points += points;
      tally.stalls += stalls;
      if (isDead) tally.crashes += 1;
      else if (isHit) tally.databaseErrors += 1;
    }
    const hasFailure = processes.some(({ isHit }) => isHit);
    // Nothing can have changed without an operation of the portal.
    const isChanged = processes.some(({ points }) => points > 0);
    const violations = [
      ...unexplained(world, hasFailure),
      ...(isChanged ? await readViolations(world, toProcessorRecords(world, 'busy')) : []),
    ];
    if (violations.length > 0) return end(violations, index);
  }
  return end(await finalViolations(world, history.setting.isLong), history.steps.length);
}

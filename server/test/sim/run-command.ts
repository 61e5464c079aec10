/**
 * Runs one step of a history: the command with its faults, its injected failure and the command that runs during a
 * processor call. A rejection with one of our error codes is a valid response; any other error without an injected
 * failure is a violation.
 */

import { runDueWork } from '../../src/app/jobs/run-due-work.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { forgetRemoved } from '../../src/methods/forget-methods.ts';
import { resolveDueSetups } from '../../src/methods/resolve-setup.ts';
import { checkDueIntents } from '../../src/payments/intents/check-intent.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { resolveDue } from '../../src/payments/reconciliation/resolve.ts';
import { arrange } from './arrange.ts';
import { passDays, passTime, passToNextDue } from './calendar.ts';
import { workAtTill } from './cash.ts';
import { changeCharge } from './change-charge.ts';
import type { Command, ProcessorEvent, ProviderWork, Simple, Step } from './commands.ts';
import { inquire } from './inquire.ts';
import { changePage, confirmPage, createIntent } from './intents.ts';
import { workInOffice } from './office.ts';
import { operate } from './operate.ts';
import { payWithCredit } from './own-credit.ts';
import { cancelLastChallenge, pay, poll, shownBy } from './pay.ts';
import { payRequest } from './pay-request.ts';
import {
  type InjectedFailure,
  newProcess,
  type Process,
  runAs,
  uninstrumented,
} from './process.ts';
import { happenAtProcessor } from './processor-events.ts';
import { workAsProvider } from './provider-work.ts';
import { race } from './race.ts';
import { seededNumbers } from './seeded.ts';
import { webhook } from './webhooks.ts';
import type { SimInvoice, SimWorld } from './world.ts';

type TimeCommand = Extract<Simple, { name: 'wait' | 'tick' | 'days' | 'eachDay' | 'nextDue' }>;

function chosen<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(items.length, 1)];
}

function toInvoice({ invoices }: SimWorld, pick: number): SimInvoice {
  const invoice = chosen(invoices, pick);
  if (!invoice) throw new Error('a world has at least one invoice');
  return invoice;
}

export async function runJobs({ deps, bug }: SimWorld): Promise<void> {
  await processWebhooks(deps);
  if (!bug?.forgetsResolver) await resolveDue(deps);
  await checkDueIntents(deps);
  await resolveDueSetups(deps);
  await runDueWork(deps);
  await makeRefunds(deps);
  await forgetRemoved(deps);
}

const HOUR = 11;

async function passAndWork(world: SimWorld): Promise<void> {
  await runJobs(world);
  await reconcile(world.deps);
}

async function runTime(world: SimWorld, command: TimeCommand): Promise<void> {
  switch (command.name) {
    case 'wait':
      return passTime(world, command.ms);
    case 'tick':
      passTime(world, command.ms);
      return runJobs(world);
    case 'days':
      passDays(world, command.count, command.hour);
      return passAndWork(world);
    case 'eachDay':
      for (let day = 0; day < command.count; day += 1) {
        passDays(world, 1, HOUR);
        await passAndWork(world);
      }
      return;
    case 'nextDue':
      for (let times = 0; times < command.times; times += 1) {
        if (!(await passToNextDue(world, HOUR))) return;
        await passAndWork(world);
      }
  }
}

/** Without webhooks, a refund in the dashboard is found by the reconciliation of its day. */
function isFoundByReconciliation({ simulator }: SimWorld, { name }: Command): boolean {
  return name === 'refundThere' && !simulator.profile.hasWebhooks;
}

async function refundAndReconcile(world: SimWorld, event: ProcessorEvent): Promise<Process> {
  await happenAtProcessor(world, event);
  world.simulator.setFaults([]);
  await uninstrumented(() => reconcile(world.deps));
  return { ...newProcess(event.name), points: 1 };
}

type PageCommand = Extract<Simple, { name: 'look' | 'poll' | 'cancelChallenge' }>;

async function atThePage(world: SimWorld, command: PageCommand): Promise<void> {
  const invoice = toInvoice(world, command.invoice);
  switch (command.name) {
    case 'look':
      await shownBy(world, invoice);
      return;
    case 'poll':
      return poll(world, invoice, command.hasKey);
    case 'cancelChallenge':
      return cancelLastChallenge(world, invoice);
  }
}

const PROVIDER_WORK: ReadonlySet<Simple['name']> = new Set<ProviderWork['name']>([
  ...(['orderRefund', 'decide', 'decideRefund', 'moveSchedule', 'changeInvoice'] as const),
  ...(['cancelOnBehalf', 'reopen', 'writeOff', 'voidInvoice', 'disputeInvoice'] as const),
  ...(['resolveInvoice', 'creditNote', 'applyCredit', 'payOutCredit', 'refundCredit'] as const),
  ...(['voidWithRefund', 'voidNote', 'undoCredit'] as const),
]);

const isProviderWork = (command: Simple): command is ProviderWork =>
  PROVIDER_WORK.has(command.name);

async function runSimple(world: SimWorld, command: Simple): Promise<void> {
  if (isProviderWork(command)) {
    return workAsProvider(world, { invoice: toInvoice(world, command.invoice), work: command });
  }
  switch (command.name) {
    case 'pay':
      return pay(world, toInvoice(world, command.invoice), command);
    case 'payRequest':
      return payRequest(world, command);
    case 'payWithCredit':
      return payWithCredit(world, toInvoice(world, command.invoice), command);
    case 'createIntent':
      return createIntent(world, toInvoice(world, command.invoice), command);
    case 'changeIntent':
      return changePage(world, command);
    case 'confirmIntent':
      confirmPage(world, command);
      return;
    case 'look':
    case 'poll':
    case 'cancelChallenge':
      return atThePage(world, command);
    case 'webhook':
      return webhook(world, command.how, command.event);
    case 'finishChallenge':
    case 'succeedLate':
    case 'settleDebit':
    case 'returnDebit':
    case 'refundThere':
    case 'endRefund':
    case 'dispute':
      if (isFoundByReconciliation(world, command)) return;
      return happenAtProcessor(world, command);
    case 'revokeMandate':
    case 'limitMandate':
    case 'disableMethod':
    case 'changeFees':
    case 'changeCreditRule':
      return workInOffice(world, command);
    case 'recordCash':
    case 'recordShort':
    case 'recordOnAccount':
    case 'reverseCash':
      return workAtTill(world, command);
    case 'inquire':
    case 'answerInquiry':
      return inquire(world, toInvoice(world, command.invoice), command);
    case 'changeCharge':
      return changeCharge(world, toInvoice(world, command.invoice), command);
    case 'restart':
    case 'useKeys':
    case 'backUp':
    case 'restore':
    case 'placeCharges':
      return operate(world, command);
    case 'wait':
    case 'tick':
    case 'days':
    case 'eachDay':
    case 'nextDue':
      return runTime(world, command);
    case 'runJobs':
      return runJobs(world);
    case 'reconcile':
      return void (await reconcile(world.deps));
    default:
      return arrange(world, toInvoice(world, command.invoice), command);
  }
}

function judge(world: SimWorld, process: Process, error: unknown): void {
  if (error instanceof AppError || process.isHit || process.isDead) return;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  world.unexplained.push(`${process.name}: ${reason} ${cause}`);
}

async function inProcess(world: SimWorld, process: Process, command: Simple): Promise<void> {
  try {
    await runAs(process, () => runSimple(world, command));
  } catch (error) {
    judge(world, process, error);
  }
}

async function runRace(
  world: SimWorld,
  command: Extract<Command, { name: 'race' }>,
  failure: InjectedFailure | null,
): Promise<Process[]> {
  const left = newProcess('left', { failure });
  const right = newProcess('right');
  const contenders = [
    { process: left, work: () => inProcess(world, left, command.left) },
    { process: right, work: () => inProcess(world, right, command.right) },
  ];
  await race(world.database, contenders, seededNumbers(command.schedule));
  return [left, right];
}

function toConcurrentWork(
  world: SimWorld,
  { command, during, faults }: Step,
): (() => Promise<void>) | null {
  // A race skips processes that wait for a lock. A third process inside a call could not be skipped.
  if (command.name === 'race') return null;
  const beats = faults.includes('beats_the_response') && world.simulator.profile.hasWebhooks;
  if (!during && !beats) return null;
  return async () => {
    const process = newProcess('meanwhile');
    if (during) await inProcess(world, process, during);
    if (!beats) return;
    await inProcess(world, process, { name: 'webhook', how: 'deliver_all', event: 0 });
    await inProcess(world, process, { name: 'runJobs' });
  };
}

async function workElsewhere(world: SimWorld, ms: number): Promise<void> {
  passTime(world, ms);
  const other = { ...world, deps: world.otherDeps };
  await inProcess(other, newProcess('elsewhere'), { name: 'runJobs' });
}

export async function runStep(world: SimWorld, step: Step): Promise<Process[]> {
  const { command, faults, failure } = step;
  const { simulator } = world;
  simulator.setFaults(faults);
  simulator.setMeanwhile(toConcurrentWork(world, step));
  const processes = await attempt(world, command, failure);
  simulator.setFaults([]);
  simulator.setMeanwhile(null);
  // A crashed process restarts at once, without its in-memory state.
  if (processes.some(({ isDead }) => isDead)) world.restart();
  return processes;
}

async function attempt(
  world: SimWorld,
  command: Command,
  failure: InjectedFailure | null,
): Promise<Process[]> {
  if (command.name === 'race') return runRace(world, command, failure);
  if (command.name === 'refundThere' && isFoundByReconciliation(world, command)) {
    return [await refundAndReconcile(world, command)];
  }
  const process = newProcess(command.name, {
    failure,
    meanwhile: (ms) => workElsewhere(world, ms),
  });
  await inProcess(world, process, command);
  return [process];
}

/** Handlers of queued tasks. A task is only a trigger: its handler reads the rows and does what is due. */
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { checkConnections } from '../../companies/check-connections.ts';
import { fetchNewLogos } from '../../companies/logos/store-logo.ts';
import { hasHeldCompanies } from '../../companies/store.ts';
import { runImports } from '../../exchange/import/run-imports.ts';
import { recheckIdentities } from '../../identity/recheck-identity.ts';
import { sweepSessions } from '../../identity/session.ts';
import { foldBalanceChanges } from '../../invoices/balances.ts';
import { addMs } from '../../kernel/clock.ts';
import { sharedSlots } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { forgetRemoved } from '../../methods/forget-methods.ts';
import { forgetCustomers } from '../../methods/processor-customers.ts';
import { resolveDueSetups } from '../../methods/resolve-setup.ts';
import { sendEvidence } from '../../payments/disputes/send-evidence.ts';
import { checkDueIntents } from '../../payments/intents/check-intent.ts';
import { checkInvariantsNightly } from '../../payments/reconciliation/check-invariants.ts';
import { processWebhooks } from '../../payments/reconciliation/receive-webhook.ts';
import { reconcile } from '../../payments/reconciliation/reconcile.ts';
import { makeRefunds } from '../../payments/reconciliation/refund-credits.ts';
import { resolveDue } from '../../payments/reconciliation/resolve.ts';
import { readPayouts } from '../../payouts/read-payouts.ts';
import { chainEntries } from '../../platform/audit/chain-entries.ts';
import { withNightlyLock } from '../../platform/database/nightly-lock.ts';
import { enqueueJob } from '../../platform/queue/job-queue.ts';
import type { Pump } from '../../platform/queue/pump.ts';
import {
  APPLY_RETENTION,
  CHAIN_AUDIT,
  CHECK_CONNECTIONS,
  CHECK_INTENTS,
  CHECK_INVARIANTS,
  DELIVER_BULK_MAIL,
  DELIVER_EVENTS,
  DELIVER_MAIL,
  DELIVER_OUTBOX,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  MAKE_REFUNDS,
  PROCESS_WEBHOOKS,
  READ_PAYOUTS,
  RECONCILE,
  RESEAL_VALUES,
  RESOLVE_DUE,
  RUN_IMPORTS,
  SEND_EVIDENCE,
  SEND_REMINDERS,
  SUMMARIZE_DAYS,
  SWEEP_METHODS,
  SWEEP_SESSIONS,
  TELL_COMPANIES,
  VERIFY_AUDIT,
} from '../../platform/queue/task-names.ts';
import { resealValues } from '../../platform/sealing/reseal-values.ts';
import { applyRetention } from '../../privacy/apply-retention.ts';
import { keepErasureList, repeatErasures } from '../../privacy/erasure-list.ts';
import { notifyCompanies } from '../../reports/notify-companies.ts';
import { summarizeDays } from '../../reports/summarize-days.ts';
import { sendReminders } from '../../requests/send-invoice.ts';
import { chainHistories } from '../../statements/chain-history.ts';
import { deliverEvents, fanOutEvents } from '../../webhooks/deliver-events.ts';
import { deliverBulkMail } from '../mail/deliver-bulk-mail.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { sendRequestedMail } from '../mail/send-requested-mail.ts';
import { isClockTrue } from './check-clock.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { hasFailedSweep, runDueWork } from './run-due-work.ts';
import {
  INCOMPLETE,
  measured,
  type Outlets,
  onceAtATime,
  type PumpedTask,
  toPump,
  unwatched,
} from './task-pump.ts';
import { verifyAudit } from './verify-audit.ts';

const resealPayload = z.object({ recount: z.boolean().default(false) });
const reconcilePayload = z.object({
  onlyStale: z.boolean().default(false),
  onlyHeld: z.boolean().default(false),
});

type Work = Readonly<Record<string, (payload: unknown) => Promise<unknown>>>;

const BUSY_NIGHT_MS = 5 * 60_000;

/** Runs one heavy job at a time across all processes. A job that finds the lock taken is queued again for later. */
async function atNight(deps: Deps, job: NightlyJob): Promise<unknown> {
  const { task, payload = {}, work } = job;
  if (await withNightlyLock(deps.database, work)) {
    return Object.values(payload).some(Boolean) ? INCOMPLETE : undefined;
  }
  deps.log.info({ event: 'nightly.postponed', task }, 'a nightly job waits for another one');
  const runAt = addMs(deps.clock.now(), BUSY_NIGHT_MS);
  await deps.database.asSystem(async (tx) =>
    enqueueJob(tx, { task, payload, runAt, key: postponedKey(job) }),
  );
  return INCOMPLETE;
}

/**
 * Jobs limited to some companies get their own key, so that they never replace a postponed job for all companies.
 */
function postponedKey({ task, payload = {} }: NightlyJob): string {
  const only = Object.keys(payload).filter((name) => payload[name]);
  return [task, 'postponed', ...only].join(':');
}

type NightlyJob = {
  task: string;
  payload?: Readonly<Record<string, boolean>>;
  work: () => Promise<void>;
};

/** Reports of the tasks of the job queue, which send nothing. */
type Reports = Omit<Outlets, 'realtime' | 'mail'>;

async function checkAll({ database, log }: Deps, { onFound }: Reports): Promise<void> {
  const { violations, unchecked } = await checkInvariantsNightly(database);
  onFound?.(CHECK_INVARIANTS, { findings: violations.length, unchecked: unchecked.length });
  for (const violation of violations) {
    log.fatal({ event: 'invariant.violated', violation }, 'an invariant is violated');
  }
  for (const { invariant, error } of unchecked) {
    log.error({ event: 'invariant.unchecked', invariant, err: error }, 'an invariant is unchecked');
  }
}

function nightlyWork(deps: Deps, outlets: Reports): Work {
  const { retentionDays, onFound } = outlets;
  return {
    [RECONCILE]: async (received) => {
      const payload = reconcilePayload.parse(received);
      if (payload.onlyHeld && !(await deps.database.asSystem(hasHeldCompanies))) return INCOMPLETE;
      const work = async () => {
        await reconcile(deps, payload);
      };
      return atNight(deps, { task: RECONCILE, payload, work });
    },
    [CHECK_INVARIANTS]: () =>
      atNight(deps, { task: CHECK_INVARIANTS, work: () => checkAll(deps, outlets) }),
    [VERIFY_AUDIT]: () =>
      atNight(deps, {
        task: VERIFY_AUDIT,
        work: async () => onFound?.(VERIFY_AUDIT, { findings: await verifyAudit(deps) }),
      }),
    [APPLY_RETENTION]: () =>
      atNight(deps, {
        task: APPLY_RETENTION,
        work: async () => {
          if (retentionDays) await applyRetention(deps, retentionDays);
        },
      }),
  };
}

function sweepWork(deps: Deps, { erasuresFile }: Reports): Work {
  return {
    [CHECK_CONNECTIONS]: onceAtATime(async () => {
      await checkConnections(deps);
    }),
    [CHECK_INTENTS]: onceAtATime(() => checkDueIntents(deps)),
    [SWEEP_METHODS]: onceAtATime(async () => {
      await resolveDueSetups(deps);
      await forgetRemoved(deps);
      await forgetCustomers(deps);
      await repeatErasures(deps);
      if (erasuresFile) await keepErasureList(deps, erasuresFile);
    }),
    [SWEEP_SESSIONS]: onceAtATime(async () => {
      await sweepSessions(deps);
      await recheckIdentities(deps);
    }),
    [FOLD_BALANCES]: onceAtATime(() => foldBalanceChanges(deps.database)),
    [MAKE_REFUNDS]: onceAtATime(() => makeRefunds(deps)),
    [SEND_EVIDENCE]: onceAtATime(() => sendEvidence(deps)),
    [READ_PAYOUTS]: onceAtATime(() => readPayouts(deps)),
    [DUE_WORK]: onceAtATime(async () => {
      if (!(await isClockTrue(deps))) return INCOMPLETE;
      return hasFailedSweep(await runDueWork(deps)) ? INCOMPLETE : undefined;
    }),
    [SEND_REMINDERS]: onceAtATime(() => sendReminders(deps)),
    [TELL_COMPANIES]: onceAtATime(() => notifyCompanies(deps)),
    [SUMMARIZE_DAYS]: onceAtATime(() => summarizeDays(deps)),
    [FETCH_LOGOS]: onceAtATime(() => fetchNewLogos(deps)),
    [CHAIN_AUDIT]: onceAtATime(async () => {
      await chainEntries(deps);
      await chainHistories(deps);
    }),
    [RESEAL_VALUES]: onceAtATime((received) =>
      resealValues(deps, resealPayload.parse(received ?? {})),
    ),
  };
}

export function tasksFor(deps: Deps, outlets: Reports): TaskList {
  const { watch = unwatched } = outlets;
  const work = { ...sweepWork(deps, outlets), ...nightlyWork(deps, outlets) };
  return Object.fromEntries(
    Object.entries(work).map(([task, run]) => [
      task,
      (payload: unknown) => watch(task, () => measured(outlets, task, () => run(payload))),
    ]),
  );
}

/** A processor that hangs blocks only its own lookups. The next run makes the remaining ones. */
function pumpedWork(deps: Deps, outlets: Outlets): Record<string, PumpedTask> {
  const { realtime, mail, onEventTried: onTried } = outlets;
  const [resolving, processing, slots] = [sharedSlots(), sharedSlots(), sharedSlots()];
  const fanOut = onceAtATime(() => fanOutEvents(deps));
  return {
    [RESOLVE_DUE]: { run: () => resolveDue(deps, resolving), mayOverlap: true },
    [PROCESS_WEBHOOKS]: { run: () => processWebhooks(deps, processing), mayOverlap: true },
    [DELIVER_OUTBOX]: { run: (_isStopping, woken) => deliverOutbox(deps, realtime, woken) },
    [DELIVER_EVENTS]: {
      run: (isStopping, woken) =>
        deliverEvents(deps, { slots, isStopping, onTried, fanOut, woken }),
      mayOverlap: true,
    },
    [RUN_IMPORTS]: { run: (isStopping) => runImports(deps, isStopping) },
    [DELIVER_MAIL]: {
      async run(isStopping) {
        await sendRequestedMail(deps);
        await deliverMail(deps, { ...mail, isStopping });
      },
    },
    [DELIVER_BULK_MAIL]: {
      run: (isStopping) => deliverBulkMail(deps, { ...mail, isStopping }),
    },
  };
}

export function pumpsFor(deps: Deps, outlets: Outlets): Map<string, Pump> {
  const pumps = Object.entries(pumpedWork(deps, outlets)).map(
    ([task, work]) => [task, toPump(deps, outlets, { task, ...work })] as const,
  );
  return new Map(pumps);
}

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
import type { JobIn, JobName } from '../../kernel/jobs.ts';
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

type Work<Name extends JobName> = Readonly<Record<Name, (payload: unknown) => Promise<unknown>>>;

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
  onFound?.('check_invariants', { findings: violations.length, unchecked: unchecked.length });
  for (const violation of violations) {
    log.fatal({ event: 'invariant.violated', violation }, 'an invariant is violated');
  }
  for (const { invariant, error } of unchecked) {
    log.error({ event: 'invariant.unchecked', invariant, err: error }, 'an invariant is unchecked');
  }
}

function nightlyWork(deps: Deps, outlets: Reports): Work<JobIn<'nightly'>> {
  const { retentionDays, onFound } = outlets;
  return {
    reconcile: async (received) => {
      const payload = reconcilePayload.parse(received);
      if (payload.onlyHeld && !(await deps.database.asSystem(hasHeldCompanies))) return INCOMPLETE;
      const work = async () => {
        await reconcile(deps, payload);
      };
      return atNight(deps, { task: 'reconcile', payload, work });
    },
    check_invariants: () =>
      atNight(deps, { task: 'check_invariants', work: () => checkAll(deps, outlets) }),
    verify_audit: () =>
      atNight(deps, {
        task: 'verify_audit',
        work: async () => onFound?.('verify_audit', { findings: await verifyAudit(deps) }),
      }),
    apply_retention: () =>
      atNight(deps, {
        task: 'apply_retention',
        work: async () => {
          if (retentionDays) await applyRetention(deps, retentionDays);
        },
      }),
  };
}

function sweepWork(deps: Deps, { erasuresFile }: Reports): Work<JobIn<'sweeps'>> {
  return {
    check_connections: onceAtATime(async () => {
      await checkConnections(deps);
    }),
    check_intents: onceAtATime(() => checkDueIntents(deps)),
    sweep_methods: onceAtATime(async () => {
      await resolveDueSetups(deps);
      await forgetRemoved(deps);
      await forgetCustomers(deps);
      await repeatErasures(deps);
      if (erasuresFile) await keepErasureList(deps, erasuresFile);
    }),
    sweep_sessions: onceAtATime(async () => {
      await sweepSessions(deps);
      await recheckIdentities(deps);
    }),
    fold_balances: onceAtATime(() => foldBalanceChanges(deps.database)),
    make_refunds: onceAtATime(() => makeRefunds(deps)),
    send_evidence: onceAtATime(() => sendEvidence(deps)),
    read_payouts: onceAtATime(() => readPayouts(deps)),
    due_work: onceAtATime(async () => {
      if (!(await isClockTrue(deps))) return INCOMPLETE;
      return hasFailedSweep(await runDueWork(deps)) ? INCOMPLETE : undefined;
    }),
    send_reminders: onceAtATime(() => sendReminders(deps)),
    tell_companies: onceAtATime(() => notifyCompanies(deps)),
    summarize_days: onceAtATime(() => summarizeDays(deps)),
    fetch_logos: onceAtATime(() => fetchNewLogos(deps)),
    chain_audit: onceAtATime(async () => {
      await chainEntries(deps);
      await chainHistories(deps);
    }),
    reseal_values: onceAtATime((received) =>
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
function pumpedWork(deps: Deps, outlets: Outlets): Record<JobIn<'pumped'>, PumpedTask> {
  const { realtime, mail, onEventTried: onTried } = outlets;
  const [resolving, processing, slots] = [sharedSlots(), sharedSlots(), sharedSlots()];
  const fanOut = onceAtATime(() => fanOutEvents(deps));
  return {
    resolve_due: { run: () => resolveDue(deps, resolving), mayOverlap: true },
    process_webhooks: { run: () => processWebhooks(deps, processing), mayOverlap: true },
    deliver_outbox: { run: (_isStopping, woken) => deliverOutbox(deps, realtime, woken) },
    deliver_events: {
      run: (isStopping, woken) =>
        deliverEvents(deps, { slots, isStopping, onTried, fanOut, woken }),
      mayOverlap: true,
    },
    run_imports: { run: (isStopping) => runImports(deps, isStopping) },
    deliver_mail: {
      async run(isStopping) {
        await sendRequestedMail(deps);
        await deliverMail(deps, { ...mail, isStopping });
      },
    },
    deliver_bulk_mail: {
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

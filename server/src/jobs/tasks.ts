/** What each queued task does. A task is only a trigger: it reads the rows and does what is due. */
import { attemptIdSchema, companyIdSchema } from '@quittance/contract/ids';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sweepSessions } from '../access/sweep-sessions.ts';
import { addMs } from '../clock.ts';
import { atMostPerKey } from '../concurrency.ts';
import type { RetentionDays } from '../config.ts';
import type { Deps } from '../deps.ts';
import { fetchNewLogos } from '../logos/store-logo.ts';
import { forgetRemoved } from '../methods/forget-methods.ts';
import { resolveDueSetups } from '../methods/resolve-setup.ts';
import { checkDueIntents } from '../payments/intents/check-intent.ts';
import { checkInvariantsNightly } from '../payments/reconciliation/check-invariants.ts';
import { processWebhooks } from '../payments/reconciliation/receive-webhook.ts';
import { reconcile } from '../payments/reconciliation/reconcile.ts';
import { makeRefunds } from '../payments/reconciliation/refund-credits.ts';
import { resolveDue, resolveIfDue } from '../payments/reconciliation/resolve.ts';
import type { Realtime } from '../realtime/socket.ts';
import { foldBalanceChanges } from '../storage/billing/balances.ts';
import { enqueueJob } from '../storage/ops/job-queue.ts';
import { withNightlyLock } from '../storage/ops/nightly-lock.ts';
import {
  APPLY_RETENTION,
  CHECK_INTENTS,
  CHECK_INVARIANTS,
  DELIVER_MAIL,
  DELIVER_OUTBOX,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  MAKE_REFUNDS,
  PROCESS_WEBHOOKS,
  RECONCILE,
  RESOLVE_ATTEMPT,
  RESOLVE_DUE,
  SWEEP_METHODS,
  SWEEP_SESSIONS,
} from '../storage/ops/task-names.ts';
import { applyRetention } from './apply-retention.ts';
import { deliverMail, type MailSender } from './deliver-mail.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { LOOKUPS_PER_PROCESSOR } from './lanes.ts';
import { onceAtATime, runDueWork } from './run-due-work.ts';
import { sendRequestedMail } from './send-requested-mail.ts';

const attemptPayload = z.object({
  companyId: companyIdSchema,
  attemptId: attemptIdSchema,
  /** Not in jobs that were queued by older versions. */
  processor: z.string().default('unknown'),
});

const reconcilePayload = z.object({ onlyStale: z.boolean().default(false) });

/** Where jobs publish to. */
export type Outlets = {
  realtime: Realtime;
  mail: MailSender;
  /** Receives the number of violations that the nightly check found. */
  onInvariants?: (violations: number) => void;
  /** Without it nothing is deleted. */
  retentionDays?: RetentionDays;
  /** Wraps each task, for metrics and tracing. */
  watch?: (task: string, work: () => Promise<void>) => Promise<void>;
};

type Work = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

/** When the lookups of a processor are all busy; the row's claim decides what is due then. */
const BUSY_MS = 5000;

/** Looks one attempt up. A processor that hangs keeps its own lookups busy, and no others. */
function attemptResolver(deps: Deps) {
  const limited = atMostPerKey(LOOKUPS_PER_PROCESSOR);
  return async (payload: unknown): Promise<void> => {
    const { processor, ...key } = attemptPayload.parse(payload);
    const isDone = await limited(processor, async () => {
      await resolveIfDue(deps, key);
    });
    if (isDone) return;
    await deps.database.asSystem(async (tx) =>
      enqueueJob(tx, {
        task: RESOLVE_ATTEMPT,
        payload: { ...key, processor },
        runAt: addMs(deps.clock.now(), BUSY_MS),
        key: `${RESOLVE_ATTEMPT}:${key.attemptId}`,
      }),
    );
  };
}

const BUSY_NIGHT_MS = 5 * 60_000;

/** One heavy job at a time, in all processes; the others are tried again a little later. */
async function atNight(deps: Deps, job: NightlyJob): Promise<void> {
  const { task, payload = {}, work } = job;
  if (await withNightlyLock(deps.database, work)) return;
  deps.log.info({ event: 'nightly.postponed', task }, 'a nightly job waits for another one');
  const runAt = addMs(deps.clock.now(), BUSY_NIGHT_MS);
  await deps.database.asSystem(async (tx) =>
    enqueueJob(tx, { task, payload, runAt, key: `${task}:postponed` }),
  );
}

type NightlyJob = {
  task: string;
  payload?: Readonly<Record<string, boolean>>;
  work: () => Promise<void>;
};

async function checkAll({ database, log }: Deps, { onInvariants }: Outlets): Promise<void> {
  const violations = await checkInvariantsNightly(database);
  onInvariants?.(violations.length);
  for (const violation of violations) {
    log.fatal({ event: 'invariant.violated', violation }, 'an invariant is violated');
  }
}

/** Heavy jobs, each over all rows. */
function nightlyWork(deps: Deps, outlets: Outlets): Work {
  const { retentionDays } = outlets;
  return {
    [RECONCILE]: (received) => {
      const payload = reconcilePayload.parse(received);
      const work = async () => {
        await reconcile(deps, payload);
      };
      return atNight(deps, { task: RECONCILE, payload, work });
    },
    [CHECK_INVARIANTS]: () =>
      atNight(deps, { task: CHECK_INVARIANTS, work: () => checkAll(deps, outlets) }),
    [APPLY_RETENTION]: () =>
      atNight(deps, {
        task: APPLY_RETENTION,
        work: async () => {
          if (retentionDays) await applyRetention(deps, retentionDays);
        },
      }),
  };
}

function workFor(deps: Deps, outlets: Outlets): Work {
  const { realtime, mail } = outlets;
  const [resolving, processing] = [atMostPerKey(1), atMostPerKey(1)];
  return {
    [RESOLVE_ATTEMPT]: attemptResolver(deps),
    [RESOLVE_DUE]: async () => {
      await resolveDue(deps, resolving);
    },
    [CHECK_INTENTS]: onceAtATime(async () => {
      await checkDueIntents(deps);
    }),
    [PROCESS_WEBHOOKS]: async () => {
      await processWebhooks(deps, processing);
    },
    [DELIVER_OUTBOX]: async () => {
      await deliverOutbox(deps, realtime);
    },
    [DELIVER_MAIL]: async () => {
      await sendRequestedMail(deps);
      await deliverMail(deps, mail);
    },
    [SWEEP_METHODS]: onceAtATime(async () => {
      await resolveDueSetups(deps);
      await forgetRemoved(deps);
    }),
    [SWEEP_SESSIONS]: async () => {
      await sweepSessions(deps);
    },
    [FOLD_BALANCES]: onceAtATime(async () => {
      while (await deps.database.asSystem(foldBalanceChanges));
    }),
    [MAKE_REFUNDS]: onceAtATime(async () => {
      await makeRefunds(deps);
    }),
    [DUE_WORK]: onceAtATime(() => runDueWork(deps)),
    [FETCH_LOGOS]: onceAtATime(() => fetchNewLogos(deps)),
    ...nightlyWork(deps, outlets),
  };
}

export function tasksFor(deps: Deps, outlets: Outlets): TaskList {
  const { watch = (_task, work) => work() } = outlets;
  return Object.fromEntries(
    Object.entries(workFor(deps, outlets)).map(([task, work]) => [
      task,
      (payload: unknown) => watch(task, () => work(payload)),
    ]),
  );
}

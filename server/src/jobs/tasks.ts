/** What each queued task does. A task is only a trigger: it reads the rows and does what is due. */
import { attemptIdSchema, companyIdSchema } from '@quittance/contract/ids';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sweepSessions } from '../access/sweep-sessions.ts';
import type { Deps } from '../deps.ts';
import { forgetRemoved } from '../methods/forget-methods.ts';
import { resolveDueSetups } from '../methods/resolve-setup.ts';
import { checkInvariants } from '../payments/reconciliation/check-invariants.ts';
import { processWebhooks } from '../payments/reconciliation/receive-webhook.ts';
import { reconcile } from '../payments/reconciliation/reconcile.ts';
import { makeRefunds } from '../payments/reconciliation/refund-credits.ts';
import { resolveDue, resolveIfDue } from '../payments/reconciliation/resolve.ts';
import type { Realtime } from '../realtime/socket.ts';
import {
  CHECK_INVARIANTS,
  DELIVER_MAIL,
  DELIVER_OUTBOX,
  DUE_WORK,
  MAKE_REFUNDS,
  PROCESS_WEBHOOKS,
  RECONCILE,
  RESOLVE_ATTEMPT,
  RESOLVE_DUE,
  SWEEP_METHODS,
  SWEEP_SESSIONS,
} from '../storage/ops/task-names.ts';
import { deliverMail, type MailSender } from './deliver-mail.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { onceAtATime, runDueWork } from './run-due-work.ts';
import { sendRequestedMail } from './send-requested-mail.ts';

const attemptPayload = z.object({ companyId: companyIdSchema, attemptId: attemptIdSchema });

/** Where jobs publish to. */
export type Outlets = {
  realtime: Realtime;
  mail: MailSender;
  /** Receives the number of violations that the nightly check found. */
  onInvariants?: (violations: number) => void;
  /** Wraps each task, for metrics and tracing. */
  watch?: (task: string, work: () => Promise<void>) => Promise<void>;
};

type Work = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

function workFor(deps: Deps, { realtime, mail, onInvariants }: Outlets): Work {
  return {
    [RESOLVE_ATTEMPT]: async (payload) => {
      await resolveIfDue(deps, attemptPayload.parse(payload));
    },
    [RESOLVE_DUE]: async () => {
      await resolveDue(deps);
    },
    [PROCESS_WEBHOOKS]: async () => {
      await processWebhooks(deps);
    },
    [DELIVER_OUTBOX]: async () => {
      await deliverOutbox(deps, realtime);
    },
    [DELIVER_MAIL]: async () => {
      await sendRequestedMail(deps);
      await deliverMail(deps, mail);
    },
    [SWEEP_METHODS]: async () => {
      await resolveDueSetups(deps);
      await forgetRemoved(deps);
    },
    [SWEEP_SESSIONS]: async () => {
      await sweepSessions(deps);
    },
    [MAKE_REFUNDS]: onceAtATime(async () => {
      await makeRefunds(deps);
    }),
    [DUE_WORK]: onceAtATime(() => runDueWork(deps)),
    [RECONCILE]: async () => {
      await reconcile(deps);
    },
    [CHECK_INVARIANTS]: async () => {
      const violations = await checkInvariants(deps.database);
      onInvariants?.(violations.length);
      for (const violation of violations) {
        deps.log.fatal({ event: 'invariant.violated', violation }, 'an invariant is violated');
      }
    },
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

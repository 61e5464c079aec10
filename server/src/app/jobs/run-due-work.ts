/**
 * Runs the calendar sweeps in order, because each may create work for the next. Production, the tests and the
 * simulator all use the injected clock, never the queue's clock.
 */
import type { Deps } from '../../kernel/deps.ts';
import { applyCredits } from '../../payments/off-session/apply-credits.ts';
import { chargeDue } from '../../payments/off-session/charge-due.ts';
import { sendChargeNotices } from '../../payments/off-session/charge-notice.ts';
import { endArrangements } from '../../payments/off-session/end-arrangements.ts';
import { notifyExpiringMethods } from '../../payments/off-session/expiring-methods.ts';
import { markOverdue } from '../../payments/off-session/mark-overdue.ts';
import { planAutoPay } from '../../payments/off-session/plan-auto-pay.ts';
import type { Counts } from '../../payments/off-session/sweep-companies.ts';

const SWEEPS: readonly { name: string; run(deps: Deps): Promise<Counts> }[] = [
  { name: 'mark-overdue', run: markOverdue },
  { name: 'apply-credits', run: applyCredits },
  { name: 'plan-auto-pay', run: planAutoPay },
  { name: 'give-notices', run: sendChargeNotices },
  { name: 'charge-due', run: chargeDue },
  { name: 'end-arrangements', run: endArrangements },
  { name: 'expiring-methods', run: notifyExpiringMethods },
];

/** Several processes may run this at the same time: row locks ensure a single charge. */
export async function runDueWork(deps: Deps): Promise<Readonly<Record<string, Counts>>> {
  const done: Record<string, Counts> = {};
  for (const { name, run } of SWEEPS) {
    try {
      done[name] = await run(deps);
    } catch (error) {
      deps.log.error({ event: 'sweep.failed', sweep: name, err: error }, 'a sweep failed');
    }
  }
  return done;
}

export function hasFailedSweep(done: Readonly<Record<string, Counts>>): boolean {
  return SWEEPS.some(({ name }) => done[name] === undefined);
}

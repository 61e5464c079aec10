/** The nightly check of the invariants says which of them it could not check, and checks the others. */
import { describe, expect, it } from 'vitest';
import { tasksFor } from '../../../src/app/jobs/tasks.ts';
import { toAlarms } from '../../../src/app/observability/alarms.ts';
import { readOpsMetrics } from '../../../src/app/observability/ops-metrics.ts';
import { createRunRecord, startWatch } from '../../../src/app/observability/watch.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { forFile } from '../../world/for-file.ts';
import { useOwnPortal } from '../../world/own-portal.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());

describe('The nightly check of the invariants (M1 to M16)', () => {
  it('a failing invariant is reported with an alarm, and does not end the others', async () => {
    await portal.invoice(harbor);
    await portal.pool.query('update invoices set paid_cents = 1');
    await portal.pool.query('alter table mandates rename column purpose to aim');
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const deps = { ...portal.deps, clock: systemClock, log };
    const runs = createRunRecord();
    const tasks = tasksFor(deps, {
      onFound: runs.found,
      onRun: ({ task, isDone }) => isDone && runs.succeeded(task),
    });
    await tasks['check_invariants']?.({}, undefined as never); // because no task uses its helpers
    const named = (event: string) => lines.filter((line) => line.includes(`"${event}"`));
    expect(named('invariant.unchecked').join()).toContain('M7: the installments of a plan');
    expect(named('invariant.unchecked').join()).toContain('column m.purpose does not exist');
    expect(named('invariant.violated').join()).toContain('M2: an invoice');

    const watch = startWatch(deps, {
      role: 'worker',
      runs,
      measure: () => [],
      notify: async () => true,
    });
    await watch.beat();
    await watch.stop();
    const alarms = toAlarms(await readOpsMetrics(deps)).map(({ name }) => name);
    expect(alarms).toEqual(
      expect.arrayContaining(['invariant_violations', 'invariants_unchecked']),
    );
  });
});

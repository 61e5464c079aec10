/**
 * The operator is told once that an alarm is raised and once that it is over, even when the database is gone. The
 * page that Prometheus reads passes a strict parser.
 */
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/app/observability/metrics.ts';
import { createRunRecord, startWatch } from '../../../src/app/observability/watch.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { forFile } from '../../world/for-file.ts';
import { useOwnPortal } from '../../world/own-portal.ts';
import { readMetrics } from '../../world/read-metrics.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());

const query = (text: string) => portal.pool.query(text);

const NOWHERE = {
  url: 'postgres://127.0.0.1:1/none',
  connectionsMax: 2,
  onIdleError: () => undefined,
};

describe('The operator', () => {
  function open(change: Partial<typeof portal.deps> = {}) {
    const messages: string[] = [];
    const lines: string[] = [];
    let isReachable = true;
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const watch = startWatch(
      { ...portal.deps, clock: systemClock, log, ...change },
      {
        role: 'web',
        runs: createRunRecord(),
        measure: () => [],
        async notify({ subject, text }) {
          if (isReachable) messages.push(`${subject}\n${text}`);
          return isReachable;
        },
      },
    );
    const events = (event: string) => lines.filter((line) => line.includes(`"${event}"`));
    return {
      watch,
      messages,
      events,
      reachable(is: boolean) {
        isReachable = is;
      },
    };
  }

  const ALARM = 'companies_held';

  it('the operator is told about an alarm until a channel takes it, and when it is over', async () => {
    expect(harbor.companyId).toBeDefined();
    await query('update companies set charges_held_since = now()');
    const { watch, messages, events, reachable } = open();
    const other = open();
    reachable(false);
    other.reachable(false);
    const beat = async () => {
      await watch.beat();
      await other.watch.beat();
    };
    // The first process that the others see evaluates the alarms, from its second beat on.
    for (let beats = 0; beats < 3; beats += 1) await beat();
    expect([...messages, ...other.messages]).toEqual([]);
    reachable(true);
    other.reachable(true);
    for (let beats = 0; beats < 3; beats += 1) await beat();
    const told = [...messages, ...other.messages].filter((message) => message.includes(ALARM));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(
      `[warning] ${ALARM}: charges of a company have been on hold since a restore`,
    );
    expect(told[0]).toContain(`docs/on-call.md#${ALARM}`);
    const raised = [...events('alarm.raised'), ...other.events('alarm.raised')];
    expect(raised.some((line) => line.includes(ALARM))).toBe(true);

    await query('update companies set charges_held_since = null');
    await beat();
    expect([...events('alarm.cleared'), ...other.events('alarm.cleared')]).toEqual([]);
    await query(`update operator.alarms set seen_at = now() - interval '61 seconds'`);
    await beat();
    const cleared = [...messages, ...other.messages].filter((message) =>
      message.includes(`[cleared] ${ALARM}`),
    );
    expect(cleared).toHaveLength(1);
    await watch.stop();
    await other.watch.stop();
  });

  it('each process tells the operator that the database is gone, once', async () => {
    const database = openDatabase(NOWHERE);
    const { watch, messages, events } = open({ database });
    for (let beats = 0; beats < 4; beats += 1) await watch.beat();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('[critical] database_down: the database does not respond');
    expect(events('watch.failed').length).toBeGreaterThanOrEqual(3);
    await watch.stop();
    await database.close();
  });
});

describe('The page of metrics', () => {
  it('the page shows that the database is down', async () => {
    const database = openDatabase(NOWHERE);
    const page = await createMetrics({ ...portal.deps, database }).read();
    expect(page.split('\n')).toEqual(
      expect.arrayContaining([
        'quittance_database_down 1',
        'quittance_alarm{alarm="database_down"} 1',
      ]),
    );
    await database.close();
  });

  it('the metrics page passes a strict parser and contains no personal data', async () => {
    const families = readMetrics(await createMetrics(portal.deps).read());
    const ours = families.filter(({ name }) => !/_(?:process|nodejs)_/.test(name));
    const names = ours.map(({ name }) => name.replace('quittance_', ''));
    expect(names).toEqual(
      expect.arrayContaining(['payments', 'processor_seconds', 'jobs_waiting']),
    );
    const labels = ours.flatMap(({ samples }) => samples.flatMap((s) => Object.keys(s.labels)));
    const allowed = ['alarm', 'company', 'job', 'kind', 'method', 'processor', 'role', 'state'];
    expect(labels.filter((label) => !allowed.includes(label))).toEqual([]);
  });

  it.each([
    ['# HELP a b\na 1\n', 'a sample without its type'],
    ['# HELP a b\n# TYPE a gauge\na 1\na 2\n', 'a series twice'],
    ['# HELP a b\n# TYPE a gauge\na one\n', 'not a number'],
    ['# HELP a b\n# TYPE a gauge\na{x="1} 1\n', 'not a label'],
    ['# HELP a b\n# TYPE a gauge\na 1', 'no end of line'],
    ['# HELP a b\n# TYPE a histogram\na_bucket{le="+Inf"} 2\na_count 3\n', 'does not add up'],
  ])('the strict parser of the metrics page refuses %j', (text, why) => {
    expect(() => readMetrics(text)).toThrow(why);
  });
});

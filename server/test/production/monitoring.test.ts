/** The Prometheus rules and the Grafana dashboard in `deploy` name metrics that exist. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ALARM_NAMES, type AlarmName, toAlarm } from '../../src/app/observability/alarms.ts';
import { createMetrics } from '../../src/app/observability/metrics.ts';
import { useOwnPortal } from '../world/own-portal.ts';
import { readMetrics } from '../world/read-metrics.ts';

const portal = useOwnPortal();

const readDeployed = (path: string) =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');

const RULES = 'prometheus/quittance.rules.yml';

const HEAD = `# Alert rules for Prometheus. The first group is made from server/src/app/observability/alarms.ts.
groups:
  - name: quittance-alarms
    rules:
`;

function toRule(name: AlarmName): string {
  const { severity, message, runbook } = toAlarm(name, '');
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `      - alert: Quittance${words.join('')}
        expr: max(quittance_alarm{alarm="${name}"}) == 1
        labels: { severity: ${severity} }
        annotations:
          summary: "${message}"
          runbook: ${runbook}
`;
}

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const dashboardSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});

const rules = () =>
  rulesSchema.parse(parse(readDeployed(RULES))).groups.flatMap((group) => group.rules);

/** Metrics that other parts register: each process by its role, in composition.ts. */
const BY_ROLE = [
  'database_connections',
  'database_connections_idle',
  'database_connections_wanted',
  'requests_running',
  'requests_refused_total',
  'requests_waiting',
  'log_lines_dropped_total',
  'sockets',
];

async function knownNames(): Promise<Set<string>> {
  const families = readMetrics(await createMetrics(portal.deps).read());
  const composition = readFileSync(
    new URL('../../src/app/composition.ts', import.meta.url),
    'utf8',
  );
  for (const name of BY_ROLE) expect(composition).toContain(name);
  const parts = ['', '_bucket', '_count', '_sum'];
  const names = [
    ...families.map(({ name }) => name),
    ...BY_ROLE.map((name) => `quittance_${name}`),
  ];
  return new Set(names.flatMap((name) => parts.map((part) => name + part)));
}

describe('Monitoring files', () => {
  it('the rules of alarms are made from the alarms (`npx vitest run monitoring -u` writes them)', async () => {
    const text = readDeployed(RULES);
    const others = text.slice(text.indexOf('  - name: quittance-service'));
    const made = [HEAD, ...ALARM_NAMES.map(toRule), others].join('');
    await expect(made).toMatchFileSnapshot(`../../../deploy/${RULES}`);
  });

  it('rules and dashboard query only metrics that the portal has', async () => {
    const known = await knownNames();
    const { panels } = dashboardSchema.parse(JSON.parse(readDeployed('grafana/quittance.json')));
    const queries = [
      ...rules().map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = queries.flatMap((expr) => expr.match(/\bquittance_\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

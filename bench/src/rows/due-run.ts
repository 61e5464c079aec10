/**
 * Measures a due run: one or two server processes charge one installment each for many customers, at a processor
 * with 50 ms latency, with zero or a million other installments that are not due.
 */
import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@quittance/contract/ids';
import type { Bench } from '../bench.ts';
import { type Bound, type MeasuredRow, measured, type Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { addCompany, addCustomers } from '../seed/add-company.ts';
import { addPlans, postponeDue } from '../seed/add-plans.ts';
import { dropLaterWork, untilIdle } from '../system/background-work.ts';
import { openErrorLog } from '../system/error-log.ts';
import { sleep, startPortal } from '../system/portal.ts';
import { findRssMb } from '../system/process-memory.ts';

const LATENCY_MS = 50;
const DUE = { usual: 2000, full: 20_000 } as const;
/** A run that exceeds this limit is stopped; its rate still counts. */
const SECONDS_MAX = { usual: 60, full: 900 } as const;
const NOT_DUE_PLANS = 250_000;
const NOT_DUE_PER_PLAN = 4;
const NOT_DUE_CUSTOMERS = 1000;
const POLL_MS = 200;
/** A process ignores further jobs while it is working on one, so several jobs are queued to reach every process. */
const JOBS = 12;
const NOON = 12;

type Setting = { notDue: '0' | '1M'; processes: 1 | 2 };

const SETTINGS: readonly Setting[] = [
  { notDue: '0', processes: 1 },
  { notDue: '0', processes: 2 },
  { notDue: '1M', processes: 1 },
  { notDue: '1M', processes: 2 },
];

const toName = ({ notDue, processes }: Setting) => `due/${notDue}/${processes}`;

function toBounds({ notDue, processes }: Setting): Bound[] {
  const one = toName({ notDue, processes: 1 });
  const small = toName({ notDue: '0', processes });
  return [
    { kind: 'rate', min: 100 },
    ...(processes === 2 ? [{ kind: 'cost' as const, of: one, max: 1 }] : []),
    ...(notDue === '1M' ? [{ kind: 'cost' as const, of: small, max: 1.2 }] : []),
  ];
}

const SIZED = SETTINGS.map((setting) => ({
  setting,
  row: {
    name: toName(setting),
    label: `due run, processor of 50 ms, ${setting.notDue} installments not due, ${setting.processes} processes`,
    bounds: toBounds(setting),
  } satisfies Row,
}));

/** Returns a time zone where it is now noon, because charges are made only from 10:00 to 16:00. */
function noonZone(): string {
  const hoursAhead = NOON - new Date().getUTCHours();
  // The sign of these names follows POSIX: positive means west of Greenwich.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`;
}

function dayIn(timeZone: string, daysAhead = 0): string {
  const at = Date.now() + daysAhead * 86_400_000;
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

async function countCharged({ pool }: Bench, companyId: CompanyId): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from attempts where company_id = $1 and state = 'SUCCEEDED'",
    [companyId],
  );
  return rows[0]?.count ?? 0;
}

async function startRun({ pool }: Bench): Promise<void> {
  for (let index = 0; index < JOBS; index += 1) {
    await pool.query("select graphile_worker.add_job('due_work', '{}'::json)");
  }
}

type DueCompany = { companyId: CompanyId; timeZone: string };

async function run(bench: Bench, { companyId }: DueCompany, count: number) {
  const secondsMax = bench.options.isFull ? SECONDS_MAX.full : SECONDS_MAX.usual;
  const before = await countCharged(bench, companyId);
  const beganMs = performance.now();
  const seconds = () => (performance.now() - beganMs) / 1000;
  await startRun(bench);
  let charged = 0;
  while (charged < count && seconds() < secondsMax) {
    await sleep(POLL_MS);
    charged = (await countCharged(bench, companyId)) - before;
  }
  return { rate: charged / seconds(), charged };
}

async function addDueCompany(bench: Bench, { notDue }: Setting): Promise<DueCompany> {
  const timeZone = noonZone();
  const name = `due-${randomUUID().slice(0, 8)}`;
  const { companyId } = await addCompany(bench, { name, timeZone });
  if (notDue === '1M') {
    bench.progress('seeding a million installments that are not due');
    const customerIds = await addCustomers(bench, companyId, NOT_DUE_CUSTOMERS);
    await addPlans(bench, {
      companyId,
      customerIds,
      count: NOT_DUE_PLANS,
      installmentsPerPlan: NOT_DUE_PER_PLAN,
      firstDueOn: dayIn(timeZone, 60),
    });
  }
  return { companyId, timeZone };
}

async function measureRow(
  bench: Bench,
  company: DueCompany,
  { row, setting }: (typeof SIZED)[number],
): Promise<MeasuredRow> {
  const count = bench.options.isFull ? DUE.full : DUE.usual;
  const { companyId, timeZone } = company;
  // The second process is started before anything is due, because a new process immediately starts a run of its
  // own.
  const second =
    setting.processes === 2 ? await startPortal({ ...bench.portalSettings, name: 'second' }) : null;
  try {
    bench.progress(`${row.name}: seeding ${count} due installments`);
    await untilIdle(bench.pool);
    const customerIds = await addCustomers(bench, companyId, count);
    const firstDueOn = dayIn(timeZone);
    await addPlans(bench, { companyId, customerIds, count, installmentsPerPlan: 2, firstDueOn });
    bench.progress(row.name);
    const log = await openErrorLog(bench.portal.logPath);
    const { rate, charged } = await run(bench, company, count);
    const { errors, firstError } = await log.errors();
    bench.progress(`${row.name}: ${charged} of ${count} charged, ${rate.toFixed(1)} per second`);
    const rssMb = await findRssMb(bench.portal.pid);
    const notes = [`${charged} of ${count} charged`];
    return { row, measurement: measured('charges/s', rate, { rssMb, notes, errors, firstError }) };
  } finally {
    await postponeDue(bench, companyId);
    await untilIdle(bench.pool);
    await dropLaterWork(bench.pool);
    await second?.stop();
  }
}

export const DUE_RUN_ROWS: RowGroup = {
  rows: SIZED.map(({ row }) => row),
  async measure(bench, selected) {
    await bench.processor.setLatency(LATENCY_MS);
    const companies = new Map<string, DueCompany>();
    const measuredRows: MeasuredRow[] = [];
    for (const sized of SIZED.filter(({ row }) => selected.includes(row))) {
      const { notDue } = sized.setting;
      const company = companies.get(notDue) ?? (await addDueCompany(bench, sized.setting));
      companies.set(notDue, company);
      measuredRows.push(await measureRow(bench, company, sized));
    }
    await bench.processor.setLatency(0);
    return measuredRows;
  },
};

/** Checks that the seeded demo companies (product §3) are complete and consistent. */
import { addDays, daysBetween, isoDate } from '@quittance/contract/dates';
import { companyIdSchema, methodIdSchema } from '@quittance/contract/ids';
import {
  CONTRACT_STATUSES,
  ESTIMATE_STATUSES,
  INVOICE_STATUSES,
  PROCESSORS,
  PROJECT_STATUSES,
} from '@quittance/contract/vocabulary';
import { fixedClock } from '@quittance/server/kernel/clock';
import type { Deps } from '@quittance/server/kernel/deps';
import { readReturnRates } from '@quittance/server/ledger/ach-return-rate';
import { checkInvariants } from '@quittance/server/payments/reconciliation/check-invariants';
import { reconcile } from '@quittance/server/payments/reconciliation/reconcile';
import { readPayouts } from '@quittance/server/payouts/read-payouts';
import { createHttpClient } from '@quittance/server/platform/outbound/http-client';
import { sealContext } from '@quittance/server/platform/sealing/seal';
import { createProcessors } from '@quittance/server/processors/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../server/test/world/sandbox-process.ts';
import { testDeps } from '../../server/test/world/test-deps.ts';
import { createViewReader } from '../src/playground/read-view.ts';
import { createSandboxControl } from '../src/playground/sandbox-control.ts';
import { createMovableClock } from '../src/portal/movable-clock.ts';
import { liveStories } from '../src/seed/live-stories.ts';
import { DEMO_COMPANIES } from '../src/seed/seed-demo.ts';
import { type Demo, DOMAINS, freshDemo, NOW, sealer, TODAY } from './demo.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await freshDemo();
});

afterAll(() => demo.drop());

async function valuesIn(table: string, column: string): Promise<Record<string, string[]>> {
  const found = await demo.rows<{ domain: string; values: string[] }>(
    `select domain, array_agg(distinct t.${column} order by t.${column}) as values
     from ${table} t join companies using (company_id) where not is_demo group by domain`,
  );
  return Object.fromEntries(found.map(({ domain, values }) => [domain, values]));
}

const everywhere = (values: readonly string[]) =>
  Object.fromEntries(DOMAINS.map((domain) => [domain, [...values].sort()]));

/** The counts of a company over 18 months. Only Stripe reports disputes of card payments. */
const STORIES = `
select domain, (select count(*)::int from refunds r where r.company_id = c.company_id and r.state = 'SUCCEEDED'
    and r.origin = 'PROVIDER') as refunds,
  (select min(r.created_at) < $2 from refunds r where r.company_id = c.company_id) as "hasOldRefunds",
  (select array_agg(d.state order by d.state) from disputes d where d.company_id = c.company_id) as disputes,
  (select count(*)::int from inquiries q where q.company_id = c.company_id) as inquiries,
  (select count(*)::int > 9 from invoice_reminders m where m.company_id = c.company_id) as reminders,
  (select count(*)::int from attempts a where a.company_id = c.company_id and a.state = 'RETURNED'
    and a.response_code = 'R01' and a.processor_reference not like 'demo%') as returns,
  (select count(*)::int from plans p where p.company_id = c.company_id and p.created_at > $1) as plans
from companies c where not is_demo order by domain`;

const WEEKS_AGO = '2026-10-25T00:00:00.000Z';
const YEAR_AGO = '2025-11-15T00:00:00.000Z';

describe('The past of the demo companies', () => {
  let past: Demo;
  let sandbox: Sandbox;
  let deps: Deps;
  beforeAll(async () => {
    const clock = fixedClock(NOW);
    sandbox = await startSandbox({ at: clock.now() });
    past = await freshDemo({ hasHistory: true, sandboxUrl: sandbox.url });
    const { database } = past;
    const http = createHttpClient();
    const { baseUrls } = sandbox;
    const processors = createProcessors({ http, clock, baseUrls, acceptsLiveKeys: false });
    deps = testDeps({ database, clock, processors, sealer });
    const companies = DEMO_COMPANIES.map((make) => make(sandbox.url));
    await liveStories(deps, createSandboxControl(sandbox.url), companies);
  });
  afterAll(async () => {
    await sandbox.stop();
    await past.drop();
  });

  it('every company has more than 200 invoices over 18 months, and the ledger holds', async () => {
    const found = await past.rows<{ invoices: string; months: string; states: string }>(
      `select count(distinct i.id) as invoices, count(distinct date_trunc('month', i.opened_on::date)) as months,
         count(distinct a.state) as states
       from companies c join invoices i using (company_id)
       left join attempts a on a.company_id = i.company_id and a.invoice_id = i.id
       where not is_demo group by domain`,
    );
    expect(found).toHaveLength(DOMAINS.length);
    for (const { invoices, months, states } of found) {
      expect(Number(invoices)).toBeGreaterThan(200);
      expect(Number(months)).toBeGreaterThanOrEqual(18);
      expect(Number(states)).toBe(4);
    }
    const [future] = await past.rows('select from postings where at > $1 limit 1', [NOW]);
    expect(future).toBeUndefined();
    const late = await past.rows('select from attempts where created_at > $1 or settled_at > $1', [
      NOW,
    ]);
    expect(late).toEqual([]);
    expect(await checkInvariants(past.database)).toEqual([]);
    const rates = await readReturnRates({ database: past.database, clock: fixedClock(NOW) });
    expect(rates.flatMap((company) => company.rates).filter(({ isOver }) => isOver)).toEqual([]);
  });

  it('every company has refunds, returns, plans, disputes and reminders', async () => {
    const common = {
      refunds: 4,
      hasOldRefunds: true,
      inquiries: 2,
      reminders: true,
      returns: 2,
      plans: 1,
    };
    expect(await past.rows(STORIES, [WEEKS_AGO, YEAR_AGO])).toEqual([
      { domain: 'harbor', disputes: null, ...common },
      { domain: 'northwind', disputes: ['OPEN', 'WON', 'WON'], ...common },
      { domain: 'summit', disputes: null, ...common },
    ]);
  });

  it('the sandbox has the same records, also of payments that the playground no longer shows', async () => {
    const control = createSandboxControl(sandbox.url);
    const readView = createViewReader({
      pool: past.database.pool,
      sandbox: control,
      clock: createMovableClock(),
      portal: { statuses: () => [] },
      travel: { next: async () => null },
      canReset: false,
    });
    const { pairs, differences } = await readView({ story: null, busy: null, problem: null });
    expect((await control.charges()).length).toBeGreaterThan(25);
    expect(pairs).toHaveLength(25);
    expect(pairs.filter(({ verdict }) => verdict.kind === 'different')).toEqual([]);
    expect(differences).toBe(0);
    const reconciled = await reconcile(deps);
    expect(reconciled.map(({ isClean, differences: found }) => ({ isClean, found }))).toEqual(
      DOMAINS.map(() => ({ isClean: true, found: {} })),
    );
    await readPayouts({ ...deps, clock: fixedClock('2026-11-16T00:00:00.000Z') });
    const paidOut = 'select (select count(*)::int from payouts) as payouts';
    const differing = '(select count(*)::int from payout_differences) as differences';
    expect(await past.rows(`${paidOut}, ${differing}`)).toEqual([{ payouts: 1, differences: 0 }]);
  });
});

describe('Demo companies', () => {
  it('the demo data has one company for each processor', async () => {
    const found = await demo.rows<{ processor: string }>(
      'select processor from companies where not is_demo order by 1',
    );
    expect(found.map((row) => row.processor)).toEqual([...PROCESSORS].sort());
  });

  it('the fourth demo company runs in demo mode with data on every page (R51)', async () => {
    const places = [
      'invoices',
      'attempts',
      'plans',
      'schedules',
      'projects',
      'estimates',
      'contracts',
    ];
    for (const place of places) {
      const found = await demo.rows(
        `select 1 from ${place} join companies using (company_id)
         where domain = 'showroom' and is_demo`,
      );
      expect([place, found.length > 0]).toEqual([place, true]);
    }
    const summary = demo.summary?.companies.find(({ domain }) => domain === 'showroom');
    expect(summary).toMatchObject({ isDemo: true, customers: [{ reference: 'LV-1001' }] });
  });

  it.each([
    ['invoices', INVOICE_STATUSES],
    ['projects', PROJECT_STATUSES],
    ['orders', PROJECT_STATUSES],
    ['estimates', ESTIMATE_STATUSES],
    ['contracts', CONTRACT_STATUSES],
  ] as const)('every demo company has %s in every status', async (table, statuses) => {
    const found = await valuesIn(table, 'status');
    expect(
      Object.fromEntries(Object.entries(found).map(([key, all]) => [key, all.sort()])),
    ).toEqual(everywhere(statuses));
  });

  it('every demo company has succeeded, failed, pending and returned payments', async () => {
    const found = await valuesIn('attempts', 'state');
    expect(found).toEqual(everywhere(['SUCCEEDED', 'FAILED', 'PENDING', 'RETURNED']));
  });

  it('demo payments span two years, and none is in the future', async () => {
    const [span] = await demo.rows<{ first: string; last: string }>(
      `select min(created_at)::date::text as first, max(created_at)::date::text as last
       from attempts`,
    );
    expect(daysBetween({ from: isoDate(span?.first ?? ''), to: TODAY })).toBeGreaterThan(700);
    const future = await demo.rows(
      'select 1 from attempts where created_at > $1 or settled_at > $1',
      [NOW],
    );
    expect(future).toEqual([]);
  });

  it('the token of a saved demo method encodes its brand and digits', async () => {
    const methods = await demo.rows<{ sealed: string; company: string; id: string; ends: string }>(
      `select token_sealed as sealed, company_id as company, id,
         coalesce(brand, 'bank') || '_' || last4 as ends from payment_methods`,
    );
    expect(methods.length).toBeGreaterThan(12);
    for (const { sealed, company, id, ends } of methods) {
      const companyId = companyIdSchema.parse(company);
      const place = sealContext.methodToken({ companyId, methodId: methodIdSchema.parse(id) });
      expect(sealer.open(sealed, place)).toMatch(new RegExp(`_${ends}$`));
    }
  });

  const CLAIMS = `
    select project_id, 'invoice' as kind, account_ref as ref, product_name as name, total_cents
      from invoices where project_id is not null
    union all
    select project_id, 'order', order_ref, name, total_cents - paid_cents
      from orders where status not in ('Draft', 'Canceled') and paid_cents < total_cents
    union all
    select project_id, 'estimate', estimate_ref, memo, total_cents
      from estimates where status in ('Open', 'Pending billing', 'Processed')
    union all
    select project_id, 'estimate', estimate_ref, item ->> 'name', (item ->> 'amount')::bigint
      from estimates, jsonb_array_elements(items) item
      where status in ('Open', 'Pending billing', 'Processed')`;

  it('a demo order or estimate that was invoiced cannot be paid again', async () => {
    const twice = await demo.rows(
      `with claims as (${CLAIMS})
       select one.ref, other.ref as again from claims one join claims other using (project_id)
       where one.kind < other.kind
         and (lower(one.name) = lower(other.name) or one.total_cents = other.total_cents)`,
    );
    expect(twice).toEqual([]);
  });

  it('one demo company has a logo, and every demo company has a support contact', async () => {
    const [counts] = await demo.rows<{ logos: number; contacts: number }>(
      `select count(logo_version)::int as logos,
         count(*) filter (where support_email is not null and support_phone is not null)::int as contacts
       from companies`,
    );
    expect(counts).toEqual({ logos: 1, contacts: [...DOMAINS, 'showroom'].length });
  });

  it('demo data satisfies every invariant', async () => {
    expect(await checkInvariants(demo.database)).toEqual([]);
  });

  it('demo payments include the fee, or no fee where the company pays it', async () => {
    const found = await demo.rows<{ domain: string; has_fees: boolean }>(
      `select domain, bool_or(fee_cents > 0) as has_fees from attempts
       join companies using (company_id) where not is_demo group by domain order by domain`,
    );
    expect(found).toEqual([
      { domain: 'harbor', has_fees: true },
      { domain: 'northwind', has_fees: true },
      { domain: 'summit', has_fees: false },
    ]);
  });

  it('pending demo debits are checked no earlier than two days later', async () => {
    const early = await demo.rows(
      `select 1 from attempts where state = 'PENDING' and next_check_at < $1::timestamptz + '2 days'`,
      [NOW],
    );
    expect(early).toEqual([]);
  });

  it('demo invoices are overdue exactly when their due date has passed', async () => {
    const wrong = await demo.rows(
      `select account_ref from invoices
       where (status = 'DUE' and due_on < $1) or (status = 'IN_COLLECTION' and due_on >= $1)`,
      [TODAY],
    );
    expect(wrong).toEqual([]);
  });

  it('the demo plan is partly paid, and the scheduled payment is in the future', async () => {
    const [plan] = await demo.rows(
      `select i.account_ref, i.paid_cents::int, p.count, array_agg(n.status order by n.index) as parts
       from invoices i join plans p on p.invoice_id = i.id join installments n on n.plan_id = p.id
       where i.account_ref = 'HD-1987' group by 1, 2, 3`,
    );
    expect(plan).toEqual({
      account_ref: 'HD-1987',
      paid_cents: 46_000,
      count: 3,
      parts: ['SUCCESS', 'SUCCESS', 'OPEN'],
    });
    const [schedule] = await demo.rows<{ charge_on: string }>(
      `select charge_on::text from schedules join invoices on invoices.id = invoice_id
       where account_ref = 'HD-1990'`,
    );
    expect(schedule?.charge_on).toBe(addDays(TODAY, 5));
  });

  it('every off-session demo charge has a mandate', async () => {
    const found = await demo.rows<{ count: number; bare: number }>(
      `select count(*)::int, count(*) filter (where mandate_id is null)::int as bare
       from attempts where initiator = 'MIT'`,
    );
    expect(found[0]?.count).toBeGreaterThan(10);
    expect(found[0]?.bare).toBe(0);
  });
});

describe('The invoice of the first link', () => {
  it("the first demo link opens Maya's crown restoration at Harbor Dental, 16 days overdue", async () => {
    const [invoice] = await demo.rows(
      `select product_name, total_cents::int, paid_cents::int, due_on::text, opened_on::text,
         status, first_name, legal_name
       from invoices join customers on customers.id = customer_id
       join companies on companies.company_id = invoices.company_id
       where account_ref = 'HD-2041'`,
    );
    expect(invoice).toEqual({
      product_name: 'Crown restoration, tooth 14',
      total_cents: 184_000,
      paid_cents: 34_000,
      due_on: '2026-10-30',
      opened_on: '2026-09-30',
      status: 'IN_COLLECTION',
      first_name: 'Maya',
      legal_name: 'Harbor Dental Group LLC',
    });
  });

  it('the invoice of the first demo link has two payments at local times', async () => {
    const payments = await demo.rows(
      `select amount_cents::int as cents, method, method_last4, state,
         to_char(a.created_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at
       from attempts a join invoices i on i.id = invoice_id
       where account_ref = 'HD-2041' order by a.created_at`,
    );
    expect(payments).toEqual([
      {
        cents: 10_000,
        method: 'ACH',
        method_last4: '6789',
        state: 'SUCCEEDED',
        at: '2026-10-02 18:15',
      },
      {
        cents: 24_000,
        method: 'CARD',
        method_last4: '4242',
        state: 'SUCCEEDED',
        at: '2026-10-12 10:42',
      },
    ]);
  });

  it('the first demo link requests $1,500.00', () => {
    const harbor = demo.summary?.companies.find((company) => company.domain === 'harbor');
    const [maya] = harbor?.customers ?? [];
    expect(maya?.name).toBe('Maya Lindqvist');
    expect(maya?.publicLinks[0]).toMatchObject({
      invoiceRef: 'HD-2041',
      status: 'IN_COLLECTION',
      amount: '$1,500.00',
    });
  });
});

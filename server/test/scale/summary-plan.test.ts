/** The daily summary reads only the events around that day, and reads no other table completely (ADR 0072). */
import { instant, isoDate } from '@quittance/contract/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { sumEventsOfDay, sumHeld, sumOpen } from '../../src/reports/day-figures.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';

const DAYS = 100;
const EVENTS_A_DAY = 200;
const SEED_MS_MAX = 120_000;

let fresh: FreshDatabase;
let company: TestCompany;

/** The referenced rows are missing, because only the summed rows are read. */
const SEED = [
  `insert into provider_events (company_id, position, id, type, object_type, object_id, sequence, data, created_at)
   select c, row_number() over (order by n, c), gen_random_uuid(), 'payment.succeeded', 'payment', gen_random_uuid(), 1,
     '{"amount": 1000, "fee": 30, "method": "CARD"}', timestamptz '2026-08-01T12:00:00Z' + n * interval '1 day' / ${EVENTS_A_DAY}
   from generate_series(0, ${DAYS * EVENTS_A_DAY - 1}) n, unnest(array[$1, $2]::uuid[]) c`,
  `insert into attempts (company_id, id, request_id, customer_id, purpose, type, initiator, processor, method, state,
     amount_cents, fee_cents, credit_cents, next_check_at, created_at)
   select $1, gen_random_uuid(), gen_random_uuid(), $2, 'FULL_AMOUNT', 'CHARGE', 'CIT', 'payengine', 'CARD',
     case when n <= 3 then 'UNKNOWN' else 'SUCCEEDED' end, 1000, 30, 0, now(), timestamptz '2026-08-01T12:00:00Z'
   from generate_series(1, 5000) n`,
  `insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents, is_folded)
   select case when n <= 20 then $1::uuid else $2::uuid end, gen_random_uuid(),
     case when n % 2 = 0 then 'DUE' else 'IN_COLLECTION' end, 1000, 100, true
   from generate_series(1, 5000) n`,
];

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  const sealer = createSealer(systemEntropy.bytes(32));
  const clock = fixedClock('2026-11-15T15:00:00.000Z');
  const setting = { database, sealer, clock, entropy: systemEntropy };
  company = await addCompany(setting, newMerchant('stripe'));
  const client = await database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const other = systemEntropy.uuid();
    for (const text of SEED) await client.query(text, [company.companyId, other]);
    await client.query('reset session_replication_role; analyze');
  } finally {
    client.release();
  }
}, SEED_MS_MAX);
afterAll(() => fresh.drop());

async function countRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
     where relname in ('provider_events', 'attempts', 'balance_changes')`,
  );
  return Number(rows[0]?.read);
}

function reading<Result>(read: (tx: Tx) => Promise<Result>) {
  const { companyId } = company;
  return fresh.database.inCompany({ companyId, asProvider: true }, async (tx) => {
    // Uses production's setting, because tests otherwise use generic plans.
    await tx.execute('set local plan_cache_mode = auto');
    const before = await countRead(tx);
    const result = await read(tx);
    return { result, count: (await countRead(tx)) - before };
  });
}

describe('Among the events of a hundred days', () => {
  it.each([
    { date: isoDate('2026-11-06'), events: EVENTS_A_DAY },
    // The day on which daylight saving time ends has 25 hours.
    { date: isoDate('2026-11-01'), events: (EVENTS_A_DAY * 25) / 24 },
  ])('the events of $date are found by reading a few days', async ({ date, events }) => {
    const day = { companyId: company.companyId, date, timeZone: 'America/New_York' };
    const { result, count } = await reading((tx) => sumEventsOfDay(tx, day, ['payment.succeeded']));
    expect(result).toMatchObject([{ type: 'payment.succeeded', method: 'CARD' }]);
    const found = result[0]?.count ?? 0;
    expect(Math.abs(found - events)).toBeLessThanOrEqual(1);
    expect(result[0]?.cents).toBe(found * 1030);
    // At most three of the 100 days are read. If the index by time is used, this applies to both companies.
    expect(count).toBeLessThan(7 * EVENTS_A_DAY);
  });
});

describe('The current figures of the summary', () => {
  it('the summary reads only the open payments', async () => {
    const before = instant('2026-11-15T14:00:00.000Z');
    const { result, count } = await reading((tx) => sumHeld(tx, company.companyId, before));
    expect(result).toEqual({ count: 3, cents: 3090 });
    expect(count).toBeLessThan(20);
  });

  it("the summary reads only the company's balances", async () => {
    const { result, count } = await reading((tx) => sumOpen(tx, company.companyId));
    expect(result).toEqual({ openCents: 18_000, overdueCents: 9000 });
    expect(count).toBeLessThan(60);
  });
});

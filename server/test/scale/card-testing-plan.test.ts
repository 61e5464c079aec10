/** The limits against card testing (R23) read only refused attempts, regardless of how many payments were made. */
import { instant } from '@quittance/contract/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import {
  countCompanyAttempts,
  countRefusalsOfAddress,
  listRecentAttempts,
} from '../../src/ledger/recent-attempts.ts';
import type { Scope, Tx } from '../../src/platform/database/database.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { addCompany, addInvoice, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';

const NOW = '2026-11-15T15:00:00.000Z';
const SINCE = instant('2026-11-15T14:00:00.000Z');
const ADDRESS = '192.0.2.1';
const PAID = 5000;
const REFUSED = 3;
/** Writing the rows takes long on a busy machine. */
const SEED_MS_MAX = 120_000;

let fresh: FreshDatabase;
let company: TestCompany;
let actor: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  const sealer = createSealer(systemEntropy.bytes(32));
  const setting = { database, sealer, clock: fixedClock(NOW), entropy: systemEntropy };
  company = await addCompany(setting, newMerchant('stripe'));
  const { companyId, customerId } = company;
  const { requestId } = await addInvoice(setting, company);
  actor = `customer:${customerId}`;
  await database.pool.query(
    `insert into attempts (company_id, id, request_id, customer_id, purpose, type, initiator, processor, method,
       state, amount_cents, fee_cents, credit_cents, client_address, actor, created_at, settled_at)
     select $1, gen_random_uuid(), $2, $3, 'PARTIAL', 'PAYMENT', 'CIT', 'stripe', 'CARD',
       case when n <= $4::int then 'FAILED' else 'SUCCEEDED' end, 1000, 0, 0, $5, $6,
       $7::timestamptz - n * interval '500 milliseconds', $7
     from generate_series(1, $4::int + $8::int) n`,
    [companyId, requestId, customerId, REFUSED, ADDRESS, actor, NOW, PAID],
  );
  await database.pool.query('analyze attempts');
}, SEED_MS_MAX);
afterAll(() => fresh.drop());

/** The count includes rows read by earlier transactions on the connection. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(
    `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
     where relname = 'attempts'`,
  );
  return Number(rows[0]?.read);
}

async function attemptsRead(
  work: (tx: Tx) => Promise<unknown>,
  scope: Scope | null = null,
): Promise<number> {
  const { inCompany, asSystem } = fresh.database;
  const run: typeof asSystem = scope ? (part) => inCompany(scope, part) : asSystem;
  return run(async (tx) => {
    const before = await countRead(tx);
    await work(tx);
    return (await countRead(tx)) - before;
  });
}

describe('Limits against card testing with many payments (R23)', () => {
  it('the attempt limit of a payer reads only the declined attempts', async () => {
    const { companyId, customerId } = company;
    const read = await attemptsRead(
      async (tx) => {
        const recent = await listRecentAttempts(tx, { companyId, actor, since: SINCE });
        expect(recent).toHaveLength(REFUSED);
      },
      { companyId, customerId },
    );
    expect(read).toBeLessThanOrEqual(REFUSED);
  });

  it('the attempt limit of an address reads only the declined attempts', async () => {
    const asked = { address: ADDRESS, since: SINCE, inFlightSince: SINCE };
    const read = await attemptsRead(async (tx) => {
      expect(await countRefusalsOfAddress(tx, asked)).toBe(REFUSED);
    });
    expect(read).toBeLessThanOrEqual(REFUSED);
  });

  it('the attempt limit of a company reads all attempts only after many declines', async () => {
    const asked = { companyId: company.companyId, since: SINCE };
    const few = await attemptsRead(async (tx) => {
      const counted = await countCompanyAttempts(tx, { ...asked, refusalsMin: REFUSED });
      expect(counted.refusals).toBe(REFUSED);
    });
    expect(few).toBeLessThanOrEqual(REFUSED);
    await attemptsRead(async (tx) => {
      const counted = await countCompanyAttempts(tx, { ...asked, refusalsMin: REFUSED - 1 });
      expect(counted).toEqual({ attempts: PAID + REFUSED, refusals: REFUSED });
    });
  });
});

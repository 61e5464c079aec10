/**
 * Three members of staff and a payer work on one invoice at the same moment, at two real servers: notes, refunds,
 * checks, credit, and what undoes them. After every round the invoice gives back at most its total (R112), and at
 * the end the records of the processor agree. A short run has one server in this process.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFullRun, sampled } from '../../../domain/test/full-run.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type Random, randomFrom } from '../random.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import { openDurablePortal } from '../world/durable-portal.ts';
import { newMerchant } from '../world/merchant.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { useWorld, type World } from '../world/world.ts';
import { type Done, type Facts, payAsPayer, workAsStaff } from './staff-at-once.ts';

const ROUNDS = sampled({ sample: 15, full: 500 });
/** After so many rounds the invoice is called off, and the next one begins. */
const ROUNDS_OF_INVOICE = sampled({ sample: 15, full: 25 });
const LAST_ROUNDS = 3;
const STAFF = 3;
const SEED = 20_261_119;
const LIMIT_MS = sampled({ sample: 120_000, full: 3_600_000 });
const REFUNDED_MS_MAX = 360_000;

vi.setConfig({ testTimeout: LIMIT_MS });

type Stage = {
  world: Pick<World, 'deps'>;
  urls: readonly string[];
  sandbox: Sandbox;
  database: Database;
  sendRefunds(): Promise<unknown>;
  stop(): Promise<void>;
};

const own = useWorld();
let stage: Stage;

async function openServers(): Promise<Stage> {
  const sandbox = await startSandbox();
  const portal = await openDurablePortal(sandbox.url, { servers: 2 });
  const { database, sealer, urls } = portal;
  const deps = { database, sealer, clock: systemClock, entropy: systemEntropy } as Deps; // because the helpers use no more of it
  return {
    world: { deps },
    urls,
    sandbox,
    database,
    sendRefunds: () => database.pool.query('select graphile_worker.add_job($1)', ['make_refunds']),
    async stop() {
      await portal.stop();
      await sandbox.stop();
    },
  };
}

beforeAll(async () => {
  const { deps, url, sandbox } = own;
  const here = { world: own, urls: [url], sandbox, database: deps.database };
  const sendRefunds = () => makeRefunds(deps);
  stage = isFullRun ? await openServers() : { ...here, sendRefunds, stop: async () => undefined };
}, 180_000);
afterAll(() => stage.stop());

const toUrl = (index: number) => stage.urls[index % stage.urls.length] ?? '';

async function openCompany() {
  const { world, sandbox } = stage;
  const merchant = newMerchant('stripe');
  await sandbox.register(merchant);
  const company = await addCompany(world.deps, merchant);
  const staff: Provider[] = [];
  for (let index = 0; index < STAFF; index += 1) {
    staff.push(await createProvider({ ...world, url: toUrl(index) }, company));
  }
  await staff[0]?.('PATCH', '/company', { body: { isFeeKeepable: true } });
  return { company, staff };
}

async function readFacts(known: Omit<Facts, 'rows'>): Promise<Facts> {
  const { rows } = await stage.database.pool.query<Facts['rows'][number]>(
    `select id, method, type, state from attempts where invoice_id = any($1::uuid[])
     order by created_at, id`,
    [[known.invoice.invoiceId, known.earlier.invoiceId]],
  );
  return { ...known, rows };
}

type Round = { company: TestCompany; staff: readonly Provider[]; facts: Facts; round: number };

/** All at once, each at another server than the one before. */
async function work({ company, staff, facts, round }: Round, random: Random): Promise<Done[]> {
  const { sandbox } = stage;
  const portal = { url: toUrl(round), sandbox, company, invoice: facts.invoice };
  const done = await Promise.all([
    ...staff.map((call, index) => workAsStaff(call, facts, { random, key: `${round}-${index}` })),
    ...(random.below(3) === 0 ? [payAsPayer(portal)] : []),
    ...(random.below(3) === 0 ? [stage.sendRefunds().then(() => null)] : []),
  ]);
  return done.flatMap((each) => each ?? []);
}

function tally(all: readonly Done[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { task, status, code } of all) {
    const name = `${task} ${status < 300 ? 'accepted' : code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function countOpenRefunds(): Promise<number> {
  const { rowCount } = await stage.database.pool.query(
    "select from refunds where state in ('REQUESTED', 'SENT', 'PENDING')",
  );
  return rowCount ?? 0;
}

/** Every charge of the processor with what it refunded, as it is and as the ledger has it. */
async function readBoth({ companyId, merchant }: TestCompany) {
  const charges = await stage.sandbox.records(merchant);
  const { rows } = await stage.database.pool.query<{ line: string }>(
    `select a.id || ' ' || a.amount_cents + a.fee_cents || ' ' || coalesce(sum(p.amount_cents), 0) as line
     from attempts a left join postings p on p.company_id = a.company_id and p.attempt_id = a.id
       and p.source = 'clearing:stripe' and p.refund_id is not null
     where a.company_id = $1 and a.processor = 'stripe' and a.state = 'SUCCEEDED'
     group by a.company_id, a.id`,
    [companyId],
  );
  const succeeded = charges.filter(({ status }) => status === 'succeeded');
  return {
    there: succeeded
      .map((each) => `${each.internalTransactionID} ${each.amountCents} ${each.refundedCents}`)
      .sort(),
    here: rows.map(({ line }) => line).sort(),
  };
}

describe('Three members of staff and a payer on one invoice at once (R112 to R115)', () => {
  it(`never give back more than its total in ${ROUNDS} rounds`, async () => {
    const random = randomFrom(SEED);
    const { company, staff } = await openCompany();
    const open = () => addInvoice(stage.world.deps, company);
    let earlier: TestInvoice = await open();
    let invoice = await open();
    const done: Done[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = round % ROUNDS_OF_INVOICE;
      if (place === 0 && round > 0) [earlier, invoice] = [invoice, await open()];
      const isLast = place >= ROUNDS_OF_INVOICE - LAST_ROUNDS;
      const facts = await readFacts({ company, invoice, earlier, isLast });
      const ofRound = await work({ company, staff, facts, round }, random);
      done.push(...ofRound);
      expect(ofRound.filter(({ status }) => status >= 500)).toEqual([]);
      expect({ round, violations: await checkInvariants(stage.database) }).toEqual({
        round,
        violations: [],
      });
    }
    const patience = { timeout: REFUNDED_MS_MAX, interval: 500 };
    await stage.sendRefunds();
    await expect.poll(countOpenRefunds, patience).toBe(0);
    const { here, there } = await readBoth(company);
    expect(here).toEqual(there);
    expect(await checkInvariants(stage.database)).toEqual([]);
    const accepted = done.filter(({ status }) => status < 300).length;
    const figures = { orders: done.length, accepted, ...tally(done) };
    process.stdout.write(`${ROUNDS} rounds: ${JSON.stringify(figures)}\n`);
    expect(accepted).toBeGreaterThan(ROUNDS / 2);
  });
});

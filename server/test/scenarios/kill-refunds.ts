/**
 * Companies order refunds while servers are killed (R39, R80). Each refund is made once in the processor's own
 * records.
 */
import { expect } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import type { Random } from '../random.ts';
import type { TestCompany } from '../world/company.ts';
import { newApiKey } from '../world/provider-client.ts';
import { orderUntilAnswered, type RefundOrder, type Stage } from './kills.ts';

const REFUNDED_OF_EACH = 3;
const AMOUNT_CENTS_MAX = 2000;
/** The processors respond late, so that a kill also affects refunds that were made but not yet booked. */
const ANSWER_MS_MIN = 200;
const ANSWER_MS_MAX = 2500;
/** The servers sweep refunds at least once a minute. */
const SENDING_MS_MAX = 90_000;

export type Refunder = { company: TestCompany; apiKey: string };

export async function openRefunder(
  { portal: { database, sealer } }: Stage,
  company: TestCompany,
): Promise<Refunder> {
  const deps = { database, sealer, clock: systemClock, entropy: systemEntropy } as Deps; // because a key needs no more of it
  return { company, apiKey: (await newApiKey({ deps }, company)).key };
}

async function newOrders(
  { portal: { database } }: Stage,
  { company: { companyId }, apiKey }: Refunder,
  random: Random,
): Promise<RefundOrder[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from attempts a where company_id = $1 and state = 'SUCCEEDED' and not exists
       (select from refunds r where r.company_id = a.company_id and r.attempt_id = a.id)
     order by created_at, id limit $2`,
    [companyId, REFUNDED_OF_EACH],
  );
  return rows.flatMap(({ id: attemptId }, index) => {
    const amountCents = 1 + random.below(AMOUNT_CENTS_MAX);
    const keys = [`${attemptId}-1`, `${attemptId}-2`].slice(0, 1 + (index % 2));
    return keys.map((key) => ({ apiKey, attemptId, amountCents, key }));
  });
}

/**
 * Orders refunds at any of the servers, and makes both servers process them immediately instead of at the next full
 * minute. Returns the number of refunds.
 */
export async function orderRefunds(
  stage: Stage,
  refunders: readonly Refunder[],
  random: Random,
): Promise<number> {
  const { sandbox, portal } = stage;
  const orders: RefundOrder[] = [];
  for (const refunder of refunders) {
    const found = await newOrders(stage, refunder, random);
    if (found.length === 0) continue;
    const { merchant } = refunder.company;
    const slow = { operation: 'refund', fault: 'slow', times: found.length };
    await sandbox.fault({
      merchant,
      ...slow,
      delayMs: ANSWER_MS_MIN + random.below(ANSWER_MS_MAX),
    });
    orders.push(...found);
  }
  const codes = await Promise.all(
    orders.map((order, index) => orderUntilAnswered(portal.urls, order, index)),
  );
  expect(codes.filter((code) => code !== 201)).toEqual([]);
  for (const _server of portal.urls) {
    await portal.database.pool.query('select graphile_worker.add_job($1)', ['make_refunds']);
  }
  return orders.length;
}

type RefundRow = {
  attempt_id: string;
  processor: string;
  origin: string;
  state: string;
  amount_cents: string;
  tries: number;
};

async function refundRows({ portal: { database } }: Stage): Promise<RefundRow[]> {
  const { rows } = await database.pool.query<RefundRow>(
    `select r.attempt_id, a.processor, r.origin, r.state, r.amount_cents, r.tries from refunds r
     join attempts a on a.company_id = r.company_id and a.id = r.attempt_id`,
  );
  return rows;
}

const SENT_SINCE = 'select from refunds where sent_at >= $1';

async function countRows({ portal: { database } }: Stage, text: string, since: string) {
  return (await database.pool.query(text, [since])).rowCount ?? 0;
}

export const countSending = (stage: Stage, since: string) =>
  countRows(stage, `${SENT_SINCE} and state = 'SENT'`, since);

export async function untilSending(stage: Stage, since: string): Promise<void> {
  await expect
    .poll(() => countRows(stage, SENT_SINCE, since), { timeout: SENDING_MS_MAX, interval: 5 })
    .toBeGreaterThan(0);
}

async function refundedAt({ sandbox }: Stage, refunders: readonly Refunder[]) {
  const cents = new Map<string, number>();
  for (const { company } of refunders) {
    for (const charge of await sandbox.records(company.merchant)) {
      cents.set(charge.internalTransactionID ?? '', charge.refundedCents);
    }
  }
  return cents;
}

const sumRefunds = (rows: readonly RefundRow[]) =>
  rows.reduce((sum, { amount_cents: cents }) => sum + Number(cents), 0);

type Comparison = { id: string; bookedCents: number; refundedCents: number; rows: RefundRow[] };

async function compare(stage: Stage, refunders: readonly Refunder[]): Promise<Comparison[]> {
  const rows = await refundRows(stage);
  const atProcessor = await refundedAt(stage, refunders);
  return [...new Set(rows.map(({ attempt_id: id }) => id))].map((id) => {
    const ofCharge = rows.filter((row) => row.attempt_id === id);
    const bookedCents = sumRefunds(ofCharge.filter(({ state }) => state === 'SUCCEEDED'));
    return { id, rows: ofCharge, bookedCents, refundedCents: atProcessor.get(id) ?? 0 };
  });
}

/**
 * Returns payments whose refunds are not all made and booked. PayEngine does not deduplicate refunds, so a refund
 * that was marked as sent by a process that died before the call waits for a person.
 */
export async function undecidedRefunds(
  stage: Stage,
  refunders: readonly Refunder[],
): Promise<Comparison[]> {
  return (await compare(stage, refunders)).filter(
    ({ rows, bookedCents, refundedCents }) =>
      bookedCents !== refundedCents ||
      rows.some(
        ({ state, processor }) =>
          state !== 'SUCCEEDED' && (state !== 'SENT' || processor !== 'payengine'),
      ),
  );
}

/**
 * Every order has exactly one refund here, and the processor's refunds match the booked ones: nothing is lost or
 * made twice.
 */
export async function expectRefundsOnce(
  stage: Stage,
  refunders: readonly Refunder[],
  ordered: number,
) {
  const comparisons = await compare(stage, refunders);
  const rows = comparisons.flatMap((each) => each.rows);
  expect(rows.map(({ origin }) => origin).filter((origin) => origin !== 'PROVIDER')).toEqual([]);
  expect(rows).toHaveLength(ordered);
  const differing = comparisons.filter((each) => each.bookedCents !== each.refundedCents);
  expect(differing).toEqual([]);
  return {
    refunds: rows.length,
    refundsTriedAgain: rows.filter(({ tries }) => tries > 1).length,
    refundsHeldAtPayengine: rows.filter(({ state }) => state === 'SENT').length,
  };
}

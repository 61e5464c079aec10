/**
 * What a payer was promised, checked from outside: an attempt is charged as its submit said (M9), and a
 * key belongs to who used it. The portal's own columns cannot show either.
 */
import type { IdempotencyKey } from '@quittance/contract/ids';
import { AppError } from '../../src/errors.ts';
import type { Submitted } from '../../src/payments/checkout/submit-answer.ts';
import { type Principal, principalName } from '../../src/principal.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';
import type { Promises, Quote } from './seen.ts';
import type { SimWorld } from './world.ts';

export type PromisedSubmit = { principal: Principal; key: IdempotencyKey; quote: Quote };

/** Submits, and records what the payer saw and was answered. */
export async function submit(
  world: SimWorld,
  { principal, key, quote }: PromisedSubmit,
  send: () => Promise<Submitted>,
): Promise<void> {
  const scope = principalName(principal);
  const name = `${scope} ${key}`;
  const isFirst = !world.promises.quotes.has(name);
  if (isFirst) world.promises.quotes.set(name, quote);
  try {
    const { answer } = await send();
    world.promises.answers.push({ scope, paymentId: answer.paymentId });
  } catch (error) {
    if (isFirst && error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_REUSED') {
      world.unexplained.push(`${name} was used for the first time and is refused as used`);
    }
    throw error;
  }
}

const KEYS = `select k.scope, k.key, a.id, a.amount_cents as amount, a.fee_cents as fee
  from idempotency_keys k
  join attempts a on a.company_id = k.company_id and a.id = k.attempt_id`;

type Row = { scope: string; key: string; id: string; amount: string; fee: string };

export async function brokenPromises(
  { pool }: Pick<Database, 'pool'>,
  { quotes, answers }: Promises,
): Promise<Violation[]> {
  if (quotes.size === 0) return [];
  const { rows } = await pool.query<Row>({ name: 'promises', text: KEYS });
  const scopes = new Map(rows.map(({ id, scope }) => [id, scope]));
  const charged = rows.filter(({ scope, key, amount, fee }) => {
    const quote = quotes.get(`${scope} ${key}`);
    return quote?.amount !== Number(amount) || quote.fee !== Number(fee);
  });
  const others = answers.filter(({ scope, paymentId }) => {
    const owner = scopes.get(paymentId);
    return owner !== undefined && owner !== scope;
  });
  return [
    ...charged.map(({ id }) => ({
      invariant: 'M9: a payer is charged what the submit said, amount and fee',
      subject: id,
    })),
    ...others.map(({ paymentId }) => ({
      invariant: 'a key is answered with a payment of who used it',
      subject: paymentId,
    })),
  ];
}

/**
 * External checks of the promises to a payer: an attempt is charged with the terms of its submit (M9), and a key
 * belongs to the payer who used it. The portal's own columns cannot show either.
 */
import type { IdempotencyKey } from '@quittance/contract/ids';
import { AppError } from '../../src/kernel/errors.ts';
import { type Principal, principalName } from '../../src/kernel/principal.ts';
import type { SubmitOutcome } from '../../src/payments/checkout/submit-answer.ts';
import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { PromisedTerms, Promises } from './seen.ts';
import type { SimWorld } from './world.ts';

export type PromisedSubmit = PromisedTerms & { principal: Principal; key: IdempotencyKey };

export async function submit(
  world: SimWorld,
  { principal, key, ...promised }: PromisedSubmit,
  send: () => Promise<SubmitOutcome>,
): Promise<void> {
  const scope = principalName(principal);
  const name = `${scope} ${key}`;
  const isFirst = !world.promises.submits.has(name);
  if (isFirst) world.promises.submits.set(name, promised);
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

const KEYS = `select k.scope, k.key, a.id, a.amount_cents as amount, a.fee_cents as fee,
    a.installment_from as first, a.installment_to as last,
    (select json_agg(json_build_object('date', n.due_on::text, 'cost', n.cost_cents)
      order by n.index) from installments n
      where n.company_id = a.company_id and n.plan_id = a.plan_id) as dates,
    exists (select from plans p where p.company_id = a.company_id and p.id = a.plan_id
      and p.ends_on is not null) as "isChanged"
  from idempotency_keys k
  join attempts a on a.company_id = k.company_id and a.id = k.attempt_id`;

type Row = {
  scope: string;
  key: string;
  id: string;
  amount: string;
  fee: string;
  first: number | null;
  last: number | null;
  dates: { date: string; cost: number }[] | null;
  /** The payer has since agreed to other dates (ADR 0092). */
  isChanged: boolean;
};

function isKept(row: Row, promised: PromisedTerms | undefined): boolean {
  if (!promised) return false;
  const { quote, installments, dates } = promised;
  const [from, to] = [installments?.at(0), installments?.at(-1)];
  return (
    quote.amount === Number(row.amount) &&
    quote.fee === Number(row.fee) &&
    (from === undefined || from === row.first) &&
    (to === undefined || to === row.last) &&
    (!dates || row.isChanged || dates.every(({ date }, at) => row.dates?.[at]?.date === date))
  );
}

export async function brokenPromises(
  { pool }: Pick<Database, 'pool'>,
  { submits, answers }: Promises,
): Promise<Violation[]> {
  if (submits.size === 0) return [];
  const { rows } = await pool.query<Row>({ name: 'promises', text: KEYS });
  const scopes = new Map(rows.map(({ id, scope }) => [id, scope]));
  const broken = rows.filter((row) => !isKept(row, submits.get(`${row.scope} ${row.key}`)));
  const others = answers.filter(({ scope, paymentId }) => {
    const owner = scopes.get(paymentId);
    return owner !== undefined && owner !== scope;
  });
  return [
    ...broken.map(({ id }) => ({
      invariant: 'M9: a payer is charged what the submit said: amount, fee, installments and dates',
      subject: id,
    })),
    ...others.map(({ paymentId }) => ({
      invariant: 'a key is answered with a payment of who used it',
      subject: paymentId,
    })),
  ];
}

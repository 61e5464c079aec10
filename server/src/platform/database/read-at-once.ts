/** Reads whose scope is set in the same write (decision 0055). */
import type pg from 'pg';
import { sendTogether } from './connection.ts';
import { txOf } from './transaction.ts';
import type { Scope, Tx } from './tx.ts';

/**
 * Does not wait for the scope to be set. If it was not, the reads may have run outside of the company's scope: then
 * their result is dropped.
 */
export async function readAtOnce<Result>(
  client: pg.PoolClient,
  setScope: string | pg.QueryConfig,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  sendTogether(client);
  const [set, result] = await Promise.allSettled([client.query(setScope), work(txOf(client))]);
  if (set.status === 'rejected') throw set.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Until the next statement on the connection, which sets another scope. */
export function scopeOfConnection({ companyId, customerId }: Scope): pg.QueryConfig {
  return {
    name: 'scope',
    text: "select set_config('app.company_id', $1, false), set_config('app.customer_id', $2, false)",
    values: [companyId, customerId ?? ''],
  };
}

/** A transaction, and in whose name it runs. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

type Client = {
  query<Row extends unknown[]>(
    query: pg.QueryArrayConfig,
    values: unknown[],
  ): Promise<pg.QueryArrayResult<Row>>;
};

/** A transaction that has begun. It ends with the work that it was given to. */
export type Tx = Omit<NodePgDatabase, 'transaction'> & { $client: Client };

export type Scope = {
  companyId: CompanyId;
  customerId?: CustomerId;
  /** The company's own systems act: they may write what the company decides. */
  asProvider?: true;
  /**
   * A person is erased, which only the owner of the tables can do. Citus takes the writes of one role in a transaction:
   * on several servers the whole of it is the owner's, and only its conditions keep to the company.
   */
  isErasure?: true;
  /** Every statement finds its rows by their keys, so that one plan is good for all values. */
  isByKey?: true;
  /** Lists with filters of every kind: a plan that is kept for all values would be a bad one for some. */
  isPlannedAnew?: true;
  /** Only reads, all of one moment, for as long as it takes. */
  isSnapshot?: true;
};

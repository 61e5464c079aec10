/**
 * Bare access to the portal's tables: `pg` with named statements, in transactions under the portal's role, so that
 * row-level security applies as it does in the portal.
 */
import pg from 'pg';

const PORTAL_ROLE = 'quittance_portal';
const CONNECTIONS_MAX = 20;

type Scope = { companyId: string; customerId: string };

const SET_SCOPE = {
  name: 'set_scope',
  text: `select set_config('app.company_id', $1, true), set_config('app.customer_id', $2, true),
    set_config('role', '${PORTAL_ROLE}', true)`,
};

type Work<Result> = (client: pg.PoolClient) => Promise<Result>;

export type BareDatabase = {
  inScope<Result>(scope: Scope, work: Work<Result>): Promise<Result>;
  /** Bypasses row-level security. */
  asOwner<Result>(work: Work<Result>): Promise<Result>;
};

export function openBareDatabase(url: string): BareDatabase {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  async function transaction<Result>(work: Work<Result>): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
  return {
    asOwner: transaction,
    inScope: ({ companyId, customerId }, work) =>
      transaction(async (client) => {
        await client.query({ ...SET_SCOPE, values: [companyId, customerId] });
        return work(client);
      }),
  };
}

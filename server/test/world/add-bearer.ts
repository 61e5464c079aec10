/** Creates a signed-in customer's bearer token, as the sign-in would. */
import { mintBearer, openSession } from '../../src/identity/session.ts';
import type { TestCompany } from './company.ts';
import type { TestPortal } from './test-portal.ts';

const PAST = '2026-11-01T00:00:00.000Z';

/** `dead`: the session column that ended the session long ago. */
export async function addBearer(
  { deps, pool }: TestPortal,
  { companyId, customerId }: TestCompany,
  dead: 'expires_at' | 'revoked_at' | null = null,
): Promise<string> {
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const { id, bearer } = await deps.database.asSystem(async (tx) => {
    const session = await openSession(tx, deps, { companyId, customerId, visitor });
    return { id: session.id, bearer: await mintBearer(tx, deps, session) };
  });
  if (dead) await pool.query(`update sessions set ${dead} = $2 where id = $1`, [id, PAST]);
  return bearer;
}

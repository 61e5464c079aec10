/** Ends the caller's session, or all sessions of the customer; their sockets end through the outbox. */
import type { Deps } from '../deps.ts';
import { type CustomerPrincipal, principalName } from '../principal.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { endSessions } from './session.ts';

export async function signOut(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  principal: CustomerPrincipal,
  reach: 'here' | 'everywhere',
): Promise<void> {
  const { companyId, customerId, sessionId } = principal;
  const which = reach === 'here' ? { companyId, sessionId } : { companyId, customerId };
  await database.inCompany({ companyId, customerId }, async (tx) => {
    const at = clock.now();
    const count = await endSessions(tx, which, at);
    const actor = principalName(principal);
    const action = reach === 'here' ? 'signed_out' : 'signed_out_everywhere';
    await appendAudit(tx, { companyId, actor, action, subject: sessionId, detail: { count }, at });
  });
}

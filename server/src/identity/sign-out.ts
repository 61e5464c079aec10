/**
 * Ends the caller's session with its device, or all sessions and devices of the customer; their sockets end through the
 * outbox.
 */
import type { Deps } from '../kernel/deps.ts';
import { type CustomerPrincipal, principalName } from '../kernel/principal.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import { findDeviceOfSession } from './device-rows.ts';
import { endSessions } from './session.ts';

export async function signOut(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  principal: CustomerPrincipal,
  reach: 'here' | 'everywhere',
): Promise<void> {
  const { companyId, customerId, sessionId } = principal;
  await database.inCompany({ companyId, customerId }, async (tx) => {
    const at = clock.now();
    const deviceId = await findDeviceOfSession(tx, { companyId, sessionId });
    const device = deviceId ? { companyId, customerId, deviceId } : { companyId, sessionId };
    const which = reach === 'here' ? device : { companyId, customerId };
    const count = await endSessions(tx, which, at);
    const actor = principalName(principal);
    const action = reach === 'here' ? 'signed_out' : 'signed_out_everywhere';
    await appendAudit(tx, { companyId, actor, action, subject: sessionId, detail: { count }, at });
  });
}

/** A change that is told: in the audit trail, and for the company's other systems. */
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { type Actor, type ProviderDeps, recordAction } from '../audit/recorded-action.ts';
import type { Tx } from '../database/database.ts';
import { recordEvent } from './record-event.ts';

type Told = {
  actor: Actor;
  action: EventType;
  object: { id: string };
  detail?: Record<string, unknown>;
};

export async function tell(
  tx: Tx,
  deps: ProviderDeps,
  { actor, action, object, detail = {} }: Told,
): Promise<void> {
  const [kind] = action.split('.');
  const { companyId } = actor;
  recordEvent(tx, { companyId, type: action, objectId: object.id, at: deps.clock.now() });
  await recordAction(tx, deps, { actor, action, subject: `${kind}:${object.id}`, detail });
}

/**
 * The two sign-in realms: customers at the portal and staff at the console. Both use the same mechanism. Each realm
 * has its own tables, so that no join can turn a customer into a member (ADR 0099).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { Deps } from '../kernel/deps.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Scope, Tx } from '../platform/database/database.ts';
import type { CustomerKey, MemberKey } from '../platform/database/keys.ts';
import { sessions, signInTokens } from '../schema/access.ts';
import { passkeys } from '../schema/passkeys.ts';
import { staffPasskeys, staffSessions, staffSignIns } from '../schema/staff.ts';

export const REALMS = {
  customer: {
    tables: { sessions, signInTokens, passkeys },
    sessionIdleMs: 30 * MINUTE_MS,
    sessionAbsoluteMs: 12 * HOUR_MS,
    actions: {
      signInMailed: 'sign_in_mailed',
      signedIn: 'signed_in',
      passkeyAdded: 'passkey.added',
      passkeyRemoved: 'passkey.removed',
      passkeyCloned: 'passkey.cloned',
    },
    errors: { tooManyPasskeys: 'PASSKEYS_MAX_10', passkeyRefused: 'PASSKEY_NOT_ADDED' },
  },
  staff: {
    tables: { sessions: staffSessions, signInTokens: staffSignIns, passkeys: staffPasskeys },
    sessionIdleMs: 12 * HOUR_MS,
    sessionAbsoluteMs: 7 * DAY_MS,
    actions: {
      signInMailed: 'staff.sign_in_mailed',
      signedIn: 'staff.signed_in',
      passkeyAdded: 'staff.passkey_added',
      passkeyRemoved: 'staff.passkey_removed',
      passkeyCloned: 'staff.passkey_cloned',
    },
    errors: { tooManyPasskeys: 'PASSKEYS_MAX', passkeyRefused: 'PASSKEY_NOT_VERIFIED' },
  },
} as const;

export type RealmName = keyof typeof REALMS;

export type Owner = CustomerKey | MemberKey;

export function ownerRealm(owner: Owner) {
  return REALMS['memberId' in owner ? 'staff' : 'customer'];
}

/** Returns only the owner columns of a row or caller. */
export function ownerKey(owner: Owner): Owner {
  const { companyId } = owner;
  return 'memberId' in owner
    ? { companyId, memberId: owner.memberId }
    : { companyId, customerId: owner.customerId };
}

/** Row security: only the role of the company's own systems can read staff rows. */
export function ownerScope(owner: Owner): Scope {
  const { companyId } = owner;
  return 'memberId' in owner
    ? { companyId, asProvider: true }
    : { companyId, customerId: owner.customerId };
}

export function actorName(owner: Owner): string {
  return 'memberId' in owner ? `staff:${owner.memberId}` : `customer:${owner.customerId}`;
}

type OwnAction = { action: string; subject: string; detail?: Record<string, unknown> };

export async function auditOwner(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { owner, action, subject, detail = {} }: OwnAction & { owner: Owner },
): Promise<void> {
  const { companyId } = owner;
  const actor = actorName(owner);
  await appendAudit(tx, { companyId, actor, action, subject, detail, at: clock.now() });
}

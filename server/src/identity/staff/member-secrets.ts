/**
 * Names and addresses of staff at rest: sealed, and an address also as a hash with a key of its company, by which it is
 * found (ADR 0099). The key is sealed like every secret, so that the hashes outlast a rotation of sealing keys.
 */
import { createHmac } from 'node:crypto';
import type { MemberId } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sealer, sealContext } from '../../platform/sealing/seal.ts';
import { findLookupKey, keepLookupKey, type MemberRow } from './members.ts';

const KEY_BYTES = 32;

type LookupDeps = Pick<Deps, 'sealer' | 'entropy'>;

export function mintLookupKey({ bytes }: Deps['entropy']): string {
  return Buffer.from(bytes(KEY_BYTES)).toString('base64url');
}

async function lookupKeyOf(tx: Tx, { sealer, entropy }: LookupDeps, companyId: CompanyId) {
  const context = sealContext.lookupKey(companyId);
  const known = await findLookupKey(tx, companyId);
  if (known) return sealer.open(known, context);
  const sealed = sealer.seal(mintLookupKey(entropy), context);
  const kept = await keepLookupKey(tx, { companyId, sealed });
  invariant(kept, 'a company has its secrets');
  return sealer.open(kept, context);
}

/** Letters in any case are the same address. */
export function emailHashOf(lookupKey: string, email: string): string {
  return createHmac('sha256', lookupKey).update(email.trim().toLowerCase()).digest('hex');
}

/** System scope: the key is a secret of the company. */
export async function hashEmail(
  tx: Tx,
  deps: LookupDeps,
  { companyId, email }: { companyId: CompanyId; email: string },
): Promise<string> {
  return emailHashOf(await lookupKeyOf(tx, deps, companyId), email);
}

type Sealed = { companyId: CompanyId; memberId: MemberId };

export function sealName(sealer: Sealer, { name, ...member }: Sealed & { name: string }): string {
  return sealer.seal(name, sealContext.memberName(member));
}

export function sealEmail(
  sealer: Sealer,
  { email, ...member }: Sealed & { email: string },
): string {
  return sealer.seal(email, sealContext.memberEmail(member));
}

export function nameOf(sealer: Sealer, { companyId, id, nameSealed }: MemberRow): string {
  return sealer.open(nameSealed, sealContext.memberName({ companyId, memberId: id }));
}

/** Null once the member was removed. */
export function emailOf(sealer: Sealer, { companyId, id, emailSealed }: MemberRow): string | null {
  const context = sealContext.memberEmail({ companyId, memberId: id });
  return emailSealed === null ? null : sealer.open(emailSealed, context);
}

/**
 * Uses a passkey: a customer signs in with a passkey of the page's company (R63), and a staff member proves the
 * second factor (R74). A passkey whose counter went backward is blocked. The caller sees the same error for every
 * refusal.
 */
import type { Instant } from '@quittance/contract/dates';
import type { PasskeyRequest, UsedPasskey } from '@quittance/contract/identity/passkey-schemas';
import type { CompanyId } from '@quittance/contract/ids';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { updateRow } from '../../platform/database/rows.ts';
import { staffSessions } from '../../schema/staff.ts';
import { auditOwner, ownerRealm, ownerScope } from '../realm.ts';
import { enterPortal, type PortalBrowser, requireCompany, type SignInResult } from '../sign-in.ts';
import { SECOND_FACTOR_MS, type StaffCaller } from '../staff-session.ts';
import { beginUse, finishUse } from './ceremony.ts';
import {
  type ChallengeOwner,
  listPasskeys,
  lockPasskey,
  type PasskeyRow,
  spendChallenge,
  updatePasskey,
} from './passkey-rows.ts';
import { keepChallenge, toUserId } from './passkeys.ts';

async function block(tx: Tx, deps: Deps, passkey: PasskeyRow): Promise<void> {
  const { companyId, id: passkeyId } = passkey;
  await updatePasskey(tx, passkey, { blockedAt: deps.clock.now() });
  const action = ownerRealm(passkey).actions.passkeyCloned;
  await auditOwner(tx, deps, { owner: passkey, action, subject: `passkey:${passkeyId}` });
  if ('memberId' in passkey) {
    const { memberId } = passkey;
    deps.log.error(
      { event: 'staff.passkey_cloned', companyId, memberId, passkeyId },
      'the counter of a passkey of staff went back; the passkey was blocked',
    );
  } else {
    deps.log.warn(
      { event: 'passkey.cloned', companyId, passkeyId },
      'the counter of a passkey went back; the passkey was blocked',
    );
  }
}

type Use = { passkey: PasskeyRow; response: UsedPasskey; scope: string; owner: ChallengeOwner };

/** Returns false if the passkey is refused. A block of the passkey is stored even then. */
async function usePasskey(
  tx: Tx,
  deps: Deps,
  { passkey, response, scope, owner }: Use,
): Promise<boolean> {
  if (passkey.blockedAt) return false;
  const spend = (challenge: Parameters<typeof spendChallenge>[2]) =>
    spendChallenge(tx, owner, challenge);
  const stored = { ...passkey, userId: toUserId(passkey) };
  const used = await finishUse(deps, { response, scope, spend }, stored);
  if (used.outcome === 'cloned') await block(tx, deps, passkey);
  if (used.outcome !== 'proven') return false;
  const { counter, isBackedUp } = used;
  await updatePasskey(tx, passkey, { counter, isBackedUp, lastUsedAt: deps.clock.now() });
  return true;
}

const signInScope = (companyId: CompanyId) => `sign-in/${companyId}`;

/** Accepts any passkey of the site. No customer is named, so the response does not reveal who has a passkey. */
export async function requestPasskey(deps: Deps, domain: string): Promise<PasskeyRequest> {
  const { companyId } = await requireCompany(deps, domain);
  return beginUse(deps, { scope: signInScope(companyId) });
}

export async function signInByPasskey(
  deps: Deps,
  { domain, response }: { domain: string; response: UsedPasskey },
  browser: PortalBrowser,
): Promise<SignInResult> {
  const { companyId } = await requireCompany(deps, domain);
  const scope = signInScope(companyId);
  const result = await deps.database.asSystem(async (tx) => {
    const passkey = await lockPasskey(tx, 'customer', { companyId, credentialId: response.id });
    const isUsed =
      passkey && (await usePasskey(tx, deps, { passkey, response, scope, owner: passkey }));
    if (!isUsed) return null;
    const { id: passkeyId, customerId } = passkey;
    return enterPortal(tx, deps, { companyId, customerId, browser, passkeyId });
  });
  if (!result) throw new AppError('PASSKEY_NOT_VALID');
  return result;
}

const secondFactorScope = ({ companyId, sessionId }: StaffCaller) =>
  `staff/${companyId}/${sessionId}/prove`;

export function requestSecondFactor(deps: Deps, caller: StaffCaller): Promise<PasskeyRequest> {
  return deps.database.inCompany(ownerScope(caller), async (tx) => {
    const allowed = (await listPasskeys(tx, caller)).filter(({ blockedAt }) => blockedAt === null);
    if (allowed.length === 0) throw new AppError('PASSKEY_MISSING');
    const request = beginUse(deps, { scope: secondFactorScope(caller), allowed });
    await keepChallenge(tx, caller, request.challenge);
    return request;
  });
}

/**
 * Returns the time until which the second factor is valid. A refusal is also committed, so that it is on record.
 */
export async function proveSecondFactor(
  deps: Deps,
  caller: StaffCaller,
  response: UsedPasskey,
): Promise<Instant> {
  const { companyId, memberId, sessionId } = caller;
  const at = deps.clock.now();
  const isProved = await deps.database.inCompany(ownerScope(caller), async (tx) => {
    const key = { companyId, memberId, credentialId: response.id };
    const passkey = await lockPasskey(tx, 'staff', key);
    const use = { response, scope: secondFactorScope(caller), owner: caller };
    const isUsed = passkey !== null && (await usePasskey(tx, deps, { passkey, ...use }));
    const change = { secondFactorAt: at };
    if (isUsed) await updateRow(tx, staffSessions, { key: { companyId, id: sessionId }, change });
    const action = isUsed ? 'staff.second_factor_proved' : 'staff.second_factor_refused';
    const subject = passkey ? `passkey:${passkey.id}` : caller.name;
    await auditOwner(tx, deps, { owner: caller, action, subject });
    return isUsed;
  });
  if (!isProved) throw new AppError('PASSKEY_NOT_VERIFIED');
  return addMs(at, SECOND_FACTOR_MS);
}

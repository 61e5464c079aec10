/**
 * Passkeys of staff, and the second factor (R74). The first one is added soon after a sign-in by mail, every other one
 * with the second factor, so that a stolen session adds none. A challenge is bound to its session and answered once.
 */
import type { Instant } from '@quittance/contract/dates';
import type { NewPasskey, Passkey } from '@quittance/contract/identity/desk-passkeys';
import type {
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@quittance/contract/identity/passkey-schemas';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../../companies/store.ts';
import { mailStaff } from '../../customers/mail/staff-mail.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sealContext } from '../../platform/sealing/seal.ts';
import { hashToken } from '../../platform/sealing/secret-token.ts';
import { beginCreation, beginUse, finishCreation, finishUse } from '../passkeys/ceremony.ts';
import type { Challenge } from '../passkeys/challenge.ts';
import { emailOf, nameOf } from './member-secrets.ts';
import { lockMember } from './members.ts';
import { setChallenge, setSecondFactor, spendChallenge } from './sessions.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  type PasskeyRow,
  updatePasskey,
} from './staff-passkey-rows.ts';
import {
  FIRST_PASSKEY_MS,
  requireSecondFactor,
  SECOND_FACTOR_MS,
  type StaffCaller,
} from './staff-session.ts';

const PASSKEYS_MAX = 10;

type PasskeyDeps = Pick<Deps, 'database' | 'clock' | 'entropy' | 'sealer' | 'publicUrl' | 'log'>;

const inScopeOf = ({ companyId }: StaffCaller) => ({ companyId, asProvider: true }) as const;

/** A challenge of one session and purpose is none in another. */
const challengeScope = ({ companyId, sessionId }: StaffCaller, purpose: 'add' | 'prove') =>
  `staff/${companyId}/${sessionId}/${purpose}`;

/** What the authenticator knows the member by: opaque. */
const userIdOf = ({ memberId }: StaffCaller) => Buffer.from(memberId.replaceAll('-', ''), 'hex');

const keyOf = ({ credentialId, publicKey, signCount: counter, transports }: PasskeyRow) => ({
  ...{ credentialId, publicKey, counter, transports },
});

type AuditedAction = { action: string; subject: string };

function record(
  tx: Tx,
  { clock }: PasskeyDeps,
  { caller, ...action }: AuditedAction & { caller: StaffCaller },
) {
  const { companyId, name: actor } = caller;
  return appendAudit(tx, { companyId, actor, ...action, detail: {}, at: clock.now() });
}

async function mayAdd(tx: Tx, deps: PasskeyDeps, caller: StaffCaller): Promise<void> {
  const count = await countPasskeys(tx, caller);
  if (count >= PASSKEYS_MAX) throw new AppError('PASSKEYS_MAX');
  if (count > 0) return requireSecondFactor(deps, caller);
  if (deps.clock.now() >= addMs(caller.signedInAt, FIRST_PASSKEY_MS)) {
    throw new AppError('RECENT_SIGN_IN_REQUIRED');
  }
}

/** What the browser needs to register a passkey. */
export function offerPasskey(deps: PasskeyDeps, caller: StaffCaller): Promise<PasskeyCreation> {
  return deps.database.inCompany(inScopeOf(caller), async (tx) => {
    await mayAdd(tx, deps, caller);
    const company = await findCompany(tx, caller.companyId);
    const member = await lockMember(tx, caller);
    invariant(company, 'a member belongs to a company');
    if (!member) throw new AppError('UNAUTHORIZED');
    const options = beginCreation(deps, {
      scope: challengeScope(caller, 'add'),
      siteName: company.name,
      user: {
        id: userIdOf(caller),
        name: emailOf(deps.sealer, member) ?? '',
        displayName: nameOf(deps.sealer, member),
      },
      existing: (await listPasskeys(tx, caller)).map(keyOf),
    });
    await setChallenge(tx, caller, hashToken(options.challenge));
    return options;
  });
}

const spendIn = (tx: Tx, caller: StaffCaller) => (challenge: Challenge) =>
  spendChallenge(tx, caller, hashToken(challenge.text));

function shown({ sealer }: Pick<Deps, 'sealer'>, row: PasskeyRow): Passkey {
  const { companyId, id, createdAt, lastUsedAt } = row;
  const context = sealContext.passkeyName({ companyId, passkeyId: id });
  return { id, createdAt, lastUsedAt, name: sealer.open(row.nameSealed, context) };
}

/** Counts as the second factor: the passkey was just used. Its owner is told by mail. */
export function addPasskey(
  deps: PasskeyDeps,
  caller: StaffCaller,
  { name, credential }: NewPasskey,
): Promise<Passkey> {
  return deps.database.inCompany(inScopeOf(caller), async (tx) => {
    // Of two at once, the second one counts the passkey of the first.
    const member = await lockMember(tx, caller);
    if (!member) throw new AppError('UNAUTHORIZED');
    await mayAdd(tx, deps, caller);
    const created = await finishCreation(deps, {
      response: credential,
      scope: challengeScope(caller, 'add'),
      spend: spendIn(tx, caller),
    });
    if (created.outcome === 'refused') throw new AppError('PASSKEY_NOT_VERIFIED');
    const { companyId, memberId } = caller;
    const id = deps.entropy.uuid();
    const at = deps.clock.now();
    const { counter: signCount, ...key } = created.key;
    const context = sealContext.passkeyName({ companyId, passkeyId: id });
    const row = await insertPasskey(tx, {
      ...{ companyId, id, memberId, ...key, signCount, createdAt: at, lastUsedAt: at },
      nameSealed: deps.sealer.seal(name, context),
    });
    if (!row) throw new AppError('PASSKEY_NOT_VERIFIED');
    await setSecondFactor(tx, caller, at);
    await record(tx, deps, { caller, action: 'staff.passkey_added', subject: `passkey:${id}` });
    await mailStaff(tx, { companyId, memberId, template: 'staff-passkey-added', at });
    return shown(deps, row);
  });
}

async function shownAll(tx: Tx, deps: Pick<Deps, 'sealer'>, caller: StaffCaller) {
  return (await listPasskeys(tx, caller)).map((row) => shown(deps, row));
}

export function readPasskeys(deps: PasskeyDeps, caller: StaffCaller): Promise<Passkey[]> {
  return deps.database.readInCompany(inScopeOf(caller), (tx) => shownAll(tx, deps, caller));
}

export function removePasskey(
  deps: PasskeyDeps,
  caller: StaffCaller,
  passkeyId: string,
): Promise<Passkey[]> {
  return deps.database.inCompany(inScopeOf(caller), async (tx) => {
    const { companyId, memberId } = caller;
    const isGone = await deletePasskey(tx, { companyId, memberId, passkeyId });
    if (!isGone) throw new AppError('NOT_FOUND');
    const subject = `passkey:${passkeyId}`;
    await record(tx, deps, { caller, action: 'staff.passkey_removed', subject });
    const at = deps.clock.now();
    await mailStaff(tx, { companyId, memberId, template: 'staff-passkey-removed', at });
    return shownAll(tx, deps, caller);
  });
}

/** What the browser needs to ask for one of the member's passkeys. */
export function requestSecondFactor(
  deps: PasskeyDeps,
  caller: StaffCaller,
): Promise<PasskeyRequest> {
  return deps.database.inCompany(inScopeOf(caller), async (tx) => {
    const passkeys = await listPasskeys(tx, caller);
    if (passkeys.length === 0) throw new AppError('PASSKEY_MISSING');
    const scope = challengeScope(caller, 'prove');
    const options = beginUse(deps, { scope, allowed: passkeys.map(keyOf) });
    await setChallenge(tx, caller, hashToken(options.challenge));
    return options;
  });
}

type Proved = { outcome: 'proven' | 'cloned' | 'refused'; passkeyId: string | null };

async function use(
  tx: Tx,
  deps: PasskeyDeps,
  proof: { caller: StaffCaller; credential: UsedPasskey },
): Promise<Proved> {
  const { caller, credential } = proof;
  const row = await lockPasskey(tx, { ...caller, credentialId: credential.id });
  if (!row) return { outcome: 'refused', passkeyId: null };
  const answered = {
    response: credential,
    scope: challengeScope(caller, 'prove'),
    spend: spendIn(tx, caller),
  };
  const used = await finishUse(deps, answered, { ...keyOf(row), userId: userIdOf(caller) });
  if (used.outcome === 'proven') {
    const at = deps.clock.now();
    await updatePasskey(tx, row, { signCount: used.counter, lastUsedAt: at });
    await setSecondFactor(tx, caller, at);
  }
  return { outcome: used.outcome, passkeyId: row.id };
}

/** Until when it counts. A refused answer is committed, too, so that it is on record. */
export async function proveSecondFactor(
  deps: PasskeyDeps,
  caller: StaffCaller,
  credential: UsedPasskey,
): Promise<Instant> {
  const outcome = await deps.database.inCompany(inScopeOf(caller), async (tx) => {
    const used = await use(tx, deps, { caller, credential });
    const subject = used.passkeyId ? `passkey:${used.passkeyId}` : caller.name;
    const action =
      used.outcome === 'proven' ? 'staff.second_factor_proved' : 'staff.second_factor_refused';
    await record(tx, deps, { caller, action, subject });
    return used.outcome;
  });
  if (outcome === 'cloned') {
    const { companyId, memberId } = caller;
    deps.log.error(
      { event: 'staff.passkey_cloned', companyId, memberId },
      'a passkey of staff counted backwards: there may be a copy of its authenticator',
    );
  }
  if (outcome !== 'proven') throw new AppError('PASSKEY_NOT_VERIFIED');
  return addMs(deps.clock.now(), SECOND_FACTOR_MS);
}

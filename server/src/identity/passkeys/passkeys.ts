/**
 * Passkeys of a signed-in customer (R63) or staff member (R74): added, named, listed and removed. A customer must
 * have signed in recently to add a passkey. A member adds the first passkey soon after signing in by email and
 * every other one with the second factor, so that a stolen session cannot add one. The owner is notified by email
 * of every change.
 */

import { MINUTE_MS } from '@quittance/contract/durations';
import {
  type CreatedPasskey,
  PASSKEYS_MAX,
  type Passkey,
  type PasskeyCreation,
} from '@quittance/contract/identity/passkey-schemas';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../../companies/store.ts';
import { notify } from '../../customers/mail/notify.ts';
import { mailStaff } from '../../customers/mail/staff-mail.ts';
import { findCustomer, lockCustomer } from '../../customers/store.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CustomerPrincipal } from '../../kernel/principal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { hasRows, updateRow } from '../../platform/database/rows.ts';
import { sealContext } from '../../platform/sealing/seal.ts';
import { hashToken } from '../../platform/sealing/secret-token.ts';
import { passkeys } from '../../schema/passkeys.ts';
import { staffSessions } from '../../schema/staff.ts';
import { deviceName } from '../device-name.ts';
import { findMember, lockMember, memberEmail, memberName } from '../members.ts';
import { auditOwner, type Owner, ownerKey, ownerRealm, ownerScope } from '../realm.ts';
import { FIRST_PASSKEY_MS, requireSecondFactor, type StaffCaller } from '../staff-session.ts';
import { beginCreation, finishCreation } from './ceremony.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  spendChallenge,
} from './passkey-rows.ts';

const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;
const UNNAMED = 'Passkey';

type PasskeyOwner = CustomerPrincipal | StaffCaller;
type PasskeyDeps = Pick<Deps, 'database' | 'clock' | 'entropy' | 'sealer' | 'publicUrl' | 'log'>;

/** A challenge is valid only for its owner. For staff, it is valid only in the same session. */
const challengeScope = (owner: PasskeyOwner) =>
  owner.kind === 'staff'
    ? `staff/${owner.companyId}/${owner.sessionId}/add`
    : `add/${owner.companyId}/${owner.customerId}`;

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Opaque user id for the authenticator. For a customer, it includes the company, since one site serves many
 * companies.
 */
export function toUserId(owner: Owner): Uint8Array {
  return 'memberId' in owner
    ? toBytes(owner.memberId)
    : Buffer.concat([toBytes(owner.companyId), toBytes(owner.customerId)]);
}

function readName({ sealer }: Pick<Deps, 'sealer'>, row: PasskeyRow): string {
  if (!('nameSealed' in row)) return row.name;
  const { companyId, id: passkeyId } = row;
  return sealer.open(row.nameSealed, sealContext.passkeyName({ companyId, passkeyId }));
}

function toPasskey(deps: Pick<Deps, 'sealer'>, row: PasskeyRow): Passkey {
  const { id, createdAt, lastUsedAt, isBackedUp, blockedAt } = row;
  const name = readName(deps, row);
  return { id, name, createdAt, lastUsedAt, isBackedUp, isBlocked: blockedAt !== null };
}

async function listOwn(tx: Tx, deps: PasskeyDeps, owner: PasskeyOwner): Promise<Passkey[]> {
  return (await listPasskeys(tx, owner)).map((row) => toPasskey(deps, row));
}

export function readPasskeys(deps: PasskeyDeps, owner: PasskeyOwner): Promise<Passkey[]> {
  return deps.database.readForCompany(ownerScope(owner), (tx) => listOwn(tx, deps, owner));
}

async function requireMayAdd(tx: Tx, deps: PasskeyDeps, owner: PasskeyOwner) {
  const existing = await listPasskeys(tx, owner);
  if (existing.length >= PASSKEYS_MAX) {
    throw new AppError(ownerRealm(owner).errors.tooManyPasskeys);
  }
  const isWithin = (ms: number) => deps.clock.now() < addMs(owner.signedInAt, ms);
  if (owner.kind === 'customer') {
    if (!isWithin(RECENT_SIGN_IN_MS)) throw new AppError('SIGN_IN_AGAIN');
  } else if (existing.length > 0) requireSecondFactor(deps, owner);
  else if (!isWithin(FIRST_PASSKEY_MS)) throw new AppError('RECENT_SIGN_IN_REQUIRED');
  return existing;
}

/** Browsers list the passkeys of all companies by these names. */
async function readUser(
  tx: Tx,
  { sealer }: PasskeyDeps,
  { owner, siteName }: { owner: PasskeyOwner; siteName: string },
) {
  const id = toUserId(owner);
  if (owner.kind === 'staff') {
    const member = await findMember(tx, owner);
    if (!member) throw new AppError('UNAUTHORIZED');
    return { id, name: memberEmail(sealer, member) ?? '', displayName: memberName(sealer, member) };
  }
  const customer = await findCustomer(tx, owner);
  invariant(customer, 'a session has its customer');
  const displayName = `${customer.firstName} ${customer.lastName}`.trim();
  return { id, name: `${displayName} (${siteName})`, displayName };
}

export async function keepChallenge(
  tx: Tx,
  { companyId, sessionId: id }: StaffCaller,
  challenge: string,
): Promise<void> {
  const change = { challengeHash: hashToken(challenge) };
  await updateRow(tx, staffSessions, { key: { companyId, id }, change });
}

export function newPasskey(deps: PasskeyDeps, owner: PasskeyOwner): Promise<PasskeyCreation> {
  return deps.database.inCompany(ownerScope(owner), async (tx) => {
    const existing = await requireMayAdd(tx, deps, owner);
    const company = await findCompany(tx, owner.companyId);
    invariant(company, 'a session has its company');
    const siteName = company.name;
    const user = await readUser(tx, deps, { owner, siteName });
    const scope = challengeScope(owner);
    const creation = beginCreation(deps, { scope, siteName, user, existing });
    if (owner.kind === 'staff') await keepChallenge(tx, owner, creation.challenge);
    return creation;
  });
}

/** Serializes concurrent additions, so that the second counts the first. */
async function lockOwner(tx: Tx, owner: PasskeyOwner): Promise<void> {
  if (owner.kind === 'customer') await lockCustomer(tx, owner);
  else if (!(await lockMember(tx, owner))) throw new AppError('UNAUTHORIZED');
}

type Mailed = { owner: PasskeyOwner; change: 'added' | 'removed'; passkey: string };

async function mailOwner(
  tx: Tx,
  { clock }: PasskeyDeps,
  { owner, change, passkey }: Mailed,
): Promise<void> {
  const { companyId } = owner;
  const at = clock.now();
  if (owner.kind === 'staff') {
    const template = `staff-passkey-${change}` as const;
    return mailStaff(tx, { companyId, memberId: owner.memberId, template, at });
  }
  const template = `passkey-${change}` as const;
  return notify(tx, { companyId, customerId: owner.customerId, template, data: { passkey }, at });
}

function usualName(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  return [browser, system].filter(Boolean).join(', ') || UNNAMED;
}

type NewPasskey = { response: CreatedPasskey } & ({ name: string } | { userAgent: string });

/** In a staff session, adding a passkey also counts as the second factor, since the passkey was just used. */
export function addPasskey(
  deps: PasskeyDeps,
  owner: PasskeyOwner,
  { response, ...named }: NewPasskey,
): Promise<{ added: Passkey; passkeys: Passkey[] }> {
  return deps.database.inCompany(ownerScope(owner), async (tx) => {
    await lockOwner(tx, owner);
    await requireMayAdd(tx, deps, owner);
    const { actions, errors } = ownerRealm(owner);
    const created = await finishCreation(deps, {
      response,
      scope: challengeScope(owner),
      spend: (challenge) => spendChallenge(tx, owner, challenge),
    });
    if (created.outcome === 'refused') throw new AppError(errors.passkeyRefused);
    const { companyId } = owner;
    const id = deps.entropy.uuid();
    const at = deps.clock.now();
    const name = 'name' in named ? named.name : usualName(named.userAgent);
    const { isBackedUp, key } = created;
    const common = { ...ownerKey(owner), id, ...key, isBackedUp, createdAt: at };
    const context = sealContext.passkeyName({ companyId, passkeyId: id });
    const row = await insertPasskey(
      tx,
      'memberId' in common
        ? { ...common, nameSealed: deps.sealer.seal(name, context), lastUsedAt: at }
        : { ...common, name },
    );
    if (!row) throw new AppError(errors.passkeyRefused);
    if (owner.kind === 'staff') {
      const change = { secondFactorAt: at };
      await updateRow(tx, staffSessions, { key: { companyId, id: owner.sessionId }, change });
    }
    await auditOwner(tx, deps, { owner, action: actions.passkeyAdded, subject: `passkey:${id}` });
    await mailOwner(tx, deps, { owner, change: 'added', passkey: name });
    return { added: toPasskey(deps, row), passkeys: await listOwn(tx, deps, owner) };
  });
}

export function namePasskey(
  deps: PasskeyDeps,
  owner: CustomerPrincipal,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Passkey[]> {
  const { companyId, customerId } = owner;
  return deps.database.inCompany(ownerScope(owner), async (tx) => {
    const isOwn = matching(passkeys, { companyId, customerId, id: passkeyId });
    const { id } = passkeys;
    const renamed = tx.update(passkeys).set({ name }).where(isOwn).returning({ id });
    if (!(await hasRows(renamed))) throw new AppError('NOT_FOUND');
    const subject = `passkey:${passkeyId}`;
    await auditOwner(tx, deps, { owner, action: 'passkey.named', subject });
    return listOwn(tx, deps, owner);
  });
}

export function removePasskey(
  deps: PasskeyDeps,
  owner: PasskeyOwner,
  passkeyId: string,
): Promise<Passkey[]> {
  return deps.database.inCompany(ownerScope(owner), async (tx) => {
    const removed = await deletePasskey(tx, owner, passkeyId);
    if (!removed) throw new AppError('NOT_FOUND');
    const action = ownerRealm(owner).actions.passkeyRemoved;
    await auditOwner(tx, deps, { owner, action, subject: `passkey:${passkeyId}` });
    await mailOwner(tx, deps, { owner, change: 'removed', passkey: readName(deps, removed) });
    return listOwn(tx, deps, owner);
  });
}

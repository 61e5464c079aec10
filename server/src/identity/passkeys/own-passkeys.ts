/**
 * A signed-in customer's passkeys (R63): added, named, listed and removed. Adding one needs a recent sign-in, and the
 * customer is told by mail, because it opens sessions from then on.
 */

import type { Passkey } from '@quittance/contract/identity/passkey-routes';
import type { CreatedPasskey, PasskeyCreation } from '@quittance/contract/identity/passkey-schemas';
import { PASSKEYS_MAX } from '@quittance/contract/identity/passkey-schemas';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../../companies/store.ts';
import { notify } from '../../customers/mail/notify.ts';
import { findCustomer, lockCustomer } from '../../customers/store.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../../kernel/principal.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';
import { deviceName } from '../device-name.ts';
import { beginCreation, finishCreation } from './ceremony.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  spendChallenge,
} from './passkeys.ts';

const RECENT_SIGN_IN_MS = 10 * 60_000;
/** Where the browser does not say what it is. */
const UNNAMED = 'Passkey';

const scopeOf = ({ companyId, customerId }: CustomerKey) => `add/${companyId}/${customerId}`;

const bytesOf = (id: CompanyId | CustomerId) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** What an authenticator knows its user by. It says the company too: one site serves many. */
export function userIdOf({ companyId, customerId }: CustomerKey): Uint8Array {
  return Buffer.concat([bytesOf(companyId), bytesOf(customerId)]);
}

async function shown(tx: Tx, key: CustomerKey): Promise<Passkey[]> {
  const rows = await listPasskeys(tx, key);
  return rows.map(({ id, name, createdAt, lastUsedAt, isBackedUp, blockedAt }) => ({
    ...{ id, name, createdAt, lastUsedAt, isBackedUp, isBlocked: blockedAt !== null },
  }));
}

function requireRecentSignIn({ clock }: Pick<Deps, 'clock'>, { signedInAt }: CustomerPrincipal) {
  if (clock.now() > addMs(signedInAt, RECENT_SIGN_IN_MS)) throw new AppError('SIGN_IN_AGAIN');
}

const keyOf = ({ companyId, customerId }: CustomerPrincipal): CustomerKey => ({
  companyId,
  customerId,
});

type AuditedAction = { action: string; passkeyId: string };

async function audit(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { principal, action, passkeyId }: AuditedAction & { principal: CustomerPrincipal },
): Promise<void> {
  const { companyId } = principal;
  const entry = { actor: principalName(principal), action, subject: `passkey:${passkeyId}` };
  await appendAudit(tx, { companyId, ...entry, detail: {}, at: clock.now() });
}

export function readPasskeys({ database }: Deps, principal: CustomerPrincipal): Promise<Passkey[]> {
  const key = keyOf(principal);
  return database.readInCompany(key, (tx) => shown(tx, key));
}

export async function newPasskey(
  deps: Deps,
  principal: CustomerPrincipal,
): Promise<PasskeyCreation> {
  requireRecentSignIn(deps, principal);
  const key = keyOf(principal);
  const [company, customer, existing] = await deps.database.readInCompany(key, (tx) =>
    Promise.all([findCompany(tx, key.companyId), findCustomer(tx, key), listPasskeys(tx, key)]),
  );
  invariant(company && customer, 'a session has its company and its customer');
  if (existing.length >= PASSKEYS_MAX) throw new AppError('PASSKEYS_MAX_10');
  const displayName = `${customer.firstName} ${customer.lastName}`.trim();
  return beginCreation(deps, {
    scope: scopeOf(key),
    siteName: company.name,
    // Browsers list passkeys of all companies by this name.
    user: { id: userIdOf(key), name: `${displayName} (${company.name})`, displayName },
    existing,
  });
}

type Added = { response: CreatedPasskey; userAgent: string };

function usualName(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  return [browser, system].filter(Boolean).join(', ') || UNNAMED;
}

export function addPasskey(
  deps: Deps,
  principal: CustomerPrincipal,
  { response, userAgent }: Added,
): Promise<Passkey[]> {
  requireRecentSignIn(deps, principal);
  const key = keyOf(principal);
  return deps.database.inCompany(key, async (tx) => {
    const at = deps.clock.now();
    // One after the other, so that the limit holds.
    await lockCustomer(tx, key);
    if ((await listPasskeys(tx, key)).length >= PASSKEYS_MAX) {
      throw new AppError('PASSKEYS_MAX_10');
    }
    const created = await finishCreation(deps, {
      response,
      scope: scopeOf(key),
      spend: ({ id, expiresAt }) => spendChallenge(tx, { ...key, id, expiresAt }),
    });
    if (created.outcome === 'refused') throw new AppError('PASSKEY_NOT_ADDED');
    const passkeyId = deps.entropy.uuid();
    const name = usualName(userAgent);
    const { isBackedUp } = created;
    const row = { ...key, id: passkeyId, ...created.key, name, isBackedUp, createdAt: at };
    if (!(await insertPasskey(tx, row))) throw new AppError('PASSKEY_NOT_ADDED');
    await audit(tx, deps, { principal, action: 'passkey.added', passkeyId });
    await notify(tx, { ...key, template: 'passkey-added', data: { passkey: name }, at });
    return shown(tx, key);
  });
}

type Changed = { passkeyId: string; name: string };

export function namePasskey(
  deps: Deps,
  principal: CustomerPrincipal,
  { passkeyId, name }: Changed,
): Promise<Passkey[]> {
  const key = keyOf(principal);
  return deps.database.inCompany(key, async (tx) => {
    if (!(await renamePasskey(tx, { ...key, passkeyId }, name))) throw new AppError('NOT_FOUND');
    await audit(tx, deps, { principal, action: 'passkey.named', passkeyId });
    return shown(tx, key);
  });
}

export function removePasskey(
  deps: Deps,
  principal: CustomerPrincipal,
  passkeyId: string,
): Promise<Passkey[]> {
  const key = keyOf(principal);
  return deps.database.inCompany(key, async (tx) => {
    if (!(await deletePasskey(tx, { ...key, passkeyId }))) throw new AppError('NOT_FOUND');
    await audit(tx, deps, { principal, action: 'passkey.removed', passkeyId });
    return shown(tx, key);
  });
}

/**
 * Signs in with a passkey of the page's company (R63): the session is that of a mailed link. A passkey whose counter
 * went back is blocked. Every refusal is the same to the caller.
 */
import type { PasskeyRequest, UsedPasskey } from '@quittance/contract/identity/passkey-schemas';
import type { CompanyRow } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Browser, companyOf, enterAs, previousOf, type SignInResult } from '../sign-in.ts';
import { beginUse, finishUse } from './ceremony.ts';
import { userIdOf } from './own-passkeys.ts';
import {
  lockPasskeyOfCredential,
  type PasskeyRow,
  spendChallenge,
  updatePasskey,
} from './passkeys.ts';

const scopeOf = ({ companyId }: Pick<CompanyRow, 'companyId'>) => `sign-in/${companyId}`;

/** Any passkey of the site: no customer is named, so nothing is said about who has one. */
export async function requestPasskey(deps: Deps, domain: string): Promise<PasskeyRequest> {
  return beginUse(deps, { scope: scopeOf(await companyOf(deps, domain)) });
}

async function block(tx: Tx, { clock, log }: Deps, passkey: PasskeyRow): Promise<void> {
  const { companyId, customerId, id: passkeyId } = passkey;
  const at = clock.now();
  await updatePasskey(tx, { companyId, passkeyId }, { blockedAt: at });
  const entry = { actor: `customer:${customerId}`, action: 'passkey.cloned', detail: {} };
  await appendAudit(tx, { companyId, ...entry, subject: `passkey:${passkeyId}`, at });
  log.warn(
    { event: 'passkey.cloned', companyId, passkeyId },
    'the counter of a passkey went back; the passkey was blocked',
  );
}

/** Null when it is refused; what was found out stays written. */
async function use(
  tx: Tx,
  deps: Deps,
  { response, passkey }: { response: UsedPasskey; passkey: PasskeyRow },
) {
  const { companyId, customerId } = passkey;
  const used = await finishUse(
    deps,
    {
      response,
      scope: scopeOf(passkey),
      spend: ({ id, expiresAt }) => spendChallenge(tx, { companyId, customerId, id, expiresAt }),
    },
    { ...passkey, userId: userIdOf(passkey) },
  );
  if (used.outcome === 'cloned') await block(tx, deps, passkey);
  return used.outcome === 'proven' ? used : null;
}

export async function signInByPasskey(
  deps: Deps,
  { domain, response }: { domain: string; response: UsedPasskey },
  browser: Browser,
): Promise<SignInResult> {
  const { companyId } = await companyOf(deps, domain);
  const previous = await previousOf(deps, browser);
  const result = await deps.database.asSystem(async (tx) => {
    const named = { companyId, credentialId: response.id };
    const passkey = await lockPasskeyOfCredential(tx, named);
    const isUsable = passkey && !passkey.blockedAt;
    const used = isUsable ? await use(tx, deps, { response, passkey }) : null;
    if (!passkey || !used) return null;
    const { id: passkeyId, customerId } = passkey;
    const { counter, isBackedUp } = used;
    const change = { counter, isBackedUp, lastUsedAt: deps.clock.now() };
    await updatePasskey(tx, { companyId, passkeyId }, change);
    return enterAs(tx, deps, { companyId, customerId, browser, previous, how: { passkeyId } });
  });
  if (!result) throw new AppError('PASSKEY_NOT_VALID');
  return result;
}

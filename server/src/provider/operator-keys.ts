/** Operator commands on the API keys of a company: the first key comes from here. */
import { KEY_SCOPES, keyScopeSchema } from '@quittance/contract/provider/route';
import { z } from 'zod';
import { findCompanyByDomain } from '../storage/billing/companies.ts';
import type { Tx } from '../storage/database.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { type OperatorDeps, OrderRefused } from './operator-access.ts';

async function actorFor(tx: Tx, domain: string) {
  const company = await findCompanyByDomain(tx, domain);
  if (!company) throw new OrderRefused(`There is no company ${domain}.`);
  return { companyId: company.companyId, name: 'operator' };
}

const scopesSchema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(keyScopeSchema).min(1));

/** `scopes`: 'read,write,money'. Returns the key, which is shown once. */
export function createApiKey(
  deps: OperatorDeps,
  domain: string,
  { name, scopes }: { name: string; scopes: string },
): Promise<string> {
  const given = scopesSchema.safeParse(scopes);
  if (!given.success) throw new OrderRefused(`The scopes are ${KEY_SCOPES.join(', ')}.`);
  return deps.database.asSystem(async (tx) => {
    const actor = await actorFor(tx, domain);
    const { key } = await createKey(tx, deps, { actor, name, scopes: given.data });
    return key;
  });
}

export function listApiKeys(deps: OperatorDeps, domain: string) {
  return deps.database.asSystem(async (tx) => {
    const { data } = await listKeys(tx, await actorFor(tx, domain));
    return data.map(({ id, name, hint, scopes, expiresAt, lastUsedAt, revokedAt }) => ({
      ...{ id, name, hint, scopes: scopes.join(',') },
      ...{ expiresAt, lastUsedAt, revokedAt },
    }));
  });
}

export async function revokeApiKey(
  deps: OperatorDeps,
  domain: string,
  keyId: string,
): Promise<string> {
  if (!z.uuid().safeParse(keyId).success) throw new OrderRefused(`${keyId} is no key.`);
  return deps.database.asSystem(async (tx) => {
    await revokeKey(tx, deps, { actor: await actorFor(tx, domain), keyId });
    return 'revoked';
  });
}

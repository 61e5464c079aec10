/**
 * The first company of an installation and its first owner, created in the browser by the operator (R75). The link
 * holds a sealed date and works until then, and only while there is no company.
 */

import { newCompanySchema } from '@quittance/contract/companies/provider-schemas';
import type { Instant } from '@quittance/contract/dates';
import { instantSchema } from '@quittance/contract/dates';
import type { DeskBody } from '@quittance/contract/desk-routes';
import { DAY_MS } from '@quittance/contract/durations';
import { SETUP_PATH } from '@quittance/contract/pages';
import { sql } from 'drizzle-orm';
import { hasCompanies } from '../companies/company-list.ts';
import { withNewCompany } from '../companies/manage-companies.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import { companies } from '../schema/companies.ts';
import { type Browser, enterStaff } from './sign-in.ts';
import { inviteFirstOwner } from './team.ts';

const SETUP_MS = 7 * DAY_MS;

type SetupLink = { database: Database; publicUrl: string; sealer: Sealer; now: Instant };

/** Null once there is a company. */
export async function findSetupLink({
  database,
  publicUrl,
  sealer,
  now,
}: SetupLink): Promise<string | null> {
  if (await database.asSystem(hasCompanies)) return null;
  const token = sealer.seal(addMs(now, SETUP_MS), sealContext.setupLink);
  return `${publicUrl}${SETUP_PATH}#token=${token}`;
}

function isAlive({ sealer, clock }: Deps, token: string): boolean {
  try {
    const until = instantSchema.parse(sealer.open(token, sealContext.setupLink));
    return clock.now() < until;
  } catch {
    return false;
  }
}

/** A second submit waits for the first one and finds its company. */
async function requireNoCompany(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${companies} in share row exclusive mode`);
  if (await hasCompanies(tx)) throw new AppError('SIGN_IN_LINK_DEAD');
}

export async function setUp(deps: Deps, body: DeskBody<'setUp'>, browser: Browser) {
  const { token, owner, ...input } = body;
  const isSpent = await deps.database.asSystem(hasCompanies);
  if (isSpent || !isAlive(deps, token)) throw new AppError('SIGN_IN_LINK_DEAD');
  return withNewCompany(deps, newCompanySchema.parse(input), async (tx, insert) => {
    await requireNoCompany(tx);
    const { id: companyId } = await insert();
    const actor = { companyId, name: 'operator' };
    const { id: memberId } = await inviteFirstOwner(tx, deps, { actor, owner });
    return enterStaff(tx, deps, { owner: { companyId, memberId }, browser });
  });
}

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
import { hasCompanies } from '../companies/company-list.ts';
import { createCompany } from '../companies/manage-companies.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Database } from '../platform/database/database.ts';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import { type Browser, enterStaff } from './sign-in.ts';
import { inviteMember } from './team.ts';

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

export async function setUp(deps: Deps, body: DeskBody<'setUp'>, browser: Browser) {
  const { token, owner, ...input } = body;
  const isSpent = await deps.database.asSystem(hasCompanies);
  if (isSpent || !isAlive(deps, token)) throw new AppError('SIGN_IN_LINK_DEAD');
  const { id: companyId } = await createCompany(deps, newCompanySchema.parse(input));
  const actor = { companyId, name: 'operator' };
  const member = await inviteMember(deps, actor, { ...owner, role: 'owner' });
  return deps.database.asSystem((tx) =>
    enterStaff(tx, deps, { owner: { companyId, memberId: member.id }, browser }),
  );
}

/** The owner's sign-in to the staff console of a demo company: a link and a code that work once. */
import { DESK_SIGN_IN_PATH } from '@quittance/contract/pages';
import { createSignInToken } from '@quittance/server/identity/sign-in-tokens';
import type { Deps } from '@quittance/server/kernel/deps';
import { matching } from '@quittance/server/platform/database/keys';
import { companies } from '@quittance/server/schema/companies';
import { staffMembers } from '@quittance/server/schema/staff';
import { and, eq, sql } from 'drizzle-orm';

const COMPANY = 'harbor';
/** Lasts for a developer's working day. */
const LASTS_MS = 12 * 3_600_000;

export type DeskLink = { url: string; code: string };

export function mintDeskLink(
  deps: Pick<Deps, 'database' | 'clock' | 'entropy'> & { portalUrl: string },
): Promise<DeskLink | null> {
  return deps.database.asSystem(async (tx) => {
    const [owner] = await tx
      .select({ companyId: staffMembers.companyId, memberId: staffMembers.id })
      .from(staffMembers)
      .innerJoin(companies, eq(companies.companyId, staffMembers.companyId))
      .where(
        and(
          sql`${companies.domain} = ${COMPANY}`,
          matching(staffMembers, { role: 'owner', removedAt: null }),
        ),
      )
      .limit(1);
    if (!owner) return null;
    const { token, code } = await createSignInToken(tx, deps, { owner, lastsMs: LASTS_MS });
    const path = DESK_SIGN_IN_PATH.replace(':domain', COMPANY);
    return { url: `${deps.portalUrl}${path}#token=${token}`, code };
  });
}

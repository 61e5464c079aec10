/** The staff of a demo company: one member per role, with accepted invitations. */

import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import type { StaffRole } from '@quittance/contract/identity/roles';
import { memberIdSchema } from '@quittance/contract/identity/staff';
import type { CompanyDomain, CompanyId } from '@quittance/contract/ids';
import {
  mintLookupKey,
  sealEmail,
  sealName,
  toEmailHash,
} from '@quittance/server/identity/members';
import { addMs } from '@quittance/server/kernel/clock';
import type { Entropy } from '@quittance/server/kernel/entropy';
import { type Sealer, sealContext } from '@quittance/server/platform/sealing/seal';
import type { DemoRows } from '../demo-rows.ts';

const STAFF: readonly (readonly [StaffRole, string])[] = [
  ['owner', 'Olivia Owens'],
  ['clerk', 'Carlos Clarke'],
  ['viewer', 'Vera Vance'],
];

const demoAddress = (role: StaffRole, domain: string) => `${role}.${domain}@example.com`;

type StaffDeps = { rows: Pick<DemoRows, 'staffMembers'>; entropy: Entropy; sealer: Sealer };
type Company = { companyId: CompanyId; domain: CompanyDomain; createdAt: Instant };

export function writeStaff({ rows, entropy, sealer }: StaffDeps, company: Company): string {
  const { companyId, domain, createdAt } = company;
  const lookupKey = mintLookupKey(entropy);
  for (const [index, [role, name]] of STAFF.entries()) {
    const memberId = memberIdSchema.parse(entropy.uuid());
    const email = demoAddress(role, domain);
    rows.staffMembers.push({
      companyId,
      id: memberId,
      role,
      createdAt: addMs(createdAt, index * MINUTE_MS),
      nameSealed: sealName(sealer, { companyId, memberId, name }),
      emailSealed: sealEmail(sealer, { companyId, memberId, email }),
      emailHash: toEmailHash(lookupKey, email),
    });
  }
  return sealer.seal(lookupKey, sealContext.lookupKey(companyId));
}

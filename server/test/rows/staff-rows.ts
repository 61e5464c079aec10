/** Rows of a company's staff for `every-table.ts`. */
import { randomUUID } from 'node:crypto';
import { memberIdSchema } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import type { Tx } from '../../src/platform/database/database.ts';
import {
  staffMembers,
  staffPasskeys,
  staffSessions,
  staffSignIns,
} from '../../src/schema/staff.ts';
import { AT } from './money-rows.ts';

export async function fillStaff(tx: Tx, companyId: CompanyId): Promise<void> {
  const memberId = memberIdSchema.parse(randomUUID());
  const of = { companyId, memberId, createdAt: AT };
  const secret = () => ({ id: randomUUID(), tokenHash: randomUUID(), expiresAt: AT });
  await tx.insert(staffMembers).values({
    companyId,
    id: memberId,
    role: 'owner',
    createdAt: AT,
    nameSealed: 'sealed',
    emailSealed: 'sealed',
    emailHash: randomUUID(),
  });
  const from = { address: '127.0.0.1', userAgent: 'test', lastSeenAt: AT };
  await tx.insert(staffSessions).values({ ...of, ...secret(), ...from });
  await tx.insert(staffSignIns).values({ ...of, ...secret(), codeHash: randomUUID() });
  await tx.insert(staffPasskeys).values({
    ...of,
    id: randomUUID(),
    credentialId: randomUUID(),
    publicKey: 'key',
    nameSealed: 'sealed',
    counter: 0,
    transports: [],
  });
}

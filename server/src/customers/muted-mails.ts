/** Kinds of email that a customer has turned off (R64). Both changes are idempotent. */

import type { Instant } from '@quittance/contract/dates';
import type { OptionalMail } from '@quittance/contract/vocabulary';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { hasRow, hasRows } from '../platform/database/rows.ts';
import { mutedMails } from '../schema/muted-mails.ts';

export type MutedMail = CustomerKey & { kind: OptionalMail };

export function muteMail(tx: Tx, mail: MutedMail, mutedAt: Instant): Promise<boolean> {
  return hasRows(
    tx
      .insert(mutedMails)
      .values({ ...mail, mutedAt })
      .onConflictDoNothing()
      .returning({ kind: mutedMails.kind }),
  );
}

export function unmuteMail(tx: Tx, mail: MutedMail): Promise<boolean> {
  return hasRows(
    tx.delete(mutedMails).where(matching(mutedMails, mail)).returning({ kind: mutedMails.kind }),
  );
}

export function isMailMuted(tx: Tx, mail: MutedMail): Promise<boolean> {
  return hasRow(tx, mutedMails, mail);
}

export async function listMutedMails(tx: Tx, key: CustomerKey): Promise<OptionalMail[]> {
  const { companyId, customerId } = key;
  const rows = await tx
    .select({ kind: mutedMails.kind })
    .from(mutedMails)
    .where(matching(mutedMails, { companyId, customerId }));
  return rows.map(({ kind }) => kind);
}

/** Kinds of email that a customer has turned off (R64). Both changes are idempotent. */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { OPTIONAL_MAILS, type OptionalMail } from '@quittance/contract/vocabulary';
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

export function listMutedMails(
  tx: Tx,
  { companyId, customerIds }: { companyId: CompanyId; customerIds: readonly CustomerId[] },
): Promise<MutedMail[]> {
  const { customerId, kind } = mutedMails;
  return tx
    .select({ companyId: mutedMails.companyId, customerId, kind })
    .from(mutedMails)
    .where(matching(mutedMails, { companyId, customerId: customerIds }));
}

/** In the order in which they are listed everywhere. */
export const toTurnedOff = (muted: readonly MutedMail[]): OptionalMail[] =>
  OPTIONAL_MAILS.filter((wanted) => muted.some(({ kind }) => kind === wanted));

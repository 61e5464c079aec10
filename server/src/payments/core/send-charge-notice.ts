/**
 * The notice of an upcoming charge (R14): a row stored once, together with the email that refers to it. If the
 * email cannot be delivered, the notice fails.
 */

import type { CompanyId } from '@quittance/contract/ids';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { toOccurrence } from '../../arrangements/due.ts';
import { insertNotice, type UpcomingNotice } from '../../arrangements/notices.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';

export async function sendChargeNotice(
  tx: Tx,
  { clock, entropy }: Deps,
  upcoming: UpcomingNotice & { companyId: CompanyId },
): Promise<boolean> {
  const { companyId, customerId, invoiceId, arrangement, chargeOn, totalCents } = upcoming;
  const at = clock.now();
  const noticeId = entropy.uuid();
  const isNew = await insertNotice(tx, {
    companyId,
    id: noticeId,
    customerId,
    invoiceId,
    occurrenceOf: toOccurrence(arrangement),
    chargeOn,
    amountCents: totalCents,
    createdAt: at,
  });
  if (!isNew) return false;
  const method = methodLabel(upcoming, checkoutTexts);
  const data = { invoiceRef: upcoming.accountRef, totalCents, chargeOn, method, noticeId };
  await notify(tx, { companyId, customerId, template: 'upcoming-charge', data, at });
  return true;
}

/** Creates a public link to one request: a new token with a scope and an expiry (R4). The link is not sent here. */

import { compareDates, daysBetween, type Instant, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import type { CompanyId, CustomerId, LinkToken, RequestId } from '@quittance/contract/ids';
import { insertCapability } from '../identity/capabilities.ts';
import { hashLinkToken, mintLinkToken } from '../identity/link-token.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';

/** Days until a link expires, counted from the due date or today, whichever is later (R4). */
const LINK_DAYS = 90;

export type LinkedRequest = {
  companyId: CompanyId;
  customerId: CustomerId;
  requestId: RequestId;
  dueOn: IsoDate;
  timeZone: string;
};

export async function createLink(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { dueOn, timeZone, ...request }: LinkedRequest,
): Promise<{ id: string; token: LinkToken; expiresAt: Instant }> {
  const createdAt = clock.now();
  const today = clock.today(timeZone);
  const from = compareDates(dueOn, today) > 0 ? dueOn : today;
  const days = daysBetween({ from: today, to: from }) + LINK_DAYS;
  const token = mintLinkToken(entropy.bytes);
  const id = entropy.uuid();
  const expiresAt = addMs(createdAt, days * DAY_MS);
  await insertCapability(tx, {
    ...request,
    id,
    tokenHash: hashLinkToken(token),
    scope: 'pay',
    createdAt,
    expiresAt,
  });
  return { id, token, expiresAt };
}

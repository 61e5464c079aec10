/** Makes a public link to one request: a new secret, scoped, with an end (R4). Sends it to nobody. */
import { compareDates, daysBetween, type IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, LinkToken, RequestId } from '@quittance/contract/ids';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { insertCapability } from '../storage/access/capabilities.ts';
import type { Tx } from '../storage/database.ts';
import { hashLinkToken, mintLinkToken } from './link-token.ts';

/** R4: a link outlives the due date by this much, or today when that is later. */
const LINK_DAYS = 90;
const DAY_MS = 86_400_000;

export type LinkedRequest = {
  companyId: CompanyId;
  customerId: CustomerId;
  requestId: RequestId;
  dueOn: IsoDate;
  /** The company's. */
  timeZone: string;
};

export async function mintLink(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { dueOn, timeZone, ...request }: LinkedRequest,
): Promise<{ id: string; token: LinkToken }> {
  const createdAt = clock.now();
  const today = clock.today(timeZone);
  const from = compareDates(dueOn, today) > 0 ? dueOn : today;
  const days = daysBetween({ from: today, to: from }) + LINK_DAYS;
  const token = mintLinkToken(entropy.bytes);
  const id = entropy.uuid();
  await insertCapability(tx, {
    ...request,
    id,
    tokenHash: hashLinkToken(token),
    scope: 'pay',
    createdAt,
    expiresAt: addMs(createdAt, days * DAY_MS),
  });
  return { id, token };
}

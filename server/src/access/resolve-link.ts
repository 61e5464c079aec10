/**
 * A public link's token → who holds it. Unknown, malformed, foreign, expired and revoked links are
 * one and the same null, so that the answer tells nothing (R4).
 */
import { linkTokenSchema } from '@quittance/contract/ids';
import type { Deps } from '../deps.ts';
import type { LinkPrincipal } from '../principal.ts';
import { findCapability } from '../storage/access/capabilities.ts';
import { hashLinkToken } from './link-token.ts';

export type PresentedLink = {
  token: string;
  /** The company in the address, where the address names one; it must be the link's own. */
  company?: string;
};

export async function resolveLink(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { token, company }: PresentedLink,
): Promise<LinkPrincipal | null> {
  const parsed = linkTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const tokenHash = hashLinkToken(parsed.data);
  const link = await database.asSystem((tx) => findCapability(tx, tokenHash));
  if (!link || link.revokedAt || link.expiresAt <= clock.now()) return null;
  if (company !== undefined && company !== link.domain) return null;
  return {
    kind: 'link',
    linkId: link.id,
    companyId: link.companyId,
    customerId: link.customerId,
    requestId: link.requestId,
    mayPay: link.scope === 'pay',
  };
}

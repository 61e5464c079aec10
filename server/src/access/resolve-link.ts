/**
 * Resolves the token of a public link to its principal. Unknown, malformed, foreign, expired and revoked
 * links all give null, so that the response reveals nothing (R4).
 */
import { linkTokenSchema } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import type { Deps } from '../deps.ts';
import type { LinkPrincipal } from '../principal.ts';
import { findCapability } from '../storage/access/capabilities.ts';
import { keyOfLinkToken } from './link-token.ts';

export type PresentedLink = {
  token: string;
  /** The company named in the URL, if any; it must be the link's company. */
  company?: string;
};

export async function resolveLink(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { token, company }: PresentedLink,
): Promise<LinkPrincipal | null> {
  const parsed = linkTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const key = keyOfLinkToken(parsed.data);
  const link = await database.readAlone((tx) => findCapability(tx, key));
  if (!link || link.revokedAt || link.expiresAt <= clock.now()) return null;
  if (company !== undefined && !isSameReference(company, link.domain)) return null;
  return {
    kind: 'link',
    linkId: link.id,
    companyId: link.companyId,
    customerId: link.customerId,
    requestId: link.requestId,
    mayPay: link.scope === 'pay',
    isRecovery: link.recoversAttemptId !== null,
    isDemo: link.isDemo,
  };
}

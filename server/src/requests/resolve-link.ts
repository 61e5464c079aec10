/**
 * Resolves the token of a public link to its principal. Unknown, malformed, foreign, expired and revoked links all
 * return null, so that the response reveals nothing (R4).
 */
import { linkTokenSchema } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import { type CapabilityRow, findCapability, markLinkUsed } from '../identity/capabilities.ts';
import { keyOfLinkToken } from '../identity/link-token.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { LinkPrincipal } from '../kernel/principal.ts';

export type PresentedLink = {
  token: string;
  /** The company in the URL, if any. It must match the link's company. */
  company?: string;
};

/**
 * The last-used time is written at most once in this period, so that a page that keeps reading does not write on
 * every request.
 */
const USED_MS = 60_000;

type ResolveDeps = Pick<Deps, 'database' | 'clock'>;

/** Runs in parallel with the read, which does not wait for the write and works even if the write fails. */
function noteUse({ database, clock }: ResolveDeps, link: CapabilityRow): void {
  const now = clock.now();
  if (link.lastUsedAt !== null && addMs(link.lastUsedAt, USED_MS) > now) return;
  void database.writeAlone((tx) => markLinkUsed(tx, link, now)).catch(() => undefined);
}

export async function resolveLink(
  deps: ResolveDeps,
  { token, company }: PresentedLink,
): Promise<LinkPrincipal | null> {
  const { database, clock } = deps;
  const parsed = linkTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const key = keyOfLinkToken(parsed.data);
  const link = await database.readAlone((tx) => findCapability(tx, key));
  if (!link || link.revokedAt || link.expiresAt <= clock.now()) return null;
  if (company !== undefined && !isSameReference(company, link.domain)) return null;
  noteUse(deps, link);
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

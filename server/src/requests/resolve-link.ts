/**
 * Resolves the token of a public link to its principal. Unknown, malformed, foreign, expired and revoked links all
 * return null, so that the response reveals nothing (R4).
 */
import { linkTokenSchema } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import {
  type CapabilityRow,
  findCapability,
  type LinkVersion,
  markLinkUsed,
} from '../identity/capabilities.ts';
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

export type ResolvedLink = { link: LinkPrincipal; version: string | null };

/** Also returns the given version of what the link shows, read by the same statement. */
export async function resolveLinkWith(
  deps: ResolveDeps,
  { token, company }: PresentedLink,
  version?: LinkVersion,
): Promise<ResolvedLink | null> {
  const { database, clock } = deps;
  const parsed = linkTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const key = keyOfLinkToken(parsed.data);
  const row = await database.readAlone((tx) => findCapability(tx, key, version));
  if (!row || row.revokedAt || row.expiresAt <= clock.now()) return null;
  if (company !== undefined && !isSameReference(company, row.domain)) return null;
  noteUse(deps, row);
  const link: LinkPrincipal = {
    kind: 'link',
    linkId: row.id,
    companyId: row.companyId,
    customerId: row.customerId,
    requestId: row.requestId,
    mayPay: row.scope === 'pay',
    isRecovery: row.recoversAttemptId !== null,
    isDemo: row.isDemo,
  };
  return { link, version: row.version };
}

export async function resolveLink(
  deps: ResolveDeps,
  presented: PresentedLink,
): Promise<LinkPrincipal | null> {
  return (await resolveLinkWith(deps, presented))?.link ?? null;
}

/**
 * Protection against card testing (R23). Runs in the transaction that writes an attempt, as the last check
 * before the write: it counts earlier attempts under a lock on the client IP, so that concurrent attempts are
 * counted too. Successful payments never count.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type Principal, principalName } from '../principal.ts';
import type { Tx } from '../storage/database.ts';
import {
  countCompanyAttempts,
  countRefusalsOfAddress,
  findUnlockedAt,
  listRecentAttempts,
  lockAddress,
  type RecentAttempt,
} from '../storage/payments/recent-attempts.ts';
import { together } from '../storage/transaction.ts';
import type { Limits, RateLimit } from './limit-config.ts';

/** An attempt still without an outcome after this long does not count as refused. */
const IN_FLIGHT_MS = 60_000;

function msUntil(at: Instant, now: Instant): number {
  return Math.max(1, Date.parse(at) - Date.parse(now));
}

/** When the oldest of the newest `count` leaves the window; null while there are fewer. */
function fullUntil(at: readonly Instant[], { count, windowMs }: RateLimit): Instant | null {
  const first = at.at(-count);
  return first === undefined || at.length < count ? null : addMs(first, windowMs);
}

function refuseWhileFull(at: readonly Instant[], limit: RateLimit, now: Instant): void {
  const full = fullUntil(at, limit);
  if (full && full > now) {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: msUntil(full, now) });
  }
}

/** The end of the newest lock. The last of `count` refusals within one window starts it. */
function lockedUntil(
  refusals: readonly Instant[],
  { linkRefusals, linkLockMs }: Pick<Limits, 'linkRefusals' | 'linkLockMs'>,
): Instant | null {
  const { count, windowMs } = linkRefusals;
  for (let last = refusals.length - 1; last >= count - 1; last -= 1) {
    const [from, to] = [refusals[last - count + 1], refusals[last]];
    if (from && to && to <= addMs(from, windowMs)) return addMs(to, linkLockMs);
  }
  return null;
}

const refusedAt = (attempts: readonly RecentAttempt[]) =>
  attempts.filter(({ isRefused }) => isRefused).map(({ at }) => at);

/** How far back a refusal can still be part of a lock. */
function historyMs({ linkRefusals, linkLockMs }: Limits): number {
  return linkLockMs + linkRefusals.windowMs;
}

type GuardedPayment = { principal: Principal; clientIp: string };

async function attemptsSince(
  tx: Tx,
  principal: Principal,
  since: Instant,
): Promise<RecentAttempt[]> {
  const { companyId } = principal;
  return listRecentAttempts(tx, { companyId, actor: principalName(principal), since });
}

async function refuseLink(tx: Tx, { clock, limits }: Deps, principal: Principal): Promise<void> {
  if (principal.kind !== 'link') return;
  const now = clock.now();
  const { companyId, linkId } = principal;
  const unlockedAt = await findUnlockedAt(tx, { companyId, linkId });
  const earliest = addMs(now, -historyMs(limits));
  const since = unlockedAt && unlockedAt > earliest ? unlockedAt : earliest;
  const attempts = await attemptsSince(tx, principal, since);
  const locked = lockedUntil(refusedAt(attempts), limits);
  if (locked && locked > now) {
    throw new AppError('LINK_LOCKED', { retryAfterMs: msUntil(locked, now) });
  }
  refuseWhileFull(
    attempts.map(({ at }) => at),
    limits.linkAttempts,
    now,
  );
}

async function refuseCustomer(tx: Tx, { clock, limits }: Deps, principal: Principal) {
  if (principal.kind !== 'customer') return;
  const now = clock.now();
  const since = addMs(now, -limits.customerRefusals.windowMs);
  const refusals = refusedAt(await attemptsSince(tx, principal, since));
  refuseWhileFull(refusals, limits.customerRefusals, now);
}

async function refuseClientIp(tx: Tx, { clock, limits }: Deps, address: string): Promise<void> {
  const now = clock.now();
  const { count, windowMs } = limits.ipRefusals;
  const since = addMs(now, -windowMs);
  const inFlightSince = addMs(now, -IN_FLIGHT_MS);
  // The count is a statement of its own: it sees what was committed until the lock was there.
  const [, refusals] = await together([
    lockAddress(tx, address),
    countRefusalsOfAddress(tx, { address, since, inFlightSince }),
  ]);
  if (refusals >= count) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: windowMs });
}

/** Signing in is the challenge: a card tester has no access to the customers' mailboxes. */
async function refuseUnderAttack(tx: Tx, { clock, limits }: Deps, principal: Principal) {
  if (principal.kind !== 'link') return;
  const { count, windowMs, refusedInTen } = limits.companyCircuit;
  const since = addMs(clock.now(), -windowMs);
  const refusalsMin = Math.floor((count * refusedInTen) / 10);
  const { attempts, refusals } = await countCompanyAttempts(tx, { since, refusalsMin });
  const isUnderAttack = attempts > count && refusals * 10 > attempts * refusedInTen;
  if (isUnderAttack) throw new AppError('LINK_LOCKED', { retryAfterMs: windowMs });
}

export async function refuseCardTesting(
  tx: Tx,
  deps: Deps,
  { principal, clientIp }: GuardedPayment,
): Promise<void> {
  await refuseLink(tx, deps, principal);
  await refuseCustomer(tx, deps, principal);
  await refuseUnderAttack(tx, deps, principal);
  await refuseClientIp(tx, deps, clientIp);
}

/**
 * Against trying out stolen cards (R23). Asked in the transaction that is about to write an attempt, as
 * the last question before it: what was tried before is counted, and nobody else from this address can
 * count at the same moment. Successful payments never count.
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
import type { Figure, Limits } from './limit-config.ts';

/** An attempt sent longer ago than this, and still without an answer, was not refused. */
const IN_FLIGHT_MS = 60_000;

function msUntil(at: Instant, now: Instant): number {
  return Math.max(1, Date.parse(at) - Date.parse(now));
}

/** When the newest `count` of these leave the window; null while there are fewer. */
function fullUntil(at: readonly Instant[], { count, windowMs }: Figure): Instant | null {
  const first = at.at(-count);
  return first === undefined || at.length < count ? null : addMs(first, windowMs);
}

/** The end of the newest lock: so many refusals in one window, and the last of them starts it. */
export function lockedUntil(
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

const refusedAt = (tries: readonly RecentAttempt[]) =>
  tries.filter(({ isRefused }) => isRefused).map(({ at }) => at);

/** How far back a lock can reach. */
function historyMs({ linkRefusals, linkLockMs }: Limits): number {
  return linkLockMs + linkRefusals.windowMs;
}

type Guarded = { principal: Principal; address: string };

async function triesSince(tx: Tx, principal: Principal, since: Instant): Promise<RecentAttempt[]> {
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
  const tries = await triesSince(tx, principal, since);
  const locked = lockedUntil(refusedAt(tries), limits);
  if (locked && locked > now) {
    throw new AppError('LINK_LOCKED', { retryAfterMs: msUntil(locked, now) });
  }
  const full = fullUntil(
    tries.map(({ at }) => at),
    limits.linkTries,
  );
  if (full && full > now) {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: msUntil(full, now) });
  }
}

async function refuseCustomer(tx: Tx, { clock, limits }: Deps, principal: Principal) {
  if (principal.kind !== 'customer') return;
  const now = clock.now();
  const since = addMs(now, -limits.customerRefusals.windowMs);
  const full = fullUntil(
    refusedAt(await triesSince(tx, principal, since)),
    limits.customerRefusals,
  );
  if (full && full > now) {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: msUntil(full, now) });
  }
}

async function refuseAddress(tx: Tx, { clock, limits }: Deps, address: string): Promise<void> {
  const now = clock.now();
  const { count, windowMs } = limits.addressRefusals;
  await lockAddress(tx, address);
  const refusals = await countRefusalsOfAddress(tx, {
    address,
    since: addMs(now, -windowMs),
    inFlightSince: addMs(now, -IN_FLIGHT_MS),
  });
  if (refusals >= count) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: windowMs });
}

/** Signing in is the challenge: a thief of cards has none of the company's mailboxes. */
async function refuseUnderAttack(tx: Tx, { clock, limits }: Deps, principal: Principal) {
  if (principal.kind !== 'link') return;
  const { count, windowMs, refusedInTen } = limits.companyCircuit;
  const { attempts, refusals } = await countCompanyAttempts(tx, addMs(clock.now(), -windowMs));
  const isUnderAttack = attempts > count && refusals * 10 > attempts * refusedInTen;
  if (isUnderAttack) throw new AppError('LINK_LOCKED', { retryAfterMs: windowMs });
}

export async function refuseCardTesting(
  tx: Tx,
  deps: Deps,
  { principal, address }: Guarded,
): Promise<void> {
  await refuseLink(tx, deps, principal);
  await refuseCustomer(tx, deps, principal);
  await refuseUnderAttack(tx, deps, principal);
  await refuseAddress(tx, deps, address);
}

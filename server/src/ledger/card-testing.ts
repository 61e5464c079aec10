/**
 * Protection against card testing (R23). Runs in the transaction that writes an attempt, as the last check
 * before the write: it counts earlier attempts under a lock on the client IP, so that concurrent attempts are
 * counted too. Successful payments never count.
 */
import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Principal, principalName } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import type { Limits, RateLimit } from '../platform/limits/limit-config.ts';
import { countHits } from '../platform/limits/limit-counters.ts';
import {
  countCompanyAttempts,
  countRefusalsOfAddress,
  findUnlockedAt,
  listRecentAttempts,
  lockAddress,
  type RecentAttempt,
} from './recent-attempts.ts';

/** An attempt that still has no outcome after this time is not counted as refused. */
const IN_FLIGHT_MS = 60_000;

function msUntil(at: Instant, now: Instant): number {
  return Math.max(1, Date.parse(at) - Date.parse(now));
}

/**
 * Returns the time at which the oldest of the newest `count` entries leaves the window, or null if there are fewer
 * than `count`.
 */
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

/** Returns the end of the newest lock. A lock starts at the last of `count` refusals within one window. */
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

/** The longest time for which a refusal can still contribute to a lock. */
function historyMs({ linkRefusals, linkLockMs }: Limits): number {
  return linkLockMs + linkRefusals.windowMs;
}

type GuardedPayment = {
  principal: Principal;
  clientIp: string;
  /** Set if they were counted together with the locks of the payment. */
  counts?: AttemptCounts | null;
};

async function attemptsSince(
  tx: Tx,
  principal: Principal,
  since: Instant,
): Promise<RecentAttempt[]> {
  const { companyId } = principal;
  return listRecentAttempts(tx, { companyId, actor: principalName(principal), since });
}

export type AttemptCounts = {
  attempts: readonly RecentAttempt[];
  ofAddress: number;
  ofCompany: { attempts: number; refusals: number };
};

const triedAt = (attempts: readonly RecentAttempt[]) => attempts.map(({ at }) => at);

function refuseLink(attempts: readonly RecentAttempt[], limits: Limits, now: Instant): void {
  const cards = attempts.filter(({ isTypedCard }) => isTypedCard);
  const locks = [
    lockedUntil(refusedAt(attempts), limits),
    fullUntil(triedAt(cards), limits.linkCards),
  ];
  for (const until of locks) {
    if (until && until > now) {
      throw new AppError('LINK_LOCKED', { retryAfterMs: msUntil(until, now) });
    }
  }
  refuseWhileFull(triedAt(attempts), limits.linkAttempts, now);
}

/** The payer must sign in as the challenge: a card tester has no access to the customers' mailboxes. */
function refuseUnderAttack({ ofCompany }: AttemptCounts, { companyCircuit }: Limits): void {
  const { count, windowMs, refusedInTen } = companyCircuit;
  const { attempts, refusals } = ofCompany;
  const isUnderAttack = attempts > count && refusals * 10 > attempts * refusedInTen;
  if (isUnderAttack) throw new AppError('LINK_LOCKED', { retryAfterMs: windowMs });
}

const NONE = { attempts: 0, refusals: 0 };

function sinceFor(kind: Principal['kind'], limits: Limits, now: Instant): Instant {
  return addMs(now, -(kind === 'link' ? historyMs(limits) : limits.customerAttempts.windowMs));
}

async function loadUnlockedAt(tx: Tx, principal: Principal): Promise<Instant | null> {
  return principal.kind === 'link' ? findUnlockedAt(tx, principal) : null;
}

type LimitDeps = Pick<Deps, 'clock' | 'limits' | 'database'>;

/** Longer than an intent can wait for its charge. */
const TRIES_MS = DAY_MS;

/**
 * Counting the refusals of an address asks every server of a distributed database. An address with fewer tries than the
 * allowed refusals is not at the limit, so only its tries are counted there, on the coordinator and by day: those of
 * this and the last day.
 */
async function hasTriedOften(
  { clock, limits, database }: LimitDeps,
  address: string,
): Promise<boolean> {
  if (!(await database.isDistributed())) return true;
  const now = clock.now();
  const day = Math.floor(Date.parse(now) / TRIES_MS);
  const hits = [day, day - 1].map((each) => ({
    key: `addressTries:${each}:${address}`,
    by: each === day ? 1 : 0,
    resetsAt: addMs(now, 2 * TRIES_MS),
  }));
  const counted = await database.writeAlone((alone) => countHits(alone, hits, now));
  return counted.reduce((sum, { count }) => sum + count, 0) > limits.ipRefusals.count;
}

async function countRefusals(
  deps: LimitDeps,
  ofAddress: Parameters<typeof countRefusalsOfAddress>[1],
): Promise<number> {
  if (!(await hasTriedOften(deps, ofAddress.address))) return 0;
  return deps.database.readAlone((alone) => countRefusalsOfAddress(alone, ofAddress));
}

/**
 * Takes the lock on the client IP and reads the payer's own attempts in the same round trip. Attempts of other payers
 * are counted outside the transaction, because they are not visible inside it. The counts include everything committed
 * before the lock was acquired.
 */
export async function countAttempts(
  tx: Tx,
  deps: Deps,
  { principal, clientIp: address }: GuardedPayment,
): Promise<AttemptCounts> {
  const { clock, limits, database } = deps;
  const { companyId, kind } = principal;
  const now = clock.now();
  const [, attempts, unlockedAt] = await together([
    lockAddress(tx, address),
    attemptsSince(tx, principal, sinceFor(kind, limits, now)),
    loadUnlockedAt(tx, principal),
  ]);
  const { count, windowMs, refusedInTen } = limits.companyCircuit;
  const ofCompany = {
    companyId,
    since: addMs(now, -windowMs),
    refusalsMin: Math.floor((count * refusedInTen) / 10),
  };
  const ofAddress = {
    address,
    since: addMs(now, -limits.ipRefusals.windowMs),
    inFlightSince: addMs(now, -IN_FLIGHT_MS),
  };
  const [refusals, tries] = await together([
    countRefusals(deps, ofAddress),
    kind === 'link' ? database.readAlone((alone) => countCompanyAttempts(alone, ofCompany)) : NONE,
  ]);
  const isCounted = ({ at }: RecentAttempt) => unlockedAt === null || at > unlockedAt;
  return { attempts: attempts.filter(isCounted), ofAddress: refusals, ofCompany: tries };
}

export async function refuseCardTesting(
  tx: Tx,
  deps: Deps,
  payment: GuardedPayment,
): Promise<void> {
  const { limits, clock } = deps;
  const counted = payment.counts ?? (await countAttempts(tx, deps, payment));
  const now = clock.now();
  if (payment.principal.kind === 'link') {
    refuseLink(counted.attempts, limits, now);
    refuseUnderAttack(counted, limits);
  } else {
    refuseWhileFull(triedAt(counted.attempts), limits.customerAttempts, now);
  }
  const { count, windowMs } = limits.ipRefusals;
  if (counted.ofAddress >= count)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: windowMs });
}

/**
 * Schedules the resolver's next lookup of an open attempt: within seconds at first, because a payer is waiting,
 * then at growing intervals.
 */

import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import type { OpenState } from '@quittance/domain/status/payment-status';
import { addMs } from '../kernel/clock.ts';
import type { Attempt } from './attempts.ts';

/** Longer than a charge may take (20 s), so that a call in progress is not looked up. */
const FIRST_CHECK_MS = 30 * SECOND_MS;

/** After this time without an outcome, a payment is held and a person may decide it. */
const HELD_AFTER_MS = HOUR_MS;

export function heldBefore(now: Instant): Instant {
  return addMs(now, -HELD_AFTER_MS);
}

type Held = Pick<Attempt, 'state' | 'createdAt' | 'processor'>;

export function isHeld({ state, createdAt, processor }: Held, now: Instant): boolean {
  const isUnresolved = state === 'UNKNOWN' || state === 'SENT';
  return isUnresolved && createdAt <= heldBefore(now) && processor !== 'manual';
}

/** A 3-D Secure challenge that is not completed within this time is canceled (R43). */
export const CHALLENGE_EXPIRES_MS = 10 * MINUTE_MS;

const QUICK = [2 * SECOND_MS, 15 * SECOND_MS] as const;
const UNKNOWN_CHECKS = [...QUICK, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

function delayMs(state: OpenState, checkCount: number): number {
  switch (state) {
    case 'SENT':
      return FIRST_CHECK_MS;
    case 'ACTION_REQUIRED':
      return checkCount < 20 ? 3 * SECOND_MS : MINUTE_MS;
    case 'PENDING':
      return 4 * HOUR_MS;
    case 'UNKNOWN':
      return UNKNOWN_CHECKS[checkCount] ?? HOUR_MS;
  }
}

export function nextCheckAt({
  state,
  checkCount,
  now,
}: {
  state: OpenState;
  checkCount: number;
  now: Instant;
}): Instant {
  return addMs(now, delayMs(state, checkCount));
}

/** Time a browser has to confirm an intent. After that, the intent is canceled at the processor (R44). */
export const INTENT_LIVES_MS = 30 * MINUTE_MS;

/** Longer than creating or changing an intent at the processor may take. */
export const PREPARED_CHECK_MS = MINUTE_MS;

/** Webhooks usually report the outcome sooner. Without them, a payer waits for this check. */
export function intentCheckAt({
  checkCount,
  expiresAt,
  now,
}: {
  checkCount: number;
  expiresAt: Instant;
  now: Instant;
}): Instant {
  const next = addMs(now, checkCount < 4 ? 15 * SECOND_MS : 2 * MINUTE_MS);
  return now < expiresAt && expiresAt < next ? expiresAt : next;
}

/** The names of the faults between the portal and a processor. The simulator applies them. */
import type { DeclineClass } from '@quittance/domain/dunning/declines';

export const CALL_FAULTS = [
  'ok',
  'decline_soft',
  'decline_hard',
  'token_expired',
  '3ds',
  'lost_before',
  'lost_after',
  'late_1m',
  'late_30m',
  'late_3h',
  '500_before',
  '500_after',
  '429',
  '401',
  'refused_connection',
  'slow',
  'truncated_body',
  'exception',
  'wrong_amount',
  'wrong_amount_answered',
  'duplicate_charge',
  'misleading_event',
  'beats_the_response',
  'lags',
  'refund_pending',
] as const;
/** `other_account`: the keys belong to an account that has none of our charges, methods and intents. */
export type CallFault = (typeof CALL_FAULTS)[number] | 'other_account';

export const LATE_MS: Readonly<Partial<Record<CallFault, number>>> = {
  late_1m: 60_000,
  late_30m: 30 * 60_000,
  late_3h: 3 * 3_600_000,
};

export const DECLINES: Readonly<Partial<Record<CallFault, DeclineClass>>> = {
  decline_soft: 'soft',
  decline_hard: 'hard',
  token_expired: 'hard',
  misleading_event: 'soft',
};

export const NEVER_ARRIVES: ReadonlySet<CallFault> = new Set(['lost_before', '500_before']);
export const TURNED_AWAY: ReadonlySet<CallFault> = new Set(['429', '401', 'refused_connection']);
export const NO_ANSWER: ReadonlySet<CallFault> = new Set([
  'lost_after',
  '500_after',
  'truncated_body',
]);

/** Faults of a processor that does not respond for a while. Every call of a step fails in the same way. */
export const OUTAGES: readonly CallFault[] = ['refused_connection', '500_before', '429', '401'];
export const OUTAGE_CALLS = 12;

export const SLOW_MS = 18_000;

export const LAG_MS = 40_000;

export const WEBHOOK_FAULTS = [
  'deliver',
  'deliver_all',
  'drop',
  'duplicate',
  'reorder',
  'replay',
  'forge',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

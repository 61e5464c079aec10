/** The faults between the portal and a processor, by name. Data only; the simulator applies them. */

/** Faults of one call. `late` and `slow` carry their own time. */
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
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

export const LATE_MS: Readonly<Partial<Record<CallFault, number>>> = {
  late_1m: 60_000,
  late_30m: 30 * 60_000,
  late_3h: 3 * 3_600_000,
};

export const SLOW_MS = 18_000;

/** A new charge is not in lookups yet. */
export const LAG_MS = 40_000;

/** Faults of webhook delivery; each is one command of a history. */
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

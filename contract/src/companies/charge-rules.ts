/**
 * The changes that payers may make to agreed charges that have not been sent yet (ADR 0092). Canceling is always
 * allowed.
 */
import { z } from 'zod';

const MOVE_DAYS_MAX = 90;
const SKIPS_MAX = 6;
const PAUSE_MONTHS_MAX = 6;

const pauseRuleSchema = z.enum(['NEVER', 'ON_REQUEST', 'AT_ONCE']);

export const chargeRulesSchema = z.object({
  maxMoveDays: z.int().min(0).max(MOVE_DAYS_MAX),
  maxSkips: z.int().min(0).max(SKIPS_MAX),
  isDayChangeAllowed: z.boolean(),
  isShorteningAllowed: z.boolean(),
  pause: pauseRuleSchema,
  maxPauseMonths: z.int().min(1).max(PAUSE_MONTHS_MAX),
});
export type ChargeRules = z.infer<typeof chargeRulesSchema>;

export const CHARGE_RULES: ChargeRules = {
  maxMoveDays: 14,
  maxSkips: 1,
  isDayChangeAllowed: true,
  isShorteningAllowed: true,
  pause: 'ON_REQUEST',
  maxPauseMonths: 2,
};

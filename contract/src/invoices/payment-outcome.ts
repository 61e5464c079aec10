/**
 * Why a payment failed or was returned, the payer's next step, and the dates of a bank debit (R65, R66). These are
 * values, not texts, so that each page can use its own language.
 */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';

export const PAYMENT_REASONS = [
  // Declines by the bank because of the card or account.
  'declined',
  'callBank',
  'insufficientFunds',
  'limit',
  'expired',
  'wrongExpiry',
  'wrongSecurityCode',
  'unknownNumber',
  'unusableAccount',
  'blockedByOwner',
  'bankTakesNoDebits',
  'notVerified',
  'confirmationNeeded',
  'notConfirmed',
  'canceled',
  'tryLater',
  'notSent',
  'detailsNeeded',
  'debitsNotOffered',
  'unreadableMethod',
  // Reasons for returned debits, from their return codes (R15).
  'noFunds',
  'fundsNotAvailable',
  'accountClosed',
  'accountNotFound',
  'wrongAccountNumber',
  'accountMoved',
  'accountFrozen',
  'debitsNotAllowed',
  'notAuthorized',
  'authorizationRevoked',
  'notAsAgreed',
  'stoppedByOwner',
  'returned',
  'disputeLost',
] as const;
export const paymentReasonSchema = z.enum(PAYMENT_REASONS);
export type PaymentReason = z.infer<typeof paymentReasonSchema>;

export const NEXT_STEPS = [
  'tryAgain',
  'checkDetails',
  'otherMethod',
  'addFunds',
  'askBank',
  'confirm',
  'askCompany',
  'completeDetails',
  /** The portal retries on `nextOn`. */
  'wait',
  'seeArrangement',
  'underWay',
  'disputed',
  'nothing',
  /** For orders, estimates and several invoices, which may have been paid in the meantime. */
  'ifOpen',
] as const;
export const nextStepSchema = z.enum(NEXT_STEPS);
export type NextStep = z.infer<typeof nextStepSchema>;

export const paymentOutcomeSchema = z.object({
  reason: paymentReasonSchema,
  /** The ACH return code, which is never shown on a public link. */
  returnCode: z
    .string()
    .regex(/^R\d{2}$/)
    .nullable(),
  nextStep: nextStepSchema,
  /** The date of the portal's next attempt, if the step is `wait`. */
  nextOn: isoDateSchema.nullable(),
});
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>;

export const debitTimelineSchema = z.object({
  submittedOn: isoDateSchema,
  expectedOn: isoDateSchema,
  isLate: z.boolean(),
  /** When the bank rejected the debit before settlement, so that nothing was collected. */
  failedOn: isoDateSchema.nullable(),
  settledOn: isoDateSchema.nullable(),
  returnedOn: isoDateSchema.nullable(),
  /** Until when the payer's bank may return the debit, for insufficient funds or as unauthorized. */
  fundsUntil: isoDateSchema,
  unauthorizedUntil: isoDateSchema,
});
export type DebitTimeline = z.infer<typeof debitTimelineSchema>;

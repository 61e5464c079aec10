/**
 * The reason why a payment failed or was returned, the payer's next step, and the days of a bank debit (R65, R66).
 * These are values, not texts: each page has the sentences of its own language.
 */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';

export const PAYMENT_REASONS = [
  // Reasons that concern the bank, or the payer's card or account.
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
  // Reasons between the payer and the bank.
  'notSent',
  'detailsNeeded',
  'debitsNotOffered',
  'unreadableMethod',
  // Reasons of returned debits (R15), by their code.
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
  /** The portal tries again, on `nextOn`. */
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
  /** The bank network's code of a returned debit; never shown on a public link. */
  returnCode: z
    .string()
    .regex(/^R\d{2}$/)
    .nullable(),
  nextStep: nextStepSchema,
  /** The day of the portal's next attempt, if the step is to wait for it. */
  nextOn: isoDateSchema.nullable(),
});
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>;

/** The days of a bank debit, in the calendar of the company and of the banks. */
export const debitTimelineSchema = z.object({
  submittedOn: isoDateSchema,
  /** The latest day on which the result is usually known. */
  expectedOn: isoDateSchema,
  isLate: z.boolean(),
  /** The bank refused the debit before it was paid, so it was not collected. */
  failedOn: isoDateSchema.nullable(),
  settledOn: isoDateSchema.nullable(),
  returnedOn: isoDateSchema.nullable(),
  /** The last days on which the payer's bank may return the debit: for missing funds, and as not authorized. */
  fundsUntil: isoDateSchema,
  unauthorizedUntil: isoDateSchema,
});
export type DebitTimeline = z.infer<typeof debitTimelineSchema>;

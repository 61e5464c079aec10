/**
 * Why a payment failed or came back, what its payer can do, and the days of a bank debit (R65, R66). Values, not texts:
 * each page has the sentences of its own language.
 */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';

/** Why a payment was not made, or came back. */
export const PAYMENT_REASONS = [
  // Of the bank, or of the payer's card or account.
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
  // Of what is between the payer and the bank.
  'notSent',
  'detailsNeeded',
  'debitsNotOffered',
  'unreadableMethod',
  // Of returned debits (R15), by their code.
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

/** What the payer can do next. */
export const NEXT_STEPS = [
  'tryAgain',
  'checkDetails',
  'otherMethod',
  'addFunds',
  'askBank',
  'confirm',
  'askCompany',
  'completeDetails',
  /** We try again, on `nextOn`. */
  'wait',
  'seeArrangement',
  'underWay',
  'disputed',
  'nothing',
  /** Orders, estimates and several invoices: they may have been paid since. */
  'ifOpen',
] as const;
export const nextStepSchema = z.enum(NEXT_STEPS);
export type NextStep = z.infer<typeof nextStepSchema>;

export const paymentOutcomeSchema = z.object({
  reason: paymentReasonSchema,
  /** The bank network's code of a returned debit; never on a public link. */
  returnCode: z
    .string()
    .regex(/^R\d{2}$/)
    .nullable(),
  nextStep: nextStepSchema,
  /** The day of our next attempt, where the step is to wait for it. */
  nextOn: isoDateSchema.nullable(),
});
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>;

/** The days of a bank debit, in the calendar of the company and of the banks. */
export const debitTimelineSchema = z.object({
  submittedOn: isoDateSchema,
  /** The latest day on which its result is usually known. */
  expectedOn: isoDateSchema,
  isLate: z.boolean(),
  /** Not collected: the bank refused it before it was paid. */
  failedOn: isoDateSchema.nullable(),
  settledOn: isoDateSchema.nullable(),
  returnedOn: isoDateSchema.nullable(),
  /** The last days on which the payer's bank may take it back: for missing funds, and as not authorized. */
  fundsUntil: isoDateSchema,
  unauthorizedUntil: isoDateSchema,
});
export type DebitTimeline = z.infer<typeof debitTimelineSchema>;

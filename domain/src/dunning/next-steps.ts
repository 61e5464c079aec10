/** The payer's next step after a payment failed or was returned (R65). */
import type { IsoDate } from '@quittance/contract/dates';
import type {
  NextStep,
  PaymentOutcome,
  PaymentReason,
} from '@quittance/contract/invoices/payment-outcome';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { isPaid } from '../status/invoice-status.ts';

const STEP_AFTER = {
  declined: 'askBank',
  callBank: 'askBank',
  insufficientFunds: 'addFunds',
  limit: 'askBank',
  expired: 'otherMethod',
  wrongExpiry: 'checkDetails',
  wrongSecurityCode: 'checkDetails',
  unknownNumber: 'checkDetails',
  unusableAccount: 'otherMethod',
  blockedByOwner: 'askBank',
  bankTakesNoDebits: 'otherMethod',
  notVerified: 'otherMethod',
  confirmationNeeded: 'confirm',
  notConfirmed: 'confirm',
  canceled: 'tryAgain',
  tryLater: 'tryAgain',
  notSent: 'tryAgain',
  detailsNeeded: 'completeDetails',
  debitsNotOffered: 'otherMethod',
  unreadableMethod: 'checkDetails',
  noFunds: 'addFunds',
  fundsNotAvailable: 'addFunds',
  accountClosed: 'otherMethod',
  accountNotFound: 'checkDetails',
  wrongAccountNumber: 'checkDetails',
  accountMoved: 'otherMethod',
  accountFrozen: 'askBank',
  debitsNotAllowed: 'otherMethod',
  notAuthorized: 'askCompany',
  authorizationRevoked: 'askCompany',
  notAsAgreed: 'askCompany',
  stoppedByOwner: 'askCompany',
  returned: 'askBank',
  disputeLost: 'askCompany',
} as const satisfies Record<PaymentReason, NextStep>;

export function stepAfter(reason: PaymentReason): NextStep {
  return STEP_AFTER[reason];
}

/** A null status means that the payment was for orders, an estimate or several invoices. */
type Now = { invoiceStatus: InvoiceStatus | null; retryOn: IsoDate | null };

/** The current state of the invoice takes precedence over the step suggested by the reason. */
export function toNextStep(
  reason: PaymentReason,
  { invoiceStatus, retryOn }: Now,
): Pick<PaymentOutcome, 'nextStep' | 'nextOn'> {
  const step = (nextStep: NextStep) => ({ nextStep, nextOn: null });
  if (invoiceStatus === null) return step('ifOpen');
  if (isPaid(invoiceStatus) || invoiceStatus === 'DRAFT') return step('nothing');
  if (invoiceStatus === 'DISPUTED') return step('disputed');
  if (invoiceStatus === 'PENDING') return step('underWay');
  if (retryOn) return { nextStep: 'wait', nextOn: retryOn };
  const isArranged =
    invoiceStatus === 'PAYMENT_PLAN_IN_PROGRESS' || invoiceStatus === 'PAYMENT_EXTENSION';
  return step(isArranged ? 'seeArrangement' : STEP_AFTER[reason]);
}

/** Reasons a payment failed or was returned, the next step (R65), and the timeline of a bank debit (R66). */
import type { NextStep, PaymentReason } from '@quittance/contract/invoices/payment-outcome';
import type { ReactNode } from 'react';

const reasons: Record<PaymentReason, string> = {
  declined: 'Your bank declined this payment.',
  callBank: 'Your bank wants you to call them about this payment.',
  insufficientFunds: 'Your card has insufficient funds.',
  limit: "This payment is over your card's or account's limit.",
  expired: 'Your card has expired.',
  wrongExpiry: 'The expiration date is incorrect.',
  wrongSecurityCode: 'The security code is incorrect.',
  unknownNumber: "Your bank doesn't recognize this card or account number.",
  unusableAccount: "This account is closed or can't be used for payments.",
  blockedByOwner: "There's a stop on this payment at your bank.",
  bankTakesNoDebits: "Your bank doesn't support this kind of payment from a bank account.",
  notVerified: "Your bank account couldn't be verified.",
  confirmationNeeded: 'Your bank needs you to confirm this payment.',
  notConfirmed: "This payment wasn't confirmed with your bank.",
  canceled: 'This payment was canceled.',
  tryLater: "Your bank couldn't process this payment at that time.",
  notSent: "This payment didn't reach your bank.",
  detailsNeeded: 'To pay from a bank account, we need a few more details from you.',
  debitsNotOffered: "Bank payments aren't available here.",
  unreadableMethod: "We couldn't read the payment method.",
  noFunds: "Your bank account didn't have enough money.",
  fundsNotAvailable: "The money in your bank account wasn't available yet.",
  accountClosed: 'Your bank account is closed.',
  accountNotFound: "Your bank couldn't find the account, or the name didn't match.",
  wrongAccountNumber: 'The account or routing number is incorrect.',
  accountMoved: 'Your account has moved to another bank.',
  accountFrozen: 'Your bank account is frozen.',
  debitsNotAllowed: "Your bank doesn't allow debits from this account.",
  notAuthorized: "The account's owner told the bank that this debit wasn't authorized.",
  authorizationRevoked: 'The authorization for debits was revoked at your bank.',
  notAsAgreed: "The account's owner told the bank that this debit wasn't as agreed.",
  stoppedByOwner: "The account's owner stopped this payment at the bank.",
  returned: 'Your bank returned this payment.',
  disputeLost: 'Your bank decided the dispute in your favor and returned the money to you.',
};

type StepWith = { date: string; company: ReactNode };

const steps: Record<NextStep, (step: StepWith) => readonly ReactNode[]> = {
  tryAgain: () => ['Please try again.'],
  checkDetails: () => ['Please check the details and try again, or use another payment method.'],
  otherMethod: () => ['Please use another payment method.'],
  addFunds: () => ["Please try again once there's enough money, or use another payment method."],
  askBank: () => ['Please contact your bank, or use another payment method.'],
  confirm: () => ['Please try again and confirm the payment with your bank.'],
  askCompany: ({ company }) => ['Please use another payment method, or contact ', company, '.'],
  completeDetails: () => ['Please add them to your profile and try again, or pay by card.'],
  wait: ({ date }) => [`We'll try again on ${date}. You can pay earlier on the invoice page.`],
  seeArrangement: () => ["The invoice page shows what's due and when we'll try again."],
  underWay: () => ["Another payment is on its way. You don't need to do anything."],
  disputed: ({ company }) => [
    "The invoice is disputed. You don't need to pay it until the dispute is resolved. Questions? Contact ",
    company,
    '.',
  ],
  nothing: () => ["Nothing is left to pay. You don't need to do anything."],
  ifOpen: () => ['If the invoice is still unpaid, please pay again or use another payment method.'],
};

export const outcomeTexts = {
  reasons,
  steps,
  notCharged: "You weren't charged.",
  /** In every text that says whether the payer was charged. */
  chargedWord: 'charged',
  returned: (code: string | null) => (code ? `Returned by your bank, code ${code}.` : ''),
  openAgain: 'You owe this amount again.',
  unknown: {
    failed: "This payment didn't go through.",
    returned: 'This payment was returned.',
  },
};

export const debitTexts = {
  section: 'bank debit timeline',
  label: 'Bank debit timeline',
  submitted: 'Submitted',
  expected: (date: string) => ({ label: 'Result expected', detail: `By ${date}` }),
  late: (date: string) => ({
    label: 'Later than usual',
    detail: `The result was expected by ${date}. We keep checking.`,
  }),
  failed: 'Not completed',
  settled: 'Settled',
  returned: 'Returned',
  withReason: (date: string, reason: string) => `${date}. ${reason}`,
  returnable: 'Can be returned',
  until: (date: string) => `Until ${date}`,
  windows: (funds: string, unauthorized: string) =>
    funds === unauthorized
      ? `By your bank until ${funds}`
      : `For insufficient funds until ${funds}, as unauthorized until ${unauthorized}`,
  usual: (windows: string) => `${windows}, if it settles as expected`,
};

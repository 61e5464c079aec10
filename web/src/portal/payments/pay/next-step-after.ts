/** What to do after a payment that was declined just now (R65). Null where the text says it itself, or is not ours. */
import type { NextStep } from '@quittance/contract/invoices/payment-outcome';
import { DECLINE_REASONS } from '@quittance/domain/dunning/decline-reasons';
import { stepAfter } from '@quittance/domain/dunning/next-steps';
import { declineTexts } from '#texts/shared/declines';

type DeclineName = keyof typeof DECLINE_REASONS;

/** Their texts end with the step. */
const SAY_IT: readonly DeclineName[] = [
  ...(['cardDeclined', 'declinedTryAnother', 'accountNotVerified'] as const),
  ...(['tryLater', 'tryAgain'] as const),
];

export function nextStepAfter(message: string | null): NextStep | null {
  const names = Object.keys(declineTexts) as DeclineName[]; // because keys() forgets the union
  const name = names.find((each) => declineTexts[each] === message);
  return name && !SAY_IT.includes(name) ? stepAfter(DECLINE_REASONS[name]) : null;
}

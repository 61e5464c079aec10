/**
 * Selects the overlay that covers the payment popup (product §4.7 to §4.10). It is a pure function, so that no
 * component makes this decision.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { PopupPurpose } from '@quittance/contract/vocabulary';
import { undecidedChallenge } from '../../store/challenge.ts';
import type { RequestState } from '../../store/request.ts';

export const OVERLAY_VARIANTS = [
  'none',
  'loading',
  'pending',
  'challenge',
  'success',
  'error',
  'scheduled',
  'sent',
] as const;
export type OverlayVariant = (typeof OVERLAY_VARIANTS)[number];

export type OverlayInput = {
  fields: 'loading' | 'ready' | 'failed';
  request: Pick<
    RequestState,
    'paymentProcessingStatus' | 'isPaymentInProcessing' | 'isDebitSent' | 'challenge' | 'payment'
  >;
  purpose: PopupPurpose;
  payable: { paymentScheduledAt: IsoDate | null; isProcessing: boolean };
};

export function overlayVariant({
  fields,
  request,
  purpose,
  payable,
}: OverlayInput): OverlayVariant {
  const { paymentProcessingStatus: status, isPaymentInProcessing, isDebitSent } = request;
  if (status === 'error') return 'error';
  if (status === 'payment_scheduled' || (status === 'success' && purpose === 'EXTENSION'))
    return payable.paymentScheduledAt ? 'scheduled' : 'pending';
  if (status === 'success') return 'success';
  // A bank debit takes days, so the payer does not wait for its result.
  if (isPaymentInProcessing && isDebitSent) return 'sent';
  // Reopening the popup resets the status, not a pending payment.
  const isUnderWay = isPaymentInProcessing || payable.isProcessing;
  if (isUnderWay && undecidedChallenge(request)) return 'challenge';
  if (status === 'pending' || status === 'in_progress' || isUnderWay) return 'pending';
  if (fields === 'failed') return 'error';
  return fields === 'loading' ? 'loading' : 'none';
}

/**
 * The popup stays open while a result is pending. The click that closes a challenge is outside the popup and must
 * not close the popup as well.
 */
export function isPopupBlocked(
  variant: OverlayVariant,
  { challenge }: Pick<RequestState, 'challenge'>,
): boolean {
  return variant === 'pending' || challenge?.step === 'canceling';
}

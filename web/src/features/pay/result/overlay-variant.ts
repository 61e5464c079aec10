/**
 * Which overlay lies over the payment popup (product §4.7 to §4.10): one pure function, so that no
 * variant is ever decided in a component.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { PopupPurpose, ProcessingStatus } from '@quittance/contract/vocabulary';

export const OVERLAY_VARIANTS = [
  'none',
  'loading',
  'pending',
  'success',
  'error',
  'scheduled',
  'sent',
] as const;
export type OverlayVariant = (typeof OVERLAY_VARIANTS)[number];

export type OverlayInput = {
  fields: 'loading' | 'ready' | 'failed';
  request: {
    paymentProcessingStatus: ProcessingStatus;
    isPaymentInProcessing: boolean;
    isDebitSent: boolean;
  };
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
  // A bank debit takes days: nobody should wait for it in front of a spinner.
  if (isPaymentInProcessing && isDebitSent) return 'sent';
  // A popup opened again resets the status, not the payment that is still under way.
  const isUnderWay = isPaymentInProcessing || payable.isProcessing;
  if (status === 'pending' || status === 'in_progress' || isUnderWay) return 'pending';
  if (fields === 'failed') return 'error';
  return fields === 'loading' ? 'loading' : 'none';
}

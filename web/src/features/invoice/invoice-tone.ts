/** The badge tone of each status; labels come from the contract (product §4.2). */
import type { InvoiceStatus, PaymentStatus } from '@quittance/contract/vocabulary';
import type { Tone } from '../../ui/text/badge.tsx';

export const INVOICE_TONES = {
  IN_COLLECTION: 'danger',
  DUE: 'info',
  COLLECTED: 'success',
  PAYMENT_EXTENSION: 'warning',
  PAYMENT_PLAN_IN_PROGRESS: 'warning',
  PAYMENT_PLAN_COLLECTED: 'success',
  DISPUTED: 'warning',
  DRAFT: 'neutral',
  DEFAULTED: 'danger',
  PENDING: 'info',
} as const satisfies Record<InvoiceStatus, Tone>;

export const PAYMENT_TONES = {
  SUCCESS: 'success',
  FAILED: 'danger',
  PENDING: 'info',
  RETURN: 'warning',
} as const satisfies Record<PaymentStatus, Tone>;

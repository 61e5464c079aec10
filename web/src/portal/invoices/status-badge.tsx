// The status badge of an invoice or a payment.

import type { InvoiceStatus, PaymentStatus } from '@quittance/contract/vocabulary';
import { INVOICE_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '#texts/shared/labels';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';

const INVOICE_TONES = {
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

const PAYMENT_TONES = {
  SUCCESS: 'success',
  FAILED: 'danger',
  PENDING: 'info',
  RETURN: 'warning',
} as const satisfies Record<PaymentStatus, Tone>;

export function InvoiceBadge({ status }: { status: InvoiceStatus }) {
  return (
    <span data-status-badge={status}>
      <Badge tone={INVOICE_TONES[status]} label={INVOICE_STATUS_LABELS[status]} />
    </span>
  );
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  return <Badge tone={PAYMENT_TONES[status]} label={PAYMENT_STATUS_LABELS[status]} />;
}

// The status badge of an invoice or a payment.

import {
  INVOICE_STATUS_LABELS,
  type InvoiceStatus,
  PAYMENT_STATUS_LABELS,
  type PaymentStatus,
} from '@quittance/contract/vocabulary';
import { Badge } from '../../ui/text/badge.tsx';
import { INVOICE_TONES, PAYMENT_TONES } from './invoice-tone.ts';

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

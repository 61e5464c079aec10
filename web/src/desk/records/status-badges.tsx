// The states of records as badges. The color repeats the word.

import type { ListedPlan, ListedSchedule } from '@quittance/contract/arrangements/provider-schemas';
import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import type { ProviderInvoice } from '@quittance/contract/invoices/provider-schemas';
import type { Refund } from '@quittance/contract/payments/refund-schemas';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { INVOICE_STATUS_LABELS } from '#texts/shared/labels';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { recordTexts } from '../texts/records.ts';

const INVOICE_TONES = {
  IN_COLLECTION: 'danger',
  DUE: 'info',
  COLLECTED: 'success',
  PAYMENT_EXTENSION: 'info',
  PAYMENT_PLAN_IN_PROGRESS: 'info',
  PAYMENT_PLAN_COLLECTED: 'success',
  DISPUTED: 'warning',
  DRAFT: 'neutral',
  DEFAULTED: 'danger',
  PENDING: 'warning',
} as const satisfies Record<InvoiceStatus, Tone>;

export function InvoiceBadge({
  invoice,
}: {
  invoice: Pick<ProviderInvoice, 'status' | 'voidedAt'>;
}) {
  if (invoice.voidedAt !== null) return <Badge label={recordTexts.voided} />;
  return (
    <Badge tone={INVOICE_TONES[invoice.status]} label={INVOICE_STATUS_LABELS[invoice.status]} />
  );
}

const PAYMENT_TONES = {
  CREATED: 'neutral',
  SENT: 'neutral',
  ACTION_REQUIRED: 'warning',
  PENDING: 'warning',
  UNKNOWN: 'danger',
  SUCCEEDED: 'success',
  FAILED: 'danger',
  RETURNED: 'danger',
} as const satisfies Record<ProviderPayment['state'], Tone>;

export function PaymentBadge({ state }: { state: ProviderPayment['state'] }) {
  return <Badge tone={PAYMENT_TONES[state]} label={recordTexts.paymentStates[state]} />;
}

const REFUND_TONES = {
  REQUESTED: 'warning',
  SENT: 'warning',
  PENDING: 'warning',
  SUCCEEDED: 'success',
  FAILED: 'danger',
} as const satisfies Record<Refund['state'], Tone>;

export function RefundBadge({ state }: { state: Refund['state'] }) {
  return <Badge tone={REFUND_TONES[state]} label={recordTexts.refundStates[state]} />;
}

const PLAN_TONES = {
  LIVE: 'info',
  PAID_OFF: 'success',
  CANCELED: 'neutral',
  SUSPENDED: 'warning',
  DEFAULTED: 'danger',
} as const satisfies Record<ListedPlan['state'], Tone>;

export function PlanBadge({ state }: { state: ListedPlan['state'] }) {
  return <Badge tone={PLAN_TONES[state]} label={recordTexts.planStates[state]} />;
}

const SCHEDULE_TONES = {
  LIVE: 'info',
  DONE: 'success',
  CANCELED: 'neutral',
  SUSPENDED: 'warning',
  GAVE_UP: 'danger',
} as const satisfies Record<ListedSchedule['state'], Tone>;

export function ScheduleBadge({ state }: { state: ListedSchedule['state'] }) {
  return <Badge tone={SCHEDULE_TONES[state]} label={recordTexts.scheduleStates[state]} />;
}

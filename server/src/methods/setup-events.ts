/** How the state of a method setup shows on the wire: on the socket and as a payment status. */
import type { PaymentStatus, ProcessingStatus } from '@quittance/contract/vocabulary';
import type { Setup } from './method-setups.ts';

const PAYMENT_STATUSES = {
  SENT: 'PENDING',
  ACTION_REQUIRED: 'PENDING',
  KEPT: 'SUCCESS',
  FAILED: 'FAILED',
} as const satisfies Record<Setup['state'], PaymentStatus>;

export function setupPaymentStatus({ state }: Pick<Setup, 'state'>) {
  return PAYMENT_STATUSES[state];
}

export function setupProcessingStatus({
  state,
  purpose,
}: Pick<Setup, 'state' | 'purpose'>): ProcessingStatus {
  switch (state) {
    case 'SENT':
    case 'ACTION_REQUIRED':
      return 'in_progress';
    case 'KEPT':
      return purpose.kind === 'schedule' ? 'payment_scheduled' : 'success';
    case 'FAILED':
      return 'error';
  }
}

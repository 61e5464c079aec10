/** Publishes changes to attempts and methods as messages of the socket contract. */
import type { Instant } from '@quittance/contract/dates';
import type { ProcessingStatus } from '@quittance/contract/vocabulary';
import type { AttemptState } from '@quittance/domain/status/payment-status';
import type { Tx } from '../platform/database/database.ts';
import { addToOutbox } from '../platform/events/outbox.ts';
import type { Attempt } from './attempts.ts';

export const PAYMENT_PROCESSING = 'payment_processing';
export const CUSTOMER_ADD_PM = 'customer_add_pm';

export function toProcessingStatus(state: AttemptState): ProcessingStatus {
  switch (state) {
    case 'CREATED':
    case 'SENT':
    case 'ACTION_REQUIRED':
    case 'UNKNOWN':
      return 'in_progress';
    case 'PENDING':
      return 'pending';
    case 'SUCCEEDED':
      return 'success';
    case 'FAILED':
    case 'RETURNED':
      return 'error';
  }
}

export async function announce(tx: Tx, attempt: Attempt, at: Instant): Promise<void> {
  const { companyId, customerId, requestId } = attempt;
  const paymentProcessingStatus = toProcessingStatus(attempt.state);
  await addToOutbox(tx, {
    companyId,
    topic: PAYMENT_PROCESSING,
    payload: { customerId, requestId, paymentProcessingStatus },
    at,
  });
}

export async function announceMethod(
  tx: Tx,
  { companyId, customerId }: Pick<Attempt, 'companyId' | 'customerId'>,
  at: Instant,
): Promise<void> {
  await addToOutbox(tx, { companyId, topic: CUSTOMER_ADD_PM, payload: { customerId }, at });
}

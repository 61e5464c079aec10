/**
 * The statuses of a plan's installments, and which installment is paid next (R13). Amounts and dates are in
 * plan.ts.
 */
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import type { Table } from './transition.ts';

export const INSTALLMENT_EVENTS = [
  'started',
  'succeeded',
  'failed',
  'released',
  'returned',
  'canceled',
] as const;
export type InstallmentEvent = (typeof INSTALLMENT_EVENTS)[number];

/**
 * A FAILED installment is retried. A declined early payment releases its installment, which stays due on its date.
 * A PENDING installment cannot be canceled because its charge is open (R17). A late success is accepted in OPEN,
 * FAILED and CANCELED because the money moved. A returned installment is unpaid again.
 */
export const INSTALLMENT: Table<InstallmentStatus, InstallmentEvent> = {
  OPEN: { started: 'PENDING', succeeded: 'SUCCESS', canceled: 'CANCELED' },
  PENDING: { succeeded: 'SUCCESS', failed: 'FAILED', released: 'OPEN' },
  FAILED: { started: 'PENDING', succeeded: 'SUCCESS', canceled: 'CANCELED' },
  SUCCESS: { returned: 'FAILED' },
  CANCELED: { succeeded: 'SUCCESS' },
};

type NumberedInstallment = { index: number; status: InstallmentStatus };

export function activeInstallment<Item extends NumberedInstallment>(
  installments: readonly Item[],
): Item | null {
  const [earliest] = installments.filter(isUnpaid).sort((one, other) => one.index - other.index);
  return earliest ?? null;
}

export function isUnpaid({ status }: Pick<NumberedInstallment, 'status'>): boolean {
  return status !== 'SUCCESS' && status !== 'CANCELED';
}

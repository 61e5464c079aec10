/**
 * The statuses of a plan's installments, and which of them is paid next (R13). Amounts and dates are in
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
 * FAILED is retried. An early payment that is declined releases its installment, which stays due on its
 * day. A PENDING one cannot be canceled: its charge is open (R17). A late success is accepted in OPEN,
 * FAILED and CANCELED: the money moved. A returned one is unpaid again.
 */
export const INSTALLMENT: Table<InstallmentStatus, InstallmentEvent> = {
  OPEN: { started: 'PENDING', succeeded: 'SUCCESS', canceled: 'CANCELED' },
  PENDING: { succeeded: 'SUCCESS', failed: 'FAILED', released: 'OPEN' },
  FAILED: { started: 'PENDING', succeeded: 'SUCCESS', canceled: 'CANCELED' },
  SUCCESS: { returned: 'FAILED' },
  CANCELED: { succeeded: 'SUCCESS' },
};

type NumberedInstallment = { index: number; status: InstallmentStatus };

/** The earliest unpaid one, the only one with a Pay button; null once all are settled. */
export function activeInstallment<Item extends NumberedInstallment>(
  installments: readonly Item[],
): Item | null {
  const [earliest] = installments.filter(isUnpaid).sort((one, other) => one.index - other.index);
  return earliest ?? null;
}

export function isUnpaid({ status }: Pick<NumberedInstallment, 'status'>): boolean {
  return status !== 'SUCCESS' && status !== 'CANCELED';
}

/**
 * The statuses of a plan's instalments and which of them is next to be paid (R13). Amounts and
 * dates are made in plan.ts; what a missed one does to the plan is the charge job's business.
 */
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import type { Table } from './transition.ts';

export const INSTALLMENT_EVENTS = [
  'started',
  'succeeded',
  'failed',
  'released',
  'returned',
  'cancelled',
] as const;
export type InstallmentEvent = (typeof INSTALLMENT_EVENTS)[number];

/**
 * FAILED is retried. One that its payer tried to pay early and was declined is released: it stays due
 * on its day as if nothing had happened. A PENDING one cannot be cancelled: its charge is under way (R17). A success
 * that comes late is taken from OPEN, FAILED and CANCELED alike: the money moved. A returned one is
 * unpaid again.
 */
export const INSTALLMENT: Table<InstallmentStatus, InstallmentEvent> = {
  OPEN: { started: 'PENDING', succeeded: 'SUCCESS', cancelled: 'CANCELED' },
  PENDING: { succeeded: 'SUCCESS', failed: 'FAILED', released: 'OPEN' },
  FAILED: { started: 'PENDING', succeeded: 'SUCCESS', cancelled: 'CANCELED' },
  SUCCESS: { returned: 'FAILED' },
  CANCELED: { succeeded: 'SUCCESS' },
};

type Numbered = { index: number; status: InstallmentStatus };

/** The earliest unpaid one, the only one that carries a Pay button; null once all are settled. */
export function activeInstallment<Item extends Numbered>(
  installments: readonly Item[],
): Item | null {
  return installments.filter(isUnpaid).reduce<Item | null>(earlier, null);
}

export function isUnpaid({ status }: Pick<Numbered, 'status'>): boolean {
  return status !== 'SUCCESS' && status !== 'CANCELED';
}

function earlier<Item extends Numbered>(first: Item | null, item: Item): Item {
  return first === null || item.index < first.index ? item : first;
}

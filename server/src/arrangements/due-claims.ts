/**
 * Claims on customers' due charges, so that only one process at a time makes them. Every charge is checked again
 * under the locks of its invoice and customer.
 */
import type { CustomerId } from '@quittance/contract/ids';
import { isAnyId } from '../platform/database/keys.ts';
import { customers } from '../schema/customers.ts';

export const chargesQueue = {
  table: customers,
  dueAt: 'chargesClaimedUntil',
  isDueWithoutTime: true,
  orderedBy: 'id',
  isWaiting: undefined,
  /**
   * Longer than all of one customer's charges in a day can take, because other customers claimed in the same batch
   * wait for them.
   */
  leaseMs: 180_000,
} as const;

export const isCustomerAmong = (ids: readonly CustomerId[]) => isAnyId(customers.id, ids);

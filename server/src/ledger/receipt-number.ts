/** The receipt of a payment: its number and the route that creates its link (R26). */

import { pathTo } from '@quittance/contract/http/portal-route';
import type { AttemptId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { Attempt } from './attempts.ts';

/** Short enough to read aloud; collisions within a company are rare and harmless. */
export function toReceiptNumber(id: AttemptId): string {
  return `R-${id.slice(0, 8).toUpperCase()}`;
}

export function toReceiptUrl(id: AttemptId): string {
  return pathTo(ROUTES.receiptLink.path, { id });
}

/** Only succeeded payments have a receipt. A returned payment keeps its receipt, marked as returned. */
export function toReceipt({ id, state }: Pick<Attempt, 'id' | 'state'>) {
  if (state !== 'SUCCEEDED' && state !== 'RETURNED') return { receipt: null, receiptUrl: null };
  return { receipt: toReceiptNumber(id), receiptUrl: toReceiptUrl(id) };
}

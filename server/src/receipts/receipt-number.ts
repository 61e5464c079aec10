/** The receipt of a payment: its number, and where the link to it is asked for (R26). */
import type { AttemptId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';
import type { Attempt } from '../storage/payments/attempts.ts';

/** Short enough to read out; two payments of one company share it once in a great many. */
export function receiptNumberOf(id: AttemptId): string {
  return `R-${id.slice(0, 8).toUpperCase()}`;
}

export function receiptUrlOf(id: AttemptId): string {
  return pathTo(ROUTES.receiptLink.path, { id });
}

/** Only money that moved has a receipt; one that was returned keeps it, and it says so. */
export function receiptOf({ id, state }: Pick<Attempt, 'id' | 'state'>) {
  if (state !== 'SUCCEEDED' && state !== 'RETURNED') return { receipt: null, receiptUrl: null };
  return { receipt: receiptNumberOf(id), receiptUrl: receiptUrlOf(id) };
}

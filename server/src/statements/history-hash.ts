/** The hash of an entry of a customer's history (ADR 0091). docs/verify-history.mjs repeats this without our code. */
import { createHash } from 'node:crypto';

/** Of an empty chain. */
export const NO_HASH = '';

export type HistoryPlace = {
  companyId: string;
  customerId: string;
  before: string;
  position: number;
};

export function hashOfHistoryEntry(
  { companyId, customerId, before, position }: HistoryPlace,
  content: string,
): string {
  const parts = [before, companyId, customerId, position, content];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The one line shown for the method of an attempt or a saved method: kind, brand, last four. */
import type { MethodLine } from '@quittance/contract/schemas/methods';
import type { MethodRow } from '../storage/billing/invoices.ts';
import type { Attempt } from '../storage/payments/attempts.ts';

export function methodLineOf(attempt: Attempt): MethodLine | null {
  const { method, methodId, methodBrand, methodLast4 } = attempt;
  if (!methodLast4) return null;
  const type = method === 'ACH' ? 'ach' : 'card';
  return { id: methodId, type, brand: methodBrand, last4: methodLast4 };
}

export function savedMethodLine({ id, kind, brand, last4 }: MethodRow): MethodLine {
  return { id, type: kind, brand, last4 };
}

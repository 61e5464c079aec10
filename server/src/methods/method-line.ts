/** The one-line description of an attempt's method or a saved method: kind, brand, last four digits. */
import type { IsoDate } from '@quittance/contract/dates';
import type { DetailedMethodLine, MethodLine } from '@quittance/contract/methods/portal-schemas';
import { isExpired } from '@quittance/domain/off-session/card-expiry';
import type { Attempt } from '../ledger/attempts.ts';
import type { MethodRow } from '../schema/customers.ts';

type UsedMethod = Pick<Attempt, 'method' | 'methodId' | 'methodBrand' | 'methodLast4'>;

export function toMethodLine(attempt: UsedMethod): MethodLine | null {
  const { method, methodId, methodBrand, methodLast4 } = attempt;
  if (!methodLast4) return null;
  const type = method === 'ACH' ? 'ach' : 'card';
  return { id: methodId, type, brand: methodBrand, last4: methodLast4 };
}

type Details = Pick<DetailedMethodLine, 'expires' | 'isExpired' | 'accountType'>;

export function methodDetails(method: MethodRow, today: IsoDate): Details {
  const { expiresYear, expiresMonth, accountType } = method;
  const month = String(expiresMonth).padStart(2, '0');
  return {
    ...(expiresYear && expiresMonth ? { expires: `${expiresYear}-${month}` } : {}),
    ...(isExpired(method, today) ? ({ isExpired: true } as const) : {}),
    ...(accountType ? { accountType } : {}),
  };
}

type SavedMethod = Pick<MethodRow, 'id' | 'kind' | 'brand' | 'last4'>;

export function savedMethodLine({ id, kind, brand, last4 }: SavedMethod): MethodLine {
  return { id, type: kind, brand, last4 };
}

/**
 * Finds a customer's method if it can be charged off-session: active, not expired, of an accepted kind, on the
 * company's processor, and without a lost dispute (R40). The row stays locked until the transaction ends, so that
 * the method cannot be removed in the meantime.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { MethodId } from '@quittance/contract/ids';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import { isExpired } from '@quittance/domain/off-session/card-expiry';
import type { CompanyRow } from '../companies/store.ts';
import { AppError } from '../kernel/errors.ts';
import { hasLostDispute } from '../ledger/disputes.ts';
import type { Tx } from '../platform/database/database.ts';
import type { OwnMethod } from '../platform/database/keys.ts';
import type { MethodRow } from '../schema/customers.ts';
import { holdMethod } from './methods.ts';

export type MethodUse = {
  own: OwnMethod;
  company: CompanyRow;
  on: IsoDate;
  /** The invoice's own method, which cannot be used for any other invoice (R18). */
  attachedId?: MethodId | null;
};

export async function useMethod(tx: Tx, use: MethodUse): Promise<MethodRow> {
  const { own, company, on, attachedId } = use;
  const method = await holdMethod(tx, own);
  if (!method || method.state === 'removed') throw new AppError('NOT_FOUND');
  if (!method.isSaved && method.id !== attachedId) throw new AppError('NOT_FOUND');
  const isUsable =
    method.state === 'active' && method.processor === company.processor && !isExpired(method, on);
  if (!isUsable) throw new AppError('METHOD_NOT_USABLE');
  if (await hasLostDispute(tx, own)) throw new AppError('METHOD_NOT_USABLE');
  if (!acceptedKinds(company).includes(method.kind)) throw new AppError('METHOD_RESTRICTED');
  return method;
}

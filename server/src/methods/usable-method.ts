/**
 * The method a customer names, if it can be charged: theirs, alive, not expired, of a kind and a
 * processor that the company takes. It is held until the transaction ends, so that it cannot be
 * removed under an arrangement that is just being made.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { isExpired } from '@quittance/domain/card-expiry';
import { acceptedKinds } from '@quittance/domain/payment-options';
import { AppError } from '../errors.ts';
import type { CompanyRow } from '../storage/companies.ts';
import type { Tx } from '../storage/database.ts';
import type { MethodRow } from '../storage/invoices.ts';
import { holdMethod, type OwnMethod } from '../storage/methods.ts';

/** `on`: the day it is going to be charged. */
export type MethodUse = { own: OwnMethod; company: CompanyRow; on: IsoDate };

export async function useMethod(tx: Tx, { own, company, on }: MethodUse): Promise<MethodRow> {
  const method = await holdMethod(tx, own);
  if (!method || method.state === 'removed') throw new AppError('NOT_FOUND');
  const isUsable =
    method.state === 'active' && method.processor === company.processor && !isExpired(method, on);
  if (!isUsable) throw new AppError('METHOD_NOT_USABLE');
  if (!acceptedKinds(company).includes(method.kind)) throw new AppError('METHOD_RESTRICTED');
  return method;
}

/** Lists the arrangements that would be suspended if a method were removed (R16), for the confirmation popup. */
import type { MethodId } from '@quittance/contract/ids';
import type { MethodDependants } from '@quittance/contract/methods/method-dependants';
import { addCents } from '@quittance/contract/money';
import { activeInstallment } from '@quittance/domain/status/plan-status';
import { findAutoPay } from '../arrangements/auto-pay.ts';
import { listInstallments } from '../arrangements/installments.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import type { OwnMethod } from '../platform/database/keys.ts';
import { findPlansOn, findSchedulesOn } from './dependant-rows.ts';
import { findLiveMethod } from './methods.ts';

type DependentInvoice = MethodDependants['invoices'][number];

async function scheduled(tx: Tx, own: OwnMethod): Promise<DependentInvoice[]> {
  const rows = await findSchedulesOn(tx, own);
  return rows.map(({ invoiceId: id, accountRef, productName, ...schedule }) => ({
    id,
    accountRef,
    productName,
    option: 'PAYMENT_EXTENSION' as const,
    nextDate: schedule.nextTryOn ?? schedule.chargeOn,
    nextCost: addCents(schedule.amountCents, schedule.feeCents),
  }));
}

async function planned(tx: Tx, own: OwnMethod): Promise<DependentInvoice[]> {
  const dependants: DependentInvoice[] = [];
  for (const { id: planId, invoiceId: id, accountRef, productName } of await findPlansOn(tx, own)) {
    const { companyId } = own;
    const next = activeInstallment(await listInstallments(tx, { companyId, planId }));
    const nextDate = next ? (next.nextTryOn ?? next.dueOn) : null;
    const nextCost = next?.costCents ?? null;
    const option = 'PAYMENT_PLAN' as const;
    dependants.push({ id, accountRef, productName, option, nextDate, nextCost });
  }
  return dependants;
}

export async function methodDependants(
  { database }: Pick<Deps, 'database'>,
  { principal, methodId }: { principal: CustomerPrincipal; methodId: MethodId },
): Promise<MethodDependants> {
  const { companyId, customerId } = principal;
  const own = { companyId, customerId, methodId };
  return database.inCompany({ companyId, customerId }, async (tx) => {
    if (!(await findLiveMethod(tx, own))) throw new AppError('NOT_FOUND');
    const setting = await findAutoPay(tx, { companyId, customerId });
    return {
      invoices: [...(await scheduled(tx, own)), ...(await planned(tx, own))],
      isAutoPay: setting?.isAutoPayActive === true && setting.autoPayMethodId === methodId,
    };
  });
}

/**
 * Removes a method (R16): suspends its arrangements, switches off auto-pay on it, and notifies the customer. The
 * row remains, and a charge already sent completes. forget-methods.ts deletes the method at the processor once no
 * charge on it is open.
 */

import type { InvoiceId, MethodId } from '@quittance/contract/ids';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { suspendPlan, suspendSchedule } from '../arrangements/suspend-arrangement.ts';
import { requireLiveCompany } from '../companies/require-company.ts';
import { notify } from '../customers/mail/notify.ts';
import { lockCustomer } from '../customers/store.ts';
import { lockInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../kernel/principal.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { OwnMethod } from '../platform/database/keys.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { MethodRow } from '../schema/customers.ts';
import { switchOff } from './auto-pay.ts';
import { findAutoPayInvoicesOn, findPlansOn, findSchedulesOn } from './dependant-rows.ts';
import { revokeMandates } from './mandates.ts';
import { lockMethod, markRemoved } from './methods.ts';

export type Removal = { principal: CustomerPrincipal; methodId: MethodId };

/** Thrown if a new arrangement started using the method while its locks were being acquired. */
class DependantsChanged extends Error {
  override name = 'DependantsChanged';
}

const ATTEMPTS_MAX = 3;

async function findDependants(tx: Tx, own: OwnMethod) {
  return {
    schedules: await findSchedulesOn(tx, own),
    plans: await findPlansOn(tx, own),
    autoPayInvoices: await findAutoPayInvoicesOn(tx, own),
  };
}

type Dependants = Awaited<ReturnType<typeof findDependants>>;

function toInvoices({ schedules, plans, autoPayInvoices }: Dependants): InvoiceId[] {
  const arranged = [...schedules, ...plans].map((row) => row.invoiceId);
  return [...new Set([...arranged, ...autoPayInvoices])].toSorted();
}

/** Follows the global lock order: invoices, customer, method. */
async function lockAll(tx: Tx, own: OwnMethod) {
  const { companyId, customerId } = own;
  const locked = toInvoices(await findDependants(tx, own));
  for (const invoiceId of locked) await lockInvoice(tx, { companyId, invoiceId });
  const customer = await lockCustomer(tx, { companyId, customerId });
  invariant(customer, 'a session belongs to a customer');
  const method = await lockMethod(tx, own);
  if (!method || method.state === 'removed') throw new AppError('NOT_FOUND');
  const dependants = await findDependants(tx, own);
  const isComplete = toInvoices(dependants).every((id) => locked.includes(id));
  if (!isComplete) throw new DependantsChanged();
  return { customer, method, dependants };
}

async function suspend(tx: Tx, deps: Deps, { dependants }: RemovedMethod): Promise<void> {
  const reason = 'methodRemoved';
  for (const schedule of dependants.schedules) {
    await suspendSchedule(tx, deps, { ...schedule, reason });
  }
  for (const plan of dependants.plans) await suspendPlan(tx, deps, { ...plan, reason });
}

type RemovedMethod = {
  removal: Removal;
  method: MethodRow;
  dependants: Dependants;
  isAutoPay: boolean;
};

async function recordRemoval(tx: Tx, { clock }: Deps, removed: RemovedMethod): Promise<void> {
  const { removal, method, dependants, isAutoPay } = removed;
  const { companyId, customerId, id, last4 } = method;
  const suspended = [...dependants.schedules, ...dependants.plans].map((row) => row.accountRef);
  const at = clock.now();
  await notify(tx, {
    companyId,
    customerId,
    template: 'method-removed',
    data: {
      method: methodLabel(method, checkoutTexts),
      isAutoPayOff: isAutoPay ? 1 : 0,
      invoiceRef: suspended.join(', '),
    },
    at,
  });
  if (method.isSaved) recordEvent(tx, { companyId, type: 'method.removed', objectId: id, at });
  await appendAudit(tx, {
    companyId,
    actor: principalName(removal.principal),
    action: 'method.removed',
    subject: `method:${id}`,
    detail: { last4, suspended, isAutoPay },
    at,
  });
}

async function remove(tx: Tx, deps: Deps, removal: Removal): Promise<void> {
  const { companyId, customerId } = removal.principal;
  const { methodId } = removal;
  await requireLiveCompany(tx, companyId);
  const own = { companyId, customerId, methodId };
  const { customer, method, dependants } = await lockAll(tx, own);
  const at = deps.clock.now();
  await markRemoved(tx, { companyId, methodId }, at);
  const isAutoPay = customer.autoPayMethodId === methodId && customer.isAutoPayActive;
  if (customer.autoPayMethodId === methodId)
    await switchOff(tx, deps, { customer, methodId: null });
  await revokeMandates(tx, { companyId, methodId }, at);
  const removed = { removal, method, dependants, isAutoPay };
  await recordRemoval(tx, deps, removed);
  await suspend(tx, deps, removed);
}

export async function removeMethod(deps: Deps, removal: Removal): Promise<void> {
  const { companyId, customerId } = removal.principal;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.database.inCompany({ companyId, customerId }, (tx) =>
        remove(tx, deps, removal),
      );
    } catch (error) {
      if (!(error instanceof DependantsChanged) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/**
 * Changes the method of an invoice's scheduled payment or plan, under a new mandate. An arrangement
 * that was suspended for lack of a method becomes live again (R16); amounts and dates do not change.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceId, MandateId, MethodId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type CustomerPrincipal, principalName } from '../principal.ts';
import type { Evidence } from '../processors/processor.ts';
import { lockLivePlan, type PlanRow, updatePlan } from '../storage/arrangements/plans.ts';
import {
  findStandingSchedule,
  type Schedule,
  updateSchedule,
} from '../storage/arrangements/schedules.ts';
import {
  type InvoiceRow,
  lockInvoice,
  type MethodRow,
  updateInvoice,
} from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import { revokeMandate } from '../storage/methods/mandates.ts';
import { appendAudit } from '../storage/ops/audit.ts';
import { hasOpenAttempt } from '../storage/payments/attempts.ts';
import { useMethod } from './chargeable-method.ts';
import { authorizeMethod } from './consent.ts';
import { requireLiveCompany } from './require-company.ts';

export type MethodChange = {
  principal: CustomerPrincipal;
  invoiceId: InvoiceId;
  processor: ProcessorName;
  methodId: MethodId;
  achMandateText: string | undefined;
  evidence: Evidence;
};

type CurrentArrangement = { kind: 'schedule'; row: Schedule } | { kind: 'plan'; row: PlanRow };

async function findArrangement(tx: Tx, invoice: InvoiceRow): Promise<CurrentArrangement> {
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  const schedule = await findStandingSchedule(tx, key);
  if (schedule) {
    // It is being charged with its current method.
    if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
    return { kind: 'schedule', row: schedule };
  }
  const plan = await lockLivePlan(tx, key);
  if (!plan) throw new AppError('NOT_FOUND');
  return { kind: 'plan', row: plan };
}

/** The day on which the method must not have expired. */
function neededOn(current: CurrentArrangement, today: IsoDate): IsoDate {
  const on = current.kind === 'schedule' ? current.row.chargeOn : today;
  return on > today ? on : today;
}

type Swap = { current: CurrentArrangement; method: MethodRow; mandateId: MandateId };

async function switchMethod(tx: Tx, { current, method, mandateId }: Swap): Promise<void> {
  const { companyId, id } = current.row;
  const change = { methodId: method.id, mandateId, state: 'LIVE' } as const;
  if (current.kind === 'plan') await updatePlan(tx, { companyId, planId: id }, change);
  else await updateSchedule(tx, { companyId, scheduleId: id }, change);
}

async function swap(tx: Tx, deps: Deps, change: MethodChange): Promise<void> {
  const { principal, invoiceId, methodId } = change;
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  if (change.processor !== company.processor) throw new AppError('INVALID_REQUEST');
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice || invoice.customerId !== customerId) throw new AppError('ACCOUNT_NOT_FOUND');
  const current = await findArrangement(tx, invoice);
  const own = { companyId, customerId, methodId };
  const on = neededOn(current, deps.clock.today(company.timeZone));
  const { attachedMethodId: attachedId } = invoice;
  const method = await useMethod(tx, { own, company, on, attachedId });
  const { methodId: before, state, mandateId: oldMandateId } = current.row;
  if (before === methodId && state === 'LIVE') return;
  const { achMandateText, evidence } = change;
  const mandateId = await authorizeMethod(tx, deps, {
    company,
    method,
    terms: { purpose: 'CHANGE_PM' },
    capCents: addCents(current.row.amountCents, current.row.feeCents),
    achMandateText,
    evidence,
  });
  await switchMethod(tx, { current, method, mandateId });
  await updateInvoice(tx, { companyId, invoiceId }, { attachedMethodId: methodId });
  const at = deps.clock.now();
  await revokeMandate(tx, { companyId, mandateId: oldMandateId }, at);
  await appendAudit(tx, {
    companyId,
    actor: principalName(principal),
    action: 'method.changed',
    subject: `invoice:${invoiceId}`,
    detail: { before, after: methodId, arrangement: current.kind },
    at,
  });
}

export async function changeInvoiceMethod(deps: Deps, change: MethodChange): Promise<void> {
  const { companyId, customerId } = change.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) => swap(tx, deps, change));
}

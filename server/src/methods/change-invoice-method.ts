/**
 * Changes the method of an invoice's scheduled payment or plan, under a new mandate. An arrangement that was
 * suspended because it had no method becomes live again (R16). The dates do not change. The fee follows the kind of
 * method, as shown to the payer (R36).
 */

import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceId, MandateId, MethodId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { lockLivePlan, updatePlan } from '../arrangements/plans.ts';
import { findStandingSchedule, updateSchedule } from '../arrangements/schedules.ts';
import { requireLiveCompany } from '../companies/require-company.ts';
import type { CompanyRow } from '../companies/store.ts';
import { notify, notifyAgreement } from '../customers/mail/notify.ts';
import { lockInvoice, updateInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../kernel/principal.ts';
import { hasOpenAttempt } from '../ledger/attempts.ts';
import { isContested } from '../ledger/holds.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { Evidence } from '../processors/processor.ts';
import type { MethodRow } from '../schema/customers.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import {
  type ChangedCharges,
  type CurrentArrangement,
  chargesAfterChange,
  computeCost,
  feeAfter,
  findUnsentInstallments,
  refuseUnseen,
  writeCharges,
} from './changed-charges.ts';
import { useMethod } from './chargeable-method.ts';
import { authorizeMethod } from './consent.ts';
import { revokeMandate } from './mandates.ts';

export type MethodChange = {
  principal: CustomerPrincipal;
  invoiceId: InvoiceId;
  processor: ProcessorName;
  methodId: MethodId;
  quote: BodyOf<'changeInvoiceMethod'>['quote'];
  achMandateText: string | undefined;
  evidence: Evidence;
};

async function findArrangement(tx: Tx, invoice: InvoiceRow): Promise<CurrentArrangement> {
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  const schedule = await findStandingSchedule(tx, key);
  if (schedule) {
    // The invoice is being charged with its current method.
    if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
    return { kind: 'schedule', row: schedule };
  }
  const plan = await lockLivePlan(tx, key);
  if (!plan) throw new AppError('NOT_FOUND');
  return { kind: 'plan', row: plan, unsent: await findUnsentInstallments(tx, plan) };
}

/** Returns the day on which the method must still be valid. */
function neededOn(current: CurrentArrangement, today: IsoDate): IsoDate {
  const on = current.kind === 'schedule' ? current.row.chargeOn : today;
  return on > today ? on : today;
}

type Swap = {
  change: MethodChange;
  company: CompanyRow;
  invoice: InvoiceRow;
  current: CurrentArrangement;
  method: MethodRow;
  changed: ChangedCharges;
};

/** A charge in progress and its retries keep the fee of their own method. */
async function refuseWhileCharging(tx: Tx, { invoice, changed }: Swap): Promise<void> {
  if (!changed.isOtherKind) return;
  const { companyId, id: invoiceId } = invoice;
  if (await hasOpenAttempt(tx, { companyId, invoiceId })) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
}

function authorize(tx: Tx, deps: Deps, { change, company, current, method, changed }: Swap) {
  const { amountCents, feeCents } = changed.after;
  const payments = changed.charges.map((charge) => ({
    dueOn: charge.dueOn,
    costCents: computeCost(charge),
  }));
  return authorizeMethod(tx, deps, {
    company,
    method,
    terms: { purpose: 'CHANGE_PM', amountCents, feeCents, payments },
    capCents: addCents(current.row.amountCents, feeAfter(current, changed)),
    achMandateText: change.achMandateText,
    evidence: change.evidence,
  });
}

async function switchMethod(
  tx: Tx,
  { current, method, changed }: Swap,
  mandateId: MandateId,
): Promise<void> {
  const { companyId, id } = current.row;
  const live = { state: 'LIVE', suspendedAt: null, remindedAt: null } as const;
  const change = { methodId: method.id, mandateId, ...live };
  if (current.kind === 'plan') await updatePlan(tx, { companyId, planId: id }, change);
  else await updateSchedule(tx, { companyId, scheduleId: id }, change);
  if (changed.isOtherKind) await writeCharges(tx, current, changed);
}

async function recordChange(
  tx: Tx,
  { clock }: Deps,
  { swap, agreement }: { swap: Swap; agreement: MandateId },
): Promise<void> {
  const { change, invoice, current, method, changed } = swap;
  const { before, after } = changed;
  const { companyId, customerId, id: invoiceId, accountRef: invoiceRef } = invoice;
  const at = clock.now();
  const type = current.kind === 'plan' ? 'plan.changed' : 'schedule.changed';
  recordEvent(tx, { companyId, type, objectId: current.row.id, at });
  await appendAudit(tx, {
    companyId,
    actor: principalName(change.principal),
    action: 'method.changed',
    subject: `invoice:${invoiceId}`,
    detail: {
      before: current.row.methodId,
      after: method.id,
      arrangement: current.kind,
      feeBeforeCents: before.feeCents,
      feeAfterCents: after.feeCents,
    },
    at,
  });
  const shown = { invoiceRef, method: methodLabel(method, checkoutTexts), ...after };
  if (before.feeCents === after.feeCents) {
    const about = 'methodChange';
    return notifyAgreement(tx, { companyId, customerId, about, agreement, data: shown, at });
  }
  const data = {
    ...shown,
    feeBeforeCents: before.feeCents,
    totalBeforeCents: before.totalCents,
  };
  await notify(tx, { companyId, customerId, template: 'fee-changed', data, agreement, at });
}

async function readSwap(tx: Tx, deps: Deps, change: MethodChange): Promise<Swap> {
  const { principal, invoiceId, methodId } = change;
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  if (change.processor !== company.processor) throw new AppError('INVALID_REQUEST');
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice || invoice.customerId !== customerId) throw new AppError('ACCOUNT_NOT_FOUND');
  const current = await findArrangement(tx, invoice);
  // After a lost dispute, no method is charged without the payer (R82). While a dispute is open, the arrangement
  // waits.
  const isLost = invoice.status !== 'DISPUTED' && (await isContested(tx, { companyId, invoiceId }));
  if (isLost) throw new AppError('CHARGE_NOT_CHANGEABLE');
  const own = { companyId, customerId, methodId };
  const on = neededOn(current, deps.clock.today(company.timeZone));
  const { attachedMethodId: attachedId } = invoice;
  const method = await useMethod(tx, { own, company, on, attachedId });
  const changed = await chargesAfterChange(tx, { current, method, company });
  return { change, company, invoice, current, method, changed };
}

async function swapMethod(tx: Tx, deps: Deps, change: MethodChange): Promise<void> {
  const swap = await readSwap(tx, deps, change);
  const { current, method, changed, invoice } = swap;
  const { companyId, methodId: before, state, mandateId: oldMandateId } = current.row;
  if (before === method.id && state === 'LIVE') return;
  await refuseWhileCharging(tx, swap);
  refuseUnseen(changed, change.quote);
  const mandateId = await authorize(tx, deps, swap);
  await switchMethod(tx, swap, mandateId);
  const at = deps.clock.now();
  const attached = { attachedMethodId: method.id, updatedAt: at };
  await updateInvoice(tx, { companyId, invoiceId: invoice.id }, attached);
  await revokeMandate(tx, { companyId, mandateId: oldMandateId }, at);
  await recordChange(tx, deps, { swap, agreement: mandateId });
}

export async function changeInvoiceMethod(deps: Deps, change: MethodChange): Promise<void> {
  const { companyId, customerId } = change.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) => swapMethod(tx, deps, change));
}

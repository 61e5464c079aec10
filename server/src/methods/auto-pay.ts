/**
 * The customer's auto-pay setting (R14): the method, and whether auto-pay is on. Auto-pay is on only under a
 * mandate. Switching it off revokes the mandate and cancels the planned charges. plan-auto-pay.ts decides which
 * invoices are charged on which day, and skips excluded ones.
 */

import type { MandateId, MethodId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor, feeRate } from '@quittance/domain/checkout/fees';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { NOTICE_DAYS } from '@quittance/domain/off-session/auto-pay';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { findPlannedInvoices, updateAutoPay, updatePlanned } from '../arrangements/auto-pay.ts';
import { requireLiveCompany } from '../companies/require-company.ts';
import type { CompanyRow } from '../companies/store.ts';
import { notify } from '../customers/mail/notify.ts';
import type { CustomerRow } from '../customers/store.ts';
import { lockCustomer } from '../customers/store.ts';
import { lockInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Evidence } from '../processors/processor.ts';
import type { MethodRow } from '../schema/customers.ts';

import { useMethod } from './chargeable-method.ts';
import { authorizeMethod } from './consent.ts';
import { findMandate, revokeMandate } from './mandates.ts';

export type AutoPayCommand = {
  principal: CustomerPrincipal;
  methodId: MethodId;
  achMandateText: string | undefined;
  /** The fee that the payer saw. Required when auto-pay changes to another kind of method (R36). */
  feeTerms?: BodyOf<'setAutoPayMethod'>['feeTerms'];
  evidence: Evidence;
};

export type AutoPay = { isAutoPayActive: boolean; autoPayPMID: MethodId | null };

type CustomerKey = { companyId: CustomerRow['companyId']; customerId: CustomerRow['id'] };

/**
 * Locks the invoices that have a planned charge, then the customer. A concurrent off-session charge has either
 * started before this change or sees the change.
 */
async function lockSetting(tx: Tx, { companyId, customerId }: CustomerKey): Promise<CustomerRow> {
  for (const invoiceId of await findPlannedInvoices(tx, { companyId, customerId })) {
    await lockInvoice(tx, { companyId, invoiceId });
  }
  const customer = await lockCustomer(tx, { companyId, customerId });
  invariant(customer, 'a session belongs to a customer');
  return customer;
}

function toKey({ companyId, id }: CustomerRow): CustomerKey {
  return { companyId, customerId: id };
}

/** `methodId` is stored for the next time auto-pay is switched on. */
export async function switchOff(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { customer, methodId }: { customer: CustomerRow; methodId: MethodId | null },
): Promise<void> {
  const { companyId, autoPayMandateId: mandateId } = customer;
  await updateAutoPay(tx, toKey(customer), {
    isAutoPayActive: false,
    autoPayMethodId: methodId,
    autoPayMandateId: null,
    autoPaySinceOn: null,
  });
  if (mandateId) await revokeMandate(tx, { companyId, mandateId }, clock.now());
  await updatePlanned(tx, toKey(customer), { state: 'CANCELED' });
}

type AutoPayChoice = { company: CompanyRow; customer: CustomerRow; method: MethodRow };

function toFeeTerms(kind: ChargeKind, company: CompanyRow) {
  const { feePercentage, feeFixed } = feeFor({ kind, amountCents: ZERO, company });
  return { feePercentage, feeFixed };
}

/**
 * Returns the fee terms before and after the change, or null if the kind of method stays the same. The fee of every
 * charge not yet sent follows the kind of method (R36).
 */
async function changedFee(tx: Tx, { company, customer, method }: AutoPayChoice) {
  const { companyId, autoPayMandateId: mandateId } = customer;
  const mandate = mandateId ? await findMandate(tx, { companyId, mandateId }) : null;
  if (!mandate || mandate.kind === method.kind) return null;
  return { before: toFeeTerms(mandate.kind, company), after: toFeeTerms(method.kind, company) };
}

type FeeChange = NonNullable<Awaited<ReturnType<typeof changedFee>>>;

/** Nothing changes without the payer's consent to the new fee (R36). */
function refuseUnseen(change: FeeChange | null, seen: AutoPayCommand['feeTerms']): void {
  if (!change) return;
  const { feePercentage, feeFixed } = change.after;
  if (seen?.feePercentage === feePercentage && seen.feeFixed === feeFixed) return;
  throw new AppError('AMOUNT_CHANGED', { details: { feeTerms: change } });
}

async function switchOn(
  tx: Tx,
  deps: Deps,
  { command, chosen }: { command: AutoPayCommand; chosen: AutoPayChoice },
): Promise<void> {
  const { company, customer, method } = chosen;
  if (customer.isAutoPayActive && customer.autoPayMethodId === method.id) return;
  const { achMandateText, feeTerms, evidence } = command;
  const fee = await changedFee(tx, chosen);
  refuseUnseen(fee, feeTerms);
  const terms = { purpose: 'AUTO_PAY', fee: toFeeTerms(method.kind, company) } as const;
  const mandateId = await authorizeMethod(tx, deps, {
    company,
    method,
    terms,
    achMandateText,
    evidence,
  });
  const { companyId, autoPayMandateId, autoPaySinceOn } = customer;
  await updateAutoPay(tx, toKey(customer), {
    isAutoPayActive: true,
    autoPayMethodId: method.id,
    autoPayMandateId: mandateId,
    autoPaySinceOn: autoPaySinceOn ?? deps.clock.today(company.timeZone),
  });
  await updatePlanned(tx, toKey(customer), { methodId: method.id, mandateId });
  if (autoPayMandateId) {
    await revokeMandate(tx, { companyId, mandateId: autoPayMandateId }, deps.clock.now());
  }
  const state = customer.isAutoPayActive ? 'moved' : 'on';
  await recordChange(tx, deps, { customer, method, state, fee, agreement: mandateId });
}

type AutoPayChange = {
  customer: CustomerRow;
  method: MethodRow | null;
  state: 'on' | 'moved' | 'off';
  fee: FeeChange | null;
  /** The new mandate, or the one that ends. */
  agreement: MandateId | null;
};

async function recordChange(tx: Tx, { clock }: Deps, autoPay: AutoPayChange): Promise<void> {
  const { customer, method, state, fee, agreement } = autoPay;
  const { companyId, id: customerId } = customer;
  const at = clock.now();
  const data = {
    autoPay: state,
    ...(method
      ? { method: methodLabel(method, checkoutTexts), noticeDays: NOTICE_DAYS[method.kind] }
      : {}),
    ...(fee ? { rateBefore: feeRate(fee.before), rateAfter: feeRate(fee.after) } : {}),
  };
  await notify(tx, { companyId, customerId, template: 'auto-pay-changed', data, agreement, at });
  await appendAudit(tx, {
    companyId,
    actor: `customer:${customerId}`,
    action: state === 'off' ? 'auto_pay.off' : 'auto_pay.on',
    subject: `customer:${customerId}`,
    detail: { methodId: method?.id ?? null },
    at,
  });
}

async function choose(tx: Tx, deps: Deps, command: AutoPayCommand): Promise<AutoPayChoice> {
  const { companyId, customerId } = command.principal;
  const company = await requireLiveCompany(tx, companyId);
  const customer = await lockSetting(tx, { companyId, customerId });
  const own = { companyId, customerId, methodId: command.methodId };
  const on = deps.clock.today(company.timeZone);
  return { company, customer, method: await useMethod(tx, { own, company, on }) };
}

/** While auto-pay is off, choosing a method authorizes nothing. */
export async function setAutoPayMethod(deps: Deps, command: AutoPayCommand): Promise<AutoPay> {
  const { companyId, customerId } = command.principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const chosen = await choose(tx, deps, command);
    const { isAutoPayActive } = chosen.customer;
    const { methodId } = command;
    if (isAutoPayActive) await switchOn(tx, deps, { command, chosen });
    else await updateAutoPay(tx, { companyId, customerId }, { autoPayMethodId: methodId });
    return { isAutoPayActive, autoPayPMID: methodId };
  });
}

export async function switchAutoPayOn(deps: Deps, command: AutoPayCommand): Promise<AutoPay> {
  const { companyId, customerId } = command.principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const chosen = await choose(tx, deps, command);
    await switchOn(tx, deps, { command, chosen });
    return { isAutoPayActive: true, autoPayPMID: command.methodId };
  });
}

export async function switchAutoPayOff(deps: Deps, principal: CustomerPrincipal): Promise<AutoPay> {
  const { companyId, customerId } = principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) => {
    await requireLiveCompany(tx, companyId);
    const customer = await lockSetting(tx, { companyId, customerId });
    const { autoPayMethodId: methodId, autoPayMandateId: agreement, isAutoPayActive } = customer;
    if (isAutoPayActive) {
      await switchOff(tx, deps, { customer, methodId });
      await recordChange(tx, deps, { customer, method: null, state: 'off', fee: null, agreement });
    }
    return { isAutoPayActive: false, autoPayPMID: methodId };
  });
}

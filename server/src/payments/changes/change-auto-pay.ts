/**
 * Changes the auto-pay charge of one invoice at the payer's request (ADR 0092): charge it later, exclude it, or
 * include it again. The auto-pay mandate covers a charge on or after the due date, so a later day needs a notice
 * but no new mandate.
 */

import { addMonthsFrom, type IsoDate } from '@quittance/contract/dates';
import type { InvoiceId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { autoPayChangeText } from '@quittance/domain/charges/change-texts';
import { moveWindow } from '@quittance/domain/charges/move-window';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { isWithinWindow } from '@quittance/domain/checkout/schedule';
import { autoPayDates, postponedOn } from '@quittance/domain/off-session/auto-pay';
import { hourIn } from '@quittance/domain/off-session/run-window';
import { WORDS } from '@quittance/domain/texts/words';
import {
  type AutoPayChange,
  type AutoPayCharge,
  insertAutoPayCharge,
  listAutoPayCharges,
  updateAutoPayCharge,
} from '../../arrangements/auto-pay-charges.ts';
import { toChargeRules } from '../../companies/charge-rules.ts';
import { notify } from '../../customers/mail/notify.ts';
import { type CustomerRow, lockCustomer } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { isContested } from '../../ledger/holds.ts';
import { holdMethod } from '../../methods/methods.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { sendChargeNotice } from '../core/send-charge-notice.ts';
import {
  auditChange,
  type ChangeContext,
  lockOwnInvoice,
  type PreparedChange,
  shownTerms,
} from './prepared-change.ts';

export type AutoPayEdit = Extract<ChargeChange, { kind: 'move' | 'skip' | 'exclude' | 'include' }>;

export type AutoPayPlan = {
  context: ChangeContext;
  invoice: InvoiceRow;
  customer: CustomerRow;
  method: MethodRow;
  row: AutoPayCharge | null;
  excluded: AutoPayCharge | null;
  /** Includes skips from before auto-pay was switched off and on again. */
  skips: number;
  chargeOn: IsoDate;
  amountCents: Cents;
};

function isGivenUp({ state, mandateId }: AutoPayCharge, customer: CustomerRow): boolean {
  return state === 'GAVE_UP' && mandateId === customer.autoPayMandateId;
}

function expectedOn(
  { clock }: Deps,
  { context, invoice, customer }: Pick<AutoPayPlan, 'context' | 'invoice' | 'customer'>,
  { kind }: MethodRow,
): IsoDate {
  const { company, today } = context;
  const hour = hourIn(company.timeZone, clock.now());
  const sinceOn = customer.autoPaySinceOn ?? today;
  const { dueOn, reopenedAt } = invoice;
  const isReopened = reopenedAt !== null;
  return autoPayDates({ kind, dueOn, sinceOn, isReopened, today, hour }).chargeOn;
}

/** Returns the charge date with the usual notice period, and never before the due date (R83). */
function includedOn(
  { clock }: Deps,
  { context, invoice }: Pick<AutoPayPlan, 'context' | 'invoice'>,
  { kind }: MethodRow,
): IsoDate {
  const { company, today } = context;
  const isReopened = invoice.reopenedAt !== null;
  const hour = hourIn(company.timeZone, clock.now());
  const earliest = postponedOn({ kind, isReopened, today, hour });
  return earliest > invoice.dueOn ? earliest : invoice.dueOn;
}

/** Lock order: invoice, customer, method. Only an excluded invoice can be included. */
export async function lockAutoPayPlan(
  tx: Tx,
  deps: Deps,
  {
    context,
    change,
    invoiceId,
  }: { context: ChangeContext; change: ChargeChange; invoiceId: InvoiceId },
): Promise<AutoPayPlan> {
  const { companyId, customerId } = context.principal;
  const invoice = await lockOwnInvoice(tx, context, invoiceId);
  const customer = await lockCustomer(tx, { companyId, customerId });
  const methodId = customer?.isAutoPayActive ? customer.autoPayMethodId : null;
  const method = methodId ? await holdMethod(tx, { companyId, customerId, methodId }) : null;
  const amountCents = payableAmount(invoice);
  const isOpen = invoice.status === 'DUE' || invoice.status === 'IN_COLLECTION';
  const rows = await listAutoPayCharges(tx, { companyId, invoiceId });
  const excluded = rows.find(({ state }) => state === 'EXCLUDED') ?? null;
  const isIncluded = change.kind === 'include';
  const isChargeable =
    customer &&
    method?.state === 'active' &&
    isOpen &&
    amountCents > 0 &&
    !rows.some((row) => isGivenUp(row, customer)) &&
    (excluded !== null) === isIncluded &&
    !(await isContested(tx, { companyId, invoiceId }));
  if (!isChargeable) throw new AppError('CHARGE_NOT_CHANGEABLE');
  const row = rows.find(({ state }) => state === 'LIVE') ?? null;
  const known = { context, invoice, customer };
  // A charge date earlier than the due date is outdated: the company has moved the due date since (R81).
  const isUpToDate = row && row.attemptOn >= invoice.dueOn;
  const plannedOn = isIncluded ? includedOn : expectedOn;
  const chargeOn = isUpToDate ? row.attemptOn : plannedOn(deps, known, method);
  const skips = Math.max(0, ...rows.map((each) => each.skips));
  return { ...known, method, row, excluded, skips, chargeOn, amountCents };
}

function computeFee({ context, method, amountCents }: AutoPayPlan): Cents {
  return feeFor({ kind: method.kind, amountCents, company: context.company }).fee;
}

/** Returns null if the invoice is no longer charged by auto-pay. */
function newDay(
  { context, row, skips, chargeOn }: AutoPayPlan,
  change: AutoPayEdit,
): IsoDate | null {
  if (change.kind === 'exclude') return null;
  if (change.kind === 'include') return chargeOn;
  const { company, today } = context;
  const rules = toChargeRules(company);
  if (row && row.tries > 0) throw new AppError('CHARGE_NOT_CHANGEABLE');
  if (change.kind === 'skip') {
    if (skips > 0 || rules.maxSkips === 0) throw new AppError('CHANGE_NOT_ALLOWED');
    return addMonthsFrom(chargeOn, 1);
  }
  const movedFromOn = row?.movedFromOn ?? null;
  const window = moveWindow({ today, rules, chargeOn, movedFromOn, isLaterOnly: true });
  if (!window) throw new AppError('CHANGE_NOT_ALLOWED');
  if (change.date === chargeOn || !isWithinWindow(change.date, window)) {
    throw new AppError('DATE_NOT_AVAILABLE', { details: window });
  }
  return change.date;
}

async function writeRow(
  tx: Tx,
  deps: Deps,
  { plan, change }: { plan: AutoPayPlan; change: AutoPayChange },
): Promise<string> {
  const { row, excluded, invoice, customer, method, skips, chargeOn } = plan;
  const { companyId, customerId, id: invoiceId } = invoice;
  if (excluded) await updateAutoPayCharge(tx, excluded, { state: 'CANCELED' });
  if (row) {
    await updateAutoPayCharge(tx, { companyId, id: row.id }, change);
    return row.id;
  }
  const { autoPayMandateId: mandateId } = customer;
  if (!mandateId) throw new AppError('CHARGE_NOT_CHANGEABLE');
  const id = deps.entropy.uuid();
  const isFirst = await insertAutoPayCharge(tx, {
    companyId,
    id,
    customerId,
    invoiceId,
    methodId: method.id,
    mandateId,
    chargeOn,
    state: 'LIVE',
    skips,
    createdAt: deps.clock.now(),
    ...change,
  });
  if (!isFirst) throw new AppError('CHARGE_NOT_CHANGEABLE');
  return id;
}

type Edit = { plan: AutoPayPlan; change: AutoPayEdit; date: IsoDate | null };

function rowChange({ plan, change, date }: Edit): AutoPayChange {
  if (!date) return { state: 'EXCLUDED', nextTryOn: null };
  if (change.kind === 'include') return { chargeOn: date };
  const { row, skips, chargeOn } = plan;
  return change.kind === 'skip'
    ? { chargeOn: date, skips: skips + 1, movedFromOn: null }
    : { chargeOn: date, movedFromOn: row?.movedFromOn ?? chargeOn };
}

const ACTIONS = {
  move: 'auto_pay.moved',
  skip: 'auto_pay.skipped',
  exclude: 'auto_pay.excluded',
  include: 'auto_pay.included',
} as const;

async function tellPayer(tx: Tx, deps: Deps, { edit, id }: { edit: Edit; id: string }) {
  const { plan, date: chargeOn } = edit;
  const { invoice, method, amountCents } = plan;
  const { companyId, customerId, id: invoiceId, accountRef } = invoice;
  if (!chargeOn) {
    const data = {
      autoPay: 'excluded',
      invoiceRef: accountRef,
      dueOn: invoice.dueOn,
      isOverdue: invoice.dueOn < plan.context.today ? 1 : 0,
      method: methodLabel(method, WORDS.en.checkout),
    };
    const at = deps.clock.now();
    return notify(tx, { companyId, customerId, template: 'auto-pay-changed', data, at });
  }
  const { kind, brand, last4 } = method;
  const totalCents = addCents(amountCents, computeFee(plan));
  const arrangement = { kind: 'autoPay', id } as const;
  const named = { companyId, customerId, invoiceId, accountRef, arrangement, chargeOn };
  await sendChargeNotice(tx, deps, { ...named, totalCents, kind, brand, last4 });
}

function toText({ plan, date }: Edit): string {
  const { invoice, method, amountCents } = plan;
  const words = WORDS[plan.context.language];
  return autoPayChangeText(
    {
      invoiceRef: invoice.accountRef,
      dueOn: invoice.dueOn,
      totalCents: addCents(amountCents, computeFee(plan)),
      method: methodLabel(method, words.checkout),
      date,
    },
    words,
  );
}

export async function prepareAutoPayChange(
  tx: Tx,
  deps: Deps,
  asked: { context: ChangeContext; change: AutoPayEdit; invoiceId: InvoiceId },
): Promise<PreparedChange> {
  const { context, change } = asked;
  const plan = await lockAutoPayPlan(tx, deps, asked);
  const date = newDay(plan, change);
  const edit = { plan, change, date };
  const { chargeOn, amountCents, method, invoice } = plan;
  const feeCents = computeFee(plan);
  return {
    before: plan.excluded ? [] : [shownTerms(chargeOn, amountCents, feeCents)],
    after: date ? [shownTerms(date, amountCents, feeCents)] : [],
    method,
    text: toText(edit),
    write: async () => {
      const id = await writeRow(tx, deps, { plan, change: rowChange(edit) });
      const detail = { from: plan.excluded ? null : chargeOn, to: date };
      const action = { action: ACTIONS[change.kind], subject: `invoice:${invoice.id}`, detail };
      await auditChange(tx, deps, { context, action });
      await tellPayer(tx, deps, { edit, id });
    },
  };
}

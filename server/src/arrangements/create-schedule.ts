/**
 * Schedules a payment for a later day (product §5, R9). Under the invoice lock, the payment is checked against the
 * amounts currently owed and offered, and stored with its notification. charge-due.ts charges it on its day.
 */

import type { IsoDate } from '@quittance/contract/dates';
import type { MandateId, RequestId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { isWithinWindow, scheduleWindow } from '@quittance/domain/checkout/schedule';
import { isPaid, moveInvoice } from '@quittance/domain/status/invoice-status';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import type { CompanyRow } from '../companies/store.ts';
import { notify } from '../customers/mail/notify.ts';
import { updateInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { PAYMENT_PROCESSING } from '../ledger/attempt-events.ts';
import { hasOpenAttempt } from '../ledger/attempts.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { addToOutbox } from '../platform/events/outbox.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { MethodRow } from '../schema/customers.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { arrangeableNow } from './payable-now.ts';
import { insertSchedule, type Schedule } from './schedules.ts';

export type ScheduleTerms = {
  methodKind: ChargeKind;
  date: IsoDate;
  amountCents: Cents;
  feeCents: Cents;
};

export type Schedulable = { invoice: InvoiceRow; company: CompanyRow; terms: ScheduleTerms };

/**
 * Refuses terms that do not match what is currently payable. The invoice must be locked. Runs before consent to the
 * terms is recorded.
 */
export async function refuseUnlessSchedulable(
  tx: Tx,
  deps: Deps,
  { invoice, company, terms }: Schedulable,
): Promise<void> {
  const { companyId, id: invoiceId, status } = invoice;
  if (isPaid(status)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  if (status === 'PENDING' || (await hasOpenAttempt(tx, { companyId, invoiceId }))) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
  const payable = await arrangeableNow(tx, deps, { invoice, company });
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
  if (!payable.options.includes('PAYMENT_EXTENSION')) throw new AppError('OPTION_NOT_AVAILABLE');
  if (!payable.kinds.includes(terms.methodKind)) throw new AppError('METHOD_RESTRICTED');
  const feeCents = payable.fees[terms.methodKind].fee;
  if (terms.amountCents !== payable.amount || terms.feeCents !== feeCents) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  }
  const { preference, timeZone } = company;
  const window = scheduleWindow({ today: deps.clock.today(timeZone), preference });
  if (!isWithinWindow(terms.date, window)) {
    throw new AppError('DATE_NOT_AVAILABLE', { details: window });
  }
}

export type NewSchedule = {
  invoice: InvoiceRow;
  company: CompanyRow;
  method: MethodRow;
  mandateId: MandateId;
  terms: ScheduleTerms;
  requestId: RequestId;
  actor: string;
};

export async function createSchedule(
  tx: Tx,
  deps: Deps,
  newSchedule: NewSchedule,
): Promise<Schedule> {
  const { invoice, company, method, mandateId, terms } = newSchedule;
  const { companyId, id: invoiceId, customerId, status, dueOn: dueDate } = invoice;
  const today = deps.clock.today(company.timeZone);
  const schedule = await insertSchedule(tx, {
    companyId,
    id: deps.entropy.uuid(),
    customerId,
    invoiceId,
    methodId: method.id,
    mandateId,
    amountCents: terms.amountCents,
    feeCents: terms.feeCents,
    chargeOn: terms.date,
    state: 'LIVE',
    createdAt: deps.clock.now(),
  });
  const scheduled = moveInvoice({ status, event: 'scheduled', dueDate, today, statusBefore: null });
  const { id: objectId, createdAt: at } = schedule;
  const change = { status: scheduled, statusBefore: null, attachedMethodId: method.id };
  await updateInvoice(tx, { companyId, invoiceId }, { ...change, updatedAt: at });
  recordEvent(tx, { companyId, type: 'schedule.created', objectId, at });
  await notifyScheduled(tx, deps, { newSchedule, schedule });
  return schedule;
}

async function notifyScheduled(
  tx: Tx,
  { clock }: Deps,
  { newSchedule, schedule }: { newSchedule: NewSchedule; schedule: Schedule },
): Promise<void> {
  const { invoice, method, mandateId, requestId, actor } = newSchedule;
  const { companyId, customerId, id, chargeOn, amountCents, feeCents } = schedule;
  const at = clock.now();
  const payload = { customerId, requestId, paymentProcessingStatus: 'payment_scheduled' };
  await addToOutbox(tx, { companyId, topic: PAYMENT_PROCESSING, payload, at });
  await notify(tx, {
    companyId,
    customerId,
    template: 'payment-scheduled',
    agreement: mandateId,
    data: {
      invoiceRef: invoice.accountRef,
      productName: invoice.productName,
      amountCents,
      feeCents,
      totalCents: addCents(amountCents, feeCents),
      chargeOn,
      method: methodLabel(method, checkoutTexts),
    },
    at,
  });
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'payment.scheduled',
    subject: `schedule:${id}`,
    detail: { amountCents, feeCents, chargeOn },
    at,
  });
}

/** Moves a payer's scheduled payment, or skips it once to the next month (ADR 0092). */

import { addMonthsFrom, type IsoDate } from '@quittance/contract/dates';
import type { MandateId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { moveWindow } from '@quittance/domain/charges/move-window';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { isWithinWindow, scheduleWindow } from '@quittance/domain/checkout/schedule';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { findSchedule, type Schedule, updateSchedule } from '../../arrangements/schedules.ts';
import { toChargeRules } from '../../companies/charge-rules.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { useMethod } from '../../methods/chargeable-method.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import {
  auditChange,
  type ChangeContext,
  consentTo,
  lockOwnInvoice,
  type PreparedChange,
  shownTerms,
  termsText,
} from './prepared-change.ts';

export type DayChange = Extract<ChargeChange, { kind: 'move' | 'skip' }>;

type ScheduleMove = {
  context: ChangeContext;
  change: DayChange;
  schedule: Schedule;
  invoice: InvoiceRow;
};

async function lockMovable(
  tx: Tx,
  context: ChangeContext,
  scheduleId: string,
): Promise<Omit<ScheduleMove, 'change'>> {
  const { companyId } = context.principal;
  const found = await findSchedule(tx, { companyId, scheduleId });
  if (!found) throw new AppError('NOT_FOUND');
  const invoice = await lockOwnInvoice(tx, context, found.invoiceId);
  // Read again, now under the lock on its invoice.
  const schedule = await findSchedule(tx, { companyId, scheduleId });
  const isWaiting = schedule?.state === 'LIVE' && schedule.tries === 0;
  if (!isWaiting || invoice.status !== 'PAYMENT_EXTENSION') {
    throw new AppError('CHARGE_NOT_CHANGEABLE');
  }
  return { context, schedule, invoice };
}

function newDay({ context, change, schedule }: ScheduleMove): IsoDate {
  const { company, today } = context;
  const rules = toChargeRules(company);
  if (change.kind === 'skip') {
    if (schedule.skips > 0 || rules.maxSkips === 0) throw new AppError('CHANGE_NOT_ALLOWED');
    return addMonthsFrom(schedule.chargeOn, 1);
  }
  const { latest } = scheduleWindow({ today, preference: company.preference });
  const window = moveWindow({ ...schedule, today, rules, latest });
  if (!window) throw new AppError('CHANGE_NOT_ALLOWED');
  const isOther = change.date !== schedule.chargeOn;
  if (!isOther || !isWithinWindow(change.date, window)) {
    throw new AppError('DATE_NOT_AVAILABLE', { details: window });
  }
  return change.date;
}

type MovedSchedule = ScheduleMove & { date: IsoDate; method: MethodRow };

async function tellPayer(
  tx: Tx,
  { clock }: Deps,
  { moved, agreement }: { moved: MovedSchedule; agreement: MandateId },
) {
  const { schedule, invoice, date, method } = moved;
  const { companyId, customerId, amountCents, feeCents } = schedule;
  await notify(tx, {
    companyId,
    customerId,
    template: 'charge-changed',
    agreement,
    data: {
      invoiceRef: invoice.accountRef,
      productName: invoice.productName,
      amountCents,
      feeCents,
      totalCents: addCents(amountCents, feeCents),
      chargeOn: date,
      chargeBeforeOn: schedule.chargeOn,
      method: methodLabel(method, checkoutTexts),
    },
    at: clock.now(),
  });
}

function toTerms({ schedule, date }: MovedSchedule) {
  const { amountCents, feeCents } = schedule;
  return { purpose: 'EXTENSION', amountCents, feeCents, date } as const;
}

function writeMove(tx: Tx, deps: Deps, moved: MovedSchedule): PreparedChange['write'] {
  const { context, change, schedule, date, method } = moved;
  const { companyId, id: scheduleId, chargeOn, movedFromOn, skips } = schedule;
  const isSkip = change.kind === 'skip';
  return async (evidence) => {
    const consent = { method, terms: toTerms(moved), evidence, replaces: schedule.mandateId };
    const mandateId = await consentTo(tx, deps, { context, consent });
    const counted = isSkip
      ? { skips: skips + 1, movedFromOn: null }
      : { movedFromOn: movedFromOn ?? chargeOn };
    await updateSchedule(tx, { companyId, scheduleId }, { chargeOn: date, mandateId, ...counted });
    const at = deps.clock.now();
    recordEvent(tx, { companyId, type: 'schedule.changed', objectId: scheduleId, at });
    const action = {
      action: isSkip ? ('schedule.skipped' as const) : ('schedule.moved' as const),
      subject: `schedule:${scheduleId}`,
      detail: { from: chargeOn, to: date },
    };
    await auditChange(tx, deps, { context, action });
    await tellPayer(tx, deps, { moved, agreement: mandateId });
  };
}

export async function prepareScheduleChange(
  tx: Tx,
  deps: Deps,
  { context, change, id }: { context: ChangeContext; change: DayChange; id: string },
): Promise<PreparedChange> {
  const moving = { ...(await lockMovable(tx, context, id)), change };
  const { schedule } = moving;
  const date = newDay(moving);
  const { companyId, customerId, methodId, chargeOn, amountCents, feeCents } = schedule;
  const own = { companyId, customerId, methodId };
  const use = { own, company: context.company, on: date, attachedId: methodId };
  const moved = { ...moving, date, method: await useMethod(tx, use) };
  return {
    before: [shownTerms(chargeOn, amountCents, feeCents)],
    after: [shownTerms(date, amountCents, feeCents)],
    method: moved.method,
    text: termsText(context, { method: moved.method, terms: toTerms(moved) }),
    write: writeMove(tx, deps, moved),
  };
}

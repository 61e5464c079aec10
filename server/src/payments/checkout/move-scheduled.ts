/**
 * Moves a scheduled payment to a later day, for a company acting on behalf of its customer (ADR 0073). The first
 * commit wins (R17): an open charge refuses the move, and after the move the due run reads the new day under the
 * same lock.
 */

import type { IsoDate } from '@quittance/contract/dates';
import { addCents } from '@quittance/contract/money';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { isWithinWindow, laterWindow, scheduleWindow } from '@quittance/domain/checkout/schedule';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import {
  findStandingSchedule,
  type Schedule,
  updateSchedule,
} from '../../arrangements/schedules.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import type { CompanyRow } from '../../companies/store.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { findLiveMethod } from '../../methods/methods.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { type Cancel, lockIdleInvoice } from './lock-idle-invoice.ts';

type MovedSchedule = {
  schedule: Schedule;
  invoice: InvoiceRow;
  company: CompanyRow;
  date: IsoDate;
};

/** A payment that was already attempted keeps its date, because its retries are counted from that date. */
function refuseUnlessMovable(
  { clock }: Pick<Deps, 'clock'>,
  { schedule, invoice, company, date }: MovedSchedule,
): void {
  const isWaiting = schedule.state === 'LIVE' && schedule.tries === 0;
  if (!isWaiting || invoice.status !== 'PAYMENT_EXTENSION') {
    throw new AppError('SCHEDULE_NOT_CHANGEABLE');
  }
  const { preference, timeZone } = company;
  const window = scheduleWindow({ today: clock.today(timeZone), preference });
  const later = laterWindow(window, schedule.chargeOn);
  if (!later || !isWithinWindow(date, later)) throw new AppError('DATE_NOT_AVAILABLE');
}

async function tellPayer(tx: Tx, { clock }: Deps, { schedule, invoice, date }: MovedSchedule) {
  const { companyId, customerId, methodId, amountCents, feeCents } = schedule;
  const method = await findLiveMethod(tx, { companyId, customerId, methodId });
  invariant(method, 'a live schedule has a live method');
  await notify(tx, {
    companyId,
    customerId,
    template: 'schedule-moved',
    data: {
      invoiceRef: invoice.accountRef,
      productName: invoice.productName,
      amountCents,
      feeCents,
      totalCents: addCents(amountCents, feeCents),
      chargeOn: date,
      method: methodLabel(method, checkoutTexts),
    },
    at: clock.now(),
  });
}

export async function moveScheduledIn(
  tx: Tx,
  deps: Deps,
  { date, ...whose }: Cancel & { date: IsoDate },
): Promise<{ schedule: Schedule; before: IsoDate }> {
  const { companyId } = whose;
  const company = await requireLiveCompany(tx, companyId);
  const invoice = await lockIdleInvoice(tx, whose);
  const schedule = await findStandingSchedule(tx, { companyId, invoiceId: invoice.id });
  if (!schedule) throw new AppError('NOT_FOUND');
  const before = schedule.chargeOn;
  if (before === date) return { schedule, before };
  const moved = { schedule, invoice, company, date };
  refuseUnlessMovable(deps, moved);
  const { id: scheduleId } = schedule;
  await updateSchedule(tx, { companyId, scheduleId }, { chargeOn: date });
  recordEvent(tx, {
    companyId,
    type: 'schedule.changed',
    objectId: scheduleId,
    at: deps.clock.now(),
  });
  await tellPayer(tx, deps, moved);
  return { schedule: { ...schedule, chargeOn: date }, before };
}

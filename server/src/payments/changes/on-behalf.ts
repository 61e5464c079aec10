/**
 * Cancels a plan or a scheduled payment on behalf of a company's customer, or moves a scheduled payment to a later
 * day.
 */

import type { ProviderSchedule } from '@quittance/contract/arrangements/provider-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceId } from '@quittance/contract/ids';
import type { ProviderInvoice } from '@quittance/contract/invoices/provider-schemas';
import { getInvoice } from '../../invoices/change-invoice.ts';
import { findInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { cancelPlanIn } from '../checkout/cancel-plan.ts';
import { cancelScheduledIn } from '../checkout/cancel-scheduled.ts';
import { moveScheduledIn } from '../checkout/move-scheduled.ts';

const CANCEL = { plan: cancelPlanIn, schedule: cancelScheduledIn } as const;

type CancelCommand = {
  actor: Actor;
  invoiceId: InvoiceId;
  reason: string;
  kind: keyof typeof CANCEL;
};

async function loadInvoiceForStaff(tx: Tx, { companyId, name }: Actor, invoiceId: InvoiceId) {
  const invoice = await findInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const { customerId, internalRef } = invoice;
  return { companyId, customerId, internalRef, actor: name, isByCompany: true } as const;
}

export async function cancelArrangement(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason, kind }: CancelCommand,
): Promise<ProviderInvoice> {
  await CANCEL[kind](tx, deps, await loadInvoiceForStaff(tx, actor, invoiceId));
  const subject = `invoice:${invoiceId}`;
  const action = { action: `${kind}.canceled_by_company`, subject, detail: { reason } };
  await recordAction(tx, deps, { actor, ...action });
  return getInvoice(tx, { companyId: actor.companyId, invoiceId });
}

type MoveCommand = { actor: Actor; invoiceId: InvoiceId; chargeOn: IsoDate; reason: string };

export async function moveSchedule(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, chargeOn: date, reason }: MoveCommand,
): Promise<ProviderSchedule> {
  const whose = await loadInvoiceForStaff(tx, actor, invoiceId);
  const { schedule, before } = await moveScheduledIn(tx, deps, { ...whose, date });
  const { id, chargeOn, amountCents: amount, feeCents: fee } = schedule;
  if (before !== chargeOn) {
    const detail = { reason, before, chargeOn };
    const subject = `schedule:${id}`;
    await recordAction(tx, deps, { actor, action: 'schedule.moved_by_company', subject, detail });
  }
  return { id, invoiceId, chargeOn, amount, fee };
}

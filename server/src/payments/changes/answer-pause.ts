/** Records a company's decision on a payer's request for a pause (ADR 0093). */
import type { CompanyId } from '@quittance/contract/ids';
import { changedInstallments } from '@quittance/domain/charges/plan-changes';
import { invariant } from '@quittance/domain/invariant';
import { listInstallments } from '../../arrangements/installments.ts';
import {
  answerPause,
  findPause,
  lockPause,
  type PauseRow,
} from '../../arrangements/plan-pauses.ts';
import { lockPlan, type PlanRow } from '../../arrangements/plans.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { notify } from '../../customers/mail/notify.ts';
import { type InstallmentRow, lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { hasOpenAttempt } from '../../ledger/attempts.ts';
import { findMandate, revokeMandate } from '../../methods/mandates.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { toTerms } from './change-plan.ts';
import { dayOfMonth } from './locked-plan.ts';
import { isCurrent } from './request-pause.ts';
import { writePlanChange } from './write-plan-change.ts';

export type PauseAnswer = {
  companyId: CompanyId;
  pauseId: string;
  isGranted: boolean;
  message: string | null;
};

type LockedPause = {
  pause: PauseRow;
  plan: PlanRow;
  invoice: InvoiceRow;
  rows: InstallmentRow[];
  unpaid: InstallmentRow[];
};

async function lockAll(tx: Tx, { companyId, pauseId }: PauseAnswer): Promise<LockedPause> {
  const found = await findPause(tx, { companyId, id: pauseId });
  if (!found) throw new AppError('NOT_FOUND');
  const { invoiceId, planId } = found;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  const plan = await lockPlan(tx, { companyId, planId });
  const pause = await lockPause(tx, { companyId, id: pauseId });
  invariant(invoice && plan && pause, 'a pause has its plan and invoice');
  if (pause.state !== 'OPEN') throw new AppError('PAUSE_NOT_OPEN');
  const rows = await listInstallments(tx, { companyId, planId });
  const unpaid = rows.filter(({ status }) => status !== 'SUCCESS' && status !== 'CANCELED');
  return { pause, plan, invoice, rows, unpaid };
}

/** The payer agreed to these dates and this method. A changed plan requires a new request. */
async function refuseLapsed(tx: Tx, { pause, plan, invoice, unpaid }: LockedPause): Promise<void> {
  const { companyId, id: invoiceId } = invoice;
  if (await hasOpenAttempt(tx, { companyId, invoiceId })) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
  const mandate = await findMandate(tx, { companyId, mandateId: pause.mandateId });
  const isUntouched = unpaid.every(({ status, tries }) => status === 'OPEN' && tries === 0);
  const isGrantable =
    plan.state === 'LIVE' &&
    plan.pauses === 0 &&
    isUntouched &&
    isCurrent(pause, unpaid) &&
    mandate?.revokedAt === null &&
    mandate.methodId === plan.methodId;
  if (!isGrantable) throw new AppError('PAUSE_NOT_OPEN');
}

async function grant(tx: Tx, deps: Deps, locked: LockedPause): Promise<void> {
  await refuseLapsed(tx, locked);
  const { pause, plan, unpaid } = locked;
  const { companyId, mandateId } = pause;
  const change = { kind: 'pause', months: pause.months } as const;
  const after = changedInstallments({
    unpaid: unpaid.map(toTerms),
    change,
    dayOfMonth: dayOfMonth({ plan }),
    // A pause counts from the plan's dates, not from today.
    today: plan.anchorOn,
  });
  await writePlanChange(tx, deps, { locked, change, after, mandateId });
  await revokeMandate(tx, { companyId, mandateId: plan.mandateId }, deps.clock.now());
}

async function refuse(
  tx: Tx,
  deps: Deps,
  { locked, message }: { locked: LockedPause; message: string | null },
): Promise<void> {
  const { pause, invoice } = locked;
  const { companyId, customerId, mandateId, planId } = pause;
  const at = deps.clock.now();
  await revokeMandate(tx, { companyId, mandateId }, at);
  recordEvent(tx, { companyId, type: 'plan.changed', objectId: planId, at });
  const data = { event: 'pauseRefused', message, invoiceRef: invoice.accountRef } as const;
  await notify(tx, { companyId, customerId, template: 'plan-changed', data, at });
}

export async function answerPauseIn(tx: Tx, deps: Deps, answer: PauseAnswer): Promise<PauseRow> {
  const { companyId, pauseId: id, isGranted, message } = answer;
  await requireLiveCompany(tx, companyId);
  const locked = await lockAll(tx, answer);
  if (isGranted) await grant(tx, deps, locked);
  else await refuse(tx, deps, { locked, message });
  const state = isGranted ? 'GRANTED' : 'REFUSED';
  const answeredAt = deps.clock.now();
  await answerPause(tx, { companyId, id }, { state, answer: message, answeredAt });
  return { ...locked.pause, state, answer: message, answeredAt };
}

/**
 * A pause that needs the company's decision (ADR 0093). The payer agrees to the later dates with the request. The
 * dates take effect once the company grants it. The request lapses if the plan changes or is charged before the
 * decision.
 */
import type { MandateId } from '@quittance/contract/ids';
import {
  answerPause,
  findOpenPause,
  insertPause,
  type PauseRow,
} from '../../arrangements/plan-pauses.ts';
import { findNewestPlan } from '../../arrangements/plans.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { notifyAgreement } from '../../customers/mail/notify.ts';
import type { InstallmentRow } from '../../invoices/store.ts';
import { findInvoiceByInternalRef, lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { principalName } from '../../kernel/principal.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { LockedPlan } from './locked-plan.ts';
import { auditChange, type ChangeContext } from './prepared-change.ts';

type InstallmentDate = Pick<InstallmentRow, 'index' | 'dueOn'>;

const toDates = (unpaid: readonly InstallmentDate[]) =>
  unpaid.map(({ index, dueOn }) => ({ index, dueOn }));

export function isCurrent(
  { dates }: Pick<PauseRow, 'dates'>,
  unpaid: readonly InstallmentDate[],
): boolean {
  const toKey = ({ index, dueOn }: InstallmentDate) => `${index} ${dueOn}`;
  return dates.map(toKey).join() === unpaid.map(toKey).join();
}

async function close(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { companyId, id, mandateId }: PauseRow,
): Promise<void> {
  const answeredAt = clock.now();
  await answerPause(tx, { companyId, id }, { state: 'WITHDRAWN', answer: null, answeredAt });
  await revokeMandate(tx, { companyId, mandateId }, answeredAt);
}

export type PauseRequest = {
  locked: LockedPlan;
  months: number;
  note: string | null;
  mandateId: MandateId;
};

export async function requestPause(
  tx: Tx,
  deps: Deps,
  { locked, months, note, mandateId }: PauseRequest,
): Promise<void> {
  const { context, plan, invoice, unpaid } = locked;
  const { companyId, customerId, id: planId } = plan;
  const lapsed = await findOpenPause(tx, { companyId, planId });
  if (lapsed) await close(tx, deps, lapsed);
  const id = deps.entropy.uuid();
  const at = deps.clock.now();
  await insertPause(tx, {
    companyId,
    id,
    customerId,
    invoiceId: invoice.id,
    planId,
    mandateId,
    months,
    dates: toDates(unpaid),
    note,
    state: 'OPEN',
    createdAt: at,
  });
  recordEvent(tx, { companyId, type: 'plan.pause_requested', objectId: planId, at });
  const action = { action: 'plan.pause_requested', subject: `plan:${planId}`, detail: { months } };
  await auditChange(tx, deps, { context, action });
  const data = { invoiceRef: invoice.accountRef };
  const agreement = mandateId;
  await notifyAgreement(tx, { companyId, customerId, about: 'pause', agreement, data, at });
}

async function withdraw(tx: Tx, deps: Deps, { principal, internalRef }: Withdrawal): Promise<void> {
  const { companyId, customerId } = principal;
  await requireLiveCompany(tx, companyId);
  const found = await findInvoiceByInternalRef(tx, { companyId, customerId, internalRef });
  if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
  await lockInvoice(tx, { companyId, invoiceId: found.id });
  const plan = await findNewestPlan(tx, { companyId, invoiceId: found.id });
  const pause = plan && (await findOpenPause(tx, { companyId, planId: plan.id }));
  if (!pause) throw new AppError('PAUSE_NOT_OPEN');
  await close(tx, deps, pause);
  const actor = principalName(principal);
  const subject = `plan:${pause.planId}`;
  const at = deps.clock.now();
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'plan.pause_withdrawn',
    subject,
    detail: {},
    at,
  });
}

export type Withdrawal = { principal: ChangeContext['principal']; internalRef: string };

export async function withdrawPause(deps: Deps, withdrawal: Withdrawal): Promise<void> {
  const { companyId, customerId } = withdrawal.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) => withdraw(tx, deps, withdrawal));
}

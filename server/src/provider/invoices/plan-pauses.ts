/** A company reads the pauses that its customers asked for, and answers them (ADR 0093). */
import type { InvoiceId } from '@quittance/contract/ids';
import type { PageQuery } from '@quittance/contract/provider/pages-and-problems';
import type { ProviderPause } from '@quittance/contract/provider/schedules';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { answerPauseIn } from '../../payments/changes/answer-pause.ts';
import {
  findOpenPause,
  listPauses as listRows,
  type PauseRow,
} from '../../storage/arrangements/plan-pauses.ts';
import { findNewestPlan } from '../../storage/arrangements/plans.ts';
import { findInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type Actor, recordDeed } from '../actor.ts';
import { pageFrom, pageOf } from '../page.ts';

function show(row: PauseRow): ProviderPause {
  const { id, invoiceId, customerId, months, dates, note, state, answer } = row;
  const { createdAt, answeredAt } = row;
  const named = { id, invoiceId, customerId, months, dates, note, state, answer };
  return { ...named, createdAt, answeredAt };
}

type PausesQuery = PageQuery & { state?: PauseRow['state'] | undefined };

export async function listPauses(tx: Tx, { companyId }: Actor, query: PausesQuery) {
  const { limit, after, state } = query;
  const page = pageFrom({ limit, after });
  const rows = await listRows(tx, { filter: { companyId, state }, page });
  return pageOf(rows, page, (shown) => shown.map(show));
}

type Answered = {
  actor: Actor;
  invoiceId: InvoiceId;
  isGranted: boolean;
  message: string | null;
};

export async function answerPause(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, isGranted, message }: Answered,
): Promise<ProviderPause> {
  const { companyId } = actor;
  const invoice = await findInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const plan = await findNewestPlan(tx, { companyId, invoiceId });
  const open = plan && (await findOpenPause(tx, { companyId, planId: plan.id }));
  if (!open) throw new AppError('PAUSE_NOT_OPEN');
  const answer = { companyId, pauseId: open.id, isGranted, message };
  const answered = await answerPauseIn(tx, deps, answer);
  const action = isGranted ? 'plan.pause_granted' : 'plan.pause_refused';
  const subject = `plan:${open.planId}`;
  await recordDeed(tx, deps, { actor, action, subject, detail: { months: open.months } });
  return show(answered);
}

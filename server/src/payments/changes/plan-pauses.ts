/** Lists the pauses that a company's customers have requested, and records the company's decisions (ADR 0093). */

import type { ProviderPause } from '@quittance/contract/arrangements/provider-schemas';
import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import type { InvoiceId } from '@quittance/contract/ids';
import {
  findOpenPause,
  listPauses as listRows,
  type PauseRow,
} from '../../arrangements/plan-pauses.ts';
import { findNewestPlan } from '../../arrangements/plans.ts';
import { findInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { pageFrom, toPage } from '../../platform/http/page.ts';
import { answerPauseIn } from './answer-pause.ts';

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
  return toPage(rows, page, (shown) => shown.map(show));
}

type PauseDecision = {
  actor: Actor;
  invoiceId: InvoiceId;
  isGranted: boolean;
  message: string | null;
};

export async function answerPause(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, isGranted, message }: PauseDecision,
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
  await recordAction(tx, deps, { actor, action, subject, detail: { months: open.months } });
  return show(answered);
}

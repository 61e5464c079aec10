import type {
  ListedPlan,
  ListedSchedule,
  PlanQuery,
  ScheduleQuery,
} from '@quittance/contract/arrangements/provider-schemas';
import { addCents, ZERO } from '@quittance/contract/money';
import { namesOfCustomers } from '../customers/customer-records.ts';
import { findInvoiceNames } from '../invoices/invoice-records.ts';
import { findInvoice } from '../invoices/store.ts';
import { AppError } from '../kernel/errors.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceKey } from '../platform/database/keys.ts';
import { together } from '../platform/database/transaction.ts';
import { pageFrom, toPage } from '../platform/http/page.ts';
import {
  listPlanRows,
  listScheduleRows,
  type PlanRest,
  type PlanRow,
  restsOfPlans,
  type ScheduleRow,
} from './arrangement-lists.ts';
import { listInstallments } from './installments.ts';
import { findNewestPlan } from './plans.ts';

type ArrangementNames = { customerName: string; accountRef: string };

function common(row: ScheduleRow | PlanRow, named: ArrangementNames) {
  return {
    id: row.id,
    invoiceId: row.invoiceId,
    customerId: row.customerId,
    ...named,
    amount: row.amountCents,
    fee: row.feeCents,
    suspendedAt: row.state === 'SUSPENDED' ? row.suspendedAt : null,
    createdAt: row.createdAt,
  };
}

async function namesFor(tx: Tx, rows: readonly (ScheduleRow | PlanRow)[]) {
  const [first] = rows;
  const companyId = first?.companyId;
  if (!companyId) return () => ({ customerName: '', accountRef: '' });
  const customerIds = rows.map(({ customerId }) => customerId);
  const invoiceIds = rows.map(({ invoiceId }) => invoiceId);
  const [names, invoices] = await together([
    namesOfCustomers(tx, companyId, customerIds),
    findInvoiceNames(tx, companyId, invoiceIds),
  ]);
  return ({ customerId, invoiceId }: ScheduleRow | PlanRow): ArrangementNames => ({
    customerName: names.get(customerId) ?? '',
    accountRef: invoices.get(invoiceId)?.accountRef ?? '',
  });
}

/** A suspended arrangement is charged once it has a method again. */
const isRunning = (state: string) => state === 'LIVE' || state === 'SUSPENDED';

function showSchedule(row: ScheduleRow, named: ArrangementNames): ListedSchedule {
  const { state, chargeOn, attemptOn, amountCents, feeCents } = row;
  return {
    ...common(row, named),
    state,
    chargeOn,
    remaining: isRunning(state) ? addCents(amountCents, feeCents) : ZERO,
    nextChargeOn: state === 'LIVE' ? attemptOn : null,
  };
}

const NOTHING: PlanRest = { remainingCents: ZERO, nextOn: null, paidCount: 0 };

function showPlan(row: PlanRow, named: ArrangementNames, rest: PlanRest): ListedPlan {
  const { state, count } = row;
  const { paidCount, remainingCents, nextOn } = rest;
  return {
    ...common(row, named),
    state,
    count,
    paidCount,
    remaining: isRunning(state) ? remainingCents : ZERO,
    nextChargeOn: state === 'LIVE' ? nextOn : null,
  };
}

export async function listSchedules(tx: Tx, { companyId }: Actor, query: ScheduleQuery) {
  const { limit, after, ...filter } = query;
  const page = pageFrom({ limit, after });
  const rows = await listScheduleRows(tx, { filter: { companyId, ...filter }, page });
  return toPage(rows, page, async (shown) => {
    const named = await namesFor(tx, shown);
    return shown.map((row) => showSchedule(row, named(row)));
  });
}

export async function listPlans(tx: Tx, { companyId }: Actor, query: PlanQuery) {
  const { limit, after, ...filter } = query;
  const page = pageFrom({ limit, after });
  const rows = await listPlanRows(tx, { filter: { companyId, ...filter }, page });
  return toPage(rows, page, async (shown) => {
    const named = await namesFor(tx, shown);
    const ids = shown.map(({ id }) => id);
    const rests = await restsOfPlans(tx, companyId, ids);
    return shown.map((row) => showPlan(row, named(row), rests.get(row.id) ?? NOTHING));
  });
}

export async function listPlanInstallments(tx: Tx, key: InvoiceKey) {
  if (!(await findInvoice(tx, key))) throw new AppError('ACCOUNT_NOT_FOUND');
  const plan = await findNewestPlan(tx, key);
  const rows = plan
    ? await listInstallments(tx, { companyId: key.companyId, planId: plan.id })
    : [];
  const data = rows.map(({ index, dueOn, principalCents, feeCents, status }) => {
    return { number: index, dueOn, amount: principalCents, fee: feeCents, status };
  });
  return { data };
}

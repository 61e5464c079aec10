/** Determines what the payer may change about an invoice's plan under the company's rules (ADR 0092). */
import { addDays } from '@quittance/contract/dates';
import type { PlanChanges } from '@quittance/contract/statements/upcoming-charges';
import { listInstallments } from '../arrangements/installments.ts';
import { findOpenPause, type PauseRow } from '../arrangements/plan-pauses.ts';
import { findNewestPlan, type PlanRow } from '../arrangements/plans.ts';
import { toChargeRules } from '../companies/charge-rules.ts';
import type { CompanyRow } from '../companies/store.ts';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findInvoiceByInternalRef, type InstallmentRow } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';

type PlanContext = {
  plan: PlanRow;
  rows: readonly InstallmentRow[];
  pause: PauseRow | null;
  company: CompanyRow;
};

const countTo = (last: number) => Array.from({ length: Math.max(0, last) }, (_, at) => at + 1);

/** The company must respond before the first date of the pause. Otherwise the plan is charged as agreed. */
function toRequest(pause: PauseRow | null, unpaid: readonly InstallmentRow[]) {
  const [first] = unpaid;
  const isStanding = pause && first && pause.dates[0]?.index === first.index;
  if (!isStanding) return null;
  const { months, createdAt: requestedAt } = pause;
  return { months, requestedAt, answerBy: addDays(first.dueOn, -1) };
}

function toChanges({ plan, rows, pause, company }: PlanContext): PlanChanges {
  const rules = toChargeRules(company);
  const unpaid = rows.filter(({ status }) => status !== 'SUCCESS' && status !== 'CANCELED');
  // Installments that are late or being charged must be paid first.
  const isIdle = unpaid.every(({ status, tries }) => status === 'OPEN' && tries === 0);
  const isChangeable = plan.state === 'LIVE' && isIdle;
  const requested = toRequest(pause, unpaid);
  const isPausable =
    isChangeable && rules.pause !== 'NEVER' && plan.pauses === 0 && requested === null;
  return {
    key: `plan:${plan.id}`,
    dayOfMonth: plan.dayOfMonth ?? Number(plan.anchorOn.slice(8)),
    isDayChangeable: isChangeable && rules.isDayChangeAllowed && plan.dayChanges === 0,
    counts: isChangeable && rules.isShorteningAllowed ? countTo(unpaid.length - 1) : [],
    pauses: isPausable ? countTo(rules.maxPauseMonths) : [],
    isPauseAnswered: rules.pause === 'ON_REQUEST',
    requested,
  };
}

/** Returns null if no plan is running. */
export function readPlanChanges(
  deps: Deps,
  { companyId, customerId }: CustomerPrincipal,
  internalRef: string,
): Promise<PlanChanges | null> {
  return readAsCustomer(deps, { companyId, customerId }, async (tx, company) => {
    const invoice = await findInvoiceByInternalRef(tx, { companyId, customerId, internalRef });
    if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
    const plan = await findNewestPlan(tx, { companyId, invoiceId: invoice.id });
    if (plan?.state !== 'LIVE' && plan?.state !== 'SUSPENDED') return null;
    const key = { companyId, planId: plan.id };
    const [rows, pause] = await Promise.all([listInstallments(tx, key), findOpenPause(tx, key)]);
    return toChanges({ plan, rows, pause, company });
  });
}

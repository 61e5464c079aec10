/** Returns the plan for a number of installments (product §7, plan/intent). Writes nothing. */
import type { RequestId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { invariant } from '@quittance/domain/invariant';
import { arrangeableNow } from '../../arrangements/payable-now.ts';
import { planTerms } from '../../arrangements/plan-terms.ts';
import { findCompany } from '../../companies/store.ts';
import { findOwnInvoice, findRequest } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { mayPay, type Principal } from '../../kernel/principal.ts';

export type PlanIntentQuery = { principal: Principal; requestId: RequestId; count: number };

async function read(deps: Deps, { principal, requestId }: PlanIntentQuery) {
  const { companyId, customerId } = principal;
  if (!mayPay(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  return deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const request = await findRequest(tx, { companyId, requestId });
    if (!request?.invoiceId) throw new AppError('REQUEST_NOT_FOUND');
    const { invoiceId } = request;
    const invoice = await findOwnInvoice(tx, { companyId, customerId, invoiceId });
    const company = await findCompany(tx, companyId);
    invariant(invoice && company, 'a request has its invoice and company');
    return { company, payable: await arrangeableNow(tx, deps, { invoice, company }) };
  });
}

/** Uses the fee of the first accepted kind: cards, unless the company does not accept them. */
export async function planIntent(
  deps: Deps,
  query: PlanIntentQuery,
): Promise<AnswerOf<'planIntent'>> {
  const { company, payable } = await read(deps, query);
  const [kind] = payable.kinds;
  if (!payable.isPayable || !kind) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { count } = query;
  const terms = planTerms(deps, { payable, company, kind, count });
  return {
    success: true,
    installments: terms.installments.map(({ index, dueOn, costCents, feeCents }) => ({
      index,
      date: dueOn,
      cost: costCents,
      fee: feeCents,
      status: 'OPEN',
      isActive: index === 1,
      parts: count,
    })),
    total: addCents(terms.amountCents, terms.feeCents),
    fee: payable.fees[kind],
  };
}

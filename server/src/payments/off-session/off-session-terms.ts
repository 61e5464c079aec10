/**
 * The terms of an off-session charge: amount, method and mandate (S5, S6). They are decided inside transaction 1,
 * so that a method that was just removed or a mandate that was just revoked is not used.
 */
import { compareDates } from '@quittance/contract/dates';
import { addCents, type Cents, minCents } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import type { Deps } from '../../kernel/deps.ts';
import type { MandateRow } from '../../methods/mandates.ts';
import type { SavedSource } from '../../processors/processor.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { computeTotal } from '../charge/charge.ts';
import { savedSource } from '../charge/charge-source.ts';
import type { OffSessionContext } from './off-session-context.ts';
import type { Refusal } from './off-session-refusal.ts';

export type Amounts = { amountCents: Cents; feeCents: Cents };

export type OffSessionTerms = Amounts & {
  method: MethodRow;
  mandate: MandateRow;
  source: SavedSource;
};

/**
 * Returns the agreed amount, limited to what is still owed. An installment is charged unchanged: settle() refunds
 * any part that is no longer owed.
 */
function computeAmounts(
  { item, invoice, company, locked }: OffSessionContext,
  { kind }: MethodRow,
): Amounts {
  const owedCents = payableAmount(invoice);
  if (item.arrangement.kind === 'installment' && locked.money) return locked.money;
  if (locked.money && locked.money.amountCents <= owedCents) return locked.money;
  const amountCents = locked.money ? minCents(locked.money.amountCents, owedCents) : owedCents;
  return { amountCents, feeCents: feeFor({ kind, amountCents, company }).fee };
}

/** S6: the mandate must not be revoked and must cover this method, amount and day. */
function isCovered(
  mandate: MandateRow,
  method: MethodRow,
  { total, today }: MandateAmount,
): boolean {
  return (
    mandate.revokedAt === null &&
    mandate.customerId === method.customerId &&
    mandate.kind === method.kind &&
    (mandate.methodId === null || mandate.methodId === method.id) &&
    total <= mandate.capCents &&
    compareDates(mandate.authorizedFromOn, today) <= 0
  );
}

type MandateAmount = { total: Cents; today: OffSessionContext['today'] };

/**
 * A returned debit may be presented again only for the same amount (R15). Under a new mandate it is a new debit,
 * and the amount may differ (R36).
 */
function differsFromReturned({ tried, locked }: OffSessionContext, total: Cents): boolean {
  const last = tried.at(-1);
  const isSameDebit = last?.state === 'RETURNED' && last.mandateId === locked.mandateId;
  return isSameDebit && computeTotal(last) !== total;
}

export function offSessionTerms(deps: Deps, context: OffSessionContext): OffSessionTerms | Refusal {
  const { method, isMethodDisputed, mandate, today, company } = context;
  if (method?.state !== 'active' || method.processor !== company.processor) {
    return { kind: 'suspended', reason: 'methodGone' };
  }
  if (isMethodDisputed) return { kind: 'suspended', reason: 'methodGone' };
  const amounts = computeAmounts(context, method);
  if (amounts.amountCents <= 0) return { kind: 'ended', reason: 'notPayable' };
  const total = addCents(amounts.amountCents, amounts.feeCents);
  if (!mandate || !isCovered(mandate, method, { total, today })) {
    return { kind: 'suspended', reason: 'notAuthorized' };
  }
  if (differsFromReturned(context, total)) return { kind: 'ended', reason: 'amountChanged' };
  return { ...amounts, method, mandate, source: savedSource(deps, method) };
}

/**
 * The terms of an off-session charge: amount, method and mandate (S5, S6). Decided inside transaction
 * 1, so that a method removed or a mandate revoked a moment ago is not used.
 */
import { compareDates } from '@quittance/contract/dates';
import { addCents, type Cents, minCents } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import type { Deps } from '../../deps.ts';
import type { SavedSource } from '../../processors/processor.ts';
import { occurrenceOf } from '../../storage/arrangements/due.ts';
import type { MethodRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { findMandate, type MandateRow } from '../../storage/methods/mandates.ts';
import { holdMethod } from '../../storage/methods/methods.ts';
import { findLastAttemptOfOccurrence } from '../../storage/payments/attempt-history.ts';
import { hasLostDispute } from '../../storage/payments/disputes.ts';
import { totalOf } from '../charge/charge.ts';
import { savedSource } from '../charge/charge-source.ts';
import type { OffSessionContext, Refusal } from './off-session-refusal.ts';

export type Amounts = { amountCents: Cents; feeCents: Cents };

export type OffSessionTerms = Amounts & {
  method: MethodRow;
  mandate: MandateRow;
  source: SavedSource;
};

/**
 * The agreed amount, at most what is still owed. An installment is charged unchanged: settle() refunds
 * what of it is no longer owed.
 */
function amountsOf(
  { item, invoice, company, locked }: OffSessionContext,
  { kind }: MethodRow,
): Amounts {
  const owedCents = payableAmount(invoice);
  if (item.arrangement.kind === 'installment' && locked.money) return locked.money;
  if (locked.money && locked.money.amountCents <= owedCents) return locked.money;
  const amountCents = locked.money ? minCents(locked.money.amountCents, owedCents) : owedCents;
  return { amountCents, feeCents: feeFor({ kind, amountCents, company }).fee };
}

/** S6: a mandate that is not revoked and covers this method, amount and day. */
function isCovered(mandate: MandateRow, method: MethodRow, { total, today }: Covered): boolean {
  return (
    mandate.revokedAt === null &&
    mandate.customerId === method.customerId &&
    mandate.kind === method.kind &&
    (mandate.methodId === null || mandate.methodId === method.id) &&
    total <= mandate.capCents &&
    compareDates(mandate.authorizedFromOn, today) <= 0
  );
}

type Covered = { total: Cents; today: OffSessionContext['today'] };

/**
 * A returned debit may be presented again only for the same amount (R15). Under a new mandate it is a new
 * debit, and the amount may be another one (R36).
 */
async function differsFromReturned(
  tx: Tx,
  { item, locked }: OffSessionContext,
  total: Cents,
): Promise<boolean> {
  const { companyId, arrangement } = item;
  const last = await findLastAttemptOfOccurrence(tx, {
    companyId,
    occurrenceOf: occurrenceOf(arrangement),
  });
  const isSameDebit = last?.state === 'RETURNED' && last.mandateId === locked.mandateId;
  return isSameDebit && totalOf(last) !== total;
}

export async function offSessionTerms(
  tx: Tx,
  deps: Deps,
  context: OffSessionContext,
): Promise<OffSessionTerms | Refusal> {
  const { item, locked, today, company } = context;
  const { companyId, customerId } = item;
  const { methodId, mandateId } = locked;
  const method = methodId ? await holdMethod(tx, { companyId, customerId, methodId }) : null;
  if (method?.state !== 'active' || method.processor !== company.processor) {
    return { kind: 'suspended', reason: 'methodGone' };
  }
  if (await hasLostDispute(tx, { companyId, methodId: method.id })) {
    return { kind: 'suspended', reason: 'methodGone' };
  }
  const amounts = amountsOf(context, method);
  if (amounts.amountCents <= 0) return { kind: 'ended', reason: 'notPayable' };
  const total = addCents(amounts.amountCents, amounts.feeCents);
  const mandate = await findMandate(tx, { companyId, mandateId });
  if (!mandate || !isCovered(mandate, method, { total, today })) {
    return { kind: 'suspended', reason: 'notAuthorized' };
  }
  if (await differsFromReturned(tx, context, total)) {
    return { kind: 'ended', reason: 'amountChanged' };
  }
  return { ...amounts, method, mandate, source: savedSource(deps, method) };
}

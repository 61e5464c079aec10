/**
 * What a charge without the payer takes, from which method and under which mandate (S5, S6). Decided
 * inside transaction 1: a method removed or an authorisation revoked a moment ago is seen here.
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
import { totalOf } from '../charge/charge.ts';
import { savedSource } from '../charge/charge-source.ts';
import type { Refusal, Standing } from './off-session-refusal.ts';

export type Money = { amountCents: Cents; feeCents: Cents };

export type Bought = Money & { method: MethodRow; mandate: MandateRow; source: SavedSource };

/**
 * What was agreed on, never more than is still owed. An installment stays what it is: what of it is
 * not owed any more goes back to the payer by settle().
 */
function moneyOf({ item, invoice, company, locked }: Standing, { kind }: MethodRow): Money {
  const owedCents = payableAmount(invoice);
  if (item.arrangement.kind === 'installment' && locked.money) return locked.money;
  if (locked.money && locked.money.amountCents <= owedCents) return locked.money;
  const amountCents = locked.money ? minCents(locked.money.amountCents, owedCents) : owedCents;
  return { amountCents, feeCents: feeFor({ kind, amountCents, company }).fee };
}

/** S6: a live authorisation, for this method, up to this amount, from this day on. */
function isCovered(mandate: MandateRow, method: MethodRow, { total, today }: Covered): boolean {
  return (
    mandate.revokedAt === null &&
    mandate.customerId === method.customerId &&
    mandate.kind === method.kind &&
    (mandate.methodId === null || mandate.methodId === method.id) &&
    total <= mandate.capCents &&
    compareDates(mandate.authorisedFromOn, today) <= 0
  );
}

type Covered = { total: Cents; today: Standing['today'] };

/** A debit that came back is presented again only as it was (R15). */
async function isOtherThanReturned(tx: Tx, { item }: Standing, total: Cents): Promise<boolean> {
  const { companyId, arrangement } = item;
  const last = await findLastAttemptOfOccurrence(tx, {
    companyId,
    occurrenceOf: occurrenceOf(arrangement),
  });
  return last?.state === 'RETURNED' && totalOf(last) !== total;
}

export async function buy(tx: Tx, deps: Deps, standing: Standing): Promise<Bought | Refusal> {
  const { item, locked, today, company } = standing;
  const { companyId, customerId } = item;
  const { methodId, mandateId } = locked;
  const method = methodId ? await holdMethod(tx, { companyId, customerId, methodId }) : null;
  if (method?.state !== 'active' || method.processor !== company.processor) {
    return { kind: 'suspended', reason: 'methodGone' };
  }
  const money = moneyOf(standing, method);
  if (money.amountCents <= 0) return { kind: 'ended', reason: 'notPayable' };
  const total = addCents(money.amountCents, money.feeCents);
  const mandate = await findMandate(tx, { companyId, mandateId });
  if (!mandate || !isCovered(mandate, method, { total, today })) {
    return { kind: 'suspended', reason: 'notAuthorised' };
  }
  if (await isOtherThanReturned(tx, standing, total)) {
    return { kind: 'ended', reason: 'amountChanged' };
  }
  return { ...money, method, mandate, source: savedSource(deps, method) };
}

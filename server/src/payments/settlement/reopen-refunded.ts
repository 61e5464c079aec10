/** The company wants what it refunded paid again: with its order of the refund (R88), or later (R39). */
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type InvoiceRow, lockInvoice, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { InvoiceKey } from '../../storage/keys.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import {
  addPartsOwedAgain,
  type PartAmount,
  reopenPartRefunds,
} from '../../storage/payments/attempt-parts.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { listSettledRefunds, updateRefund } from '../../storage/payments/refunds.ts';
import { recordEvent } from '../../storage/provider/record-event.ts';
import { appendBillingChanges } from '../../storage/statement/billing-changes.ts';
import { reopenedStatus } from './invoice-status-after.ts';

type OwedAgain = { invoice: InvoiceRow; owedCents: Cents; actor: string };

async function oweAgain(
  tx: Tx,
  deps: Deps,
  { invoice, owedCents, actor }: OwedAgain,
): Promise<void> {
  const { companyId, id: invoiceId, customerId } = invoice;
  const key = { companyId, invoiceId };
  const paidCents = subtractCents(invoice.paidCents, owedCents);
  const owing = await updateInvoice(tx, key, { paidCents });
  await updateInvoice(tx, key, await reopenedStatus(tx, deps, owing));
  const at = deps.clock.now();
  const owed = { companyId, customerId, invoiceId, amountCents: owedCents };
  appendBillingChanges(tx, [{ ...owed, id: deps.entropy.uuid(), kind: 'REOPENED', at }]);
  if (invoice.paidCents === invoice.totalCents) {
    recordEvent(tx, { companyId, type: 'invoice.reopened', objectId: invoiceId, at });
  }
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'invoice.reopened',
    subject: `invoice:${invoiceId}`,
    detail: { owedCents },
    at,
  });
}

/** An invoice that is arranged, disputed or being paid is settled by that first. */
const REOPENED: readonly InvoiceStatus[] = [
  'DUE',
  'IN_COLLECTION',
  'COLLECTED',
  'PAYMENT_PLAN_COLLECTED',
];

/** What was refunded on the invoice and is not owed yet is owed again. */
export async function reopenRefunded(
  tx: Tx,
  deps: Deps,
  { actor, ...key }: InvoiceKey & { actor: string },
): Promise<void> {
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const refunds = await listSettledRefunds(tx, key);
  const ofParts = await reopenPartRefunds(tx, key);
  const owedCents = addCents(...refunds.map(({ principalCents }) => principalCents), ...ofParts);
  if (!REOPENED.includes(invoice.status) || owedCents === 0) {
    throw new AppError('ACCOUNT_NOT_PAYABLE');
  }
  for (const refund of refunds) await updateRefund(tx, refund, { isOwedAgain: true });
  // An invoice that was written off and paid is an ordinary one from here on (R85).
  const reopened = await updateInvoice(tx, key, { writtenOffAt: null });
  await oweAgain(tx, deps, { invoice: reopened, owedCents, actor });
}

type RefundedPrincipals = { attempt: Attempt; principals: readonly PartAmount[] };

/** The company chose with its refund that the principal is owed again (R88). The payable is locked. */
export async function oweRefundAgain(
  tx: Tx,
  deps: Deps,
  { attempt, principals }: RefundedPrincipals,
): Promise<void> {
  const { companyId, id: attemptId } = attempt;
  if (attempt.purpose === 'INVOICES') addPartsOwedAgain(tx, { companyId, attemptId }, principals);
  for (const { invoiceId, amountCents: owedCents } of principals) {
    const invoice = await lockInvoice(tx, { companyId, invoiceId });
    invariant(invoice, 'invoices are never deleted');
    await oweAgain(tx, deps, { invoice, owedCents, actor: 'refunds' });
  }
}

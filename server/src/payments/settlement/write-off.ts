/**
 * Write-offs, posted to an account of their own. What a payment that was too small left of an invoice is given up in the
 * same step (R101): the payer sees the invoice as paid. The balance of an uncollectible invoice (R115) stays payable.
 */
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { invariant } from '@quittance/domain/invariant';
import { postingsForWriteOff } from '@quittance/domain/postings';
import { findCompany } from '../../companies/store.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { listParts, type PaidPart } from '../../ledger/attempt-parts.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { appendPostings } from '../../ledger/postings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { insertCompensation } from './compensation.ts';
import { settleWithoutMoney } from './settle-credit.ts';
import { owedOn } from './settle-invoice.ts';

const toRest = ({ invoice, amountCents }: PaidPart): Cents =>
  subtractCents(owedOn(invoice), amountCents);

/** The limit is one of the payment, not of each invoice. */
export async function refuseLargeRest(tx: Tx, paid: readonly PaidPart[]): Promise<void> {
  const [first] = paid;
  if (!first) return;
  const company = await findCompany(tx, first.invoice.companyId);
  invariant(company, 'an invoice has its company');
  const { shortfallMax: max } = company;
  const isTooLarge =
    addCents(...paid.map(toRest)) > max ||
    paid.some((part) => toRest(part) > leftToGiveBack(part.invoice));
  if (isTooLarge) throw new AppError('WRITE_OFF_TOO_LARGE', { details: { max } });
}

async function writeOffRest(
  tx: Tx,
  deps: Deps,
  { payment, invoice }: { payment: Attempt; invoice: InvoiceRow },
): Promise<void> {
  const { requestId, createdAt: at } = payment;
  const amountCents = owedOn(invoice);
  if (amountCents === 0) return;
  const given = { invoice, method: 'WRITE_OFF', amountCents, requestId, note: null } as const;
  const attempt = await insertCompensation(tx, deps, given);
  const entries = postingsForWriteOff({ invoiceId: invoice.id, amountCents });
  await appendPostings(tx, { attempt, at }, entries);
  const paidCents = addCents(invoice.paidCents, amountCents);
  const waivedCents = addCents(invoice.waivedCents, amountCents);
  await settleWithoutMoney(tx, deps, { invoice, change: { paidCents, waivedCents } });
}

/** The payment has been settled, and its invoices are locked. */
export async function writeOffRests(tx: Tx, deps: Deps, payment: Attempt): Promise<void> {
  const { companyId, id: attemptId } = payment;
  for (const { invoiceId } of await listParts(tx, { companyId, attemptId })) {
    const invoice = await lockInvoice(tx, { companyId, invoiceId });
    invariant(invoice, 'invoices are never deleted');
    await writeOffRest(tx, deps, { payment, invoice });
  }
}

/**
 * Makes a refunded amount owed again, as the company decides with the refund order (R88) or later (R39). If that
 * refund fails, the payer has paid after all, and the invoice is settled again to the extent that nothing else has
 * settled it (R80).
 */

import type { AttemptId } from '@quittance/contract/ids';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { appendBillingChanges } from '../../invoices/billing-changes.ts';
import { lockInvoice, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  addPartsOwedAgain,
  type PartAmount,
  reopenPartRefunds,
} from '../../ledger/attempt-parts.ts';
import { type Attempt, hasOpenAttempt } from '../../ledger/attempts.ts';
import { lockUnused, sumCredit } from '../../ledger/customer-credit.ts';
import { hasOpenIntentOn } from '../../ledger/intents.ts';
import { listSettledRefunds, type RefundRow, updateRefund } from '../../ledger/refunds.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceKey } from '../../platform/database/keys.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { reopenedStatus } from '../core/invoice-status-after.ts';
import { writeApplied } from './settle-credit.ts';
import { announcePaid, owedOn } from './settle-invoice.ts';
import { repostUncollectible } from './uncollectible.ts';

type OwedAgain = {
  invoice: InvoiceRow;
  owedCents: Cents;
  /** The part of it that credit settles at once (R90), and the notes and payments that gave the credit. */
  creditCents?: Cents;
  sourceIds?: readonly AttemptId[] | undefined;
  actor: string;
};

/**
 * The invoice, which says already what is owed again, owes that much more. A negative amount settles it again.
 */
async function oweAgain(
  tx: Tx,
  deps: Deps,
  { invoice, owedCents, creditCents = ZERO, sourceIds, actor }: OwedAgain,
): Promise<void> {
  const { companyId, id: invoiceId, customerId } = invoice;
  const key = { companyId, invoiceId };
  const at = deps.clock.now();
  const owing = await updateInvoice(tx, key, {
    paidCents: addCents(subtractCents(invoice.paidCents, owedCents), creditCents),
    creditedCents: addCents(invoice.creditedCents, creditCents),
    updatedAt: at,
  });
  const owed = { companyId, customerId, invoiceId, amountCents: owedCents };
  appendBillingChanges(tx, [{ ...owed, id: deps.entropy.uuid(), kind: 'REOPENED', at }]);
  if (creditCents > 0) {
    await writeApplied(tx, deps, { invoice, amountCents: creditCents, sourceIds });
  }
  await repostUncollectible(tx, deps, invoice);
  if (creditCents === owedCents) return;
  await updateInvoice(tx, key, { ...(await reopenedStatus(tx, deps, owing)), updatedAt: at });
  announcePaid(tx, deps, { before: invoice, after: owing });
  await appendAudit(tx, {
    companyId,
    actor,
    action: owedCents > 0 ? 'invoice.reopened' : 'invoice.settled_again',
    subject: `invoice:${invoiceId}`,
    detail: { owedCents },
    at,
  });
}

/** In any other status, an arrangement, dispute or open payment must end first. */
const REOPENED: readonly InvoiceStatus[] = [
  'DUE',
  'IN_COLLECTION',
  'COLLECTED',
  'PAYMENT_PLAN_COLLECTED',
];

export async function reopenRefunded(
  tx: Tx,
  deps: Deps,
  { actor, ...key }: InvoiceKey & { actor: string },
): Promise<void> {
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const refunds = await listSettledRefunds(tx, key);
  const ofParts = await reopenPartRefunds(tx, key);
  const settled = refunds.map(({ principalCents, creditCents }) =>
    subtractCents(principalCents, minCents(principalCents, creditCents)),
  );
  const owedCents = addCents(...settled, ...ofParts);
  if (!REOPENED.includes(invoice.status) || owedCents === 0) {
    throw new AppError('ACCOUNT_NOT_PAYABLE');
  }
  for (const refund of refunds) await updateRefund(tx, refund, { isOwedAgain: true });
  // A written-off invoice that was paid is treated as an ordinary invoice again (R85).
  const owedAgainCents = addCents(invoice.owedAgainCents, owedCents);
  const cleared = { writtenOffAt: null, owedAgainCents, updatedAt: deps.clock.now() };
  const reopened = await updateInvoice(tx, key, cleared);
  await oweAgain(tx, deps, { invoice: reopened, owedCents, actor });
}

/** The refunded amount of an invoice, how much of it is owed again, and how much credit settles at once. */
export type OwedPart = PartAmount & { owedAgainCents: Cents; creditCents: Cents };

type RefundedParts = {
  attempt: Attempt;
  refund: RefundRow;
  parts: readonly OwedPart[];
  /** The notes and payments that gave the credit that the refund had reserved. */
  sourceIds: readonly AttemptId[];
};

/**
 * A refund that was given up has nothing reserved: if it was made after all, it takes the credit that the customer
 * still has, and the rest is owed. The payable must be locked.
 */
export async function oweRefundAgain(
  tx: Tx,
  deps: Deps,
  { attempt, refund, parts, sourceIds: reserved }: RefundedParts,
): Promise<void> {
  const { companyId, id: attemptId } = attempt;
  const owed = parts.filter(({ owedAgainCents }) => owedAgainCents > 0);
  if (attempt.purpose === 'INVOICES') {
    const again = owed.map(({ invoiceId, owedAgainCents: amountCents }) => ({
      invoiceId,
      amountCents,
    }));
    addPartsOwedAgain(tx, { companyId, attemptId }, again);
  }
  const sourceIds = reserved.length > 0 ? reserved : undefined;
  for (const { invoiceId, owedAgainCents: owedCents, creditCents: planned } of owed) {
    const invoice = await lockInvoice(tx, { companyId, invoiceId });
    invariant(invoice, 'invoices are never deleted');
    const unused = planned > 0 ? await lockUnused(tx, refund, sourceIds) : [];
    const creditCents = minCents(planned, sumCredit(unused));
    await oweAgain(tx, deps, { invoice, owedCents, creditCents, sourceIds, actor: 'refunds' });
  }
}

/** In any other status, a payment, arrangement or dispute settles the invoice instead. */
const OWING: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

/**
 * Handles a failed refund whose amount was owed again, as the invoice no longer says. Returns the amount that the
 * invoice takes back. The payable must be locked.
 */
export async function settleOwedAgain(
  tx: Tx,
  deps: Deps,
  { amountCents, ...key }: InvoiceKey & { amountCents: Cents },
): Promise<Cents> {
  const invoice = await lockInvoice(tx, key);
  invariant(invoice, 'invoices are never deleted');
  const settledCents = minCents(amountCents, owedOn(invoice));
  if (settledCents === 0 || !OWING.includes(invoice.status)) return ZERO;
  if ((await hasOpenAttempt(tx, key)) || (await hasOpenIntentOn(tx, key))) return ZERO;
  const owedCents = subtractCents(ZERO, settledCents);
  await oweAgain(tx, deps, { invoice, owedCents, actor: 'refunds' });
  return settledCents;
}

/** Parts of payments on several invoices, as shown in a transaction list (R48). */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import type { Transaction } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import { refundPostings } from '@quittance/domain/failed-refund-postings';
import { receivable } from '@quittance/domain/ledger-accounts';
import type { Posting } from '@quittance/domain/postings';
import { refundShares } from '@quittance/domain/refund-shares';
import {
  type ListedPart,
  listFirstParts,
  listParts,
  partsByAttempt,
} from '../ledger/attempt-parts.ts';
import { readPaymentDays } from '../ledger/payment-days.ts';
import { listPostings } from '../ledger/postings.ts';
import { loadRefunds, type RefundRow } from '../ledger/refunds.ts';
import { postingsOfRefund } from '../payments/settlement/book-refund.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ShownAttempt, TransactionRow } from './transaction-rows.ts';

/** Further parts appear only on the receipt. */
const PARTS_MAX = 20;

type PartsOfPayments = ReadonlyMap<AttemptId, readonly ListedPart[]>;

/** The part for `invoiceId` is always included. */
type ShownRows = { rows: readonly TransactionRow[]; invoiceId?: InvoiceId | null };

export async function readShown(tx: Tx, companyId: CompanyId, shown: ShownRows) {
  const payments = shown.rows.filter(({ refund }) => !refund).map(({ attempt }) => attempt);
  return {
    parts: await readParts(tx, companyId, shown),
    days: await readPaymentDays(tx, companyId, payments),
    shares: shown.invoiceId
      ? await readShares(tx, shown.rows, shown.invoiceId)
      : new Map<string, Cents>(),
  };
}

type RefundShares = ReadonlyMap<string, Cents>;

async function readShares(
  tx: Tx,
  rows: readonly TransactionRow[],
  invoiceId: InvoiceId,
): Promise<RefundShares> {
  const several = rows.filter(({ attempt, refund }) => refund && attempt.purpose === 'INVOICES');
  const byId = new Map(several.map(({ attempt }) => [attempt.id, attempt]));
  const shares = new Map<string, Cents>();
  for (const attempt of byId.values()) {
    const key = { companyId: attempt.companyId, attemptId: attempt.id };
    const parts = await listParts(tx, key);
    const credits = parts.map((part) => ({
      account: receivable(part.invoiceId),
      amountCents: part.creditCents,
    }));
    const posted = await listPostings(tx, key);
    for (const refund of await loadRefunds(tx, key)) {
      const entries = await postingsFor(tx, { attempt, refund }, posted);
      const given = refundShares(entries, credits);
      shares.set(refund.id, given.get(receivable(invoiceId)) ?? ZERO);
    }
  }
  return shares;
}

/** Returns the refund's postings, or the postings it would make if it completed now. */
async function postingsFor(
  tx: Tx,
  { attempt, refund }: { attempt: ShownAttempt; refund: RefundRow },
  posted: readonly Posting[],
): Promise<Posting[]> {
  if (refund.state === 'SUCCEEDED') return refundPostings(refund.id, posted);
  return postingsOfRefund(tx, { ...refund, attempt }, posted);
}

/**
 * On an invoice page, a refund for several invoices is shown as this invoice's share. Returns null if the refund
 * does not affect this invoice.
 */
export function refundedOn(
  { id, amountCents }: Pick<RefundRow, 'id' | 'amountCents'>,
  shares: RefundShares,
): Cents | null {
  const share = shares.get(id) ?? amountCents;
  return share > 0 ? share : null;
}

/** Runs one more statement if the page has payments on several invoices. */
async function readParts(
  tx: Tx,
  companyId: CompanyId,
  { rows, invoiceId = null }: ShownRows,
): Promise<PartsOfPayments> {
  const several = rows.filter(({ attempt }) => attempt.purpose === 'INVOICES');
  if (several.length === 0) return new Map();
  const attemptIds = [...new Set(several.map(({ attempt }) => attempt.id))];
  const parts = await listFirstParts(tx, companyId, { attemptIds, limit: PARTS_MAX, invoiceId });
  return partsByAttempt(parts);
}

export function toPaidTogether(
  { attempt }: TransactionRow,
  parts: PartsOfPayments,
): Transaction['together'] {
  const own = parts.get(attempt.id) ?? [];
  const [first] = own;
  if (!first) return null;
  return {
    count: first.count,
    total: addCents(attempt.amountCents, attempt.feeCents),
    parts: own.slice(0, PARTS_MAX).map(({ accountRef, amountCents, feeCents }) => ({
      accountRef,
      amount: amountCents,
      fee: feeCents,
    })),
  };
}

export function partOn(
  { attempt }: TransactionRow,
  parts: PartsOfPayments,
  invoiceId: InvoiceId | null,
) {
  return parts.get(attempt.id)?.find((part) => part.invoiceId === invoiceId) ?? null;
}

/** The parts of payments on several invoices, as a list of transactions shows them (R48). */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { Transaction } from '@quittance/contract/schemas/invoices';
import type { TransactionRow } from '../../storage/billing/transactions.ts';
import type { Tx } from '../../storage/database.ts';
import {
  type ListedPart,
  listFirstParts,
  partsByAttempt,
} from '../../storage/payments/attempt-parts.ts';

/** More are only on the receipt. */
const PARTS_MAX = 20;

export type PartsOfPayments = ReadonlyMap<AttemptId, readonly ListedPart[]>;

/** One more statement where the page has such payments; `invoiceId`: its own part is among them. */
export async function readParts(
  tx: Tx,
  companyId: CompanyId,
  { rows, invoiceId = null }: { rows: readonly TransactionRow[]; invoiceId?: InvoiceId | null },
): Promise<PartsOfPayments> {
  const several = rows.filter(({ attempt }) => attempt.purpose === 'INVOICES');
  if (several.length === 0) return new Map();
  const attemptIds = [...new Set(several.map(({ attempt }) => attempt.id))];
  const parts = await listFirstParts(tx, companyId, { attemptIds, limit: PARTS_MAX, invoiceId });
  return partsByAttempt(parts);
}

export function togetherOf(
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

/** What the payment paid on the invoice alone. */
export function partOn(
  { attempt }: TransactionRow,
  parts: PartsOfPayments,
  invoiceId: InvoiceId | null,
) {
  return parts.get(attempt.id)?.find((part) => part.invoiceId === invoiceId) ?? null;
}

import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import { loadParts, type NamedPartRow, partsByAttempt } from '../ledger/attempt-parts.ts';
import type { Attempt } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';

function showPart(part: NamedPartRow): ProviderPayment['parts'][number] {
  const { invoiceId, accountRef, amountCents, feeCents, refundedCents } = part;
  return { invoiceId, accountRef, amount: amountCents, fee: feeCents, refunded: refundedCents };
}

function showPayment(attempt: Attempt, parts: readonly NamedPartRow[] = []): ProviderPayment {
  return {
    id: attempt.id,
    customerId: attempt.customerId,
    invoiceId: attempt.invoiceId,
    parts: parts.map(showPart),
    type: attempt.type,
    state: attempt.state,
    amount: attempt.amountCents,
    credit: attempt.creditCents,
    fee: attempt.feeCents,
    refunded: attempt.refundedCents,
    method: attempt.method,
    methodBrand: attempt.methodBrand,
    methodLast4: attempt.methodLast4,
    processor: attempt.processor,
    processorReference: attempt.processorReference,
    responseCode: attempt.responseCode,
    warning: attempt.warning,
    reference: attempt.reference,
    receivedDate: attempt.receivedOn,
    note: attempt.note,
    createdAt: attempt.createdAt,
    settledAt: attempt.settledAt,
    updatedAt: attempt.updatedAt ?? attempt.createdAt,
  };
}

export async function showPayments(tx: Tx, rows: readonly Attempt[]): Promise<ProviderPayment[]> {
  const several = rows.filter(({ purpose }) => purpose === 'INVOICES');
  const [first] = several;
  if (!first) return rows.map((row) => showPayment(row));
  const ids = several.map(({ id }) => id);
  const parts = partsByAttempt(await loadParts(tx, first.companyId, ids));
  return rows.map((row) => showPayment(row, parts.get(row.id)));
}

export async function showOnePayment(tx: Tx, attempt: Attempt): Promise<ProviderPayment> {
  const [shown] = await showPayments(tx, [attempt]);
  return shown ?? showPayment(attempt);
}

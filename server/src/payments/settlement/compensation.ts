/** Compensations: attempts without money, which settle an invoice or give up its balance. */
import { attemptIdSchema, type RequestId } from '@quittance/contract/ids';
import type { InvoiceLine } from '@quittance/contract/invoices/provider-schemas';
import { type Cents, ZERO } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { postingsReversed } from '@quittance/domain/postings';
import { findRequestOfInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Attempt, appendMove, insertAttempt, updateAttempt } from '../../ledger/attempts.ts';
import { appendPostings, listPostings } from '../../ledger/postings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

type Compensation = {
  invoice: InvoiceRow;
  method: 'CREDIT_NOTE' | 'CREDIT' | 'WRITE_OFF' | 'UNCOLLECTIBLE';
  amountCents: Cents;
  creditCents?: Cents;
  reference?: string | null;
  note: string | null;
  creditedLines?: readonly InvoiceLine[] | null;
  /** That of the invoice if it is not given. */
  requestId?: RequestId;
};

export async function insertCompensation(
  tx: Tx,
  { clock, entropy }: Deps,
  compensation: Compensation,
): Promise<Attempt> {
  const { invoice, creditCents = ZERO, ...columns } = compensation;
  const { companyId, id: invoiceId, customerId } = invoice;
  const request = await findRequestOfInvoice(tx, { companyId, invoiceId });
  invariant(request, 'an invoice has its request');
  const at = clock.now();
  return insertAttempt(tx, {
    companyId,
    id: attemptIdSchema.parse(entropy.uuid()),
    requestId: request.id,
    invoiceId,
    customerId,
    purpose: 'FULL_AMOUNT',
    type: 'COMPENSATION',
    initiator: 'CIT',
    processor: 'manual',
    state: 'SUCCEEDED',
    feeCents: ZERO,
    creditCents,
    ...columns,
    createdAt: at,
    settledAt: at,
  });
}

/** Reverses its postings. What is undone is in the same state as a returned payment. */
export async function reverseCompensation(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  compensation: Attempt,
): Promise<void> {
  const { companyId, id: attemptId, state: fromState } = compensation;
  const [key, at] = [{ companyId, attemptId }, clock.now()];
  await appendMove(tx, compensation, { fromState, toState: 'RETURNED', source: 'operator', at });
  await updateAttempt(tx, key, { state: 'RETURNED', settledAt: at, updatedAt: at });
  const entries = postingsReversed(await listPostings(tx, key));
  await appendPostings(tx, { attempt: compensation, at }, entries);
}

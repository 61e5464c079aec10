/** Attempts and postings for tests, valid unless a test changes a column. */
import { randomUUID } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
import {
  type AttemptId,
  attemptIdSchema,
  type CompanyId,
  type CustomerId,
  type InvoiceId,
  type MandateId,
  type MethodId,
  type RequestId,
  requestIdSchema,
} from '@quittance/contract/ids';
import { cents, ZERO } from '@quittance/contract/money';
import { insertParts } from '../../src/ledger/attempt-parts.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { insertSelection } from '../../src/requests/selections.ts';
import type { attempts, postings } from '../../src/schema/payments.ts';

export const AT = instant('2026-01-15T12:00:00.000Z');

export type SmallCustomer = {
  companyId: CompanyId;
  customerId: CustomerId;
  invoiceId: InvoiceId;
  requestId: RequestId;
  methodId: MethodId;
  mandateId: MandateId;
  attemptId: AttemptId;
  planId: string;
};

type AttemptRow = typeof attempts.$inferInsert;
type PostingRow = typeof postings.$inferInsert;

export function toAttempt(small: SmallCustomer, changes: Partial<AttemptRow>): AttemptRow {
  const { companyId, customerId, invoiceId, requestId } = small;
  return {
    companyId,
    id: attemptIdSchema.parse(randomUUID()),
    requestId,
    invoiceId,
    customerId,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: 'payengine',
    method: 'CARD',
    state: 'FAILED',
    amountCents: cents(10_000),
    feeCents: ZERO,
    creditCents: ZERO,
    createdAt: AT,
    ...changes,
  };
}

export function toPosting(small: SmallCustomer, changes: Partial<PostingRow>): PostingRow {
  return {
    companyId: small.companyId,
    attemptId: small.attemptId,
    customerId: small.customerId,
    source: `receivable:${small.invoiceId}`,
    destination: 'clearing:payengine',
    amountCents: cents(100),
    at: AT,
    ...changes,
  };
}

export async function fillParts(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, attemptId, invoiceId } = small;
  const requestId = requestIdSchema.parse(randomUUID());
  const selected = { companyId, customerId, requestId, createdAt: AT };
  await insertSelection(tx, selected, [{ invoiceId, amountCents: cents(100) }]);
  const part = { invoiceId, amountCents: cents(100), feeCents: ZERO };
  await insertParts(tx, { companyId, id: attemptId, customerId, isOpen: false }, [part]);
}

/** Payments with postings for the ledger tests: a fixed example and an arbitrary. */
import {
  customerIdSchema,
  estimateIdSchema,
  invoiceIdSchema,
  orderIdSchema,
} from '@quittance/contract/ids';
import { addCents, cents, ZERO } from '@quittance/contract/money';
import { PROCESSORS } from '@quittance/contract/vocabulary';
import fc from 'fast-check';
import {
  clearing,
  receivable,
  receivableOfEstimate,
  receivableOfOrder,
} from '../src/ledger-accounts.ts';
import { type PostedPayment, type Posting, postingsForReturn } from '../src/postings.ts';

export const invoiceId = invoiceIdSchema.parse('0197f1a0-0000-7000-8000-000000000001');
export const customerId = customerIdSchema.parse('0197f1a0-0000-7000-8000-000000000002');
export const orderId = orderIdSchema.parse('0197f1a0-0000-7000-8000-000000000003');
export const estimateId = estimateIdSchema.parse('0197f1a0-0000-7000-8000-000000000004');

export const payment: PostedPayment = {
  principals: [{ account: receivable(invoiceId), amountCents: cents(10_000) }],
  customerId,
  processor: 'payengine',
  feeCents: cents(320),
  creditCents: ZERO,
};

export function toReturnPostings(success: readonly Posting[]): Posting[] {
  const amountCents = addCents(...success.map((posting) => posting.amountCents));
  const account = success[0]?.destination;
  const processor = PROCESSORS.find((name) => clearing(name) === account);
  return processor ? postingsForReturn({ amountCents, processor }, success) : [];
}

export function toAccounts(postings: readonly Posting[]): string[] {
  return [...new Set(postings.flatMap(({ source, destination }) => [source, destination]))];
}

const anyAmount = fc.integer({ min: 0, max: 99_999_999 }).map(cents);
const anyPart = fc.record({
  account: fc.constantFrom(
    receivable(invoiceId),
    receivableOfOrder(orderId),
    receivableOfEstimate(estimateId),
  ),
  amountCents: anyAmount,
});
export const anyPayment: fc.Arbitrary<PostedPayment> = fc.record({
  principals: fc.array(anyPart, { maxLength: 4 }),
  customerId: fc.constant(customerId),
  processor: fc.constantFrom(...PROCESSORS),
  feeCents: anyAmount,
  creditCents: anyAmount,
});

/**
 * The ledger's postings for a payment, its return, and the refund of an overpayment. Every posting moves
 * one positive amount from one account to another, so the ledger always sums to zero.
 */
import {
  type CustomerId,
  type EstimateId,
  type InvoiceId,
  type OrderId,
  orderIdSchema,
} from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from './invariant.ts';

export type Posting = { source: string; destination: string; amountCents: Cents };

/** 'manual': cash and negotiation, which no processor moves. */
export type ClearingName = ProcessorName | 'manual';

export const FEE_INCOME = 'fee_income';
export const RETURNS = 'returns';

/** What a customer owes: on an invoice, on an order, for an accepted estimate. */
export function receivable(invoiceId: InvoiceId): string {
  return `receivable:${invoiceId}`;
}

const ORDER_RECEIVABLE = 'receivable:order:';

export function receivableOfOrder(orderId: OrderId): string {
  return `${ORDER_RECEIVABLE}${orderId}`;
}

/** The order whose receivable the account is; null for any other account. */
export function orderOf(account: string): OrderId | null {
  if (!account.startsWith(ORDER_RECEIVABLE)) return null;
  return orderIdSchema.parse(account.slice(ORDER_RECEIVABLE.length));
}

export function receivableOfEstimate(estimateId: EstimateId): string {
  return `receivable:estimate:${estimateId}`;
}

export function clearing(processor: ClearingName): string {
  return `clearing:${processor}`;
}

export function customerCredit(customerId: CustomerId): string {
  return `customer_credit:${customerId}`;
}

export type Part = { account: string; amountCents: Cents };

export type PostedPayment = {
  /** The receivables it pays; none when all of the money is fee or credit. */
  principals: readonly Part[];
  customerId: CustomerId;
  processor: ClearingName;
  feeCents: Cents;
  /** The overpayment, which is refunded. */
  creditCents: Cents;
};

/** The accounts a payment settles, without zero amounts. */
function partsOf({ principals, customerId, feeCents, creditCents }: PostedPayment): Part[] {
  const parts = [
    ...principals,
    { account: FEE_INCOME, amountCents: feeCents },
    { account: customerCredit(customerId), amountCents: creditCents },
  ];
  invariant(
    parts.every((part) => part.amountCents >= 0),
    'no part of a payment is negative',
  );
  return parts.filter((part) => part.amountCents > 0);
}

export function postingsForSuccess(payment: PostedPayment): Posting[] {
  return partsOf(payment).map(({ account, amountCents }) => ({
    source: account,
    destination: clearing(payment.processor),
    amountCents,
  }));
}

/** The whole payment leaves clearing at once, as the bank debits it; then each part is reversed. */
export function postingsForReturn(success: readonly Posting[]): Posting[] {
  const [first] = success;
  if (!first) return [];
  const totalCents = addCents(...success.map((posting) => posting.amountCents));
  return [
    { source: first.destination, destination: RETURNS, amountCents: totalCents },
    ...success.map(({ source, amountCents }) => ({
      source: RETURNS,
      destination: source,
      amountCents,
    })),
  ];
}

export type PostedRefund = Omit<PostedPayment, 'principals'>;

/** The refunded credit, with the fee where nothing of the payment was owed. */
export function postingsForRefund(refund: PostedRefund): Posting[] {
  return partsOf({ ...refund, principals: [] }).map(({ account, amountCents }) => ({
    source: clearing(refund.processor),
    destination: account,
    amountCents,
  }));
}

/** What came in less what went out. */
export function balanceOf(account: string, postings: readonly Posting[]): Cents {
  return postings.reduce((balance, { source, destination, amountCents }) => {
    const afterIn = destination === account ? addCents(balance, amountCents) : balance;
    return source === account ? subtractCents(afterIn, amountCents) : afterIn;
  }, ZERO);
}

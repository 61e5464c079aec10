/**
 * The ledger's postings for a payment and for its return. Every posting moves one positive amount
 * from one account to another, so the whole ledger always adds up to zero. Nothing is stored here.
 */
import type { CustomerId, InvoiceId } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from './invariant.ts';

export type Posting = { source: string; destination: string; amountCents: Cents };

/** 'manual' is cash and negotiation: money, or a waiver, that no processor moves. */
export type ClearingName = ProcessorName | 'manual';

export const FEE_INCOME = 'fee_income';
export const RETURNS = 'returns';

export function receivable(invoiceId: InvoiceId): string {
  return `receivable:${invoiceId}`;
}

export function clearing(processor: ClearingName): string {
  return `clearing:${processor}`;
}

export function customerCredit(customerId: CustomerId): string {
  return `customer_credit:${customerId}`;
}

export type PostedPayment = {
  /** Null when nothing of the money belongs to an invoice: all of it is fee or credit. */
  invoiceId: InvoiceId | null;
  customerId: CustomerId;
  processor: ClearingName;
  principalCents: Cents;
  feeCents: Cents;
  /** What came in beyond the invoice's balance and is owed back. */
  creditCents: Cents;
};

type Part = { account: string; amountCents: Cents };

/** The accounts a payment settles, each with its amount; parts of zero are no parts. */
function partsOf(payment: PostedPayment): Part[] {
  const { invoiceId, customerId, principalCents, feeCents, creditCents } = payment;
  invariant(invoiceId !== null || principalCents === 0, 'principal is paid on an invoice');
  const principal = invoiceId && { account: receivable(invoiceId), amountCents: principalCents };
  const parts = [
    ...(principal ? [principal] : []),
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

/** The whole payment leaves clearing at once, as the bank takes it, and then undoes each part. */
export function postingsForReturn(payment: PostedPayment): Posting[] {
  const parts = partsOf(payment);
  if (parts.length === 0) return [];
  const totalCents = addCents(...parts.map((part) => part.amountCents));
  return [
    { source: clearing(payment.processor), destination: RETURNS, amountCents: totalCents },
    ...parts.map(({ account, amountCents }) => ({
      source: RETURNS,
      destination: account,
      amountCents,
    })),
  ];
}

/** What came in less what went out. */
export function balanceOf(account: string, postings: readonly Posting[]): Cents {
  return postings.reduce((balance, { source, destination, amountCents }) => {
    const afterIn = destination === account ? addCents(balance, amountCents) : balance;
    return source === account ? subtractCents(afterIn, amountCents) : afterIn;
  }, ZERO);
}

/**
 * The ledger postings for a payment, its refunds, disputes and return. Every posting moves a positive amount from
 * one account to another, so the ledger always sums to zero. Amounts given back are computed from the payment's
 * postings so far, so nothing is given back twice on the same account.
 */
import type { CustomerId, InvoiceId } from '@quittance/contract/ids';
import {
  addCents,
  type Cents,
  maxCents,
  minCents,
  subtractCents,
  ZERO,
} from '@quittance/contract/money';
import { apportion, computeProportion } from './apportion.ts';
import { invariant } from './invariant.ts';
import {
  type ClearingName,
  CREDIT_NOTES,
  CUSTOMER_CREDIT,
  clearing,
  customerCredit,
  disputed,
  FEE_INCOME,
  INVOICE_RECEIVABLE,
  isClearing,
  isHolding,
  isReceivable,
  RETURNS,
  receivable,
  toInvoice,
  WRITE_OFFS,
} from './ledger-accounts.ts';

export type Posting = {
  source: string;
  destination: string;
  amountCents: Cents;
  refundId?: string | null;
};

export type Part = { account: string; amountCents: Cents };

export type PostedPayment = {
  /** The receivables that the payment settles. Empty if all of the money is fee or credit. */
  principals: readonly Part[];
  customerId: CustomerId;
  processor: ClearingName;
  feeCents: Cents;
  creditCents: Cents;
};

function toParts({ principals, customerId, feeCents, creditCents }: PostedPayment): Part[] {
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
  return toParts(payment).map(({ account, amountCents }) => ({
    source: account,
    destination: clearing(payment.processor),
    amountCents,
  }));
}

export type PostedNote = {
  invoiceId: InvoiceId;
  customerId: CustomerId;
  settledCents: Cents;
  /** The part that exceeds the balance and becomes the customer's credit. */
  creditCents: Cents;
};

export function postingsForCreditNote(note: PostedNote): Posting[] {
  const { invoiceId, customerId, settledCents, creditCents } = note;
  return [
    { source: receivable(invoiceId), destination: CREDIT_NOTES, amountCents: settledCents },
    { source: customerCredit(customerId), destination: CREDIT_NOTES, amountCents: creditCents },
  ].filter(({ amountCents }) => amountCents > 0);
}

export function postingsForCredit({
  invoiceId,
  customerId,
  amountCents,
}: Pick<PostedNote, 'invoiceId' | 'customerId'> & { amountCents: Cents }): Posting[] {
  return [{ source: receivable(invoiceId), destination: customerCredit(customerId), amountCents }];
}

/** Posts back the same amounts, account by account. */
export function postingsReversed(posted: readonly Posting[]): Posting[] {
  return posted.map(({ source, destination, amountCents }) => ({
    source: destination,
    destination: source,
    amountCents,
  }));
}

/** Staff gave up a part of an invoice, or its balance (R101, R115). */
export function postingsForWriteOff({ invoiceId, amountCents }: WrittenOff): Posting[] {
  return [{ source: receivable(invoiceId), destination: WRITE_OFFS, amountCents }];
}

type WrittenOff = { invoiceId: InvoiceId; amountCents: Cents };

function partsLeft(posted: readonly Posting[]): Part[] {
  const sources = posted
    .filter(({ destination }) => isClearing(destination) || destination === CREDIT_NOTES)
    .filter(({ source }) => !isHolding(source) && source !== RETURNS)
    .map(({ source }) => source);
  return [...new Set(sources)].map((account) => ({
    account,
    amountCents: subtractCents(ZERO, computeBalance(account, posted)),
  }));
}

function sumParts(parts: readonly Part[]): Cents {
  return addCents(...parts.map(({ amountCents }) => amountCents));
}

export function leftCents(posted: readonly Posting[]): Cents {
  return sumParts(partsLeft(posted));
}

/**
 * The order matters for rounding: first the overpayment, then the fee, which is rounded, then the receivables,
 * which take the rest.
 */
function toClass({ account }: Part): number {
  if (account.startsWith(CUSTOMER_CREDIT)) return 0;
  return account === FEE_INCOME ? 1 : 2;
}

/** An overpayment is given back first, then fee and principal in proportion (R39). */
function computeShares(parts: readonly Part[], amountCents: Cents): Part[] {
  const credits = parts.filter((part) => toClass(part) === 0);
  const others = parts
    .filter((part) => toClass(part) > 0)
    .toSorted((one, other) => toClass(one) - toClass(other));
  const creditCents = minCents(amountCents, sumParts(credits));
  const restCents = minCents(subtractCents(amountCents, creditCents), sumParts(others));
  return [...apportioned(credits, creditCents), ...apportioned(others, restCents)];
}

function apportioned(parts: readonly Part[], amountCents: Cents): Part[] {
  const shares = apportion(
    amountCents,
    parts.map((part) => part.amountCents),
  );
  return parts.map(({ account }, index) => ({ account, amountCents: shares[index] ?? ZERO }));
}

export type MoneyBack = { amountCents: Cents; processor: ClearingName };

/** One invoice of a payment on several invoices: the amount paid on it, and its share of the fee (R48). */
export type NamedPart = { account: string; amountCents: Cents; feeCents: Cents };

/**
 * Returns what is left of one part: its principal, and a proportional share of the fee. The fee is posted once for
 * all parts, so the share is capped at the remaining fee.
 */
export function leftOfPart(named: NamedPart, posted: readonly Posting[]): Part[] {
  const parts = partsLeft(posted);
  const leftOn = (account: string) =>
    parts.find((part) => part.account === account)?.amountCents ?? ZERO;
  const principalCents = leftOn(named.account);
  const feeCents = computeProportion(named.feeCents, principalCents, named.amountCents);
  return [
    { account: FEE_INCOME, amountCents: minCents(feeCents, leftOn(FEE_INCOME)) },
    { account: named.account, amountCents: principalCents },
  ];
}

/** Returns what is left on the invoices of the payment, or on one of them, without the fee. */
export function leftOnInvoices(posted: readonly Posting[], invoiceId: InvoiceId | null): Part[] {
  return partsLeft(posted).filter(({ account }) =>
    invoiceId ? account === receivable(invoiceId) : INVOICE_RECEIVABLE.test(account),
  );
}

/** Returns what is left of an overpayment, plus the share of the fee by which its refund exceeds it. */
export function leftOfOverpayment(refundCents: Cents, posted: readonly Posting[]): Part[] {
  const parts = partsLeft(posted);
  const credits = parts.filter((part) => toClass(part) === 0);
  const fees = parts.filter(({ account }) => account === FEE_INCOME);
  const shareCents = maxCents(subtractCents(refundCents, sumParts(credits)), ZERO);
  return [...credits, { account: FEE_INCOME, amountCents: minCents(shareCents, sumParts(fees)) }];
}

type Ordered = {
  amountCents: Cents;
  parts: readonly { invoiceId: InvoiceId; amountCents: Cents }[];
};

/** Returns what an order gives back on its invoices and of the fee, as far as it is left. */
export function leftAsOrdered({ amountCents, parts }: Ordered, posted: readonly Posting[]): Part[] {
  const left = partsLeft(posted);
  const credits = left.filter((part) => toClass(part) === 0);
  const restCents = subtractCents(amountCents, addCents(...parts.map((part) => part.amountCents)));
  const feeCents = subtractCents(restCents, minCents(restCents, sumParts(credits)));
  const ordered = [
    { account: FEE_INCOME, amountCents: feeCents },
    ...parts.map((part) => ({
      account: receivable(part.invoiceId),
      amountCents: part.amountCents,
    })),
  ];
  const bounded = ordered.map((part) => {
    const own = left.find(({ account }) => account === part.account);
    return { ...part, amountCents: minCents(part.amountCents, own?.amountCents ?? ZERO) };
  });
  return [...credits, ...bounded];
}

function sharesWithFirst(
  parts: readonly Part[],
  given: readonly Part[],
  amountCents: Cents,
): Part[] {
  const first = computeShares(given, minCents(amountCents, sumParts(given)));
  const firstOn = (account: string) =>
    first.find((part) => part.account === account)?.amountCents ?? ZERO;
  const rest = parts.map((part) => ({
    account: part.account,
    amountCents: subtractCents(part.amountCents, firstOn(part.account)),
  }));
  return computeShares(rest, subtractCents(amountCents, sumParts(first))).map((part) => ({
    account: part.account,
    amountCents: addCents(part.amountCents, firstOn(part.account)),
  }));
}

/**
 * Posts the refund to the parts in `first` if given, otherwise to all parts in proportion. Any amount beyond the
 * payment had already been given back, so it stays in `returns` for a decision (R42).
 */
export function postingsForRefund(
  { amountCents, processor }: MoneyBack,
  posted: readonly Posting[],
  first: readonly Part[] = [],
): Posting[] {
  const shares = sharesWithFirst(partsLeft(posted), first, amountCents);
  const excess = { account: RETURNS, amountCents: subtractCents(amountCents, sumParts(shares)) };
  return [...shares, excess]
    .filter((part) => part.amountCents > 0)
    .map((part) => ({
      source: clearing(processor),
      destination: part.account,
      amountCents: part.amountCents,
    }));
}

/**
 * The bank takes the whole amount out of clearing at once, then each remaining part is reversed. An amount that was
 * already refunded stays in `returns` for a decision (R42). Nothing is left to take if lost disputes and refunds took
 * all of it before.
 */
export function postingsForReturn(
  { amountCents, processor }: MoneyBack,
  posted: readonly Posting[],
): Posting[] {
  return [
    { source: clearing(processor), destination: RETURNS, amountCents },
    ...partsLeft(posted).map((part) => ({
      source: RETURNS,
      destination: part.account,
      amountCents: part.amountCents,
    })),
  ].filter((posting) => posting.amountCents > 0);
}

/** While a dispute is open, the processor holds the amount (R40). */
export function postingsForDispute({ amountCents, processor }: MoneyBack): Posting[] {
  return [{ source: clearing(processor), destination: disputed(processor), amountCents }];
}

export function principalsIn(
  postings: readonly Posting[],
): { invoiceId: InvoiceId; amountCents: Cents }[] {
  return postings
    .filter(({ destination }) => INVOICE_RECEIVABLE.test(destination))
    .map(({ destination, amountCents }) => ({
      invoiceId: toInvoice(destination),
      amountCents,
    }));
}

/** The invoices that the postings touch. */
export function invoicesIn(postings: readonly Posting[]): InvoiceId[] {
  const accounts = postings.flatMap(({ source, destination }) => [source, destination]);
  const own = new Set(accounts.filter((account) => INVOICE_RECEIVABLE.test(account)));
  return [...own].map(toInvoice);
}

export function receivablesIn(postings: readonly Posting[]): Part[] {
  return postings
    .filter(({ destination }) => isReceivable(destination))
    .map(({ destination: account, amountCents }) => ({ account, amountCents }));
}

export function principalIn(postings: readonly Posting[]): Cents {
  return sumParts(receivablesIn(postings));
}

export function feeIn(postings: readonly Posting[]): Cents {
  return addCents(
    ...postings
      .filter(({ destination }) => destination === FEE_INCOME)
      .map(({ amountCents }) => amountCents),
  );
}

export function computeBalance(account: string, postings: readonly Posting[]): Cents {
  return postings.reduce((balance, { source, destination, amountCents }) => {
    const afterIn = destination === account ? addCents(balance, amountCents) : balance;
    return source === account ? subtractCents(afterIn, amountCents) : afterIn;
  }, ZERO);
}

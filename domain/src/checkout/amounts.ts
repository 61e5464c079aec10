/**
 * The amount payable now, the available options (product §10.3), and the totals of partial requests and estimates.
 * Shared by the browser and the server.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { addCents, type Cents, cents, minCents, subtractCents } from '@quittance/contract/money';
import type { Estimate, PartialRequest } from '@quittance/contract/projects/portal-schemas';
import type {
  InstallmentStatus,
  InvoiceStatus,
  PaymentOption,
  ProjectStatus,
} from '@quittance/contract/vocabulary';
import { canMoveInvoice, type InvoiceEvent } from '../status/invoice-status.ts';
import { isUnpaid } from '../status/plan-status.ts';
import { feeFor } from './fees.ts';
import { acceptedKinds, offeredOptions } from './payment-options.ts';
import { offeredCounts } from './plan.ts';

export type NegotiatedAmount = {
  isActive: boolean;
  isApplied: boolean;
  amountCents: Cents;
  /** The amount paid before the negotiation. Later payments count toward the negotiated amount. */
  paidBeforeCents: Cents;
};

export type InvoiceBalance = {
  totalCents: Cents;
  paidCents: Cents;
  negotiation: NegotiatedAmount | null;
};

/** The result is between zero and the balance, because a negotiated amount never exceeds the balance (R11). */
export function payableAmount({ totalCents, paidCents, negotiation }: InvoiceBalance): Cents {
  const balanceCents = atLeastZero(subtractCents(totalCents, paidCents));
  if (!negotiation?.isActive || negotiation.isApplied) return balanceCents;
  const paidSinceCents = subtractCents(paidCents, negotiation.paidBeforeCents);
  const negotiatedCents = subtractCents(negotiation.amountCents, paidSinceCents);
  return minCents(balanceCents, atLeastZero(negotiatedCents));
}

function atLeastZero(amountCents: Cents): Cents {
  return cents(Math.max(0, amountCents));
}

type PartialOrder = PartialRequest['orders'][number];

export function partialTotal(orders: readonly Pick<PartialOrder, 'amount'>[]): Cents {
  return addCents(...orders.map((order) => order.amount));
}

export function remainingTotal(
  orders: readonly Pick<PartialOrder, 'totalBalance' | 'paidBalance'>[],
): Cents {
  return addCents(...orders.map((order) => subtractCents(order.totalBalance, order.paidBalance)));
}

/** The amount must be at least one cent and at most the open balance of the order (R12). */
export function isPartialAmountAllowed(
  order: Pick<PartialOrder, 'amount' | 'totalBalance' | 'paidBalance'>,
): boolean {
  return order.amount >= 1 && order.amount <= order.totalBalance - order.paidBalance;
}

type OwedOrder = { status: ProjectStatus; totalCents: Cents; paidCents: Cents };

export function isOrderOwed({ status }: Pick<OwedOrder, 'status'>): boolean {
  return status !== 'Draft' && status !== 'Canceled';
}

export function isOrderPayable({ status, totalCents, paidCents }: OwedOrder): boolean {
  return isOrderOwed({ status }) && paidCents < totalCents;
}

export function estimateTotal(items: readonly Pick<Estimate['items'][number], 'amount'>[]): Cents {
  return addCents(...items.map((item) => item.amount));
}

type PlanPart = { status: InstallmentStatus; principalCents: Cents; feeCents: Cents };

/** The plan's fee was fixed when the plan was made and does not depend on the method. */
export function restOfPlan(parts: readonly PlanPart[]): { amountCents: Cents; feeCents: Cents } {
  const unpaid = parts.filter(isUnpaid);
  return {
    amountCents: addCents(...unpaid.map((part) => part.principalCents)),
    feeCents: addCents(...unpaid.map((part) => part.feeCents)),
  };
}

const OPTION_EVENTS = {
  PAY_IN_FULL: 'started',
  PAYMENT_PLAN: 'planStarted',
  PAYMENT_EXTENSION: 'scheduled',
} as const satisfies Record<PaymentOption, InvoiceEvent>;

export type PayableCompany = Pick<
  Company,
  'rules' | 'feeSettings' | 'isFeePayerCompany' | 'preference'
>;

export type PayableQuestion = InvoiceBalance & { status: InvoiceStatus; company: PayableCompany };

export function toPayable({ status, company, ...balance }: PayableQuestion): Payable {
  const amount = payableAmount(balance);
  const kinds = acceptedKinds(company);
  const options = kinds.length > 0 && amount > 0 ? optionsFor({ status, company, amount }) : [];
  const isPayable = options.length > 0;
  const fee = (kind: 'card' | 'ach'): FeeDetail => feeFor({ kind, amountCents: amount, company });
  return {
    isPayable,
    isProcessing: status === 'PENDING',
    amount,
    options,
    kinds: isPayable ? kinds : [],
    fees: { card: fee('card'), ach: fee('ach') },
  };
}

/** An invoice with a schedule or a plan can always be paid early, but only in full. */
function optionsFor({
  status,
  company,
  amount,
}: {
  status: InvoiceStatus;
  company: PayableCompany;
  amount: Cents;
}): PaymentOption[] {
  if (status === 'PAYMENT_EXTENSION' || status === 'PAYMENT_PLAN_IN_PROGRESS') {
    return ['PAY_IN_FULL'];
  }
  const counts = offeredCounts({ preference: company.preference, amountCents: amount });
  return offeredOptions(company)
    .filter((option) => canMoveInvoice({ status, event: OPTION_EVENTS[option] }))
    .filter((option) => option !== 'PAYMENT_PLAN' || counts.length > 0);
}

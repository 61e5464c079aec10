/** The pay state of an invoice page. The server decides whether the invoice can be paid (`payable`). */

import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { type Cents, ZERO } from '@quittance/contract/money';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { type ShownInvoice, shownCents } from '@quittance/domain/status/shown-amount';
import { invoiceTexts } from '#texts/account/invoice';
import { formatOrdinal } from '../../shared/lib/format.ts';

export const PAY_STATES = ['paid', 'processing', 'payable', 'unavailable', 'closed'] as const;
export type PayState = (typeof PAY_STATES)[number];

export function payState({ status, payable }: Pick<PublicInvoice, 'status' | 'payable'>): PayState {
  if (isPaid(status)) return 'paid';
  if (payable.isProcessing) return 'processing';
  if (!payable.isPayable) return 'closed';
  return payable.options.length > 0 ? 'payable' : 'unavailable';
}

type ShownAmount = {
  label: string;
  /** Without a fee, as in lists and in the first line of the popup. */
  amountCents: Cents;
  /** The agreed fee of a plan. Any other fee depends on the method and is shown in the popup. */
  feeCents: Cents;
};

export function shownAmount(invoice: ShownInvoice): ShownAmount {
  const { paid, due, left } = invoiceTexts.amount;
  const { status } = invoice;
  const amountCents = shownCents(invoice);
  if (isPaid(status)) return { label: paid, amountCents, feeCents: ZERO };
  const { fees } = invoice.payable;
  return status === 'PAYMENT_PLAN_IN_PROGRESS'
    ? { label: left, amountCents, feeCents: fees.card.fee }
    : { label: due, amountCents, feeCents: ZERO };
}

/** A list shows the same remaining amount as the invoice page. */
export function openCents(invoice: ShownInvoice): Cents {
  return isPaid(invoice.status) ? ZERO : shownAmount(invoice).amountCents;
}

/** R11: the amount an agreed offer saves. Null without a valid offer. */
export function savedByOffer({ negotiation }: Pick<PublicInvoice, 'negotiation'>): Cents | null {
  if (!negotiation?.isActive || negotiation.isApplied || negotiation.saves === 0) return null;
  return negotiation.saves;
}

export function payButtonText({
  status,
  installments,
}: Pick<PublicInvoice, 'status' | 'installments'>): string {
  const next = installments.find(({ isActive }) => isActive);
  if (status !== 'PAYMENT_PLAN_IN_PROGRESS' || !next) return invoiceTexts.payNow;
  const ordinal = formatOrdinal({ index: next.index, count: next.parts });
  return invoiceTexts.payInstallment(ordinal, formatMoney(next.cost));
}

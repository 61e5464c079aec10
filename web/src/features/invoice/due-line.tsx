// When it is due, and 'Overdue for N days' once that has passed (product §9.3). A paid invoice is not
// overdue. What was scheduled or put into a plan says when its next payment comes.

import { formatDate, formatDayLabel, formatOverdue } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices';
import { isPaid } from '@quittance/domain/invoice-status';
import { Text } from '../../ui/text.tsx';

type DueInvoice = Pick<
  PublicInvoice,
  'status' | 'dueDate' | 'today' | 'paymentScheduledAt' | 'installments'
>;

export function overdueText({ status, dueDate, today }: DueInvoice): string | null {
  return isPaid(status) ? null : formatOverdue({ dueDate, today });
}

/** 'Scheduled for Fri, November 20' or 'Next payment Tue, December 15'. */
export function nextPaymentText(invoice: DueInvoice): string | null {
  const { status, paymentScheduledAt, installments } = invoice;
  if (status === 'PAYMENT_EXTENSION' && paymentScheduledAt)
    return `Scheduled for ${formatDayLabel(paymentScheduledAt)}`;
  const next = installments.find((installment) => installment.status === 'OPEN');
  if (status === 'PAYMENT_PLAN_IN_PROGRESS' && next)
    return `Next payment ${formatDayLabel(next.date)}`;
  return null;
}

type DueLineProps = { invoice: DueInvoice; withDate?: boolean };

export function DueLine({ invoice, withDate = false }: DueLineProps) {
  const next = nextPaymentText(invoice);
  if (next) return <Text tone="muted">{next}</Text>;
  if (isPaid(invoice.status)) return null;
  const overdue = overdueText(invoice);
  const due = `Due ${formatDate(invoice.dueDate)}`;
  if (!overdue) return <Text tone="muted">{due}</Text>;
  return (
    <Text tone="danger" isStrong>
      {withDate ? `${due} · ${overdue}` : overdue}
    </Text>
  );
}

// When it is due, and 'Overdue for N days' once that has passed (product §9.3). A paid invoice is not
// overdue. What was scheduled or put into a plan says when its next payment comes.

import { formatDate, formatDayLabel, formatOverdue } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { invoiceTexts } from '#texts/account/invoice';
import { Text } from '../../ui/text/text.tsx';

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
    return invoiceTexts.scheduledFor(formatDayLabel(paymentScheduledAt));
  const next = installments.find((installment) => installment.status === 'OPEN');
  if (status === 'PAYMENT_PLAN_IN_PROGRESS' && next)
    return invoiceTexts.nextPayment(formatDayLabel(next.date));
  return null;
}

/** On a phone the line stands alone under the amount, so it names the date and is larger. */
type DueLineProps = { invoice: DueInvoice; isAlone?: boolean };

export function DueLine({ invoice, isAlone = false }: DueLineProps) {
  const size = isAlone ? 'large' : 'body';
  const next = nextPaymentText(invoice);
  if (isPaid(invoice.status)) return null;
  const overdue = overdueText(invoice);
  const due = invoiceTexts.due(formatDate(invoice.dueDate));
  if (next || !overdue) {
    return (
      <Text size={size} tone="muted">
        {next ?? due}
      </Text>
    );
  }
  return (
    <Text size={size} tone="danger" isStrong>
      {isAlone ? invoiceTexts.dueAndOverdue(due, overdue) : overdue}
    </Text>
  );
}

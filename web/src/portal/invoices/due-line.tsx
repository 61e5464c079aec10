// The due date, 'Overdue for N days' (product §9.3), or the next scheduled payment. A paid invoice has no due
// line.

import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { invoiceTexts } from '#texts/account/invoice';
import { formatDate, formatDayLabel, formatOverdue } from '../../shared/lib/format.ts';
import { Text } from '../../shared/ui/text/text.tsx';

type DueInvoice = Pick<
  PublicInvoice,
  'status' | 'dueDate' | 'today' | 'paymentScheduledAt' | 'schedule' | 'installments'
>;

export function overdueText({ status, dueDate, today }: DueInvoice): string | null {
  return isPaid(status) ? null : formatOverdue({ dueDate, today });
}

export function nextPaymentText(invoice: DueInvoice): string | null {
  const { status, paymentScheduledAt, schedule, installments } = invoice;
  if (status === 'PAYMENT_EXTENSION' && paymentScheduledAt) {
    const { scheduledFor, nextTry } = invoiceTexts;
    return (schedule?.nextTryOn ? nextTry : scheduledFor)(formatDayLabel(paymentScheduledAt));
  }
  const next = installments.find((part) => part.status === 'OPEN' || part.nextTryOn);
  if (status === 'PAYMENT_PLAN_IN_PROGRESS' && next) {
    const { nextTry, nextPayment } = invoiceTexts;
    return next.nextTryOn
      ? nextTry(formatDayLabel(next.nextTryOn))
      : nextPayment(formatDayLabel(next.date));
  }
  return null;
}

/** On a phone, the line is below the amount, so it includes the date and is larger. */
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

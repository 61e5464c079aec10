// Why a payment failed, came back or is still pending, and what to do next. Nothing for one that succeeded.

import type { PublicTransaction, Transaction } from '@quittance/contract/schemas/invoices';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { isOutstanding, isPaid } from '@quittance/domain/status/invoice-status';
import type { ReactNode } from 'react';
import { paymentNotes } from '#texts/account/payments';
import { recordedText } from '#texts/shared/recorded';
import { contactOf } from '../../lib/contact-of.ts';
import { formatDayLabel } from '../../lib/format.ts';
import { useAppSelector } from '../../state/store/hooks.ts';
import { Contact } from '../../ui/text/contact.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { Text } from '../../ui/text/text.tsx';

type AnyTransaction = PublicTransaction | Transaction;

export type PaymentNoteProps = {
  payment: AnyTransaction;
  /** Null when the payment was for orders or an estimate. */
  invoiceStatus: InvoiceStatus | null;
};

const ARRANGED: readonly InvoiceStatus[] = ['PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_EXTENSION'];

/** Null where nothing can be said of the invoice. */
function nextStepOf(status: InvoiceStatus | null): keyof typeof paymentNotes.next | null {
  if (status === null) return null;
  if (isPaid(status)) return 'paid';
  if (ARRANGED.includes(status)) return 'arranged';
  return isOutstanding(status) ? 'open' : null;
}

/** A public link shows no reasons (R4). */
function reasonIn(payment: AnyTransaction): string | null {
  const reason = 'reason' in payment ? payment.reason : null;
  return reason && recordedText(reason);
}

function CompanyContact() {
  const company = useAppSelector((state) => state.company.company ?? state.company.brand);
  return company ? <Contact {...contactOf(company)} /> : paymentNotes.someCompany;
}

function pendingNote({ method, pending }: AnyTransaction): readonly ReactNode[] {
  const { debit, card, late } = paymentNotes;
  const date = pending?.expectedOn ? formatDayLabel(pending.expectedOn) : null;
  if (pending?.isLate) return late(date, <CompanyContact key="contact" />);
  return [method === 'ACH' && date ? debit(date) : card];
}

function noteOf({ payment, invoiceStatus }: PaymentNoteProps): readonly ReactNode[] | null {
  const step = nextStepOf(invoiceStatus);
  const next = step && paymentNotes.next[step];
  switch (payment.status) {
    case 'SUCCESS':
      return null;
    case 'PENDING':
      return pendingNote(payment);
    case 'FAILED':
      return [paymentNotes.failed(reasonIn(payment)), next?.failed];
    case 'RETURN': {
      const isRefund = 'type' in payment && payment.type === 'RETURN';
      if (isRefund) return [paymentNotes.refunded];
      return [paymentNotes.returned(reasonIn(payment)), next?.returned];
    }
  }
}

export function PaymentNote(props: PaymentNoteProps) {
  const parts = noteOf(props);
  return (
    parts && (
      <Text size="small" tone="muted">
        <Sentence parts={parts} />
      </Text>
    )
  );
}

// The note below a payment: why it failed, was returned or is still pending, what to do next (R65), the dates of a
// bank debit (R66), and what a credit note made account credit (R90).

import { formatMoney } from '@quittance/contract/format';
import type { NextStep, PaymentOutcome } from '@quittance/contract/invoices/payment-outcome';
import type { PublicTransaction, Transaction } from '@quittance/contract/invoices/portal-schemas';
import { subtractCents } from '@quittance/contract/money';
import type { ReactNode } from 'react';
import { debitTexts, outcomeTexts } from '#texts/account/payment-outcomes';
import { paymentNotes } from '#texts/account/payments';
import { toContact } from '../../shared/lib/contact-of.ts';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Contact } from '../../shared/ui/text/contact.tsx';
import { Sentence } from '../../shared/ui/text/sentence.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAppSelector } from '../store/hooks.ts';
import { selectBrand, selectCompany } from '../store/reads.ts';
import { DebitTimelineSteps } from './debit-timeline.tsx';

type AnyTransaction = PublicTransaction | Transaction;

export type PaymentNoteProps = { payment: AnyTransaction };

function CompanyContact() {
  const company = useAppSelector((state) => selectCompany(state) ?? selectBrand(state));
  return company ? <Contact {...toContact(company)} /> : paymentNotes.someCompany;
}

/** The texts of these steps state that the amount is still to be paid. */
const PAYS_AGAIN: readonly NextStep[] = [
  ...(['tryAgain', 'checkDetails', 'otherMethod', 'addFunds', 'askBank'] as const),
  ...(['confirm', 'askCompany', 'completeDetails'] as const),
];

function toStep({ nextStep, nextOn }: PaymentOutcome): readonly ReactNode[] {
  const date = nextOn ? formatDayLabel(nextOn) : '';
  return outcomeTexts.steps[nextStep]({ date, company: <CompanyContact key="contact" /> });
}

function sentences(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text ? `${text} ` : '')).join('');
}

function failedNote({ outcome }: AnyTransaction): readonly ReactNode[] {
  const { reasons, notCharged, unknown } = outcomeTexts;
  if (!outcome) return [sentences([unknown.failed, notCharged])];
  return [sentences([reasons[outcome.reason], notCharged]), ...toStep(outcome)];
}

/** Whether the payer has received a refund, and how long it usually takes (R80). */
function refundNote({ refund, method }: AnyTransaction): readonly ReactNode[] | null {
  const { refunded, refundOnItsWay, refundFailed } = paymentNotes;
  switch (refund) {
    case null:
      return null;
    case 'ON_ITS_WAY':
      return [method === 'ACH' ? refundOnItsWay.bank : refundOnItsWay.card];
    case 'MADE':
      return [refunded];
    case 'FAILED':
      return refundFailed(<CompanyContact key="contact" />);
  }
}

function returnedNote({ outcome }: AnyTransaction): readonly ReactNode[] {
  const { reasons, returned, openAgain, unknown } = outcomeTexts;
  if (!outcome) return [unknown.returned];
  const again = PAYS_AGAIN.includes(outcome.nextStep) ? openAgain : null;
  const why = sentences([returned(outcome.returnCode), reasons[outcome.reason], again]);
  return [why, ...toStep(outcome)];
}

function pendingNote({ method, pending }: AnyTransaction): readonly ReactNode[] {
  const { debit, card, late, confirmation } = paymentNotes;
  const date = pending?.expectedOn ? formatDayLabel(pending.expectedOn) : null;
  if (pending?.isActionRequired) return [confirmation];
  if (pending?.isLate) return late(date, <CompanyContact key="contact" />);
  return [method === 'ACH' && date ? debit(date) : card];
}

function creditNote({ amount, credit }: AnyTransaction): readonly ReactNode[] | null {
  const settled = subtractCents(amount, credit);
  const { part, all } = paymentNotes.credit;
  if (credit === 0) return null;
  return [settled === 0 ? all : part(formatMoney(settled), formatMoney(credit))];
}

function toNote(payment: AnyTransaction): readonly ReactNode[] | null {
  const ofRefund = refundNote(payment);
  if (ofRefund) return ofRefund;
  switch (payment.status) {
    case 'SUCCESS':
      return creditNote(payment);
    case 'PENDING':
      return pendingNote(payment);
    case 'FAILED':
      return failedNote(payment);
    case 'RETURN':
      return returnedNote(payment);
  }
}

export function hasNote({ status, debit, credit }: AnyTransaction): boolean {
  return status !== 'SUCCESS' || debit !== null || credit > 0;
}

export function PaymentNote({ payment }: PaymentNoteProps) {
  const parts = toNote(payment);
  const { debit } = payment;
  return (
    <Stack gap={2}>
      {parts && (
        <Text size="small" tone="muted">
          <Sentence parts={parts} />
        </Text>
      )}
      {debit && (
        <ScreenOnly>
          <Expandable section={debitTexts.section}>
            <DebitTimelineSteps debit={debit} outcome={payment.outcome} />
          </Expandable>
        </ScreenOnly>
      )}
    </Stack>
  );
}

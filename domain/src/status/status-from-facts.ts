/**
 * The status of an invoice after money was given back or a dispute changed (R40, R42). It is derived from facts
 * alone because these events can arrive in any order and long after the payment. An invoice closed by another
 * payment stays closed, and a paid invoice is never overdue.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { openStatus } from './invoice-status.ts';

export type StatusFacts = {
  isClosed: boolean;
  isDisputed: boolean;
  arrangement: 'plan' | 'schedule' | 'paidPlan' | null;
  isWrittenOff: boolean;
  dueDate: IsoDate;
  today: IsoDate;
};

export function statusFromFacts(facts: StatusFacts): InvoiceStatus {
  const { isClosed, isDisputed, arrangement, isWrittenOff } = facts;
  if (isDisputed) return 'DISPUTED';
  const isPlan = arrangement === 'plan' || arrangement === 'paidPlan';
  if (isClosed) return isPlan ? 'PAYMENT_PLAN_COLLECTED' : 'COLLECTED';
  if (arrangement === 'plan') return 'PAYMENT_PLAN_IN_PROGRESS';
  if (arrangement === 'schedule') return 'PAYMENT_EXTENSION';
  return isWrittenOff ? 'DEFAULTED' : openStatus(facts);
}

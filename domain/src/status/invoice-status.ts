/**
 * The invoice status table (product §10.3), which decides the status after an event, and the status groups of
 * product §4.
 */
import { compareDates, type IsoDate } from '@quittance/contract/dates';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { invariant } from '../invariant.ts';
import { canTransition, type Table, transition } from './transition.ts';

export const INVOICE_EVENTS = [
  'issued',
  'overdue',
  'started',
  'scheduled',
  'planStarted',
  'disputed',
  'writtenOff',
  'reopened',
  'rebilled',
  'voided',
  'succeeded',
  'partlyPaid',
  'failed',
  'unscheduled',
  'gaveUp',
  'installmentStarted',
  'installmentSucceeded',
  'installmentFailed',
  'installmentReturned',
  'planPaidOff',
  'planCanceled',
  'planDefaulted',
  'returned',
  'resolved',
] as const;
export type InvoiceEvent = (typeof INVOICE_EVENTS)[number];

/**
 * OPEN means DUE, or IN_COLLECTION after the due date. BEFORE means the status before the payment. REST means OPEN,
 * or DEFAULTED if the invoice was DEFAULTED before the payment.
 */
export type InvoiceTarget = InvoiceStatus | 'OPEN' | 'BEFORE' | 'REST';

/** Voiding turns an invoice back into a draft, which its customer cannot see. */
const PAYABLE = { started: 'PENDING', disputed: 'DISPUTED', voided: 'DRAFT' } as const;

const ARRANGEABLE = {
  scheduled: 'PAYMENT_EXTENSION',
  planStarted: 'PAYMENT_PLAN_IN_PROGRESS',
} as const;

const INVOICE: Table<InvoiceStatus, InvoiceEvent, InvoiceTarget> = {
  DRAFT: { issued: 'OPEN', rebilled: 'DRAFT', voided: 'DRAFT' },
  // `rebilled` means that the company changed the amount or the due date, which can make the invoice due again or
  // overdue.
  DUE: { ...PAYABLE, ...ARRANGEABLE, overdue: 'IN_COLLECTION', rebilled: 'OPEN' },
  IN_COLLECTION: { ...PAYABLE, ...ARRANGEABLE, writtenOff: 'DEFAULTED', rebilled: 'OPEN' },
  // A written-off invoice can be paid only by its payer, so no arrangement is possible (R85).
  DEFAULTED: { ...PAYABLE, rebilled: 'DEFAULTED', reopened: 'OPEN' },
  PENDING: { succeeded: 'COLLECTED', partlyPaid: 'REST', failed: 'BEFORE' },
  PAYMENT_EXTENSION: {
    started: 'PENDING',
    unscheduled: 'OPEN',
    gaveUp: 'OPEN',
    disputed: 'DISPUTED',
  },
  PAYMENT_PLAN_IN_PROGRESS: {
    installmentStarted: 'PAYMENT_PLAN_IN_PROGRESS',
    installmentSucceeded: 'PAYMENT_PLAN_IN_PROGRESS',
    installmentFailed: 'PAYMENT_PLAN_IN_PROGRESS',
    installmentReturned: 'PAYMENT_PLAN_IN_PROGRESS',
    planPaidOff: 'PAYMENT_PLAN_COLLECTED',
    planCanceled: 'OPEN',
    planDefaulted: 'OPEN',
    disputed: 'DISPUTED',
  },
  COLLECTED: { returned: 'OPEN', disputed: 'DISPUTED' },
  PAYMENT_PLAN_COLLECTED: { returned: 'OPEN', disputed: 'DISPUTED' },
  // The arrangement of a disputed invoice is paused and can still end.
  DISPUTED: {
    resolved: 'OPEN',
    unscheduled: 'DISPUTED',
    gaveUp: 'DISPUTED',
    planCanceled: 'DISPUTED',
    planDefaulted: 'DISPUTED',
  },
};

export function openStatus({
  dueDate,
  today,
}: {
  dueDate: IsoDate;
  today: IsoDate;
}): 'DUE' | 'IN_COLLECTION' {
  return compareDates(today, dueDate) > 0 ? 'IN_COLLECTION' : 'DUE';
}

export type InvoiceMove = {
  status: InvoiceStatus;
  event: InvoiceEvent;
  dueDate: IsoDate;
  today: IsoDate;
  /** The status before `started`. Used only by `failed` and `partlyPaid`. */
  statusBefore: InvoiceStatus | null;
};

export function moveInvoice(move: InvoiceMove): InvoiceStatus {
  const target = transition(INVOICE, move.status, move.event);
  if (target === 'OPEN') return openStatus(move);
  if (target === 'REST') {
    return move.statusBefore === 'DEFAULTED' ? 'DEFAULTED' : openStatus(move);
  }
  if (target === 'BEFORE') return restored(move);
  return target;
}

/** If the due date passed while the payment was open, the invoice becomes overdue instead of due. */
function restored({ statusBefore, dueDate, today }: InvoiceMove): InvoiceStatus {
  invariant(
    statusBefore !== null && canTransition(INVOICE, statusBefore, 'started'),
    `a failed payment was started from a payable status, not from ${statusBefore}`,
  );
  return statusBefore === 'DUE' ? openStatus({ dueDate, today }) : statusBefore;
}

export function canMoveInvoice({ status, event }: Pick<InvoiceMove, 'status' | 'event'>): boolean {
  return canTransition(INVOICE, status, event);
}

export const OUTSTANDING = [
  'DEFAULTED',
  'IN_COLLECTION',
  'DUE',
  'PAYMENT_PLAN_IN_PROGRESS',
  'PAYMENT_EXTENSION',
] as const satisfies readonly InvoiceStatus[];

export const PAID = [
  'COLLECTED',
  'PAYMENT_PLAN_COLLECTED',
] as const satisfies readonly InvoiceStatus[];

export function isOutstanding(status: InvoiceStatus): boolean {
  return OUTSTANDING.some((outstanding) => outstanding === status);
}

export function isPaid(status: InvoiceStatus): boolean {
  return PAID.some((paid) => paid === status);
}

import { isoDate } from '@quittance/contract/dates';
import { INVOICE_STATUSES, type InvoiceStatus } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import {
  canMoveInvoice,
  INVOICE_EVENTS,
  type InvoiceEvent,
  type InvoiceMove,
  isOutstanding,
  isPaid,
  moveInvoice,
  OUTSTANDING,
  openStatus,
  PAID,
} from './invoice-status.ts';
import { IllegalTransition } from './transition.ts';

const dueDate = isoDate('2026-03-31');
const onDueDate = isoDate('2026-03-31');
const dayAfter = isoDate('2026-04-01');

type Pair = { status: InvoiceStatus; event: InvoiceEvent };

const PAIRS: readonly Pair[] = INVOICE_STATUSES.flatMap((status) =>
  INVOICE_EVENTS.map((event) => ({ status, event })),
);

function tryMove(move: InvoiceMove): InvoiceStatus | null {
  try {
    return moveInvoice(move);
  } catch (error) {
    if (error instanceof IllegalTransition) return null;
    throw error;
  }
}

/** Tries the move on the due date and on the day after, to cover both meanings of OPEN. */
function outcome(pair: Pair): string | null {
  const statusBefore = 'PAYMENT_EXTENSION';
  const early = tryMove({ ...pair, dueDate, today: onDueDate, statusBefore });
  const late = tryMove({ ...pair, dueDate, today: dayAfter, statusBefore });
  if (pair.event === 'failed' && early === statusBefore) return 'the status before';
  return early === late ? early : `${early} or ${late}`;
}

function behavior(): string {
  return PAIRS.map((pair) => ({ ...pair, to: outcome(pair) }))
    .filter(({ to }) => to !== null)
    .map(({ status, event, to }) => `${status} ${event} → ${to}`)
    .join('\n');
}

const TABLE = `
IN_COLLECTION started → PENDING
IN_COLLECTION scheduled → PAYMENT_EXTENSION
IN_COLLECTION planStarted → PAYMENT_PLAN_IN_PROGRESS
IN_COLLECTION disputed → DISPUTED
IN_COLLECTION writtenOff → DEFAULTED
IN_COLLECTION rebilled → DUE or IN_COLLECTION
IN_COLLECTION voided → DRAFT
PENDING succeeded → COLLECTED
PENDING partlyPaid → DUE or IN_COLLECTION
PENDING failed → the status before
COLLECTED disputed → DISPUTED
COLLECTED returned → DUE or IN_COLLECTION
DEFAULTED started → PENDING
DEFAULTED disputed → DISPUTED
DEFAULTED reopened → DUE or IN_COLLECTION
DEFAULTED rebilled → DEFAULTED
DEFAULTED voided → DRAFT
PAYMENT_PLAN_IN_PROGRESS disputed → DISPUTED
PAYMENT_PLAN_IN_PROGRESS installmentStarted → PAYMENT_PLAN_IN_PROGRESS
PAYMENT_PLAN_IN_PROGRESS installmentSucceeded → PAYMENT_PLAN_IN_PROGRESS
PAYMENT_PLAN_IN_PROGRESS installmentFailed → PAYMENT_PLAN_IN_PROGRESS
PAYMENT_PLAN_IN_PROGRESS installmentReturned → PAYMENT_PLAN_IN_PROGRESS
PAYMENT_PLAN_IN_PROGRESS planPaidOff → PAYMENT_PLAN_COLLECTED
PAYMENT_PLAN_IN_PROGRESS planCanceled → DUE or IN_COLLECTION
PAYMENT_PLAN_IN_PROGRESS planDefaulted → DUE or IN_COLLECTION
PAYMENT_PLAN_COLLECTED disputed → DISPUTED
PAYMENT_PLAN_COLLECTED returned → DUE or IN_COLLECTION
PAYMENT_EXTENSION started → PENDING
PAYMENT_EXTENSION disputed → DISPUTED
PAYMENT_EXTENSION unscheduled → DUE or IN_COLLECTION
PAYMENT_EXTENSION gaveUp → DUE or IN_COLLECTION
DISPUTED unscheduled → DISPUTED
DISPUTED gaveUp → DISPUTED
DISPUTED planCanceled → DISPUTED
DISPUTED planDefaulted → DISPUTED
DISPUTED resolved → DUE or IN_COLLECTION
DUE overdue → IN_COLLECTION
DUE started → PENDING
DUE scheduled → PAYMENT_EXTENSION
DUE planStarted → PAYMENT_PLAN_IN_PROGRESS
DUE disputed → DISPUTED
DUE rebilled → DUE or IN_COLLECTION
DUE voided → DRAFT
DRAFT issued → DUE or IN_COLLECTION
DRAFT rebilled → DRAFT
DRAFT voided → DRAFT
`.trim();

describe('Invoice status (product §10.3)', () => {
  it('the invoice status changes as listed in the table for every pair of status and event', () => {
    expect(behavior()).toBe(TABLE);
  });

  it('every unlisted pair of invoice status and event throws', () => {
    const illegal = PAIRS.filter((pair) => !canMoveInvoice(pair));
    expect(illegal).toHaveLength(PAIRS.length - TABLE.split('\n').length);
    for (const pair of illegal)
      expect(() =>
        moveInvoice({ ...pair, dueDate, today: onDueDate, statusBefore: 'DUE' }),
      ).toThrow(IllegalTransition);
  });

  it('every invoice status is reachable from a draft and has an outgoing transition', () => {
    const reached = new Set<InvoiceStatus>(['DRAFT']);
    for (let size = 0; size < reached.size; ) {
      size = reached.size;
      for (const status of [...reached])
        for (const event of INVOICE_EVENTS)
          for (const today of [onDueDate, dayAfter]) {
            const to = tryMove({ status, event, dueDate, today, statusBefore: 'DUE' });
            if (to) reached.add(to);
          }
    }
    expect([...reached].toSorted()).toEqual([...INVOICE_STATUSES].toSorted());
    for (const status of INVOICE_STATUSES)
      expect(INVOICE_EVENTS.some((event) => canMoveInvoice({ status, event }))).toBe(true);
  });
});

describe('An open invoice', () => {
  it('an open invoice is due on its due date and overdue from the next day', () => {
    expect(openStatus({ dueDate, today: isoDate('2026-01-01') })).toBe('DUE');
    expect(openStatus({ dueDate, today: onDueDate })).toBe('DUE');
    expect(openStatus({ dueDate, today: dayAfter })).toBe('IN_COLLECTION');
  });
});

describe('A written-off invoice (R85)', () => {
  it('a written-off invoice stays written off after a partial payment', () => {
    const paid = { status: 'PENDING', event: 'partlyPaid', dueDate, today: onDueDate } as const;
    expect(moveInvoice({ ...paid, statusBefore: 'DEFAULTED' })).toBe('DEFAULTED');
    expect(moveInvoice({ ...paid, statusBefore: 'IN_COLLECTION' })).toBe('DUE');
  });
});

describe('A failed payment', () => {
  const failed = { status: 'PENDING', event: 'failed', dueDate } as const;

  it.each(['DUE', 'IN_COLLECTION', 'DEFAULTED', 'PAYMENT_EXTENSION'] as const)(
    'a failed payment restores the invoice status %s',
    (statusBefore) => {
      expect(moveInvoice({ ...failed, today: onDueDate, statusBefore })).toBe(statusBefore);
    },
  );

  it('a failed payment makes the invoice overdue if the due date has passed in the meantime', () => {
    expect(moveInvoice({ ...failed, today: dayAfter, statusBefore: 'DUE' })).toBe('IN_COLLECTION');
  });

  it('a failed payment throws if the previous invoice status is not payable', () => {
    for (const statusBefore of [null, 'COLLECTED', 'PENDING', 'DISPUTED'] as const)
      expect(() => moveInvoice({ ...failed, today: onDueDate, statusBefore })).toThrow(
        new InvariantViolation(
          `Not true: a failed payment was started from a payable status, not from ${statusBefore}`,
        ),
      );
  });
});

describe('Groups of invoices (product §4)', () => {
  it('the listed invoice statuses count as outstanding', () => {
    expect([...OUTSTANDING].toSorted()).toEqual([
      'DEFAULTED',
      'DUE',
      'IN_COLLECTION',
      'PAYMENT_EXTENSION',
      'PAYMENT_PLAN_IN_PROGRESS',
    ]);
    expect(INVOICE_STATUSES.filter(isOutstanding).toSorted()).toEqual([...OUTSTANDING].toSorted());
  });

  it('the listed invoice statuses count as paid and not as outstanding', () => {
    expect(PAID).toEqual(['COLLECTED', 'PAYMENT_PLAN_COLLECTED']);
    expect(INVOICE_STATUSES.filter(isPaid)).toEqual([...PAID]);
    expect(INVOICE_STATUSES.filter((status) => isPaid(status) && isOutstanding(status))).toEqual(
      [],
    );
  });
});

/**
 * One charge of the past as the payment tables remember it: the attempt, its moves from state to
 * state, and the postings of what moved. The same domain functions write the ledger here and in
 * settle, so the invariants hold for both.
 */
import { addDays, dateIn, type Instant, type IsoDate } from '@quittance/contract/dates';
import { type AttemptId, attemptIdSchema, type MandateId } from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import type { PaymentOption, Purpose, TransactionType } from '@quittance/contract/vocabulary';
import { postingsForReturn, postingsForSuccess, receivable } from '@quittance/domain/postings';
import type { AttemptState } from '@quittance/domain/status/payment-status';
import { addMs } from '@quittance/server/clock';
import type { ManualWay } from './demo-data.ts';
import type { AttemptInsert, InvoiceInsert, MethodInsert } from './demo-rows.ts';
import { type Pen, timeOn } from './seed-context.ts';
import { DEMO_EVIDENCE } from './write-mandate.ts';

export type ChargeEnd = Extract<AttemptState, 'SUCCEEDED' | 'FAILED' | 'PENDING' | 'RETURNED'>;

export type DemoCharge = {
  at: Instant;
  end: ChargeEnd;
  amountCents: Cents;
  feeCents: Cents;
  way: MethodInsert | ManualWay;
  purpose: Purpose;
  option: PaymentOption | null;
  type: TransactionType;
  reason?: readonly [code: string, message: string];
  mandateId?: MandateId;
  /** Set where the company charged by itself, as agreed. */
  occurrence?: { of: string; on: IsoDate };
  /** The installment it paid. */
  installment?: { planId: string; index: number };
};

/** Bank debits settle, or come back, this much later. */
const SETTLES_AFTER_DAYS = 2;
const RETURNS_AFTER_DAYS = 5;
const CARD_ANSWERS_AFTER_MS = 1800;
const ASK_AGAIN_AFTER_MS = 3 * 86_400_000;

type Step = { to: AttemptState; at: Instant; source: 'answer' | 'webhook' };

/** The states after SENT, with which every attempt begins. */
function stepsOf(pen: Pen, { at, end, way }: DemoCharge): Step[] {
  const answered = addMs(at, CARD_ANSWERS_AFTER_MS);
  if (way === 'cash' || way === 'negotiation') return [];
  if (way.kind === 'card') return [{ to: end, at: answered, source: 'answer' }];
  const daysLater = (days: number) => {
    const date = addDays(dateIn(pen.company.timeZone, at), days);
    return timeOn(pen, date, '06:30');
  };
  const steps: Step[] = [{ to: 'PENDING', at: answered, source: 'answer' }];
  if (end === 'PENDING') return steps;
  if (end === 'FAILED') return [{ to: end, at: answered, source: 'answer' }];
  steps.push({ to: 'SUCCEEDED', at: daysLater(SETTLES_AFTER_DAYS), source: 'webhook' });
  if (end === 'RETURNED') {
    steps.push({ to: 'RETURNED', at: daysLater(RETURNS_AFTER_DAYS), source: 'webhook' });
  }
  return steps;
}

function methodColumns(pen: Pen, { way }: DemoCharge) {
  if (way === 'cash') return { processor: 'manual', method: 'CASH' } as const;
  if (way === 'negotiation') return { processor: 'manual', method: 'NEGOTIATION' } as const;
  return {
    processor: pen.company.processor,
    method: way.kind === 'card' ? 'CARD' : 'ACH',
    methodId: way.id,
    methodBrand: way.brand ?? null,
    methodLast4: way.last4,
    processorReference: `demo_${pen.entropy.uuid()}`,
  } as const;
}

function occurrenceColumns({ occurrence }: DemoCharge) {
  if (!occurrence) return { initiator: 'CIT', clientAddress: DEMO_EVIDENCE.ipAddress } as const;
  return {
    initiator: 'MIT',
    occurrenceOf: occurrence.of,
    occurrenceOn: occurrence.on,
    tryNumber: 1,
  } as const;
}

function installmentColumns({ installment }: DemoCharge) {
  if (!installment) return {};
  const { planId, index } = installment;
  return { planId, installmentFrom: index, installmentTo: index };
}

export function writeCharge(
  pen: Pen,
  on: { invoice: InvoiceInsert; requestId: AttemptInsert['requestId'] },
  charge: DemoCharge,
): void {
  const { companyId, customerId, id: invoiceId } = on.invoice;
  const id = attemptIdSchema.parse(pen.entropy.uuid());
  const steps = stepsOf(pen, charge);
  const [responseCode = null, responseMessage = null] = charge.reason ?? [];
  const attempt: AttemptInsert = {
    companyId,
    id,
    requestId: on.requestId,
    invoiceId,
    customerId,
    purpose: charge.purpose,
    paymentOption: charge.option,
    type: charge.type,
    ...occurrenceColumns(charge),
    ...installmentColumns(charge),
    ...methodColumns(pen, charge),
    state: charge.end,
    amountCents: charge.amountCents,
    feeCents: charge.feeCents,
    creditCents: ZERO,
    mandateId: charge.mandateId ?? null,
    responseCode,
    responseMessage,
    nextCheckAt: charge.end === 'PENDING' ? addMs(pen.now, ASK_AGAIN_AFTER_MS) : null,
    createdAt: charge.at,
    settledAt: charge.end === 'PENDING' ? null : (steps.at(-1)?.at ?? charge.at),
  };
  pen.rows.attempts.push(attempt);
  writeMoves(pen, attempt, steps);
  writePostings(pen, attempt, steps);
}

type Key = Pick<AttemptInsert, 'companyId'> & { attemptId: AttemptId };

function keyOf({ companyId, id }: AttemptInsert): Key {
  return { companyId, attemptId: id };
}

function writeMoves(pen: Pen, attempt: AttemptInsert, steps: readonly Step[]): void {
  let fromState: AttemptState = 'SENT';
  for (const { to, at, source } of steps) {
    pen.rows.moves.push({ ...keyOf(attempt), fromState, toState: to, source, at });
    fromState = to;
  }
}

function writePostings(pen: Pen, attempt: AttemptInsert, steps: readonly Step[]): void {
  if (attempt.state !== 'SUCCEEDED' && attempt.state !== 'RETURNED') return;
  const { invoiceId = null, customerId, processor, amountCents, feeCents, creditCents } = attempt;
  const principals = invoiceId ? [{ account: receivable(invoiceId), amountCents }] : [];
  const paid = postingsForSuccess({ principals, customerId, processor, feeCents, creditCents });
  const timeOf = (state: AttemptState) =>
    steps.find((step) => step.to === state)?.at ?? attempt.createdAt;
  const entries = [
    ...paid.map((entry) => ({ ...entry, at: timeOf('SUCCEEDED') })),
    ...(attempt.state === 'RETURNED'
      ? postingsForReturn(paid).map((entry) => ({ ...entry, at: timeOf('RETURNED') }))
      : []),
  ];
  pen.rows.postings.push(...entries.map((entry) => ({ ...keyOf(attempt), ...entry })));
}

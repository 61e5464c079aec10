/**
 * Writes one past charge to the payment tables: the attempt, its state history and its postings. The postings come
 * from the same domain functions as in settlement, so the invariants also hold here.
 */
import { addDays, type Instant, type IsoDate } from '@quittance/contract/dates';
import { type AttemptId, attemptIdSchema, type MandateId } from '@quittance/contract/ids';
import { dateIn } from '@quittance/contract/local-time';
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import type { PaymentOption, Purpose, TransactionType } from '@quittance/contract/vocabulary';
import { receivable } from '@quittance/domain/ledger-accounts';
import { postingsForReturn, postingsForSuccess } from '@quittance/domain/postings';
import type { AttemptState } from '@quittance/domain/status/payment-status';
import { addMs } from '@quittance/server/kernel/clock';
import type { ManualMethod } from './demo-data.ts';
import type { AttemptInsert, InvoiceInsert, MethodInsert } from './demo-rows.ts';
import { type SeedContext, timeOn } from './seed-context.ts';
import { DEMO_EVIDENCE } from './write-mandate.ts';

export type FinalState = Extract<AttemptState, 'SUCCEEDED' | 'FAILED' | 'PENDING' | 'RETURNED'>;

export type DemoCharge = {
  at: Instant;
  state: FinalState;
  amountCents: Cents;
  feeCents: Cents;
  method: MethodInsert | ManualMethod;
  purpose: Purpose;
  option: PaymentOption | null;
  type: TransactionType;
  reason?: readonly [code: string, message: string];
  mandateId?: MandateId;
  occurrence?: { of: string; on: IsoDate };
  installment?: { planId: string; index: number };
};

const SETTLES_AFTER_DAYS = 2;
const RETURNS_AFTER_DAYS = 5;
const CARD_RESPONSE_MS = 1800;
const NEXT_CHECK_MS = 3 * 86_400_000;

type Step = { to: AttemptState; at: Instant; source: 'answer' | 'webhook' };

function toSteps(context: SeedContext, { at, state, method }: DemoCharge): Step[] {
  const respondedAt = addMs(at, CARD_RESPONSE_MS);
  if (method === 'cash' || method === 'negotiation') return [];
  if (method.kind === 'card') return [{ to: state, at: respondedAt, source: 'answer' }];
  const daysLater = (days: number) => {
    const date = addDays(dateIn(context.company.timeZone, at), days);
    return timeOn(context, date, '06:30');
  };
  const steps: Step[] = [{ to: 'PENDING', at: respondedAt, source: 'answer' }];
  if (state === 'PENDING') return steps;
  if (state === 'FAILED') return [{ to: state, at: respondedAt, source: 'answer' }];
  steps.push({ to: 'SUCCEEDED', at: daysLater(SETTLES_AFTER_DAYS), source: 'webhook' });
  if (state === 'RETURNED') {
    steps.push({ to: 'RETURNED', at: daysLater(RETURNS_AFTER_DAYS), source: 'webhook' });
  }
  return steps;
}

function methodColumns(context: SeedContext, { method }: DemoCharge) {
  if (method === 'cash') return { processor: 'manual', method: 'CASH' } as const;
  if (method === 'negotiation') return { processor: 'manual', method: 'NEGOTIATION' } as const;
  return {
    processor: context.company.processor,
    method: method.kind === 'card' ? 'CARD' : 'ACH',
    methodId: method.id,
    methodBrand: method.brand ?? null,
    methodLast4: method.last4,
    processorReference: `demo_${context.entropy.uuid()}`,
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
  context: SeedContext,
  on: { invoice: InvoiceInsert; requestId: AttemptInsert['requestId'] },
  charge: DemoCharge,
): void {
  const { companyId, customerId, id: invoiceId } = on.invoice;
  const id = attemptIdSchema.parse(context.entropy.uuid());
  const steps = toSteps(context, charge);
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
    ...methodColumns(context, charge),
    state: charge.state,
    amountCents: charge.amountCents,
    feeCents: charge.feeCents,
    creditCents: ZERO,
    mandateId: charge.mandateId ?? null,
    responseCode,
    responseMessage,
    nextCheckAt: charge.state === 'PENDING' ? addMs(context.now, NEXT_CHECK_MS) : null,
    createdAt: charge.at,
    settledAt: charge.state === 'PENDING' ? null : (steps.at(-1)?.at ?? charge.at),
  };
  context.rows.attempts.push(attempt);
  writeMoves(context, attempt, steps);
  writePostings(context, attempt, steps);
}

type Key = Pick<AttemptInsert, 'companyId' | 'customerId'> & { attemptId: AttemptId };

function toKey({ companyId, id, customerId }: AttemptInsert): Key {
  return { companyId, attemptId: id, customerId };
}

function writeMoves(context: SeedContext, attempt: AttemptInsert, steps: readonly Step[]): void {
  let fromState: AttemptState = 'SENT';
  for (const { to, at, source } of steps) {
    context.rows.moves.push({ ...toKey(attempt), fromState, toState: to, source, at });
    fromState = to;
  }
}

function writePostings(context: SeedContext, attempt: AttemptInsert, steps: readonly Step[]): void {
  if (attempt.state !== 'SUCCEEDED' && attempt.state !== 'RETURNED') return;
  const { invoiceId = null, customerId, processor, amountCents, feeCents, creditCents } = attempt;
  const principals = invoiceId ? [{ account: receivable(invoiceId), amountCents }] : [];
  const paid = postingsForSuccess({ principals, customerId, processor, feeCents, creditCents });
  const toTime = (state: AttemptState) =>
    steps.find((step) => step.to === state)?.at ?? attempt.createdAt;
  const entries = [
    ...paid.map((entry) => ({ ...entry, at: toTime('SUCCEEDED') })),
    ...(attempt.state === 'RETURNED'
      ? postingsForReturn({ amountCents: addCents(amountCents, feeCents), processor }, paid).map(
          (entry) => ({ ...entry, at: toTime('RETURNED') }),
        )
      : []),
  ];
  context.rows.postings.push(...entries.map((entry) => ({ ...toKey(attempt), ...entry })));
}

import { addCents, cents } from '@quittance/contract/money';
import type { PaymentStep } from '@quittance/contract/payments/provider-schemas';
import type { Attempt } from '../ledger/attempts.ts';
import type { MoveRow } from '../ledger/payment-rows.ts';
import type { Tx } from '../platform/database/database.ts';
import { type AuditedAction, type PaymentHistory, readHistory } from './payment-history-rows.ts';

const STEP_OF: Readonly<Record<AuditedAction, PaymentStep['step']>> = {
  'payment.decided': 'DECIDED',
  'attention.acknowledged': 'ACKNOWLEDGED',
  'charge.assigned': 'ASSIGNED',
  'mail.sent': 'MAIL_SENT',
  'mail.not_sent': 'MAIL_NOT_SENT',
};

type StepFields = Pick<PaymentStep, 'at' | 'step'> & Partial<PaymentStep>;

const NOTHING = { source: null, code: null, amount: null, reference: null };

const computeTotal = ({ amountCents, feeCents }: Attempt) => addCents(amountCents, feeCents);

function toFirstSteps(attempt: Attempt, { notices }: PaymentHistory): StepFields[] {
  const { createdAt: at, heldAt } = attempt;
  return [
    ...notices.map(({ at: announcedAt, amountCents }) => ({
      at: announcedAt,
      step: 'CHARGE_ANNOUNCED' as const,
      amount: cents(amountCents),
    })),
    {
      at,
      step: 'RECORDED',
      source: attempt.isOrphan ? 'reconciler' : null,
      amount: computeTotal(attempt),
    },
    ...(heldAt ? [{ at: heldAt, step: 'HELD' as const }] : []),
  ];
}

/** The code and the processor's id belong to the payment's current state. */
function moved(attempt: Attempt, moves: readonly MoveRow[]): StepFields[] {
  return moves.flatMap(({ toState, source, at }) => {
    if (toState === 'CREATED') return [];
    const isNow = toState === attempt.state;
    return {
      at,
      step: toState,
      source,
      code: isNow && toState !== 'SUCCEEDED' ? attempt.responseCode : null,
      amount: toState === 'SUCCEEDED' || toState === 'RETURNED' ? computeTotal(attempt) : null,
      reference: isNow ? attempt.processorReference : null,
    };
  });
}

function refunded({ refunds }: PaymentHistory): StepFields[] {
  return refunds.flatMap((refund) => {
    const { origin, amountCents: amount, processorReference: reference } = refund;
    const { createdAt, doneAt, heldAt, failedAt, failureReason } = refund;
    const isOurs = origin === 'OVERPAYMENT' || origin === 'PROVIDER';
    const common = { amount, code: origin, reference };
    const known: [StepFields['at'] | null, StepFields['step']][] = [
      [isOurs ? createdAt : null, 'REFUND_ORDERED'],
      [heldAt, 'REFUND_STUCK'],
      [doneAt, 'REFUND_MADE'],
    ];
    const steps = known.flatMap(([at, step]) => (at ? [{ at, step, ...common }] : []));
    if (!failedAt) return steps;
    const code = failureReason ?? origin;
    return [...steps, { at: failedAt, step: 'REFUND_FAILED', ...common, code }];
  });
}

function disputed({ disputes }: PaymentHistory): StepFields[] {
  return disputes.flatMap(
    ({ createdAt, closedAt, state, code, amountCents, processorReference }) => {
      const common = { code, amount: amountCents, reference: processorReference };
      const opened: StepFields = { at: createdAt, step: 'DISPUTE_OPENED', ...common };
      if (closedAt === null || state === 'OPEN') return [opened];
      const step = state === 'WON' ? 'DISPUTE_WON' : 'DISPUTE_LOST';
      return [opened, { at: closedAt, step, ...common }];
    },
  );
}

function told({ webhooks, events, deliveries, actions }: PaymentHistory): StepFields[] {
  const eventAt = new Map(events.map((event) => [event.position, event]));
  return [
    ...webhooks.map(({ at, processor, eventId, eventType }) => ({
      at,
      step: 'WEBHOOK_RECEIVED' as const,
      source: processor,
      code: eventType,
      reference: eventId,
    })),
    ...events.map(({ at, type, id }) => ({
      at,
      step: 'EVENT_RECORDED' as const,
      code: type,
      reference: id,
    })),
    ...deliveries.flatMap(({ eventPosition, finishedAt }) => {
      const event = eventAt.get(eventPosition);
      if (!event || !finishedAt) return [];
      const step = 'EVENT_DELIVERED' as const;
      return { at: finishedAt, step, code: event.type, reference: event.id };
    }),
    ...actions.map(({ at, actor, action, template }) => {
      const isByJob = action === 'mail.sent' || action === 'mail.not_sent';
      return { at, step: STEP_OF[action], source: isByJob ? null : actor, code: template };
    }),
  ];
}

/** Events with the same timestamp stay in the order of cause and effect. */
export async function findHistory(
  tx: Tx,
  attempt: Attempt,
  moves: readonly MoveRow[],
): Promise<PaymentStep[]> {
  const history = await readHistory(tx, attempt);
  const steps = [
    ...toFirstSteps(attempt, history),
    ...moved(attempt, moves),
    ...refunded(history),
    ...disputed(history),
    ...told(history),
  ];
  return steps
    .map((step) => ({ ...NOTHING, ...step }))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

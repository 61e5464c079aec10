import { addCents, cents } from '@quittance/contract/money';
import type { PaymentStep } from '@quittance/contract/payments/provider-schemas';
import type { Attempt } from '../ledger/attempts.ts';
import type { MoveRow } from '../ledger/payment-rows.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  isStep,
  type PaymentHistory,
  readHistory,
  type StepAction,
} from './payment-history-rows.ts';

const STEP_OF: Readonly<Record<StepAction, PaymentStep['step']>> = {
  'payment.decided': 'DECIDED',
  'attention.acknowledged': 'ACKNOWLEDGED',
  'charge.assigned': 'ASSIGNED',
  'mail.sent': 'MAIL_SENT',
  'mail.not_sent': 'MAIL_NOT_SENT',
};

type StepFields = Pick<PaymentStep, 'at' | 'step'> & Partial<PaymentStep>;

const NOTHING = { source: null, code: null, amount: null, reference: null, reason: null };

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
function moved(
  attempt: Attempt,
  moves: readonly MoveRow[],
  { actions }: PaymentHistory,
): StepFields[] {
  const reversal = actions.find(({ action }) => action === 'payment.reversed');
  return moves.flatMap(({ toState, source, at }) => {
    if (toState === 'CREATED') return [];
    const isNow = toState === attempt.state;
    const by = toState === 'RETURNED' ? reversal : undefined;
    return {
      at,
      step: toState,
      source: by?.actor ?? source,
      reason: by?.reason ?? null,
      code: isNow && toState !== 'SUCCEEDED' ? attempt.responseCode : null,
      amount: toState === 'SUCCEEDED' || toState === 'RETURNED' ? computeTotal(attempt) : null,
      reference: isNow ? attempt.processorReference : null,
    };
  });
}

function refunded({ refunds, actions }: PaymentHistory): StepFields[] {
  return refunds.flatMap((refund) => {
    const order = actions.find(({ refundId }) => refundId === refund.id);
    const { origin, amountCents: amount, processorReference: reference } = refund;
    const { createdAt, doneAt, heldAt, failedAt, failureReason } = refund;
    const isOurs = origin === 'OVERPAYMENT' || origin === 'PROVIDER';
    const common = { amount, code: origin, reference };
    const by = { source: order?.actor ?? null, reason: order?.reason ?? null };
    const known: [StepFields['at'] | null, StepFields['step']][] = [
      [heldAt, 'REFUND_STUCK'],
      [doneAt, 'REFUND_MADE'],
    ];
    const steps: StepFields[] = [
      ...(isOurs ? [{ at: createdAt, step: 'REFUND_ORDERED' as const, ...common, ...by }] : []),
      ...known.flatMap(([at, step]) => (at ? [{ at, step, ...common }] : [])),
    ];
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
    ...actions.flatMap(({ at, actor, action, template, reason }) => {
      if (!isStep(action)) return [];
      const isByJob = action === 'mail.sent' || action === 'mail.not_sent';
      const source = isByJob ? null : actor;
      return { at, step: STEP_OF[action], source, code: template, reason };
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
    ...moved(attempt, moves, history),
    ...refunded(history),
    ...disputed(history),
    ...told(history),
  ];
  return steps
    .map((step) => ({ ...NOTHING, ...step }))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

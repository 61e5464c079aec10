/** Scheduling a payment and taking that back. */
import { cancelScheduled } from '../../payments/checkout/cancel-scheduled.ts';
import { schedulePayment } from '../../payments/checkout/schedule-payment.ts';
import type { Handlers } from '../call.ts';

export const scheduleHandlers = {
  schedulePayment: async (
    deps,
    { principal, params, body, key, clientAddress, userAgent, setHeader },
  ) => {
    const evidence = { ipAddress: clientAddress, userAgent };
    const command = { principal, requestId: params.id, key, body, evidence };
    const { answer, isRepeat } = await schedulePayment(deps, command);
    if (isRepeat) setHeader('idempotency-hit', 'true');
    return answer;
  },
  cancelScheduledPayment: async (deps, { principal, params }) => {
    await cancelScheduled(deps, { principal, internalRef: params.id });
    return { success: true };
  },
} satisfies Handlers;

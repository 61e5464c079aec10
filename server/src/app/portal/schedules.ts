/** Scheduling a payment and canceling it. */
import { cancelScheduled } from '../../payments/checkout/cancel-scheduled.ts';
import { schedulePayment } from '../../payments/checkout/schedule-payment.ts';
import type { Handlers } from './call.ts';
import { payCommand, paymentAnswer } from './pay-command.ts';

export const scheduleHandlers = {
  schedulePayment: async (deps, call) =>
    paymentAnswer(call, await schedulePayment(deps, payCommand(call))),
  cancelScheduledPayment: async (deps, { principal, params }) => {
    await cancelScheduled(deps, { principal, internalRef: params.id });
    return { success: true };
  },
} satisfies Partial<Handlers>;

/** Payment plans: previewing, starting, paying and canceling one. */
import { cancelPlan } from '../../payments/checkout/cancel-plan.ts';
import { payPlan } from '../../payments/checkout/pay-plan.ts';
import { planIntent } from '../../payments/checkout/plan-intent.ts';
import { startPlan } from '../../payments/checkout/start-plan.ts';
import type { Handlers } from './call.ts';
import { payCommand, paymentAnswer } from './pay-command.ts';

export const planHandlers = {
  planIntent: (deps, { principal, params, body }) =>
    planIntent(deps, { principal, requestId: params.id, count: body.installments }),
  startPlan: async (deps, call) => paymentAnswer(call, await startPlan(deps, payCommand(call))),
  payPlan: async (deps, call) => paymentAnswer(call, await payPlan(deps, payCommand(call))),
  cancelPaymentPlan: async (deps, { principal, params }) => {
    await cancelPlan(deps, { principal, internalRef: params.id });
    return { success: true };
  },
} satisfies Partial<Handlers>;

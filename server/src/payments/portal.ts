import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { Deps } from '../kernel/deps.ts';
import type { Principal } from '../kernel/principal.ts';
import { answerWith, type Handlers } from '../platform/http/portal-call.ts';
import { changeCharge, previewChange } from './changes/change-charge.ts';
import { withdrawPause } from './changes/request-pause.ts';
import type { PaymentInstruction } from './checkout/begin.ts';
import { beginDeviceData } from './checkout/begin-device-data.ts';
import { cancelPlan } from './checkout/cancel-plan.ts';
import { cancelScheduled } from './checkout/cancel-scheduled.ts';
import { changeIntent } from './checkout/change-intent.ts';
import { offerIntent } from './checkout/offer-intent.ts';
import { offerSetup } from './checkout/offer-setup.ts';
import { openFields } from './checkout/open-fields.ts';
import { payEstimate } from './checkout/pay-estimate.ts';
import { payByCredit, payInFull, payOwnAmount } from './checkout/pay-in-full.ts';
import { payInvoices } from './checkout/pay-invoices.ts';
import { payPartial } from './checkout/pay-partial.ts';
import { payPlan } from './checkout/pay-plan.ts';
import { planIntent } from './checkout/plan-intent.ts';
import { schedulePayment } from './checkout/schedule-payment.ts';
import { startPlan } from './checkout/start-plan.ts';
import { listInquiries, sendInquiry } from './disputes/inquiries.ts';
import { cancelChallenge, requestStatus } from './reconciliation/request-status.ts';

type PayCall<Body> = {
  principal: Principal;
  params: { id: RequestId };
  body: Body;
  key: IdempotencyKey;
  evidence: PaymentInstruction<unknown>['evidence'];
  setHeader(name: string, value: string): void;
};

/** A repeated idempotency key gets the first response, marked by a header. */
function pay<Body, Answer>(
  work: (
    deps: Deps,
    instruction: PaymentInstruction<Body>,
  ) => Promise<{ answer: Answer; isRepeat: boolean }>,
) {
  return async (deps: Deps, call: PayCall<Body>): Promise<Answer> => {
    const { principal, params, body, key, evidence, setHeader } = call;
    const instruction = { principal, requestId: params.id, key, body, evidence };
    const { answer, isRepeat } = await work(deps, instruction);
    if (isRepeat) setHeader('idempotency-hit', 'true');
    return answer;
  };
}

export const portalHandlers = {
  previewChange: answerWith('preview', (deps, { principal, browser, body }) =>
    previewChange(deps, { principal, browser, change: body.change }),
  ),
  changeCharge: async (deps, { principal, browser, body, evidence }) => {
    await changeCharge(deps, { principal, browser, body, evidence });
    return { success: true };
  },
  withdrawPause: async (deps, { principal, params }) => {
    await withdrawPause(deps, { principal, internalRef: params.id });
    return { success: true };
  },
  inquiries: answerWith('inquiries', (deps, { principal, params }) =>
    listInquiries(deps, principal, params.id),
  ),
  sendInquiry: answerWith('inquiry', (deps, { principal, params, body }) =>
    sendInquiry(deps, { principal, requestId: params.id, inquiry: body }),
  ),
  openMethodFields: (deps, { principal }) => openFields(deps, { principal, requestId: null }),
  payInFull: pay(payInFull),
  payByCredit: async (deps, { principal, params, body }) => {
    await payByCredit(deps, { principal, requestId: params.id, amountCents: body.amount });
    return { success: true };
  },
  payOwnAmount: pay(payOwnAmount),
  payInvoices: pay(payInvoices),
  payPartial: pay(payPartial),
  payEstimate: pay(payEstimate),
  payIntent: (deps, { principal, params, evidence, browser }) =>
    offerIntent(deps, { principal, requestId: params.id, evidence, browser, isScheduled: false }),
  scheduledPaymentIntent: (deps, { principal, params, evidence, browser }) =>
    offerIntent(deps, { principal, requestId: params.id, evidence, browser, isScheduled: true }),
  updateIntent: (deps, { principal, params, body, browser }) =>
    changeIntent(deps, { principal, requestId: params.id, body, browser }),
  setupIntent: (deps, { principal, params, body, evidence, browser }) =>
    offerSetup(deps, { principal, requestId: params.id, body, evidence, browser }),
  openFields: (deps, { principal, params }) =>
    openFields(deps, { principal, requestId: params.id }),
  beginDeviceData: (deps, { principal, params, body }) =>
    beginDeviceData(deps, { principal, requestId: params.id, body }),
  requestStatus: (deps, { principal, params, query }) =>
    requestStatus(deps, { principal, requestId: params.id, key: query.key }),
  cancelChallenge: (deps, { principal, params, body }) =>
    cancelChallenge(deps, { principal, requestId: params.id, key: body.key }),
  planIntent: (deps, { principal, params, body }) =>
    planIntent(deps, { principal, requestId: params.id, count: body.installments }),
  startPlan: pay(startPlan),
  payPlan: pay(payPlan),
  cancelPaymentPlan: async (deps, { principal, params }) => {
    await cancelPlan(deps, { principal, internalRef: params.id });
    return { success: true };
  },
  schedulePayment: pay(schedulePayment),
  cancelScheduledPayment: async (deps, { principal, params }) => {
    await cancelScheduled(deps, { principal, internalRef: params.id });
    return { success: true };
  },
} satisfies Partial<Handlers>;

/** The payment calls under request/{id}. Plans are in plans.ts, scheduled payments in schedules.ts. */
import { beginDeviceData } from '../../payments/checkout/begin-device-data.ts';
import { changeIntent } from '../../payments/checkout/change-intent.ts';
import { offerIntent } from '../../payments/checkout/offer-intent.ts';
import { offerSetup } from '../../payments/checkout/offer-setup.ts';
import { openFields } from '../../payments/checkout/open-fields.ts';
import { payEstimate } from '../../payments/checkout/pay-estimate.ts';
import { payInFull, payOwnAmount } from '../../payments/checkout/pay-in-full.ts';
import { payInvoices } from '../../payments/checkout/pay-invoices.ts';
import { payPartial } from '../../payments/checkout/pay-partial.ts';
import { cancelChallenge, requestStatus } from '../../payments/reconciliation/request-status.ts';
import type { Handlers } from './call.ts';
import { payCommand, paymentAnswer } from './pay-command.ts';

export const paymentHandlers = {
  payInFull: async (deps, call) => paymentAnswer(call, await payInFull(deps, payCommand(call))),
  payOwnAmount: async (deps, call) =>
    paymentAnswer(call, await payOwnAmount(deps, payCommand(call))),
  payInvoices: async (deps, call) => paymentAnswer(call, await payInvoices(deps, payCommand(call))),
  payPartial: async (deps, call) => paymentAnswer(call, await payPartial(deps, payCommand(call))),
  payEstimate: async (deps, call) => paymentAnswer(call, await payEstimate(deps, payCommand(call))),
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
} satisfies Partial<Handlers>;

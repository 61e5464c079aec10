/** One handler per call of the provider API. They only pass on: the use cases are in provider/. */

import { getNoticeSettings, putNoticeSettings } from '../../companies/change-notice-settings.ts';
import { changeCompany, getCompany } from '../../companies/manage-companies.ts';
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  putCustomer,
} from '../../customers/manage-customers.ts';
import {
  createKey,
  listKeys,
  refuseMoreScopes,
  revokeKey,
  rotateKey,
} from '../../identity/keys.ts';
import {
  changeInvoice,
  getInvoice,
  listInvoices,
  putInvoice,
  voidInvoice,
  writeOffInvoice,
} from '../../invoices/change-invoice.ts';
import { createInvoice, issueInvoice } from '../../invoices/issue-invoice.ts';
import { offerSettlement, withdrawOffer } from '../../invoices/offer-settlement.ts';
import { drawInvoicePdf } from '../../invoices/pdf/invoice-pdf.ts';
import { cancelArrangement, moveSchedule } from '../../payments/changes/on-behalf.ts';
import { answerPause, listPauses } from '../../payments/changes/plan-pauses.ts';
import { decidePayment } from '../../payments/decide-payment.ts';
import {
  disputeInvoice,
  reopenInvoice,
  resolveInvoice,
} from '../../payments/disputes/dispute-invoice.ts';
import {
  getPayment,
  listPayments,
  recordManual,
  reverseManual,
} from '../../payments/provider-payments.ts';
import { assignCharge } from '../../payments/reconciliation/assign-charge.ts';
import { decideRefund } from '../../payments/refunds/decide-refund.ts';
import { listRefunds, orderRefund } from '../../payments/refunds/order-refund.ts';
import { eraseCustomer } from '../../privacy/erase-customer.ts';
import {
  changeContract,
  createContract,
  deleteContractDocument,
  getContractDocument,
  listContracts,
} from '../../projects/manage-contracts.ts';
import {
  changeProject,
  createEstimate,
  createOrder,
  createProject,
  getProject,
  listEstimates,
  listOrders,
  listProjects,
} from '../../projects/manage-projects.ts';
import {
  getReminderSettings,
  putReminderSettings,
  sendInvoice,
} from '../../requests/send-invoice.ts';
import type { ProviderHandlers } from './call.ts';
import { CONSOLE_HANDLERS } from './console-handlers.ts';
import { INQUIRY_HANDLERS } from './inquiry-handlers.ts';
import { LINK_HANDLERS } from './link-handlers.ts';
import { WEBHOOK_HANDLERS } from './webhook-handlers.ts';

export const PROVIDER_HANDLERS: ProviderHandlers = {
  getCompany: (tx, _deps, { caller }) => getCompany(tx, caller),
  changeCompany: (tx, deps, { caller, body }) =>
    changeCompany(tx, deps, { actor: caller, change: body }),

  createCustomer: (tx, deps, { caller, body }) =>
    createCustomer(tx, deps, { actor: caller, input: body }),
  listCustomers: (tx, _deps, { caller, query }) => listCustomers(tx, caller, query),
  getCustomer: (tx, _deps, { caller, params }) =>
    getCustomer(tx, { companyId: caller.companyId, ...params }),
  changeCustomer: (tx, deps, { caller, params, body }) =>
    changeCustomer(tx, deps, { actor: caller, ...params, change: body }),
  putCustomer: (tx, deps, { caller, params, body }) =>
    putCustomer(tx, deps, { actor: caller, ...params, input: body }),
  eraseCustomer: (tx, deps, { caller, params, body }) =>
    eraseCustomer(tx, deps, { actor: caller, ...params, ...body }),

  createInvoice: (tx, deps, { caller, body }) =>
    createInvoice(tx, deps, { actor: caller, input: body }),
  listInvoices: (tx, _deps, { caller, query }) => listInvoices(tx, caller, query),
  getInvoice: (tx, _deps, { caller, params }) =>
    getInvoice(tx, { companyId: caller.companyId, ...params }),
  getInvoicePdf: (tx, deps, { caller, params }) =>
    drawInvoicePdf(tx, deps, { actor: caller, ...params }),
  changeInvoice: (tx, deps, { caller, params, body }) =>
    changeInvoice(tx, deps, { actor: caller, ...params, change: body }),
  putInvoice: (tx, deps, { caller, params, body }) =>
    putInvoice(tx, deps, { actor: caller, ...params, input: body }),
  issueInvoice: (tx, deps, { caller, params }) =>
    issueInvoice(tx, deps, { actor: caller, ...params }),
  voidInvoice: (tx, deps, { caller, params, body }) =>
    voidInvoice(tx, deps, { actor: caller, ...params, ...body }),
  writeOffInvoice: (tx, deps, { caller, params, body }) =>
    writeOffInvoice(tx, deps, { actor: caller, ...params, ...body }),

  reopenInvoice: (tx, deps, { caller, params, body }) =>
    reopenInvoice(tx, deps, { actor: caller, ...params, ...body }),
  disputeInvoice: (tx, deps, { caller, params, body }) =>
    disputeInvoice(tx, deps, { actor: caller, ...params, ...body }),
  resolveInvoice: (tx, deps, { caller, params, body }) =>
    resolveInvoice(tx, deps, { actor: caller, ...params, ...body }),
  cancelPlan: (tx, deps, { caller, params, body }) =>
    cancelArrangement(tx, deps, { actor: caller, ...params, ...body, kind: 'plan' }),
  cancelSchedule: (tx, deps, { caller, params, body }) =>
    cancelArrangement(tx, deps, { actor: caller, ...params, ...body, kind: 'schedule' }),
  moveSchedule: (tx, deps, { caller, params, body }) =>
    moveSchedule(tx, deps, { actor: caller, ...params, ...body }),
  listPauses: (tx, _deps, { caller, query }) => listPauses(tx, caller, query),
  answerPause: (tx, deps, { caller, params, body }) =>
    answerPause(tx, deps, { actor: caller, ...params, ...body }),
  offerSettlement: (tx, deps, { caller, params, body }) =>
    offerSettlement(tx, deps, { actor: caller, ...params, amountCents: body.amount }),
  withdrawOffer: (tx, deps, { caller, params }) =>
    withdrawOffer(tx, deps, { actor: caller, ...params }),

  listPayments: (tx, deps, { caller, query }) => listPayments(tx, caller, { deps, query }),
  getPayment: (tx, _deps, { caller, params }) => getPayment(tx, caller, params.paymentId),
  createRefund: (tx, deps, { caller, params, body }) =>
    orderRefund(tx, deps, { actor: caller, attemptId: params.paymentId, input: body }),
  listRefunds: (tx, _deps, { caller, params }) => listRefunds(tx, caller, params.paymentId),
  decideRefund: (tx, deps, { caller, params, body }) =>
    decideRefund(tx, deps, { actor: caller, refundId: params.refundId, input: body }),
  decidePayment: (tx, deps, { caller, params, body }) =>
    decidePayment(tx, deps, { actor: caller, attemptId: params.paymentId, decision: body }),
  assignCharge: (tx, deps, { caller, params, body }) =>
    assignCharge(tx, deps, { actor: caller, ...params, assignment: body }),
  recordManualPayment: (tx, deps, { caller, body }) =>
    recordManual(tx, deps, { actor: caller, input: body }),
  reverseManualPayment: (tx, deps, { caller, params, body }) =>
    reverseManual(tx, deps, { actor: caller, attemptId: params.paymentId, ...body }),

  createProject: (tx, deps, { caller, body }) =>
    createProject(tx, deps, { actor: caller, input: body }),
  listProjects: (tx, _deps, { caller, query }) => listProjects(tx, caller, query),
  getProject: (tx, _deps, { caller, params }) => getProject(tx, caller, params.projectId),
  changeProject: (tx, deps, { caller, params, body }) =>
    changeProject(tx, deps, { actor: caller, ...params, change: body }),
  createOrder: (tx, deps, { caller, params, body }) =>
    createOrder(tx, deps, { actor: caller, input: { ...params, ...body } }),
  listOrders: (tx, _deps, { caller, params }) => listOrders(tx, caller, params.projectId),
  createEstimate: (tx, deps, { caller, params, body }) =>
    createEstimate(tx, deps, { actor: caller, input: { ...params, ...body } }),
  listEstimates: (tx, _deps, { caller, params }) => listEstimates(tx, caller, params.projectId),
  createContract: (tx, deps, { caller, body }) =>
    createContract(tx, deps, { actor: caller, input: body }),
  listContracts: (tx, _deps, { caller, query }) => listContracts(tx, caller, query),
  changeContract: (tx, deps, { caller, params, body }) =>
    changeContract(tx, deps, { actor: caller, ...params, ...body }),
  getContractDocument: (tx, _deps, { caller, params }) =>
    getContractDocument(tx, { actor: caller, ...params }),
  deleteContractDocument: (tx, deps, { caller, params }) =>
    deleteContractDocument(tx, deps, { actor: caller, ...params }),

  sendInvoice: (tx, deps, { caller, params }) =>
    sendInvoice(tx, deps, { actor: caller, ...params }),
  getNoticeSettings: (tx, _deps, { caller }) => getNoticeSettings(tx, caller),
  putNoticeSettings: (tx, deps, { caller, body }) =>
    putNoticeSettings(tx, deps, { actor: caller, settings: body }),
  getReminderSettings: (tx, _deps, { caller }) => getReminderSettings(tx, caller),
  putReminderSettings: (tx, deps, { caller, body }) =>
    putReminderSettings(tx, deps, { actor: caller, settings: body }),

  listKeys: (tx, _deps, { caller }) => listKeys(tx, caller),
  createKey: async (tx, deps, { caller, body }) => {
    refuseMoreScopes(caller, body.scopes);
    return createKey(tx, deps, { actor: caller, ...body });
  },
  rotateKey: (tx, deps, { caller, params, body }) =>
    rotateKey(tx, deps, { actor: caller, ...params, ...body }),
  revokeKey: (tx, deps, { caller, params }) => revokeKey(tx, deps, { actor: caller, ...params }),

  ...CONSOLE_HANDLERS,
  ...INQUIRY_HANDLERS,
  ...LINK_HANDLERS,
  ...WEBHOOK_HANDLERS,
};

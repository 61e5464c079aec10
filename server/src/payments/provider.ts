import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { cancelArrangement, moveSchedule } from './changes/on-behalf.ts';
import { answerPause, listPauses } from './changes/plan-pauses.ts';
import {
  cancelCreditNote,
  createCreditNote,
  drawCreditNote,
  listCreditNotes,
  payOut,
  undoCredit,
  useCredit,
} from './credit-notes.ts';
import { decidePayment } from './decide-payment.ts';
import { answerInquiry, getInquiry, listInquiries } from './disputes/answer-inquiry.ts';
import { disputeInvoice, reopenInvoice, resolveInvoice } from './disputes/dispute-invoice.ts';
import {
  deleteEvidenceFile,
  getDispute,
  listDisputes,
  submitEvidence,
} from './disputes/manage-disputes.ts';
import {
  getPayment,
  listPayments,
  recordManual,
  reverseManual,
  touchPayment,
} from './provider-payments.ts';
import { assignCharge } from './reconciliation/assign-charge.ts';
import { releaseHold } from './reconciliation/release-hold.ts';
import { decideRefund } from './refunds/decide-refund.ts';
import { listRefunds, orderRefund, previewRefund } from './refunds/order-refund.ts';
import { changeNoted, putNoted, voidNoted, writeOffPosted } from './take-back-notes.ts';
import { voidWithRefund } from './void-with-refund.ts';

export const providerHandlers = {
  changeInvoice: (tx, deps, { caller, params, body }) =>
    changeNoted(tx, deps, { actor: caller, ...params, change: body }),
  putInvoice: (tx, deps, { caller, params, body }) =>
    putNoted(tx, deps, { actor: caller, ...params, input: body }),
  voidInvoice: (tx, deps, { caller, params, body }) =>
    voidNoted(tx, deps, { actor: caller, ...params, ...body }),
  writeOffInvoice: (tx, deps, { caller, params, body }) =>
    writeOffPosted(tx, deps, { actor: caller, ...params, ...body }),
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
  listPayments: (tx, deps, { caller, query }) => listPayments(tx, caller, { deps, query }),
  changePayment: (tx, deps, { caller, params }) =>
    touchPayment(tx, deps, { actor: caller, attemptId: params.paymentId }),
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
  createCreditNote: (tx, deps, { caller, params, body }) =>
    createCreditNote(tx, deps, { actor: caller, ...params, input: body }),
  voidWithRefund: (tx, deps, { caller, params, body }) =>
    voidWithRefund(tx, deps, { actor: caller, ...params, ...body }),
  listCreditNotes: (tx, _deps, { caller, params }) =>
    listCreditNotes(tx, { companyId: caller.companyId, ...params }),
  getCreditNotePdf: (tx, deps, { caller, params }) =>
    drawCreditNote(tx, deps, { actor: caller, ...params }),
  voidCreditNote: (tx, deps, { caller, params, body }) =>
    cancelCreditNote(tx, deps, { actor: caller, ...params, ...body }),
  undoCredit: (tx, deps, { caller, params, body }) =>
    undoCredit(tx, deps, { actor: caller, ...params, ...body }),
  applyCredit: (tx, deps, { caller, params, body }) =>
    useCredit(tx, deps, { actor: caller, ...params, input: body }),
  payOutCredit: (tx, deps, { caller, params, body }) =>
    payOut(tx, deps, { actor: caller, ...params, input: body }),
  previewRefund: (tx, deps, { caller, params, body }) =>
    previewRefund(tx, deps, { actor: caller, attemptId: params.paymentId, input: body }),
  listDisputes: (tx, deps, { caller, query }) => listDisputes(tx, deps, { actor: caller, query }),
  getDispute: (tx, deps, { caller, params }) => getDispute(tx, deps, { actor: caller, ...params }),
  deleteEvidenceFile: (tx, deps, { caller, params }) =>
    deleteEvidenceFile(tx, deps, { actor: caller, ...params }),
  submitEvidence: (tx, deps, { caller, params, body }) =>
    submitEvidence(tx, deps, { actor: caller, ...params, texts: body }),
  releaseCharges: (tx, deps, { caller, body }) => releaseHold(tx, deps, { actor: caller, ...body }),
  listInquiries: (tx, _deps, { caller, query }) => listInquiries(tx, caller, query),
  getInquiry: (tx, _deps, { caller, params }) => getInquiry(tx, caller, params.inquiryId),
  answerInquiry: (tx, deps, { caller, params, body }) =>
    answerInquiry(tx, deps, { actor: caller, ...params, ...body }),
} satisfies Partial<ProviderHandlers>;

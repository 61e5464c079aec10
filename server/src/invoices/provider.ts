import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { deleteAttachment, getAttachment, listAttachments } from './attachments.ts';
import { getInvoice, getInvoiceByRef, listInvoices } from './change-invoice.ts';
import { createInvoice, issueInvoice } from './issue-invoice.ts';
import { offerSettlement, withdrawOffer } from './offer-settlement.ts';
import { drawInvoicePdf } from './pdf/invoice-file.ts';

export const providerHandlers = {
  createInvoice: (tx, deps, { caller, body }) =>
    createInvoice(tx, deps, { actor: caller, input: body }),
  listInvoices: (tx, _deps, { caller, query }) => listInvoices(tx, caller, query),
  getInvoice: (tx, _deps, { caller, params }) =>
    getInvoice(tx, { companyId: caller.companyId, ...params }),
  getInvoiceByRef: (tx, _deps, { caller, params }) =>
    getInvoiceByRef(tx, { companyId: caller.companyId, ...params }),
  getInvoicePdf: (tx, deps, { caller, params }) =>
    drawInvoicePdf(tx, deps, { actor: caller, ...params }),
  issueInvoice: (tx, deps, { caller, params }) =>
    issueInvoice(tx, deps, { actor: caller, ...params }),
  listAttachments: (tx, _deps, { caller, params }) =>
    listAttachments(tx, { companyId: caller.companyId, ...params }),
  getAttachment: (tx, deps, { caller, params }) =>
    getAttachment(tx, deps, { actor: caller, ...params }),
  deleteAttachment: (tx, deps, { caller, params }) =>
    deleteAttachment(tx, deps, { actor: caller, ...params }),
  offerSettlement: (tx, deps, { caller, params, body }) =>
    offerSettlement(tx, deps, { actor: caller, ...params, amountCents: body.amount }),
  withdrawOffer: (tx, deps, { caller, params }) =>
    withdrawOffer(tx, deps, { actor: caller, ...params }),
} satisfies Partial<ProviderHandlers>;

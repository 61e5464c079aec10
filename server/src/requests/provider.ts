/** Provider API handlers for `requests`. */

import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { getMailTexts, putMailText, sendTestMail } from './mail-texts.ts';
import { createLink, listLinks, revokeLink } from './manage-links.ts';
import { previewMailText, previewReminder } from './preview-mail.ts';
import {
  getReminderSettings,
  putReminderSettings,
  remindInvoice,
  sendInvoice,
} from './send-invoice.ts';

export const providerHandlers = {
  sendInvoice: (tx, deps, { caller, params, body }) =>
    sendInvoice(tx, deps, { actor: caller, ...params, note: body?.note ?? null }),
  remindInvoice: (tx, deps, { caller, params }) =>
    remindInvoice(tx, deps, { actor: caller, ...params }),
  getReminderSettings: (tx, _deps, { caller }) => getReminderSettings(tx, caller),
  putReminderSettings: (tx, deps, { caller, body }) =>
    putReminderSettings(tx, deps, { actor: caller, settings: body }),
  previewReminder: (tx, deps, { caller, body }) =>
    previewReminder(tx, deps, { actor: caller, question: body }),
  getMailTexts: (tx, _deps, { caller }) => getMailTexts(tx, caller),
  putMailText: (tx, deps, { caller, body }) => putMailText(tx, deps, { actor: caller, text: body }),
  previewMailText: (tx, deps, { caller, body }) =>
    previewMailText(tx, deps, { actor: caller, text: body }),
  sendTestMail: (tx, deps, { caller, body }) =>
    sendTestMail(tx, deps, { actor: caller, text: body }),
  createInvoiceLink: (tx, deps, { caller, params: to }) =>
    createLink(tx, deps, { actor: caller, to }),
  listInvoiceLinks: (tx, deps, { caller, params: to }) =>
    listLinks(tx, deps, { actor: caller, to }),
  revokeInvoiceLink: (tx, deps, { caller, params: { linkId, ...to } }) =>
    revokeLink(tx, deps, { actor: caller, to, linkId }),
  createEstimateLink: (tx, deps, { caller, params: to }) =>
    createLink(tx, deps, { actor: caller, to }),
  listEstimateLinks: (tx, deps, { caller, params: to }) =>
    listLinks(tx, deps, { actor: caller, to }),
  revokeEstimateLink: (tx, deps, { caller, params: { linkId, ...to } }) =>
    revokeLink(tx, deps, { actor: caller, to, linkId }),
  createPartialRequestLink: (tx, deps, { caller, params: to }) =>
    createLink(tx, deps, { actor: caller, to }),
  listPartialRequestLinks: (tx, deps, { caller, params: to }) =>
    listLinks(tx, deps, { actor: caller, to }),
  revokePartialRequestLink: (tx, deps, { caller, params: { linkId, ...to } }) =>
    revokeLink(tx, deps, { actor: caller, to, linkId }),
} satisfies Partial<ProviderHandlers>;

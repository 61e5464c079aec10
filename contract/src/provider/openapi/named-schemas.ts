/** The schemas that have a name of their own in the OpenAPI document and in the reference. */
import type { z } from 'zod';
import { companyChangeSchema, providerCompanySchema } from '../companies.ts';
import {
  customerByRefSchema,
  customerChangeSchema,
  customerPageSchema,
  newCustomerSchema,
  providerCustomerSchema,
} from '../customers.ts';
import { eventPageSchema, providerEventSchema } from '../events.ts';
import { exportLinesSchema } from '../exports.ts';
import { pdfFileSchema } from '../files.ts';
import {
  importChangeSchema,
  importErrorSchema,
  importFileSchema,
  importReportSchema,
} from '../imports.ts';
import {
  invoiceByRefSchema,
  invoiceChangeSchema,
  invoiceLineSchema,
  invoicePageSchema,
  newInvoiceSchema,
  newLineSchema,
  offerSchema,
  providerInvoiceSchema,
  reasonSchema,
} from '../invoices.ts';
import {
  apiKeySchema,
  apiKeysSchema,
  createdApiKeySchema,
  newApiKeySchema,
  rotationSchema,
} from '../keys.ts';
import { newProviderLinkSchema, providerLinkSchema, providerLinksSchema } from '../links.ts';
import { noticeSettingsSchema } from '../notices.ts';
import { errorCodeSchema, fieldProblemSchema, problemSchema } from '../pages-and-problems.ts';
import {
  newPartialRequestSchema,
  partialRequestSchema,
  partialRequestsSchema,
} from '../partial-requests.ts';
import {
  decisionSchema,
  newManualPaymentSchema,
  paymentMoveSchema,
  paymentPageSchema,
  providerPaymentDetailSchema,
  providerPaymentSchema,
} from '../payments.ts';
import {
  contractChangeSchema,
  contractDocumentSchema,
  contractPageSchema,
  estimatesSchema,
  newContractSchema,
  newEstimateSchema,
  newOrderSchema,
  newProjectSchema,
  ordersSchema,
  projectChangeSchema,
  projectPageSchema,
  providerContractSchema,
  providerEstimateSchema,
  providerOrderSchema,
  providerProjectSchema,
} from '../projects.ts';
import { newRefundSchema, refundSchema, refundsSchema } from '../refunds.ts';
import { reminderSettingsSchema, sentInvoiceSchema } from '../reminders.ts';
import {
  inquiryAnswerSchema,
  inquiryPageSchema,
  providerInquirySchema,
} from '../routes/inquiry-routes.ts';
import {
  pauseAnswerSchema,
  planPausePageSchema,
  planPauseSchema,
  providerScheduleSchema,
  scheduleMoveSchema,
} from '../schedules.ts';
import {
  newWebhookEndpointSchema,
  replayedSchema,
  replaySchema,
  webhookDeliveryPageSchema,
  webhookDeliverySchema,
  webhookEndpointChangeSchema,
  webhookEndpointSchema,
  webhookEndpointsSchema,
  webhookEndpointWithSecretSchema,
} from '../webhook-endpoints.ts';

export const NAMED_SCHEMAS = {
  Company: providerCompanySchema,
  CompanyChange: companyChangeSchema,

  Customer: providerCustomerSchema,
  CustomerPage: customerPageSchema,
  NewCustomer: newCustomerSchema,
  CustomerChange: customerChangeSchema,
  CustomerByRef: customerByRefSchema,

  Invoice: providerInvoiceSchema,
  InvoiceLine: invoiceLineSchema,
  InvoicePage: invoicePageSchema,
  NewInvoice: newInvoiceSchema,
  NewInvoiceLine: newLineSchema,
  InvoiceChange: invoiceChangeSchema,
  InvoiceByRef: invoiceByRefSchema,
  Reason: reasonSchema,
  Offer: offerSchema,
  Schedule: providerScheduleSchema,
  ScheduleMove: scheduleMoveSchema,
  PlanPause: planPauseSchema,
  PlanPausePage: planPausePageSchema,
  PauseAnswer: pauseAnswerSchema,
  SentInvoice: sentInvoiceSchema,
  ReminderSettings: reminderSettingsSchema,
  NoticeSettings: noticeSettingsSchema,

  PdfFile: pdfFileSchema,
  ExportLines: exportLinesSchema,
  ImportFile: importFileSchema,
  ImportReport: importReportSchema,
  ImportChange: importChangeSchema,
  ImportError: importErrorSchema,

  Inquiry: providerInquirySchema,
  InquiryPage: inquiryPageSchema,
  InquiryAnswer: inquiryAnswerSchema,

  Link: providerLinkSchema,
  LinkList: providerLinksSchema,
  CreatedLink: newProviderLinkSchema,

  Payment: providerPaymentSchema,
  PaymentMove: paymentMoveSchema,
  PaymentDetail: providerPaymentDetailSchema,
  PaymentPage: paymentPageSchema,
  NewManualPayment: newManualPaymentSchema,
  Decision: decisionSchema,

  Refund: refundSchema,
  RefundList: refundsSchema,
  NewRefund: newRefundSchema,

  Project: providerProjectSchema,
  ProjectPage: projectPageSchema,
  NewProject: newProjectSchema,
  ProjectChange: projectChangeSchema,
  Order: providerOrderSchema,
  OrderList: ordersSchema,
  NewOrder: newOrderSchema,
  Estimate: providerEstimateSchema,
  EstimateList: estimatesSchema,
  NewEstimate: newEstimateSchema,
  PartialRequest: partialRequestSchema,
  PartialRequestList: partialRequestsSchema,
  NewPartialRequest: newPartialRequestSchema,

  Contract: providerContractSchema,
  ContractDocument: contractDocumentSchema,
  ContractPage: contractPageSchema,
  NewContract: newContractSchema,
  ContractChange: contractChangeSchema,

  Event: providerEventSchema,
  EventPage: eventPageSchema,
  WebhookEndpoint: webhookEndpointSchema,
  WebhookEndpointList: webhookEndpointsSchema,
  CreatedWebhookEndpoint: webhookEndpointWithSecretSchema,
  NewWebhookEndpoint: newWebhookEndpointSchema,
  WebhookEndpointChange: webhookEndpointChangeSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookDeliveryPage: webhookDeliveryPageSchema,
  Replay: replaySchema,
  Replayed: replayedSchema,

  ApiKey: apiKeySchema,
  ApiKeyList: apiKeysSchema,
  NewApiKey: newApiKeySchema,
  CreatedApiKey: createdApiKeySchema,
  Rotation: rotationSchema,

  Problem: problemSchema,
  FieldProblem: fieldProblemSchema,
  ErrorCode: errorCodeSchema,
} as const satisfies Record<string, z.ZodType>;

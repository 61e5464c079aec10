/** The schemas that have a name of their own in the OpenAPI document and in the reference. */
import type { z } from 'zod';
import {
  acknowledgedSchema,
  acknowledgementSchema,
  attentionCountsSchema,
  attentionItemSchema,
  attentionPageSchema,
} from '../attention.ts';
import {
  newProviderLinkSchema,
  providerLinkSchema,
  providerLinksSchema,
} from '../billing/links.ts';
import {
  newPartialRequestSchema,
  partialRequestSchema,
  partialRequestsSchema,
} from '../billing/partial-requests.ts';
import {
  contractChangeSchema,
  contractDocumentSchema,
  contractPageSchema,
  estimatesSchema,
  listedContractSchema,
  listedProjectSchema,
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
} from '../billing/projects.ts';
import {
  reminderPreviewSchema,
  reminderQuestionSchema,
  reminderSettingsSchema,
  sentInvoiceSchema,
} from '../billing/reminders.ts';
import { companyChangeSchema, providerCompanySchema } from '../companies.ts';
import {
  customerByRefSchema,
  customerChangeSchema,
  customerPageSchema,
  erasureSchema,
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
  listedInvoiceSchema,
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
import { noticeSettingsSchema } from '../notices.ts';
import { errorCodeSchema, fieldProblemSchema, problemSchema } from '../pages-and-problems.ts';
import {
  assignmentSchema,
  chargeRefundSchema,
  decisionSchema,
  listedPaymentSchema,
  newManualPaymentSchema,
  paymentMoveSchema,
  paymentPageSchema,
  paymentStepSchema,
  providerPaymentDetailSchema,
  providerPaymentSchema,
} from '../payments.ts';
import {
  newRefundSchema,
  refundDecisionSchema,
  refundPreviewSchema,
  refundQuestionSchema,
  refundSchema,
  refundsSchema,
} from '../refunds.ts';
import { summarySchema } from '../reports.ts';
import {
  inquiryAnswerSchema,
  inquiryPageSchema,
  providerInquirySchema,
} from '../routes/inquiry-routes.ts';
import {
  installmentListSchema,
  installmentSchema,
  listedPlanSchema,
  listedScheduleSchema,
  pauseAnswerSchema,
  planPageSchema,
  planPausePageSchema,
  planPauseSchema,
  providerScheduleSchema,
  scheduleMoveSchema,
  schedulePageSchema,
} from '../schedules.ts';
import {
  colorsSchema,
  contrastSchema,
  feeExampleSchema,
  feeQuestionSchema,
  logoFileSchema,
  logoSchema,
  processorKeysSchema,
  processorStateSchema,
  processorTestSchema,
} from '../settings.ts';
import { newViewSchema, viewSchema, viewsSchema } from '../views.ts';
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
  FeeQuestion: feeQuestionSchema,
  FeeExample: feeExampleSchema,
  Colors: colorsSchema,
  Contrast: contrastSchema,
  LogoFile: logoFileSchema,
  Logo: logoSchema,
  ProcessorState: processorStateSchema,
  ProcessorKeys: processorKeysSchema,
  ProcessorTest: processorTestSchema,

  AttentionItem: attentionItemSchema,
  AttentionPage: attentionPageSchema,
  AttentionCounts: attentionCountsSchema,
  Acknowledgement: acknowledgementSchema,
  Acknowledged: acknowledgedSchema,

  Summary: summarySchema,
  View: viewSchema,
  ViewList: viewsSchema,
  NewView: newViewSchema,

  Customer: providerCustomerSchema,
  CustomerPage: customerPageSchema,
  NewCustomer: newCustomerSchema,
  CustomerChange: customerChangeSchema,
  CustomerByRef: customerByRefSchema,
  Erasure: erasureSchema,

  Invoice: providerInvoiceSchema,
  InvoiceLine: invoiceLineSchema,
  ListedInvoice: listedInvoiceSchema,
  InvoicePage: invoicePageSchema,
  NewInvoice: newInvoiceSchema,
  NewInvoiceLine: newLineSchema,
  InvoiceChange: invoiceChangeSchema,
  InvoiceByRef: invoiceByRefSchema,
  Reason: reasonSchema,
  Offer: offerSchema,
  Schedule: providerScheduleSchema,
  ScheduleMove: scheduleMoveSchema,
  ListedSchedule: listedScheduleSchema,
  SchedulePage: schedulePageSchema,
  ListedPlan: listedPlanSchema,
  PlanPage: planPageSchema,
  Installment: installmentSchema,
  InstallmentList: installmentListSchema,
  PlanPause: planPauseSchema,
  PlanPausePage: planPausePageSchema,
  PauseAnswer: pauseAnswerSchema,
  SentInvoice: sentInvoiceSchema,
  ReminderSettings: reminderSettingsSchema,
  ReminderQuestion: reminderQuestionSchema,
  ReminderPreview: reminderPreviewSchema,
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
  PaymentStep: paymentStepSchema,
  ListedPayment: listedPaymentSchema,
  PaymentPage: paymentPageSchema,
  NewManualPayment: newManualPaymentSchema,
  Decision: decisionSchema,
  ChargeAssignment: assignmentSchema,
  ChargeRefund: chargeRefundSchema,

  Refund: refundSchema,
  RefundList: refundsSchema,
  NewRefund: newRefundSchema,
  RefundDecision: refundDecisionSchema,
  RefundQuestion: refundQuestionSchema,
  RefundPreview: refundPreviewSchema,

  Project: providerProjectSchema,
  ListedProject: listedProjectSchema,
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
  ListedContract: listedContractSchema,
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

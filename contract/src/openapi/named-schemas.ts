/** The schemas that have a name of their own in the OpenAPI document and in the reference. */
import type { z } from 'zod';
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
} from '../arrangements/provider-schemas.ts';
import { noticeSettingsSchema } from '../companies/notice-schemas.ts';
import { companyChangeSchema, providerCompanySchema } from '../companies/provider-schemas.ts';
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
} from '../companies/settings-schemas.ts';
import {
  customerByRefSchema,
  customerChangeSchema,
  customerPageSchema,
  erasureSchema,
  newCustomerSchema,
  providerCustomerSchema,
} from '../customers/provider-schemas.ts';
import { exportLinesSchema } from '../exchange/export-schemas.ts';
import {
  importChangeSchema,
  importErrorSchema,
  importFileSchema,
  importReportSchema,
} from '../exchange/import-schemas.ts';
import { pdfFileSchema } from '../http/files.ts';
import {
  errorCodeSchema,
  fieldProblemSchema,
  problemSchema,
  reasonSchema,
} from '../http/pages-and-problems.ts';
import {
  apiKeySchema,
  apiKeysSchema,
  createdApiKeySchema,
  newApiKeySchema,
  rotationSchema,
} from '../identity/key-schemas.ts';
import {
  inquiryAnswerSchema,
  inquiryPageSchema,
  providerInquirySchema,
} from '../invoices/inquiry-provider-routes.ts';
import {
  newProviderLinkSchema,
  providerLinkSchema,
  providerLinksSchema,
} from '../invoices/link-schemas.ts';
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
} from '../invoices/provider-schemas.ts';
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
} from '../payments/provider-schemas.ts';
import {
  newRefundSchema,
  refundDecisionSchema,
  refundPreviewSchema,
  refundQuestionSchema,
  refundSchema,
  refundsSchema,
} from '../payments/refund-schemas.ts';
import {
  newPartialRequestSchema,
  partialRequestSchema,
  partialRequestsSchema,
} from '../projects/partial-request-schemas.ts';
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
} from '../projects/provider-schemas.ts';
import {
  acknowledgedSchema,
  acknowledgementSchema,
  attentionCountsSchema,
  attentionItemSchema,
  attentionPageSchema,
} from '../reports/attention-schemas.ts';
import { summarySchema } from '../reports/report-schemas.ts';
import { newViewSchema, viewSchema, viewsSchema } from '../reports/view-schemas.ts';
import {
  reminderPreviewSchema,
  reminderQuestionSchema,
  reminderSettingsSchema,
  sentInvoiceSchema,
} from '../requests/reminder-schemas.ts';
import { eventPageSchema, providerEventSchema } from '../webhooks/event-schemas.ts';
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
} from '../webhooks/webhook-endpoints.ts';

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

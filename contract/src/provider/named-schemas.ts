/** The schemas that have a name of their own in the OpenAPI document and in the reference. */
import type { z } from 'zod';
import {
  customerByRefSchema,
  customerChangeSchema,
  customerPageSchema,
  newCustomerSchema,
  providerCustomerSchema,
} from './customers.ts';
import {
  invoiceByRefSchema,
  invoiceChangeSchema,
  invoiceLineSchema,
  invoicePageSchema,
  newInvoiceSchema,
  newLineSchema,
  providerInvoiceSchema,
  reasonSchema,
} from './invoices.ts';
import {
  apiKeySchema,
  apiKeysSchema,
  createdApiKeySchema,
  newApiKeySchema,
  rotationSchema,
} from './keys.ts';
import { newProviderLinkSchema, providerLinkSchema, providerLinksSchema } from './links.ts';
import { errorCodeSchema, fieldProblemSchema, problemSchema } from './pages-and-problems.ts';
import {
  newManualPaymentSchema,
  paymentMoveSchema,
  paymentPageSchema,
  providerPaymentDetailSchema,
  providerPaymentSchema,
} from './payments.ts';

export const NAMED_SCHEMAS = {
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

  Link: providerLinkSchema,
  LinkList: providerLinksSchema,
  CreatedLink: newProviderLinkSchema,

  Payment: providerPaymentSchema,
  PaymentMove: paymentMoveSchema,
  PaymentDetail: providerPaymentDetailSchema,
  PaymentPage: paymentPageSchema,
  NewManualPayment: newManualPaymentSchema,

  ApiKey: apiKeySchema,
  ApiKeyList: apiKeysSchema,
  NewApiKey: newApiKeySchema,
  CreatedApiKey: createdApiKeySchema,
  Rotation: rotationSchema,

  Problem: problemSchema,
  FieldProblem: fieldProblemSchema,
  ErrorCode: errorCodeSchema,
} as const satisfies Record<string, z.ZodType>;

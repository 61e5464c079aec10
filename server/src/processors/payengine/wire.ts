/** The parts of PayEngine's responses that are read, under its own names. Requests are built in to-payengine.ts. */
import { z } from 'zod';

const hostReportSchema = z.object({
  status: z.string(),
  responseCode: z.string().optional(),
  responseMessage: z.string().optional(),
  hostResponseCode: z.string().optional(),
  /** Not in the public documentation. Read if present (see the README of this folder). */
  returnCode: z.string().optional(),
});

export const saleAnswerSchema = z.object({
  data: z.object({
    TransactionID: z.string(),
    token: z.string().optional(),
    ThreeDSActionRequired: z.boolean().optional(),
    ThreeDSData: z.string().optional(),
    /** While the payer's bank is still pending, the published sample contains only the status. */
    SaleResponse: hostReportSchema.extend({
      transactionAmount: z.string().optional(),
      processedAmount: z.string().optional(),
      cardType: z.string().optional(),
      maskedCardNumber: z.string().optional(),
    }),
  }),
});
export type SaleAnswer = z.infer<typeof saleAnswerSchema>;

export const achAnswerSchema = z.object({
  data: z.object({
    TransactionID: z.string(),
    token: z.string().optional(),
    masked_bank_account: z.string().optional(),
    AchResponse: hostReportSchema.extend({ transactionAmount: z.string().optional() }),
  }),
});
export type AchAnswer = z.infer<typeof achAnswerSchema>;

export const refundAnswerSchema = z.object({
  data: z.object({ TransactionID: z.string(), ReturnResponse: hostReportSchema }),
});

export type RefundAnswer = z.infer<typeof refundAnswerSchema>;

export const sessionAnswerSchema = z.object({
  access_token: z.string(),
  expires_in: z.number().int().positive(),
});

export const transactionSchema = z.object({
  /** Id of the payment. Its refunds have the same id. */
  id: z.string().optional(),
  transactionId: z.string(),
  internalTransactionID: z.string().optional(),
  description: z.string().optional(),
  type: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  payment_method: z.string(),
  data: z.object({ last_4: z.string().optional(), card_type: z.string().optional() }),
  host_report: hostReportSchema,
});
export type Transaction = z.infer<typeof transactionSchema>;

export const transactionListSchema = z.object({ data: z.array(transactionSchema) });

export const errorAnswerSchema = z.object({ error: z.literal(true), message: z.string() });

export const webhookSchema = z.object({
  event_uid: z.string().min(1).max(200),
  event: z.string().min(1).max(100),
  data: z.object({
    internalTransactionID: z.string().max(100).optional(),
    /** In the event of a refund: the charge that was refunded. */
    original_transaction_id: z.string().max(100).optional(),
    transaction_id: z.string().max(100).optional(),
  }),
});

/** Calls about the questions and disputes of payers (R40). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { pageQuerySchema, toPage } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { customerIdSchema, inquiryIdSchema, invoiceIdSchema } from '../ids.ts';
import { answerTextSchema, inquiryKindSchema } from './inquiry-schemas.ts';

export const providerInquirySchema = z
  .object({
    id: inquiryIdSchema,
    customerId: customerIdSchema,
    invoiceId: invoiceIdSchema,
    kind: inquiryKindSchema.describe(
      'QUESTION: the invoice status does not change. DISPUTE: the invoice is disputed until you answer.',
    ),
    text: z
      .string()
      .nullable()
      .describe('Message from the payer; null once the customer is erased.'),
    isByLink: z
      .boolean()
      .describe('Whether the question or dispute was submitted by the holder of a public link.'),
    createdAt: instantSchema,
    answer: z.string().nullable().describe('Your answer; null until you answer.'),
    answeredAt: instantSchema.nullable(),
  })
  .meta({ id: 'Inquiry' });
export type ProviderInquiry = z.infer<typeof providerInquirySchema>;

const inquiryPageSchema = toPage(providerInquirySchema).meta({ id: 'InquiryPage' });

const inquiryAnswerSchema = z
  .strictObject({
    answer: answerTextSchema.describe('Answer in plain text; may contain several lines.'),
  })
  .meta({ id: 'InquiryAnswer' });

export const inquiryQuerySchema = pageQuerySchema.extend({
  state: z
    .enum(['open', 'answered'])
    .optional()
    .describe('State to filter by. If omitted, all questions and disputes are returned.'),
  customerId: customerIdSchema.optional(),
  invoiceId: invoiceIdSchema.optional(),
});
export type InquiryQuery = z.infer<typeof inquiryQuerySchema>;

const inquiryParams = z.object({ inquiryId: inquiryIdSchema });

export const INQUIRY_ROUTES = {
  listInquiries: {
    method: 'GET',
    path: '/inquiries',
    scope: 'read',
    tag: 'Questions and disputes',
    summary: 'List questions and disputes from payers, newest first',
    query: inquiryQuerySchema,
    answer: inquiryPageSchema,
  },
  getInquiry: {
    method: 'GET',
    path: '/inquiries/{inquiryId}',
    scope: 'read',
    tag: 'Questions and disputes',
    summary: 'Retrieve a question or dispute',
    params: inquiryParams,
    answer: providerInquirySchema,
  },
  answerInquiry: {
    method: 'POST',
    path: '/inquiries/{inquiryId}/answer',
    scope: 'write',
    tag: 'Questions and disputes',
    summary: 'Answer a question or dispute',
    description:
      'The payer sees the answer on the invoice page and receives the answer by email. A disputed invoice is reopened, and its payment plan or scheduled payment resumes. If you agree with the payer, cancel or update the invoice or its arrangement before you answer.',
    params: inquiryParams,
    body: inquiryAnswerSchema,
    answer: providerInquirySchema,
    errors: ['INQUIRY_ALREADY_ANSWERED', 'CUSTOMER_ERASED'],
  },
} as const satisfies Record<string, ProviderRoute>;

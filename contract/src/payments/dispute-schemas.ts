/** Disputes of card payments at the processor (R40), and the company's evidence against them (R97). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { createdRange, oneOrMore, pageQuerySchema, toPage } from '../http/pages-and-problems.ts';
import { attemptIdSchema, customerIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { isPlainLine, plainText } from '../plain-text.ts';

const DISPUTE_STATES = ['OPEN', 'WON', 'LOST'] as const;

/** Stripe accepts 4.5 MB in all. */
export const EVIDENCE_BYTES_MAX = 4_500_000;

export const EVIDENCE_FILE_KINDS = [
  'RECEIPT',
  'COMMUNICATION',
  'CONTRACT',
  'SERVICE',
  'REFUND_POLICY',
  'OTHER',
] as const;
export const evidenceFileKindSchema = z.enum(EVIDENCE_FILE_KINDS);
export type EvidenceFileKind = z.infer<typeof evidenceFileKindSchema>;

const TEXT_MAX = 20_000;
const text = z
  .string()
  .trim()
  .min(1)
  .max(TEXT_MAX)
  .refine((given) => given.split(/\r?\n/).every(isPlainLine), 'Holds invisible characters');

export const evidenceTextsSchema = z
  .strictObject({
    explanation: text.describe('Reasons why the payment is valid.'),
    product: text.optional().describe('Product or service that was paid for.'),
    serviceDate: text.optional().describe('Date on which the service was provided, as text.'),
    refundRefusal: text
      .optional()
      .describe('Reasons why the customer is not entitled to a refund.'),
  })
  .meta({ id: 'EvidenceTexts' });
export type EvidenceTexts = z.infer<typeof evidenceTextsSchema>;

const evidenceSchema = z.object({
  state: z
    .enum(['REQUESTED', 'SENT', 'SUBMITTED', 'FAILED'])
    .describe(
      'REQUESTED: will be sent within a minute. SENT: no response so far. SUBMITTED: the processor has it. FAILED: refused by the processor, or without a response for too long.',
    ),
  failureReason: z.string().nullable(),
  requestedAt: instantSchema,
  submittedAt: instantSchema.nullable(),
});

const evidenceFileSchema = z.object({
  kind: evidenceFileKindSchema,
  name: z.string(),
  size: z.int().describe('File size in bytes.'),
});

const disputeSchema = z
  .object({
    id: z.uuid(),
    paymentId: attemptIdSchema,
    customerId: customerIdSchema,
    customerName: z.string(),
    processor: z.string(),
    processorReference: z.string(),
    state: z.enum(DISPUTE_STATES),
    amount: centsSchema.describe('Disputed amount, in cents.'),
    code: z.string().describe("Reason for the dispute, in the processor's words."),
    dueAt: instantSchema
      .nullable()
      .describe('Time by which evidence must be submitted; null if the processor reports none.'),
    acceptsEvidence: z
      .boolean()
      .describe(
        'Whether evidence can be submitted here. If false while the dispute is open, evidence was submitted already, or must be submitted in the tools of the processor.',
      ),
    evidence: evidenceSchema.nullable(),
    createdAt: instantSchema,
    closedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Dispute' });
export type Dispute = z.infer<typeof disputeSchema>;

export const disputeDetailSchema = disputeSchema
  .extend({
    files: z
      .array(evidenceFileSchema)
      .describe('Files of the evidence. Their contents are deleted once the processor has them.'),
  })
  .meta({ id: 'DisputeDetail' });
export type DisputeDetail = z.infer<typeof disputeDetailSchema>;

export const disputeQuerySchema = pageQuerySchema.extend({
  state: oneOrMore(z.enum(DISPUTE_STATES)).describe('State. Repeat the parameter for several.'),
  customerId: customerIdSchema.optional(),
  paymentId: attemptIdSchema.optional(),
  ...createdRange,
});
export type DisputeQuery = z.infer<typeof disputeQuerySchema>;
export const disputePageSchema = toPage(disputeSchema).meta({ id: 'DisputePage' });

const NAME_MAX = 200;
export const evidenceFileQuerySchema = z.strictObject({
  name: plainText({ max: NAME_MAX }).describe('File name.'),
});
export const evidenceBytesSchema = z
  .instanceof(Uint8Array)
  .describe('Contents of a PDF, JPEG or PNG file.')
  .meta({ id: 'EvidenceFile' });

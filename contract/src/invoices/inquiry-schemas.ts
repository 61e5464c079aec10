/** A payer's question about an invoice or dispute of it, and the company's reply (R40). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { inquiryIdSchema } from '../ids.ts';
import { isPlainLine } from '../plain-text.ts';
import { ANSWER_MAX, INQUIRY_MAX, INQUIRY_MIN } from './inquiry-limits.ts';

/** A question changes nothing. A dispute stops all charges on the invoice until the company replies. */
export const INQUIRY_KINDS = ['QUESTION', 'DISPUTE'] as const;
export const inquiryKindSchema = z.enum(INQUIRY_KINDS);
export type InquiryKind = z.infer<typeof inquiryKindSchema>;

const LINE_BREAKS = /\r\n?/g;

/** Allows line breaks, but no other control characters or bidirectional marks. */
function plainLines({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .overwrite((text) => text.replace(LINE_BREAKS, '\n').trim())
    .min(min)
    .max(max)
    .refine((text) => text.split('\n').every(isPlainLine), 'Holds invisible characters');
}

const inquiryTextSchema = plainLines({ min: INQUIRY_MIN, max: INQUIRY_MAX });
export const answerTextSchema = plainLines({ min: 1, max: ANSWER_MAX });

export const newInquirySchema = z.strictObject({
  kind: inquiryKindSchema,
  text: inquiryTextSchema,
});
export type NewInquiry = z.infer<typeof newInquirySchema>;

/** An inquiry as the payer sees it. The holder of a link sees only the text of inquiries made through a link. */
export const inquirySchema = z.object({
  id: inquiryIdSchema,
  kind: inquiryKindSchema,
  text: z.string().nullable(),
  createdAt: instantSchema,
  answer: z.string().nullable(),
  answeredAt: instantSchema.nullable(),
});
export type Inquiry = z.infer<typeof inquirySchema>;

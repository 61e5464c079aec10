/** Files that a company adds to an invoice, for its payers to open. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { plainText } from '../plain-text.ts';

export const ATTACHMENTS_MAX = 10;

export const ATTACHMENT_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** The payer sees these fields. */
export const attachmentSchema = z.object({
  id: z.uuid(),
  name: z.string().describe('File name, with an extension that fits the content.'),
  type: z.enum(ATTACHMENT_TYPES).describe('Media type, determined from the content.'),
  size: z.int().describe('File size in bytes.'),
});

export const providerAttachmentSchema = attachmentSchema
  .extend({
    sha256: z.string().describe('SHA-256 digest of the file, in hexadecimal.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'Attachment' });
export type ProviderAttachment = z.infer<typeof providerAttachmentSchema>;

export const attachmentsSchema = z
  .object({ data: z.array(providerAttachmentSchema) })
  .meta({ id: 'Attachments' });

const NAME_MAX = 200;
export const attachmentQuerySchema = z.strictObject({
  name: plainText({ max: NAME_MAX }).describe('File name.'),
});

export const attachmentBytesSchema = z
  .instanceof(Uint8Array)
  .describe('Contents of a PDF, PNG, JPEG or WebP file.')
  .meta({ id: 'AttachmentFile' });

/** Previews that a company checks before it changes its settings: fees, colors, processor keys. */
import { z } from 'zod';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { processorSchema } from '../vocabulary.ts';
import { colorSchema, feeSettingsSchema, processorDataSchema } from './portal-schemas.ts';

const SECRET_MAX = 500;

export const feeQuestionSchema = z
  .strictObject({
    amount: amountCentsSchema.describe('Amount that would be applied to an invoice, in cents.'),
    feeSettings: z
      .strictObject(feeSettingsSchema.shape)
      .optional()
      .describe('Fees to use instead of the current fees.'),
    isFeePayerCompany: z
      .boolean()
      .optional()
      .describe('Value to use instead of the current setting.'),
  })
  .meta({ id: 'FeeQuestion' });
export type FeeQuestion = z.infer<typeof feeQuestionSchema>;

const feeOfKindSchema = z.object({
  fee: centsSchema.describe('Fee added to the amount, in cents.'),
  total: centsSchema.describe('Total charged to the payer, in cents.'),
});

export const feeExampleSchema = z
  .object({
    amount: centsSchema,
    card: feeOfKindSchema.describe('Fee and total for card payments.'),
    ach: feeOfKindSchema.describe('Fee and total for bank payments.'),
  })
  .meta({ id: 'FeeExample' });

export const colorsSchema = z
  .strictObject({
    mainColor: colorSchema,
    secondaryColor: colorSchema,
  })
  .meta({ id: 'Colors' });

const themeContrastSchema = z.object({
  button: colorSchema.describe('Button color as displayed to payers.'),
  buttonText: colorSchema.describe('Button text color.'),
  link: colorSchema.describe('Link color.'),
  ratio: z.number().describe('Contrast ratio between button text and button color.'),
});

export const contrastSchema = z
  .object({
    mainOnWhite: z.number().describe('Contrast ratio of the unadjusted main color on white.'),
    isAdjusted: z
      .boolean()
      .describe('Whether payers see a different shade because the original color is hard to read.'),
    light: themeContrastSchema.describe('Colors and contrast in the light theme.'),
    dark: themeContrastSchema.describe('Colors and contrast in the dark theme.'),
  })
  .meta({ id: 'Contrast' });

/** The logo is redrawn as PNG; the uploaded file is not stored. */
export const LOGO_BYTES_MAX = 1_000_000;
export const logoFileSchema = z
  .instanceof(Uint8Array)
  .describe('Contents of a PNG, JPEG, WebP or SVG file of at most 1 MB.')
  .meta({ id: 'LogoFile' });

export const logoSchema = z
  .object({
    logoUrl: z
      .string()
      .nullable()
      .describe('URL from which the logo is served; null if there is no logo.'),
    iconUrl: z.string().nullable().describe('URL of the square page icon.'),
  })
  .meta({ id: 'Logo' });

export const processorKeysSchema = z
  .strictObject({
    publicKey: z
      .string()
      .min(1)
      .max(SECRET_MAX)
      .optional()
      .describe('Public settings for the payment form. Unchanged if omitted.'),
    settings: z
      .record(z.string(), z.string().max(SECRET_MAX))
      .optional()
      .describe(
        'Additional settings that already exist, such as a terminal. Unchanged if omitted.',
      ),
    processorKey: z.string().min(1).max(SECRET_MAX).describe('Secret key. Never shown.'),
    webhookSecret: z
      .string()
      .min(1)
      .max(SECRET_MAX)
      .nullable()
      .optional()
      .describe(
        'Secret with which the processor signs its webhooks. Unchanged if omitted. Never shown.',
      ),
  })
  .meta({ id: 'ProcessorKeys' });
export type ProcessorKeys = z.infer<typeof processorKeysSchema>;

export const processorStateSchema = z
  .object({
    processor: processorSchema,
    isLive: z.boolean().describe('Whether the keys move real money. False for test keys.'),
    processorData: processorDataSchema.describe('Public settings for the payment form.'),
    hasWebhookSecret: z.boolean().describe("Whether the processor's webhooks can be verified."),
    isPaused: z
      .boolean()
      .describe(
        'Whether charges are paused for a few seconds because the processor did not respond.',
      ),
  })
  .meta({ id: 'ProcessorState' });

export const processorTestSchema = z
  .object({
    processor: processorSchema,
    isLive: z.boolean().describe('Whether the keys move real money. False for test keys.'),
    result: z
      .enum(['ACCEPTED', 'REFUSED', 'NO_ANSWER'])
      .describe('Whether the processor accepts the keys.'),
    detail: z
      .string()
      .nullable()
      .describe('Message from the processor; null if the processor accepts the keys.'),
  })
  .meta({ id: 'ProcessorTest' });

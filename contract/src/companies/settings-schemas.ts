/** Previews that a company checks before it changes its settings: fees, colors, processor keys. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { invoiceIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { changeSchemaFor } from '../processors/processor-fields.ts';
import { PROCESSOR_DESCRIPTIONS } from '../processors/registry.ts';
import { processorSchema } from '../vocabulary.ts';
import { colorSchema, feeSettingsSchema, processorDataSchema } from './portal-schemas.ts';

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

export const processorChangeSchema = changeSchemaFor(PROCESSOR_DESCRIPTIONS).meta({
  id: 'ProcessorChange',
});
export type ProcessorChange = z.infer<typeof processorChangeSchema>;

/** Steps from an empty account to the first payment, in this order. */
const SETUP_STEPS = ['KEYS', 'PAGE_POLICY', 'WEBHOOK', 'DOMAIN', 'TEST_PAYMENT', 'LIVE'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const CONNECTION_PROBLEMS = [
  'KEY_REFUSED',
  'NO_RESPONSE',
  'EVENTS_REFUSED',
  'NO_EVENTS',
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];

const setupStepSchema = z.object({
  step: z.enum(SETUP_STEPS).describe('Step of the setup.'),
  state: z
    .enum(['DONE', 'OPEN', 'PROBLEM', 'OPTIONAL'])
    .describe(
      'Whether the step is done. An optional step does not keep the setup from being complete.',
    ),
  detail: z.string().nullable().describe('Reason, if the step has a problem.'),
});

export const processorStateSchema = z
  .object({
    processor: processorSchema,
    isLive: z.boolean().describe('Whether the keys move real money. False for test keys.'),
    processorData: processorDataSchema.describe('Public settings for the payment form.'),
    hasKey: z.boolean().describe('Whether a secret key is stored.'),
    hasWebhookSecret: z.boolean().describe("Whether the processor's webhooks can be verified."),
    isPaused: z
      .boolean()
      .describe(
        'Whether charges are paused for a few seconds because the processor did not respond.',
      ),
    webhookUrl: z
      .string()
      .nullable()
      .describe('URL to which the processor must send its events; null if it sends none.'),
    origins: z
      .array(z.string())
      .describe("Origins of the processor that the payment page's content security policy allows."),
    problem: z
      .enum(CONNECTION_PROBLEMS)
      .nullable()
      .describe('Problem of the connection to the processor; null if there is none.'),
    problemSince: instantSchema.nullable().describe('Time since which the problem exists.'),
    lastEventAt: instantSchema.nullable().describe('Time of the last verified event.'),
    refusedEvents: z
      .int()
      .describe(
        'Number of events whose signature could not be verified since the last verified one.',
      ),
    setup: z.array(setupStepSchema).describe('Steps of the setup and their states.'),
    isReady: z.boolean().describe('Whether every required step is done.'),
  })
  .meta({ id: 'ProcessorState' });
export type ProcessorState = z.infer<typeof processorStateSchema>;

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

export const testPaymentSchema = z
  .object({
    invoiceId: invoiceIdSchema.describe('ID of the test invoice.'),
    accountRef: z.string().describe('Number of the test invoice.'),
    url: z.string().describe('Link to the payment page. Shown only once.'),
  })
  .meta({ id: 'TestPayment' });

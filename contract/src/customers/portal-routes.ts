/** Schemas of contact, saved method and auto-pay calls (product §7). */
import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success, successSchema } from '../http/success.ts';
import { contactIdSchema, invoiceIdSchema, methodIdSchema } from '../ids.ts';
import { methodDependantsSchema } from '../methods/method-dependants.ts';
import {
  challengeShape,
  feeDetailSchema,
  fieldSessionAnswerSchema,
  paymentInfoSchema,
} from '../methods/portal-schemas.ts';
import { centsSchema } from '../money.ts';
import { contactTypeSchema, processingStatusSchema, processorSchema } from '../vocabulary.ts';
import { contactSchema, contactsAnswerSchema } from './contact-schemas.ts';
import { customerSchema } from './portal-schemas.ts';

const contactParams = z.object({ id: contactIdSchema });
const methodParams = z.object({ id: methodIdSchema });
const setupIdSchema = z.uuid();
/** The mandate text for a bank account (R27). Cards do not need one. */
const achMandateText = z.string().max(4096).optional();
/**
 * The fee that the payer saw for this method. Required when auto-pay switches between card and bank account (R36).
 */
const feeTerms = feeDetailSchema.pick({ feePercentage: true, feeFixed: true }).strict().optional();
const contactValue = z.string().trim().min(3).max(254);

export const contactSchemas = {
  contacts: {
    limits: [],
    answer: contactsAnswerSchema,
  },
  addContact: {
    limits: ['change'],
    body: z.strictObject({ type: contactTypeSchema, value: contactValue }),
    answer: success({ contact: contactSchema }),
  },
  updateContact: {
    limits: ['change'],
    params: contactParams,
    body: z.strictObject({
      fields: z.strictObject({ value: contactValue.optional() }),
      isEnabled: z.boolean(),
    }),
    answer: contactsAnswerSchema,
  },
  verifyEmail: {
    limits: ['change'],
    body: z.strictObject({ contactId: contactIdSchema }),
    answer: successSchema,
  },
  /**
   * Called from the link in the email. It also requires a session because someone else may have received the email.
   */
  confirmEmail: {
    limits: ['change'],
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    answer: contactsAnswerSchema,
  },
  removeContact: {
    limits: ['change'],
    params: contactParams,
    body: z.strictObject({ reason: z.string().max(200) }),
    answer: contactsAnswerSchema,
  },
} satisfies Record<string, RouteSchemas>;

export const methodSchemas = {
  addMethod: {
    limits: [],
    body: z.strictObject({ processor: processorSchema, paymentInfo: paymentInfoSchema }),
    /** During a challenge, or while the result is unknown, the method is not yet listed for the debtor. */
    answer: success({ debtor: customerSchema, setupId: setupIdSchema, ...challengeShape }),
  },
  /** The status of a method setup. The server queries the processor when a check is due. */
  methodSetup: {
    limits: [],
    params: z.object({ id: setupIdSchema }),
    answer: success({
      paymentProcessingStatus: processingStatusSchema,
      responseMessage: z.string().nullable(),
      /** Set once the method is saved. A card that was already saved keeps its id (R46). */
      methodId: methodIdSchema.nullable(),
    }),
  },
  /** Like request/{id}/fields, but without a payment. */
  openMethodFields: {
    limits: ['fields'],
    answer: fieldSessionAnswerSchema,
  },
  /** The charges that would stop if this method were removed (R16). */
  methodDependants: {
    limits: [],
    params: methodParams,
    answer: success(methodDependantsSchema.shape),
  },
  removeMethod: {
    limits: [],
    params: methodParams,
    answer: success({ debtor: customerSchema }),
  },
  setAutoPayMethod: {
    limits: [],
    body: z.strictObject({ pmID: methodIdSchema, achMandateText, feeTerms }),
    answer: success({ autoPayPMID: methodIdSchema.nullable() }),
  },
  toggleAutoPay: {
    limits: [],
    /** Null turns auto-pay off. */
    body: z.strictObject({ pmID: methodIdSchema.nullable(), achMandateText, feeTerms }),
    answer: success({ isAutoPayActive: z.boolean(), autoPayPMID: methodIdSchema.nullable() }),
  },
  changeInvoiceMethod: {
    limits: [],
    params: z.object({ id: invoiceIdSchema }),
    body: z.strictObject({
      processor: processorSchema,
      pmID: methodIdSchema,
      /** The remaining amount to charge, as shown to the payer for this method (R36). */
      quote: z.strictObject({ amount: centsSchema, fee: centsSchema }).optional(),
      achMandateText,
    }),
    answer: successSchema,
  },
} satisfies Record<string, RouteSchemas>;

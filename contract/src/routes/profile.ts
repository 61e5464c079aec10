/** Contacts, saved methods and auto-pay (product §7). */
import { z } from 'zod';
import { contactSchema, contactsAnswerSchema } from '../contacts.ts';
import { customerSchema } from '../customer.ts';
import { contactIdSchema, invoiceIdSchema, methodIdSchema } from '../ids.ts';
import { methodDependantsSchema } from '../method-dependants.ts';
import { challengeShape, fieldSessionAnswerSchema, paymentInfoSchema } from '../payments.ts';
import { contactTypeSchema, processingStatusSchema, processorSchema } from '../vocabulary.ts';
import type { RouteSchemas } from './route.ts';
import { success, successSchema } from './success.ts';

const contactParams = z.object({ id: contactIdSchema });
const methodParams = z.object({ id: methodIdSchema });
const setupIdSchema = z.uuid();
/** Under which text a bank account may be debited from now on (R27); a card needs none sent. */
const achMandateText = z.string().max(4096).optional();
const contactValue = z.string().trim().min(3).max(254);

export const contactSchemas = {
  contacts: {
    answer: contactsAnswerSchema,
  },
  addContact: {
    body: z.strictObject({ type: contactTypeSchema, value: contactValue }),
    answer: success({ contact: contactSchema }),
  },
  updateContact: {
    params: contactParams,
    body: z.strictObject({
      fields: z.strictObject({ value: contactValue.optional() }),
      isEnabled: z.boolean(),
    }),
    answer: contactsAnswerSchema,
  },
  verifyEmail: {
    body: z.strictObject({ contactId: contactIdSchema }),
    answer: successSchema,
  },
  /** What the mailed link leads to. It needs the session too: a mail can reach a stranger. */
  confirmEmail: {
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    answer: contactsAnswerSchema,
  },
  removeContact: {
    params: contactParams,
    body: z.strictObject({ reason: z.string().max(200) }),
    answer: contactsAnswerSchema,
  },
} satisfies Record<string, RouteSchemas>;

export const methodSchemas = {
  addMethod: {
    body: z.strictObject({ processor: processorSchema, paymentInfo: paymentInfoSchema }),
    /** While the payer's bank asks, or nobody answered, the method is not among the debtor's yet. */
    answer: success({ debtor: customerSchema, setupId: setupIdSchema, ...challengeShape }),
  },
  /** What became of a method being added; asks the processor when that is due. */
  methodSetup: {
    params: z.object({ id: setupIdSchema }),
    answer: success({
      paymentProcessingStatus: processingStatusSchema,
      responseMessage: z.string().nullable(),
    }),
  },
  /** As request/{id}/fields, where there is nothing to pay. */
  openMethodFields: {
    answer: fieldSessionAnswerSchema,
  },
  /** R16: what would no longer be charged if this method were removed. */
  methodDependants: {
    params: methodParams,
    answer: success(methodDependantsSchema.shape),
  },
  removeMethod: {
    params: methodParams,
    answer: success({ debtor: customerSchema }),
  },
  setAutoPayMethod: {
    body: z.strictObject({ pmID: methodIdSchema, achMandateText }),
    answer: success({ autoPayPMID: methodIdSchema.nullable() }),
  },
  toggleAutoPay: {
    /** Null switches it off. */
    body: z.strictObject({ pmID: methodIdSchema.nullable(), achMandateText }),
    answer: success({ isAutoPayActive: z.boolean(), autoPayPMID: methodIdSchema.nullable() }),
  },
  changeInvoiceMethod: {
    params: z.object({ id: invoiceIdSchema }),
    body: z.strictObject({ processor: processorSchema, pmID: methodIdSchema, achMandateText }),
    answer: successSchema,
  },
} satisfies Record<string, RouteSchemas>;

/** Contacts, saved methods and auto-pay (product §7). */
import { z } from 'zod';
import { contactSchema, contactsAnswerSchema } from '../contacts.ts';
import { customerSchema } from '../customer.ts';
import { contactIdSchema, invoiceIdSchema, methodIdSchema } from '../ids.ts';
import { methodDependantsSchema } from '../method-dependants.ts';
import { challengeShape, fieldSessionAnswerSchema, paymentInfoSchema } from '../payments.ts';
import { contactTypeSchema, processingStatusSchema, processorSchema } from '../vocabulary.ts';
import { route, success, successSchema } from './route.ts';

const contactParams = z.object({ id: contactIdSchema });
const methodParams = z.object({ id: methodIdSchema });
const setupIdSchema = z.uuid();
/** Under which text a bank account may be debited from now on (R27); a card needs none sent. */
const achMandateText = z.string().max(4096).optional();
const contactValue = z.string().trim().min(3).max(254);

export const contactRoutes = {
  contacts: route({
    method: 'GET',
    path: '/{product}/contact',
    who: 'customer',
    answer: contactsAnswerSchema,
  }),
  addContact: route({
    method: 'POST',
    path: '/{product}/contact',
    who: 'customer',
    body: z.strictObject({ type: contactTypeSchema, value: contactValue }),
    answer: success({ contact: contactSchema }),
  }),
  updateContact: route({
    method: 'PUT',
    path: '/{product}/contact/{id}',
    who: 'customer',
    params: contactParams,
    body: z.strictObject({
      fields: z.strictObject({ value: contactValue.optional() }),
      isEnabled: z.boolean(),
    }),
    answer: contactsAnswerSchema,
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/{product}/contact/email-verify',
    who: 'customer',
    body: z.strictObject({ contactId: contactIdSchema }),
    answer: successSchema,
  }),
  /** What the mailed link leads to. It needs the session too: a mail can reach a stranger. */
  confirmEmail: route({
    method: 'POST',
    path: '/{product}/contact/email-confirm',
    who: 'customer',
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    answer: contactsAnswerSchema,
  }),
  removeContact: route({
    method: 'DELETE',
    path: '/{product}/contact/{id}',
    who: 'customer',
    params: contactParams,
    body: z.strictObject({ reason: z.string().max(200) }),
    answer: contactsAnswerSchema,
  }),
};

export const methodRoutes = {
  addMethod: route({
    method: 'POST',
    path: '/{product}/debtor/payment-method',
    who: 'customer',
    body: z.strictObject({ processor: processorSchema, paymentInfo: paymentInfoSchema }),
    /** While the payer's bank asks, or nobody answered, the method is not among the debtor's yet. */
    answer: success({ debtor: customerSchema, setupId: setupIdSchema, ...challengeShape }),
  }),
  /** What became of a method being added; asks the processor when that is due. */
  methodSetup: route({
    method: 'GET',
    path: '/{product}/method-setup/{id}',
    who: 'customer',
    params: z.object({ id: setupIdSchema }),
    answer: success({
      paymentProcessingStatus: processingStatusSchema,
      responseMessage: z.string().nullable(),
    }),
  }),
  /** As request/{id}/fields, where there is nothing to pay. */
  openMethodFields: route({
    method: 'POST',
    path: '/{product}/debtor/payment-method/fields',
    who: 'customer',
    answer: fieldSessionAnswerSchema,
  }),
  /** R16: what would no longer be charged if this method were removed. */
  methodDependants: route({
    method: 'GET',
    path: '/{product}/debtor/payment-method/{id}/dependants',
    who: 'customer',
    params: methodParams,
    answer: success(methodDependantsSchema.shape),
  }),
  removeMethod: route({
    method: 'DELETE',
    path: '/{product}/debtor/payment-method/{id}',
    who: 'customer',
    params: methodParams,
    answer: success({ debtor: customerSchema }),
  }),
  setAutoPayMethod: route({
    method: 'PUT',
    path: '/{product}/debtor/auto-pay/payment-method',
    who: 'customer',
    body: z.strictObject({ pmID: methodIdSchema, achMandateText }),
    answer: success({ autoPayPMID: methodIdSchema.nullable() }),
  }),
  toggleAutoPay: route({
    method: 'PUT',
    path: '/{product}/debtor/auto-pay/active',
    who: 'customer',
    /** Null switches it off. */
    body: z.strictObject({ pmID: methodIdSchema.nullable(), achMandateText }),
    answer: success({ isAutoPayActive: z.boolean(), autoPayPMID: methodIdSchema.nullable() }),
  }),
  changeInvoiceMethod: route({
    method: 'PUT',
    path: '/{product}/account-payment-method/{id}',
    who: 'customer',
    params: z.object({ id: invoiceIdSchema }),
    body: z.strictObject({ processor: processorSchema, pmID: methodIdSchema, achMandateText }),
    answer: successSchema,
  }),
};

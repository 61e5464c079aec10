/** Contacts, saved methods and auto-pay (product §7). */
import { z } from 'zod';
import { contactSchema, contactsAnswerSchema } from '../contacts.ts';
import { customerSchema } from '../customer.ts';
import { contactIdSchema, invoiceIdSchema, methodIdSchema } from '../ids.ts';
import { paymentInfoSchema } from '../payments.ts';
import { contactTypeSchema, processorSchema } from '../vocabulary.ts';
import { route, success, successSchema } from './route.ts';

const contactParams = z.object({ id: contactIdSchema });
const methodParams = z.object({ id: methodIdSchema });
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
    answer: success({ debtor: customerSchema }),
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
    body: z.strictObject({ pmID: methodIdSchema }),
    answer: success({ autoPayPMID: methodIdSchema.nullable() }),
  }),
  toggleAutoPay: route({
    method: 'PUT',
    path: '/{product}/debtor/auto-pay/active',
    who: 'customer',
    body: z.strictObject({ pmID: methodIdSchema.nullable() }),
    answer: success({ isAutoPayActive: z.boolean(), autoPayPMID: methodIdSchema.nullable() }),
  }),
  changeInvoiceMethod: route({
    method: 'PUT',
    path: '/{product}/account-payment-method/{id}',
    who: 'customer',
    params: z.object({ id: invoiceIdSchema }),
    body: z.strictObject({ processor: processorSchema, pmID: methodIdSchema }),
    answer: successSchema,
  }),
};

/** The customer (called debtor on the wire): all fields for the customer, a subset for a public link. */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { customerIdSchema, methodIdSchema } from '../ids.ts';
import { languageSchema } from '../language.ts';
import {
  fiservMethodSchema,
  payengineMethodSchema,
  stripeMethodSchema,
} from '../methods/portal-schemas.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { addressInputSchema, addressSchema } from './address.ts';

export const dateOfBirthSchema = z.object({
  year: z.int().min(1900).max(2100),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});
export type DateOfBirth = z.infer<typeof dateOfBirthSchema>;

function isCalendarDay({ year, month, day }: DateOfBirth): boolean {
  const pad = (value: number) => String(value).padStart(2, '0');
  return isoDateSchema.safeParse(`${year}-${pad(month)}-${pad(day)}`).success;
}

export const customerSchema = z.object({
  id: customerIdSchema,
  firstName: z.string(),
  lastName: z.string(),
  emailPrimary: z.object({ value: z.string() }).nullable(),
  phonePrimary: z.object({ value: z.string() }).nullable(),
  dateOfBirth: dateOfBirthSchema.nullable(),
  customerRef: z.string(),
  internalRef: z.string(),
  address: addressSchema.nullable(),
  /**
   * Null until the customer chooses a language. Until then, pages follow the browser and emails are in English
   * (R50).
   */
  language: languageSchema.nullable(),
  paymentMethod: z.array(stripeMethodSchema),
  pePaymentMethods: z.array(payengineMethodSchema),
  fiPaymentMethods: z.array(fiservMethodSchema),
  autoPayPMID: methodIdSchema.nullable(),
  isAutoPayActive: z.boolean(),
  /** Credit that can pay an invoice (R90). */
  credit: centsSchema,
});
export type Customer = z.infer<typeof customerSchema>;

/** A public link reveals only the payer's first name (R4). The language selects the language of the page. */
export const publicCustomerSchema = z.object({
  firstName: z.string(),
  language: languageSchema.nullable(),
});
export type PublicCustomer = z.infer<typeof publicCustomerSchema>;

export const customerUpdateSchema = z.strictObject({
  firstName: plainText({ max: 100 }).optional(),
  lastName: plainText({ max: 100 }).optional(),
  dateOfBirth: dateOfBirthSchema
    .refine(isCalendarDay, 'Not a date of the calendar')
    .nullable()
    .optional(),
  address: addressInputSchema.nullable().optional(),
  language: languageSchema.optional(),
});
export type CustomerUpdate = z.infer<typeof customerUpdateSchema>;

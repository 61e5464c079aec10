/** Schemas of sign-in, company and customer calls (product §7). */
import { z } from 'zod';
import { companyBrandSchema, companySchema } from '../companies/portal-schemas.ts';
import {
  customerSchema,
  customerUpdateSchema,
  publicCustomerSchema,
} from '../customers/portal-schemas.ts';
import { instantSchema } from '../dates.ts';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success, successSchema } from '../http/success.ts';
import { companyDomainSchema, customerIdSchema } from '../ids.ts';

/** Accepts any text, so that a malformed secret gets the same 404 as an unknown one. */
export const linkParams = z.object({ company: z.string().max(64), id: z.string().max(64) });

/** The session of the page, which the browser keeps only in memory (R20). */
export const signedInSchema = success({
  token: z.string(),
  expiresAt: instantSchema,
  customerId: customerIdSchema,
  domain: companyDomainSchema,
  /** An amount is overdue or due soon. Selects the landing page after a sign-in without a target (R35). */
  isPaymentDue: z.boolean(),
});
export type SignedIn = z.infer<typeof signedInSchema>;

/** A browser that stays signed in (R20). Fields that the user agent does not reveal are null. */
const deviceSchema = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema,
  isThisOne: z.boolean(),
});
export type Device = z.infer<typeof deviceSchema>;

/** Accepts any text: an invalid domain is treated as an unknown company. */
export const domainText = z.string().max(64);

export const accessSchemas = {
  /** With a token, exchanges it for a session. Without one, renews the bearer token from the cookie (R20). */
  signIn: {
    limits: ['signInToken'],
    query: z.object({ token: z.string().max(128).optional(), domain: domainText.optional() }),
    answer: signedInSchema,
  },
  /** In the browser that requested it, the code is enough. Any other browser must also send the link's token. */
  signInByCode: {
    limits: ['signInProof', 'companyCode', 'anyCode'],
    body: z.strictObject({
      domain: domainText,
      code: z.string().trim().max(16),
      token: z.string().max(128).optional(),
      isKept: z.boolean().optional(),
    }),
    answer: signedInSchema,
  },
  signOut: { limits: [], answer: successSchema },
  signOutEverywhere: { limits: [], answer: successSchema },
  devices: { limits: [], answer: success({ devices: z.array(deviceSchema) }) },
  removeDevice: {
    limits: ['change'],
    params: z.object({ id: z.uuid() }),
    answer: success({ devices: z.array(deviceSchema) }),
  },
  sendSignInMail: {
    limits: ['mailRequest', 'sameSignIn'],
    params: z.object({ id: z.string().max(200) }),
    body: z.strictObject({
      email: z.string().trim().max(254),
      domain: domainText,
      isLocal: z.literal(false),
      /** Whether this browser stays signed in (R20). */
      isKept: z.boolean().optional(),
    }),
    answer: successSchema,
  },
  /** The response is the same for any input. A match receives a link by email (R3). */
  resolveInvoice: {
    limits: ['mailRequest', 'sameInvoice'],
    body: z.strictObject({
      company: z.string().trim().min(1).max(200),
      reference: z.string().trim().min(1).max(64),
      email: z.string().trim().min(3).max(254),
    }),
    answer: successSchema,
  },
  /** A nearly complete name or domain returns one company, never a list (R3). */
  findCompany: {
    limits: ['publicRead'],
    query: z.object({ name: z.string().trim().max(200) }),
    answer: success({ company: companyBrandSchema.nullable() }),
  },
  companyBrand: {
    limits: ['publicRead'],
    params: z.object({ company: domainText }),
    answer: success({ company: companyBrandSchema }),
  },
  /** The logo as PNG (R52). Any version other than the stored one returns 404. */
  companyLogo: {
    limits: ['publicRead'],
    params: z.object({ company: domainText, version: z.string().max(64), size: z.string().max(8) }),
    answer: z.instanceof(Uint8Array),
  },
  publicCompany: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    answer: success({ company: companySchema }),
  },
  privateCompany: {
    limits: [],
    answer: success({ company: companySchema }),
  },
  customer: {
    limits: [],
    params: z.object({ id: customerIdSchema }),
    answer: success({ debtor: customerSchema }),
  },
  publicCustomer: {
    limits: ['publicRead', 'unknownLink'],
    params: linkParams,
    answer: success({ debtor: publicCustomerSchema }),
  },
  updateCustomer: {
    limits: ['change'],
    body: customerUpdateSchema,
    answer: success({ debtor: customerSchema }),
  },
} satisfies Record<string, RouteSchemas>;

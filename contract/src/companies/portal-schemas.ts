/** The browser's view of a company: brand, public processor data and terms. It contains no secrets. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { companyDomainSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { methodTypeSchema, paymentOptionSchema, processorSchema } from '../vocabulary.ts';
import { brandPaletteSchema } from './brand-palette.ts';

/** The highest surcharge that can be configured (R6): 4 %. */
const CARD_BASIS_POINTS_MAX = 400;

const feeCentsSchema = centsSchema.refine((fee) => fee >= 0, 'A fee is never negative');

/** Percentages are basis points (2.9 % = 290), fixed parts are cents (ADR 0012). */
export const feeSettingsSchema = z.object({
  card: z.int().min(0).max(CARD_BASIS_POINTS_MAX),
  ach: z.int().min(0).max(CARD_BASIS_POINTS_MAX),
  cardFixed: feeCentsSchema,
  achFixed: feeCentsSchema,
});
export type FeeSettings = z.infer<typeof feeSettingsSchema>;

/** Fee terms set here replace the company's own. */
export const preferenceSchema = z.object({
  isContractsVisible: z.boolean(),
  feeSettings: feeSettingsSchema.nullable(),
  isFeePayerCompany: z.boolean().nullable(),
  maxInstallments: z.int().min(2).max(6),
  isIncreasedInstallmentsActive: z.boolean(),
  maxIncreasedInstallments: z.int().min(2).max(12),
  increasedInstallmentsAmount: amountCentsSchema,
  maxExtensionDays: z.int().min(1).max(365),
});
export type Preference = z.infer<typeof preferenceSchema>;

export const rulesSchema = z.object({
  availablePaymentOptions: z.array(paymentOptionSchema),
  restrictedPaymentMethods: z.array(methodTypeSchema),
  /**
   * A payer may pay part of the amount that an invoice owes (R49). The field is absent in rows from before the
   * rule.
   */
  isOwnAmountAllowed: z.boolean().optional(),
});
export type CompanyRules = z.infer<typeof rulesSchema>;

/** The data with which the browser loads the processor's hosted fields. All of it is public. */
export const processorDataSchema = z.object({
  publicKey: z.string().nullable(),
  scriptUrl: z.url().nullable(),
  merchantId: z.string().nullable(),
  /** Further settings of the hosted fields, such as a terminal or an environment. */
  settings: z.record(z.string(), z.string()),
});
export type ProcessorData = z.infer<typeof processorDataSchema>;

export const colorSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** The public view of a company, for anyone with the company's name. */
export const companyBrandSchema = z.object({
  name: z.string(),
  dba: z.string().nullable(),
  legalName: z.string().nullable(),
  /** The logo is on the portal's own origin (R52), like the square page icon. */
  logoUrl: z.string().nullable(),
  iconUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  domain: companyDomainSchema,
  mainColor: colorSchema,
  secondaryColor: colorSchema,
  palette: brandPaletteSchema,
  /** Everything can be viewed, and nothing can be changed (R51). */
  isDemo: z.boolean(),
});
export type CompanyBrand = z.infer<typeof companyBrandSchema>;

export const companySchema = companyBrandSchema.extend({
  processor: processorSchema,
  processorData: processorDataSchema,
  stripeId: z.string().nullable(),
  rules: rulesSchema,
  feeSettings: feeSettingsSchema,
  isFeePayerCompany: z.boolean(),
  preference: preferenceSchema,
  timeZone: z.string(),
  /** The offsets of the time zone, so that a browser needs no tables for the dates of the last years. */
  utcOffsets: z.array(z.object({ from: instantSchema, until: instantSchema, minutes: z.int() })),
});
export type Company = z.infer<typeof companySchema>;

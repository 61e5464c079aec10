/** A company as the browser sees it: brand, public processor data and terms. Contains no secrets. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { companyDomainSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { methodTypeSchema, paymentOptionSchema, processorSchema } from '../vocabulary.ts';
import { brandPaletteSchema } from './brand-palette.ts';

/** The highest configurable surcharge (R6): 4%. */
const CARD_BASIS_POINTS_MAX = 400;

/** The highest surcharge that card networks allow, in basis points (R110): 3%. */
export const SURCHARGE_BASIS_POINTS_MAX = 300;

const feeCentsSchema = centsSchema.refine((fee) => fee >= 0, 'A fee is never negative');

/** Percentages are basis points (2.9% = 290); fixed parts are cents (ADR 0012). */
export const feeSettingsSchema = z.object({
  card: z.int().min(0).max(CARD_BASIS_POINTS_MAX),
  ach: z.int().min(0).max(CARD_BASIS_POINTS_MAX),
  cardFixed: feeCentsSchema,
  achFixed: feeCentsSchema,
});
export type FeeSettings = z.infer<typeof feeSettingsSchema>;

/** Fee terms set here override the company's own. */
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
  /** Whether a payer may pay part of the amount owed on an invoice (R49). Absent in rows older than this rule. */
  isOwnAmountAllowed: z.boolean().optional(),
});
export type CompanyRules = z.infer<typeof rulesSchema>;

export const processorDataSchema = z.object({
  publicKey: z.string().nullable(),
  scriptUrl: z.url().nullable(),
  merchantId: z.string().nullable(),
  settings: z.record(z.string(), z.string()),
});
export type ProcessorData = z.infer<typeof processorDataSchema>;

export const colorSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/);

export const companyBrandSchema = z.object({
  name: z.string(),
  dba: z.string().nullable(),
  legalName: z.string().nullable(),
  /** Served from the portal's own origin (R52), like the square page icon. */
  logoUrl: z.string().nullable(),
  iconUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  domain: companyDomainSchema,
  mainColor: colorSchema,
  secondaryColor: colorSchema,
  palette: brandPaletteSchema,
  /** A demo company can be viewed but not changed (R51). */
  isDemo: z.boolean(),
  /** Set if payments move no real money because the keys are test keys of the processor itself, not of a sandbox. */
  isTestMode: z.boolean().optional(),
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
  /** The time zone's UTC offsets for recent years, so that the browser needs no time zone tables. */
  utcOffsets: z.array(z.object({ from: instantSchema, until: instantSchema, minutes: z.int() })),
});
export type Company = z.infer<typeof companySchema>;

/**
 * A company as its own systems see it: settings, brand, fees, rules, plan terms. Its secrets are never returned.
 */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { networksSchema } from '../http/networks.ts';
import { companyDomainSchema, companyIdSchema } from '../ids.ts';
import { cents, centsSchema, ZERO } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { processorSchema } from '../vocabulary.ts';
import { CHARGE_RULES, chargeRulesSchema } from './charge-rules.ts';
import { journalAccountsSchema, newJournalAccountsSchema } from './journal-account-schemas.ts';
import { colorSchema, feeSettingsSchema, preferenceSchema, rulesSchema } from './portal-schemas.ts';
import { processorChangeSchema } from './settings-schemas.ts';

const NAME_MAX = 100;
const ADDRESS_LINES_MAX = 6;
/** R101: what a company writes off with a short payment unless it sets another limit, and the highest limit. */
export const SHORTFALL_MAX = cents(500);
const SHORTFALL_LIMIT = 10_000;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const name = plainText({ max: NAME_MAX });
const timeZone = z
  .string()
  .max(NAME_MAX)
  .refine(isTimeZone, 'A time zone such as America/New_York');

const address = z.array(plainText({ max: NAME_MAX })).max(ADDRESS_LINES_MAX);

const fields = {
  name: name.describe('Name shown to payers.'),
  dba: name.nullable(),
  legalName: name.nullable(),
  address,
  supportEmail: z.email().max(254).nullable(),
  supportPhone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'A number such as +12075550142')
    .nullable(),
  mainColor: colorSchema,
  secondaryColor: colorSchema,
  timeZone,
  feeSettings: feeSettingsSchema,
  isFeePayerCompany: z.boolean(),
  rules: rulesSchema,
  preference: preferenceSchema,
  chargeRules: chargeRulesSchema,
  journalAccounts: journalAccountsSchema,
  isCreditApplied: z.boolean(),
  isFeeKeepable: z.boolean(),
  shortfallMax: centsSchema.min(0).max(SHORTFALL_LIMIT),
  isInvoiceAttached: z.boolean(),
  staffNetworks: networksSchema,
};

export const providerCompanySchema = z
  .object({
    id: companyIdSchema,
    domain: companyDomainSchema,
    ...fields,
    // Not validated, because stored rows may predate the rules for new ones.
    supportPhone: z.string().nullable(),
    timeZone: z.string(),
    address: z.array(z.string()),
    processor: processorSchema,
    createdAt: instantSchema,
  })
  .meta({ id: 'Company' });
export type ProviderCompany = z.infer<typeof providerCompanySchema>;

const strictFees = z.strictObject(feeSettingsSchema.shape);
const strictRules = z.strictObject(rulesSchema.shape);
const strictChargeRules = z.strictObject(chargeRulesSchema.shape);

/** Defaults of a new company: payers pay no fee, and may pay in 6 installments or within 30 days. */
const PREFERENCE = {
  isContractsVisible: false,
  feeSettings: null,
  isFeePayerCompany: null,
  maxInstallments: 6,
  isIncreasedInstallmentsActive: false,
  maxIncreasedInstallments: 12,
  increasedInstallmentsAmount: cents(500_000),
  maxExtensionDays: 30,
};

export const newCompanySchema = z.strictObject({
  ...fields,
  domain: companyDomainSchema,
  dba: fields.dba.default(null),
  legalName: fields.legalName.default(null),
  address: address.default([]),
  supportEmail: fields.supportEmail.default(null),
  supportPhone: fields.supportPhone.default(null),
  mainColor: colorSchema.default('#1d4ed8'),
  secondaryColor: colorSchema.default('#1e3a8a'),
  timeZone: timeZone.default('America/New_York'),
  feeSettings: strictFees.default({ card: 0, ach: 0, cardFixed: ZERO, achFixed: ZERO }),
  isFeePayerCompany: z.boolean().default(true),
  rules: strictRules.default({ availablePaymentOptions: [], restrictedPaymentMethods: [] }),
  preference: z.strictObject(preferenceSchema.shape).default(PREFERENCE),
  chargeRules: strictChargeRules.default(CHARGE_RULES),
  journalAccounts: newJournalAccountsSchema,
  isCreditApplied: fields.isCreditApplied.default(false),
  isFeeKeepable: fields.isFeeKeepable.default(false),
  shortfallMax: fields.shortfallMax.default(SHORTFALL_MAX),
  isInvoiceAttached: fields.isInvoiceAttached.default(false),
  staffNetworks: networksSchema.default([]),
  processor: processorSchema,
  /** Settings of the processor account. If empty, the company enters them in the console. */
  settings: processorChangeSchema.default({}),
});
export type NewCompany = z.infer<typeof newCompanySchema>;

/**
 * The domain cannot change because it is part of every link already sent. The processor cannot change because open
 * payments belong to it.
 */
export const companyChangeSchema = z
  .strictObject({
    ...fields,
    feeSettings: strictFees.partial(),
    isSurchargeExcluded: z.literal(true),
    rules: strictRules.partial(),
    preference: z.strictObject(preferenceSchema.shape).partial(),
    chargeRules: strictChargeRules.partial(),
    journalAccounts: journalAccountsSchema.partial(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field')
  .meta({ id: 'CompanyChange' });
export type CompanyChange = z.infer<typeof companyChangeSchema>;

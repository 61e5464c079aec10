/**
 * Every field named in product §3 is on the wire under that name. Additional fields are Quittance's own (§3.28,
 * §7.15).
 */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  companySchema,
  feeSettingsSchema,
  preferenceSchema,
  rulesSchema,
} from './companies/portal-schemas.ts';
import { addressSchema } from './customers/address.ts';
import { contactSchema } from './customers/contact-schemas.ts';
import { customerSchema, dateOfBirthSchema } from './customers/portal-schemas.ts';
import {
  balanceSummarySchema,
  installmentSchema,
  invoiceContractSchema,
  invoiceSchema,
  negotiationSchema,
  transactionSchema,
} from './invoices/portal-schemas.ts';
import {
  feeDetailSchema,
  fiservMethodSchema,
  payengineMethodSchema,
  stripeMethodSchema,
} from './methods/portal-schemas.ts';
import {
  estimateSchema,
  partialOrderSchema,
  partialRequestSchema,
} from './projects/portal-schemas.ts';

const ENTITIES: readonly (readonly [string, z.ZodObject, string])[] = [
  [
    'an account',
    invoiceSchema,
    'id accountRef internalRef productName totalBalance paidBalance dueDate openedAt status project contract negotiation paymentScheduledAt paymentMethod attachedPaymentMethod payments',
  ],
  [
    'an account that is ours (§3.28)',
    invoiceSchema,
    'requestId description installments today version payable',
  ],
  [
    'the contract of an account',
    invoiceContractSchema,
    'contractRef amount paidBalance date type billingSetting',
  ],
  ['a negotiation', negotiationSchema, 'isActive isApplied amount'],
  [
    'a debtor',
    customerSchema,
    'id firstName emailPrimary phonePrimary dateOfBirth customerRef internalRef paymentMethod pePaymentMethods fiPaymentMethods autoPayPMID isAutoPayActive',
  ],
  ['a date of birth', dateOfBirthSchema, 'year month day'],
  ['a method of PayEngine', payengineMethodSchema, 'token paymentType brand last4'],
  ['a method of Fiserv', fiservMethodSchema, 'tokenData sourceType brand last4'],
  ['a method of Stripe', stripeMethodSchema, 'paymentMethodId paymentMethod brand last4'],
  ['a contact', contactSchema, 'type value isEnabled contactId'],
  [
    'a transaction',
    transactionSchema,
    'id status amount fee invoice paymentOption method createdAt receiptUrl receipt',
  ],
  ['an estimate', estimateSchema, 'estimateRef memo items'],
  ['a partial request', partialRequestSchema, 'requestId orders'],
  ['an order of a partial request', partialOrderSchema, 'id amount totalBalance paidBalance'],
  [
    'a company',
    companySchema,
    'name dba legalName logoUrl iconUrl supportEmail supportPhone domain mainColor secondaryColor processor processorData stripeId rules feeSettings isFeePayerCompany preference timeZone',
  ],
  ['the rules of a company', rulesSchema, 'availablePaymentOptions restrictedPaymentMethods'],
  ['fee settings', feeSettingsSchema, 'card ach cardFixed achFixed'],
  [
    'a preference',
    preferenceSchema,
    'isContractsVisible feeSettings isFeePayerCompany maxInstallments isIncreasedInstallmentsActive maxIncreasedInstallments increasedInstallmentsAmount maxExtensionDays',
  ],
  ['a balance summary', balanceSummarySchema, 'total open outstanding paid credit'],
  [
    'an address',
    addressSchema,
    'country city state address formatted_address postalCode streetNumber unit street',
  ],
  ['an installment', installmentSchema, 'index date cost status isActive parts'],
  ['a fee detail', feeDetailSchema, 'fee feePercentage feeFixed'],
];

describe('Entities on the wire (product §3)', () => {
  it.each(ENTITIES)('the schema has every field of %s', (_, { shape }, fields) => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  it('the installments of an entity are numbered from 1', () => {
    const money = { cost: 5_160, fee: 160 };
    const first = { index: 1, date: '2026-11-15', ...money, status: 'OPEN', isActive: true };
    expect(installmentSchema.safeParse({ ...first, parts: 2 }).success).toBe(true);
    expect(installmentSchema.safeParse({ ...first, parts: 2, index: 0 }).success).toBe(false);
  });

  it('createdAt is the only entity field with a time', () => {
    const { createdAt } = transactionSchema.shape;
    const { openedAt, paymentScheduledAt } = invoiceSchema.shape;
    const moment = '2026-11-15T19:31:00.000Z';
    expect(createdAt.safeParse(moment).success).toBe(true);
    for (const day of [openedAt, paymentScheduledAt]) {
      expect(day.safeParse('2026-11-15').success).toBe(true);
      expect(day.safeParse(moment).success).toBe(false);
    }
  });
});

/** A company, its customers and its invoices, written directly into the database for a scenario. */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import {
  companyDomainSchema,
  companyIdSchema,
  customerIdSchema,
  invoiceIdSchema,
  type MethodId,
  methodIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { eq } from 'drizzle-orm';
import { brandColumns, type CompanyRow } from '../../src/companies/store.ts';
import { hashLinkToken, mintLinkToken } from '../../src/identity/link-token.ts';
import { addMs, type Clock } from '../../src/kernel/clock.ts';
import type { Entropy } from '../../src/kernel/entropy.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type Sealer, sealContext } from '../../src/platform/sealing/seal.ts';
import { capabilities } from '../../src/schema/access.ts';
import { companies, companySecrets } from '../../src/schema/companies.ts';
import { customers, paymentMethods } from '../../src/schema/customers.ts';
import { invoices, type Negotiation, requests } from '../../src/schema/invoices.ts';
import { type Merchant, type TestProcessor, toColumns } from './merchant.ts';

const TIME_ZONE = 'America/New_York';

/** 3 % + $0.30 by card, like the demo's dental practice. */
const COMPANY = {
  name: 'Harbor Dental',
  dba: null,
  legalName: 'Harbor Dental Group LLC',
  logoUrl: null,
  mainColor: '#0f766e',
  secondaryColor: '#134e4a',
  rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] },
  feeSettings: { card: 300, ach: 80, cardFixed: cents(30), achFixed: cents(0) },
  isFeePayerCompany: false,
  preference: {
    isContractsVisible: true,
    feeSettings: null,
    isFeePayerCompany: null,
    maxInstallments: 6,
    isIncreasedInstallmentsActive: false,
    maxIncreasedInstallments: 12,
    increasedInstallmentsAmount: cents(500_000),
    maxExtensionDays: 30,
  },
  timeZone: TIME_ZONE,
} satisfies Partial<Company>;

export type Setting = { database: Database; sealer: Sealer; clock: Clock; entropy: Entropy };

export type CompanySettings = Partial<
  Omit<CompanyRow, 'companyId' | 'domain' | 'processor' | 'processorData' | 'stripeId'>
> & { processor?: TestProcessor };

export async function addCompany(
  { database, sealer, clock, entropy }: Setting,
  merchant: Merchant,
  settings: CompanySettings = {},
) {
  const companyId = companyIdSchema.parse(entropy.uuid());
  const domain = companyDomainSchema.parse(`harbor-${companyId.slice(0, 8)}`);
  const { privateKey, webhookSecret } = merchant;
  const company = { ...COMPANY, ...settings };
  const { name } = company;
  const createdAt = clock.now();
  const customerId = customerIdSchema.parse(entropy.uuid());
  await database.asSystem(async (tx) => {
    await tx.insert(companies).values({
      ...company,
      ...brandColumns(company),
      ...toColumns(merchant),
      companyId,
      domain,
      createdAt,
    });
    await tx.insert(companySecrets).values({
      companyId,
      processorKeySealed: sealer.seal(privateKey, sealContext.processorKey(companyId)),
      webhookSecretSealed: sealer.seal(webhookSecret, sealContext.webhookSecret(companyId)),
    });
    await tx.insert(customers).values({
      companyId,
      id: customerId,
      firstName: 'Maya',
      lastName: 'Ortiz',
      customerRef: 'C-1',
      internalRef: `customer-${companyId.slice(0, 8)}`,
      createdAt,
    });
  });
  const names = { name, dba: company.dba, legalName: company.legalName };
  const { supportEmail = null, supportPhone = null } = settings;
  return { companyId, domain, ...names, supportEmail, supportPhone, customerId, merchant };
}

export type TestCompany = Awaited<ReturnType<typeof addCompany>>;

export type InvoiceSettings = {
  totalCents?: number;
  paidBeforeCents?: number;
  status?: InvoiceStatus;
  dueInDays?: number;
  negotiation?: Negotiation;
  /** A PayEngine token of the card that is attached to the new invoice. */
  attachedToken?: string;
  /** A saved method of the customer that is attached to the invoice, and then belongs only to the invoice (R18). */
  attachedMethodId?: MethodId;
};

export async function addInvoice(
  { database, clock, sealer, entropy }: Setting,
  { companyId, customerId, domain, merchant }: TestCompany,
  settings: InvoiceSettings = {},
) {
  const { totalCents = 10_000, status = 'DUE', dueInDays = 10, negotiation } = settings;
  const createdAt = clock.now();
  const today: IsoDate = clock.today(TIME_ZONE);
  const invoiceId = invoiceIdSchema.parse(entropy.uuid());
  const requestId = requestIdSchema.parse(entropy.uuid());
  const accountRef = `HD-${invoiceId.slice(0, 8)}`;
  const token = mintLinkToken(entropy.bytes, (await database.isDistributed()) ? companyId : null);
  const methodId = settings.attachedMethodId ?? methodIdSchema.parse(entropy.uuid());
  const isAttached = Boolean(settings.attachedToken ?? settings.attachedMethodId);
  await database.asSystem(async (tx) => {
    if (settings.attachedToken) {
      const place = sealContext.methodToken({ companyId, methodId });
      await tx.insert(paymentMethods).values({
        companyId,
        id: methodId,
        customerId,
        processor: merchant.processor,
        kind: 'card',
        brand: 'visa',
        last4: '4242',
        isSaved: false,
        tokenSealed: sealer.seal(settings.attachedToken, place),
        createdAt,
      });
    }
    if (settings.attachedMethodId) {
      await tx
        .update(paymentMethods)
        .set({ isSaved: false })
        .where(eq(paymentMethods.id, settings.attachedMethodId));
    }
    await tx.insert(invoices).values({
      companyId,
      id: invoiceId,
      customerId,
      accountRef,
      internalRef: `internal-${invoiceId}`,
      productName: 'Crown restoration, tooth 14',
      totalCents: cents(totalCents),
      paidCents: cents(settings.paidBeforeCents ?? 0),
      paidBeforeCents: cents(settings.paidBeforeCents ?? 0),
      dueOn: addDays(today, dueInDays),
      openedOn: addDays(today, dueInDays - 30),
      status,
      negotiation: negotiation ?? null,
      attachedMethodId: isAttached ? methodId : null,
      createdAt,
    });
    const request = { companyId, id: requestId, customerId, createdAt };
    await tx.insert(requests).values({ ...request, kind: 'INVOICE', invoiceId });
    await tx.insert(capabilities).values({
      companyId,
      id: entropy.uuid(),
      tokenHash: hashLinkToken(token),
      requestId,
      customerId,
      scope: 'pay',
      createdAt,
      expiresAt: addMs(createdAt, 90 * DAY_MS),
    });
  });
  return { invoiceId, requestId, token, accountRef, domain, companyId, methodId };
}

export type TestInvoice = Awaited<ReturnType<typeof addInvoice>>;

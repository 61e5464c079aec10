/**
 * A small company with two customers and at least one row in every table, for tests of constraints and of isolation
 * between companies. Unlike the seed, the data is not realistic.
 */
import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import {
  attemptIdSchema,
  type CompanyId,
  companyDomainSchema,
  companyIdSchema,
  contactIdSchema,
  customerIdSchema,
  invoiceIdSchema,
  mandateIdSchema,
  methodIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { cents, ZERO } from '@quittance/contract/money';
import type { Database, Tx } from '../../src/platform/database/database.ts';
import { capabilities, fieldSessions } from '../../src/schema/access.ts';
import {
  autoPayCharges,
  chargeNotices,
  installments,
  plans,
  schedules,
} from '../../src/schema/arrangements.ts';
import {
  companies,
  companyLogos,
  companySecrets,
  processorConnections,
} from '../../src/schema/companies.ts';
import { contacts, customers, mandates, paymentMethods } from '../../src/schema/customers.ts';
import { historyProgress } from '../../src/schema/history.ts';
import { idempotencyKeys } from '../../src/schema/idempotency-keys.ts';
import { invoiceHolds } from '../../src/schema/invoice-holds.ts';
import { invoiceAttachments, invoiceLines, invoices, requests } from '../../src/schema/invoices.ts';
import { invoiceReminders } from '../../src/schema/notices.ts';
import { audit, auditHeads, outbox, webhookEvents } from '../../src/schema/operations.ts';
import { attemptMoves, attempts, postings } from '../../src/schema/payments.ts';
import {
  creditUses,
  disputeEvidence,
  disputeFiles,
  disputes,
  refunds,
} from '../../src/schema/refunds.ts';
import { fillAccess, fillIntent, fillPasskey } from './access-rows.ts';
import { fillHistory } from './history-rows.ts';
import { fillInquiry } from './inquiry-rows.ts';
import { AT, fillParts, type SmallCustomer, toAttempt, toPosting } from './money-rows.ts';
import { fillPayerChanges } from './payer-change-rows.ts';
import { fillProject } from './project-rows.ts';
import { fillProvider } from './provider-rows.ts';
import { fillReconciliation } from './reconciliation-rows.ts';
import { fillStaff } from './staff-rows.ts';

const ON = isoDate('2026-01-15');

export type SmallCompany = { companyId: CompanyId; maya: SmallCustomer; omar: SmallCustomer };

export function fillEveryTable(database: Database, domain: string): Promise<SmallCompany> {
  return database.asSystem(async (tx) => {
    const companyId = companyIdSchema.parse(randomUUID());
    await fillCompany(tx, { companyId, domain });
    const maya = await fillCustomer(tx, companyId);
    const omar = await fillCustomer(tx, companyId);
    const { invoiceId, attemptId: holderId } = omar;
    await tx.insert(invoiceHolds).values({ companyId, invoiceId, holderId });
    return { companyId, maya, omar };
  });
}

async function fillCompany(
  tx: Tx,
  { companyId, domain }: { companyId: CompanyId; domain: string },
): Promise<void> {
  const noFee = { card: 0, ach: 0, cardFixed: ZERO, achFixed: ZERO };
  await tx.insert(companies).values({
    companyId,
    domain: companyDomainSchema.parse(domain),
    name: domain,
    mainColor: '#101010',
    secondaryColor: '#202020',
    processor: 'payengine',
    processorData: { publicKey: null, scriptUrl: null, merchantId: null, settings: {} },
    rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] },
    feeSettings: noFee,
    isFeePayerCompany: true,
    preference: {
      isContractsVisible: true,
      feeSettings: null,
      isFeePayerCompany: null,
      maxInstallments: 6,
      isIncreasedInstallmentsActive: false,
      maxIncreasedInstallments: 12,
      increasedInstallmentsAmount: cents(1),
      maxExtensionDays: 30,
    },
    createdAt: AT,
  });
  await tx.insert(companySecrets).values({ companyId, processorKeySealed: 'sealed' });
  await tx.insert(processorConnections).values({ companyId, checkAt: AT });
  await fillProvider(tx, companyId);
  await fillStaff(tx, companyId);
  await tx.insert(companyLogos).values({ companyId, failure: 'none', updatedAt: AT });
  await tx.insert(outbox).values({ companyId, topic: 'told', payload: {}, createdAt: AT });
  const entry = { actor: 'test', action: 'did', subject: 'something', detail: {} };
  await tx.insert(audit).values({ companyId, ...entry, at: AT });
  await tx.insert(auditHeads).values({ companyId, baseHash: '', hash: '' });
  await tx.insert(historyProgress).values({ companyId });
  await fillReconciliation(tx, companyId);
  await tx.insert(webhookEvents).values({
    companyId,
    processor: 'payengine',
    eventId: randomUUID(),
    eventType: 'sale',
    receivedAt: AT,
  });
}

async function fillCustomer(tx: Tx, companyId: CompanyId): Promise<SmallCustomer> {
  const small: SmallCustomer = {
    companyId,
    customerId: customerIdSchema.parse(randomUUID()),
    invoiceId: invoiceIdSchema.parse(randomUUID()),
    requestId: requestIdSchema.parse(randomUUID()),
    methodId: methodIdSchema.parse(randomUUID()),
    mandateId: mandateIdSchema.parse(randomUUID()),
    attemptId: attemptIdSchema.parse(randomUUID()),
    planId: randomUUID(),
  };
  await fillPerson(tx, small);
  await fillInvoice(tx, small);
  await fillAttachment(tx, small);
  await fillPayerChanges(tx, small);
  await fillProject(tx, small);
  await fillMoney(tx, small);
  return small;
}

async function fillPerson(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, methodId, mandateId } = small;
  const whose = { companyId, customerId, createdAt: AT };
  await tx.insert(customers).values({
    companyId,
    id: customerId,
    firstName: 'First',
    lastName: 'Last',
    customerRef: customerId,
    internalRef: customerId,
    createdAt: AT,
  });
  const contactId = contactIdSchema.parse(randomUUID());
  await tx.insert(contacts).values({ ...whose, id: contactId, type: 'EMAIL', value: 'a@b.c' });
  await tx.insert(paymentMethods).values({
    ...whose,
    id: methodId,
    processor: 'payengine',
    kind: 'card',
    last4: '4242',
    tokenSealed: 'sealed',
  });
  await tx.insert(mandates).values({
    ...whose,
    id: mandateId,
    methodId,
    purpose: 'EXTENSION',
    kind: 'card',
    text: 'Yes.',
    textVersion: '1',
    capCents: cents(10_000),
    authorizedFromOn: ON,
    evidence: { ipAddress: '127.0.0.1', userAgent: 'test' },
  });
  await fillAccess(tx, small, contactId);
  await fillPasskey(tx, small);
}

async function fillAttachment(
  tx: Tx,
  { companyId, customerId, invoiceId }: SmallCustomer,
): Promise<void> {
  await tx.insert(invoiceAttachments).values({
    companyId,
    customerId,
    id: randomUUID(),
    invoiceId,
    name: 'plan.pdf',
    type: 'application/pdf',
    size: 1,
    sha256: 'digest',
    content: Buffer.from('%'),
    createdAt: AT,
  });
}

async function fillInvoice(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, invoiceId, requestId, methodId, mandateId, planId } = small;
  const whose = { companyId, customerId, createdAt: AT };
  await tx.insert(invoices).values({
    ...whose,
    id: invoiceId,
    accountRef: invoiceId,
    internalRef: invoiceId,
    productName: 'Thing',
    totalCents: cents(10_000),
    paidCents: ZERO,
    dueOn: ON,
    openedOn: ON,
    status: 'DUE',
  });
  await tx.insert(invoiceReminders).values({ companyId, invoiceId, days: 1, sentAt: AT });
  await tx.insert(invoiceLines).values({
    companyId,
    invoiceId,
    customerId,
    position: 1,
    text: 'line',
    quantity: 1000,
    unitPriceCents: cents(100),
    amountCents: cents(100),
    taxCents: ZERO,
  });
  await fillHistory(tx, small);
  await tx.insert(requests).values({ ...whose, id: requestId, kind: 'INVOICE', invoiceId });
  await tx.insert(capabilities).values({
    ...whose,
    id: randomUUID(),
    tokenHash: randomUUID(),
    requestId,
    scope: 'pay',
    expiresAt: AT,
  });
  await fillIntent(tx, small);
  await fillInquiry(tx, small);
  await tx.insert(fieldSessions).values({
    ...whose,
    id: randomUUID(),
    requestId,
    tokenSealed: 'v1.sealed',
    expiresAt: AT,
  });
  const agreed = { ...whose, invoiceId, methodId, mandateId, feeCents: ZERO };
  const amountCents = cents(10_000);
  await tx
    .insert(schedules)
    .values({ ...agreed, id: randomUUID(), amountCents, chargeOn: ON, state: 'DONE' });
  await tx
    .insert(plans)
    .values({ ...agreed, id: planId, amountCents, count: 2, anchorOn: ON, state: 'CANCELED' });
  await tx.insert(installments).values({
    companyId,
    planId,
    customerId,
    index: 1,
    dueOn: ON,
    principalCents: cents(5000),
    feeCents: ZERO,
    costCents: cents(5000),
    status: 'CANCELED',
  });
  const { feeCents: _, ...charged } = agreed;
  await tx
    .insert(autoPayCharges)
    .values({ ...charged, id: randomUUID(), chargeOn: ON, state: 'DONE' });
  await tx.insert(chargeNotices).values({
    ...whose,
    id: randomUUID(),
    invoiceId,
    occurrenceOf: `auto-pay:${invoiceId}`,
    chargeOn: ON,
    amountCents,
  });
}

async function fillMoney(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, attemptId, invoiceId } = small;
  await tx.insert(attempts).values(toAttempt(small, { id: attemptId }));
  await tx.insert(attemptMoves).values({
    companyId,
    attemptId,
    customerId,
    fromState: 'SENT',
    toState: 'FAILED',
    source: 'answer',
    at: AT,
  });
  await fillParts(tx, small);
  await tx.insert(postings).values(toPosting(small, {}));
  await tx.insert(refunds).values({
    companyId,
    id: randomUUID(),
    attemptId,
    customerId,
    origin: 'OVERPAYMENT',
    amountCents: cents(100),
    state: 'REQUESTED',
    nextTryAt: AT,
    createdAt: AT,
  });
  const creditId = attemptIdSchema.parse(randomUUID());
  await tx.insert(attempts).values(toAttempt(small, { id: creditId, creditCents: cents(100) }));
  await tx.insert(creditUses).values({
    companyId,
    id: randomUUID(),
    customerId,
    sourceId: creditId,
    attemptId,
    amountCents: cents(100),
  });
  const disputeId = randomUUID();
  await tx.insert(disputes).values({
    companyId,
    id: disputeId,
    attemptId,
    customerId,
    processorReference: randomUUID(),
    state: 'OPEN',
    amountCents: cents(100),
    code: 'fraudulent',
    createdAt: AT,
  });
  const evidence = { companyId, disputeId, customerId, createdAt: AT };
  await tx
    .insert(disputeEvidence)
    .values({ ...evidence, reference: randomUUID(), state: 'REQUESTED', nextTryAt: AT });
  await tx.insert(disputeFiles).values({
    ...evidence,
    kind: 'RECEIPT',
    id: randomUUID(),
    name: 'receipt.pdf',
    type: 'application/pdf',
    size: 1,
    content: Buffer.from('%'),
  });
  await tx.insert(idempotencyKeys).values({
    companyId,
    scope: invoiceId,
    key: randomUUID(),
    requestHash: 'hash',
    attemptId,
    customerId,
    createdAt: AT,
  });
}

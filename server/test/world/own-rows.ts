/** Rows of a customer other than invoices, written directly to the database. */
import { randomUUID } from 'node:crypto';
import { addDays } from '@quittance/contract/dates';
import {
  attemptIdSchema,
  contactIdSchema,
  contractIdSchema,
  estimateIdSchema,
  mandateIdSchema,
  methodIdSchema,
  orderIdSchema,
  projectIdSchema,
} from '@quittance/contract/ids';
import { cents, ZERO } from '@quittance/contract/money';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import { installments, plans, schedules } from '../../src/schema/arrangements.ts';
import { contacts, mandates, paymentMethods } from '../../src/schema/customers.ts';
import { passkeys } from '../../src/schema/passkeys.ts';
import { attempts } from '../../src/schema/payments.ts';
import { contracts, estimates, orders, projects } from '../../src/schema/projects.ts';
import type { TestCompany, TestInvoice } from './company.ts';
import type { OwnPortal } from './own-portal.ts';

type Portal = Pick<OwnPortal, 'deps'>;

function common({ deps }: Portal, { companyId, customerId }: TestCompany) {
  return { companyId, customerId, createdAt: deps.clock.now() };
}

export async function addMethod(
  portal: Portal,
  whose: TestCompany,
  changes: Partial<typeof paymentMethods.$inferInsert> = {},
) {
  const id = methodIdSchema.parse(randomUUID());
  const row = {
    ...common(portal, whose),
    id,
    processor: whose.merchant.processor,
    kind: 'card' as const,
    brand: 'visa',
    last4: '4242',
    tokenSealed: 'sealed-token-of-the-processor',
    ...changes,
  };
  await portal.deps.database.asSystem((tx) => tx.insert(paymentMethods).values(row));
  return row;
}

export async function addContact(
  portal: Portal,
  whose: TestCompany,
  changes: Partial<typeof contacts.$inferInsert> & { value: string },
) {
  const id = contactIdSchema.parse(randomUUID());
  const row = { ...common(portal, whose), id, type: 'EMAIL' as const, ...changes };
  await portal.deps.database.asSystem((tx) => tx.insert(contacts).values(row));
  return id;
}

export async function addPasskey(
  portal: Portal,
  whose: TestCompany,
  changes: Partial<typeof passkeys.$inferInsert> = {},
) {
  const id = randomUUID();
  const row = {
    ...common(portal, whose),
    id,
    credentialId: id,
    publicKey: 'AAAA',
    counter: 0,
    transports: [],
    name: 'Phone',
    isBackedUp: false,
    ...changes,
  };
  await portal.deps.database.asSystem((tx) => tx.insert(passkeys).values(row));
  return id;
}

export async function addProject(portal: Portal, whose: TestCompany) {
  const id = projectIdSchema.parse(randomUUID());
  await portal.deps.database.asSystem((tx) =>
    tx.insert(projects).values({
      ...common(portal, whose),
      id,
      projectName: 'Kitchen remodel',
      projectRef: `P-${id.slice(0, 6)}`,
      status: 'In Progress',
      startedOn: portal.deps.clock.today('America/New_York'),
    }),
  );
  return id;
}

type ProjectId = Awaited<ReturnType<typeof addProject>>;

export async function addOrder(
  portal: Portal,
  whose: TestCompany,
  order: { projectId: ProjectId } & Partial<typeof orders.$inferInsert>,
) {
  const id = orderIdSchema.parse(randomUUID());
  const row = {
    ...common(portal, whose),
    id,
    orderRef: `O-${id.slice(0, 6)}`,
    name: 'Cabinets',
    status: 'Open' as const,
    totalCents: cents(50_000),
    paidCents: ZERO,
    ...order,
  };
  await portal.deps.database.asSystem((tx) => tx.insert(orders).values(row));
  return id;
}

export async function addEstimate(
  portal: Portal,
  whose: TestCompany,
  estimate: { projectId: ProjectId } & Partial<typeof estimates.$inferInsert>,
) {
  const id = estimateIdSchema.parse(randomUUID());
  const row = {
    ...common(portal, whose),
    id,
    estimateRef: `E-${id.slice(0, 6)}`,
    memo: 'New cabinets',
    status: 'Open' as const,
    items: [{ name: 'Oak fronts', amount: cents(20_000) }],
    totalCents: cents(20_000),
    expiresOn: addDays(portal.deps.clock.today('America/New_York'), 10),
    ...estimate,
  };
  await portal.deps.database.asSystem((tx) => tx.insert(estimates).values(row));
  return id;
}

export async function addContract(
  portal: Portal,
  whose: TestCompany,
  changes: Partial<typeof contracts.$inferInsert> = {},
) {
  const id = contractIdSchema.parse(randomUUID());
  const row = {
    ...common(portal, whose),
    id,
    contractRef: `K-${id.slice(0, 6)}`,
    typeName: 'Service agreement',
    status: 'Active' as const,
    amountCents: cents(100_000),
    paidCents: cents(25_000),
    signedOn: addDays(portal.deps.clock.today('America/New_York'), -30),
    ...changes,
  };
  await portal.deps.database.asSystem((tx) => tx.insert(contracts).values(row));
  return id;
}

/** Adds a successful attempt without any other records, for display only. */
export async function addAttempt(
  portal: Portal,
  { whose, invoice }: { whose: TestCompany; invoice: TestInvoice },
  changes: Partial<typeof attempts.$inferInsert> = {},
) {
  const id = attemptIdSchema.parse(randomUUID());
  const row = {
    ...common(portal, whose),
    id,
    requestId: invoice.requestId,
    invoiceId: invoice.invoiceId,
    purpose: 'FULL_AMOUNT' as const,
    paymentOption: 'PAY_IN_FULL' as const,
    type: 'PAYMENT' as const,
    initiator: 'CIT' as const,
    processor: 'payengine' as const,
    method: 'CARD' as const,
    state: 'SUCCEEDED' as const,
    amountCents: cents(10_000),
    feeCents: cents(330),
    creditCents: ZERO,
    methodBrand: 'visa',
    methodLast4: '4242',
    ...changes,
  };
  await portal.deps.database.asSystem((tx) => tx.insert(attempts).values(row));
  return id;
}

type RowOwner = { whose: TestCompany; invoice: TestInvoice; methodId: string };

async function addMandate(portal: Portal, { whose, methodId }: RowOwner) {
  const id = mandateIdSchema.parse(randomUUID());
  await portal.deps.database.asSystem((tx) =>
    tx.insert(mandates).values({
      ...common(portal, whose),
      id,
      methodId: methodIdSchema.parse(methodId),
      purpose: 'PLAN',
      kind: 'card',
      text: 'I agree.',
      textVersion: '1',
      capCents: cents(100_000),
      authorizedFromOn: portal.deps.clock.today('America/New_York'),
      evidence: { ipAddress: '127.0.0.1', userAgent: 'test' },
    }),
  );
  return id;
}

export async function addSchedule(
  portal: Portal,
  arranging: RowOwner,
  changes: Partial<typeof schedules.$inferInsert> = {},
): Promise<void> {
  const { whose, invoice, methodId } = arranging;
  const mandateId = await addMandate(portal, arranging);
  await portal.deps.database.asSystem((tx) =>
    tx.insert(schedules).values({
      ...common(portal, whose),
      id: randomUUID(),
      invoiceId: invoice.invoiceId,
      mandateId,
      methodId: methodIdSchema.parse(methodId),
      amountCents: cents(10_000),
      feeCents: cents(330),
      chargeOn: addDays(portal.deps.clock.today('America/New_York'), 5),
      state: 'LIVE',
      ...changes,
    }),
  );
}

/** Adds a plan of three installments over $100.00 and a fee of $3.30, with the first installment paid. */
export async function addPlan(portal: Portal, arranging: RowOwner): Promise<string> {
  const { whose, invoice, methodId } = arranging;
  const mandateId = await addMandate(portal, arranging);
  const id = randomUUID();
  const { companyId, customerId } = whose;
  const anchor = portal.deps.clock.today('America/New_York');
  const [amountCents, feeCents] = [cents(10_000), cents(330)];
  await portal.deps.database.asSystem(async (tx) => {
    await tx.insert(plans).values({
      ...common(portal, whose),
      id,
      invoiceId: invoice.invoiceId,
      mandateId,
      methodId: methodIdSchema.parse(methodId),
      amountCents,
      feeCents,
      count: 3,
      anchorOn: anchor,
      state: 'LIVE',
    });
    const parts = buildInstallments({ amountCents, feeCents, count: 3, anchor });
    await tx.insert(installments).values(
      parts.map((part) => ({
        companyId,
        planId: id,
        customerId,
        ...part,
        status: part.index === 1 ? ('SUCCESS' as const) : ('OPEN' as const),
      })),
    );
  });
  return id;
}

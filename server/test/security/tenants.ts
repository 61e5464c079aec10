/**
 * Customers with one object of each kind. Each customer has a marker word that is in all of its texts and nowhere
 * else, so a response that contains the marker has leaked that customer's data.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { contractIdSchema, requestIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { hashLinkToken, mintLinkToken } from '../../src/identity/link-token.ts';
import { openSession } from '../../src/identity/session.ts';
import { addMs } from '../../src/kernel/clock.ts';
import { contractDocumentLink } from '../../src/projects/contract-link-token.ts';
import { insertSelection } from '../../src/requests/selections.ts';
import { capabilities } from '../../src/schema/access.ts';
import { requestOrders, requests } from '../../src/schema/invoices.ts';
import { addBearer } from '../world/add-bearer.ts';
import { addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import {
  addAttempt,
  addContact,
  addContract,
  addEstimate,
  addMethod,
  addOrder,
  addPasskey,
  addPlan,
  addProject,
} from '../world/own-rows.ts';
import type { TestPortal } from '../world/test-portal.ts';

export type Ids = {
  domain: string;
  token: string;
  customerId: string;
  customerRef: string;
  invoiceId: string;
  internalRef: string;
  requestId: string;
  partialRequestId: string;
  selectionId: string;
  methodId: string;
  contactId: string;
  projectId: string;
  orderId: string;
  estimateId: string;
  contractId: string;
  /** Grants access to the contract document, which also requires the session cookie. */
  contractPass: string;
  attemptId: string;
  setupId: string;
  passkeyId: string;
};

export type Tenant = Ids & { marker: string; company: TestCompany; links: Links; keys: Keys };
type Links = { live: string; expired: string; revoked: string };
type Keys = { live: string; expired: string; revoked: string };

async function addPartialRequest({ deps }: TestPortal, company: TestCompany, orderId: string) {
  const { companyId, customerId } = company;
  const id = requestIdSchema.parse(randomUUID());
  const createdAt = deps.clock.now();
  await deps.database.asSystem(async (tx) => {
    await tx.insert(requests).values({ companyId, id, customerId, kind: 'PARTIAL', createdAt });
    const line = { companyId, customerId, requestId: id, orderId, amountCents: cents(1000) };
    // Safe because the id is plain text, as a call would send it.
    await tx.insert(requestOrders).values(line as typeof requestOrders.$inferInsert);
  });
  return id;
}

async function addSelection({ deps }: TestPortal, company: TestCompany, invoice: TestInvoice) {
  const { companyId, customerId } = company;
  const requestId = requestIdSchema.parse(randomUUID());
  const whose = { companyId, customerId, requestId, createdAt: deps.clock.now() };
  const { invoiceId } = invoice;
  await deps.database.asSystem((tx) =>
    insertSelection(tx, whose, [{ invoiceId, amountCents: cents(10_000) }]),
  );
  return requestId;
}

type Linking = { company: TestCompany; invoice: TestInvoice };

async function addLink({ deps }: TestPortal, { company, invoice }: Linking, state: object) {
  const token = mintLinkToken((count) => randomBytes(count));
  const { companyId, customerId } = company;
  const createdAt = deps.clock.now();
  await deps.database.asSystem((tx) =>
    tx.insert(capabilities).values({
      companyId,
      id: randomUUID(),
      tokenHash: hashLinkToken(token),
      requestId: invoice.requestId,
      customerId,
      scope: 'pay',
      createdAt,
      expiresAt: addMs(createdAt, 86_400_000),
      ...state,
    }),
  );
  return token;
}

const PAST = '2026-11-01T00:00:00.000Z';

async function mark(
  { pool }: TestPortal,
  { customerId, marker }: { customerId: string; marker: string },
) {
  const texts: [string, string][] = [
    ['customers', `first_name = $2, last_name = $2, customer_ref = $2`],
    ['invoices', `product_name = $2, account_ref = $2 || account_ref`],
    ['contacts', `value = lower($2) || '@example.com'`],
    ['projects', `project_name = $2, project_ref = $2`],
    ['orders', `name = $2, order_ref = $2`],
    ['estimates', `memo = $2, estimate_ref = $2`],
    ['contracts', `type_name = $2, contract_ref = $2`],
    ['attempts', `response_message = $2`],
    ['payment_methods', `brand = $2`],
    ['passkeys', `name = $2`],
  ];
  for (const [table, set] of texts) {
    const key = table === 'customers' ? 'id' : 'customer_id';
    await pool.query(`update ${table} set ${set} where ${key} = $1`, [customerId, marker]);
  }
}

async function addThings(portal: TestPortal, company: TestCompany) {
  const { deps } = portal;
  const invoice = await addInvoice(deps, company);
  const planned = await addInvoice(deps, company, { status: 'PAYMENT_PLAN_IN_PROGRESS' });
  const method = await addMethod(portal, company);
  await addPlan(portal, { whose: company, invoice: planned, methodId: method.id });
  const verifiedAt = addMs(deps.clock.now(), -30 * 86_400_000);
  const contactId = await addContact(portal, company, {
    value: `${randomUUID()}@example.com`,
    verifiedAt,
    isPrimary: true,
  });
  const projectId = await addProject(portal, company);
  const orderId = await addOrder(portal, company, { projectId });
  const estimateId = await addEstimate(portal, company, { projectId });
  const contractId = await addContract(portal, company);
  const attemptId = await addAttempt(
    portal,
    { whose: company, invoice },
    { state: 'FAILED', responseCode: 'declined', settledAt: deps.clock.now() },
  );
  const partialRequestId = await addPartialRequest(portal, company, orderId);
  const selectionId = await addSelection(portal, company, invoice);
  const methodId = method.id;
  const passkeyId = await addPasskey(portal, company);
  return {
    invoice,
    methodId,
    contactId,
    projectId,
    orderId,
    estimateId,
    contractId,
    attemptId,
    partialRequestId,
    selectionId,
    passkeyId,
  };
}

async function passFor({ deps }: TestPortal, company: TestCompany, contractId: string) {
  const { companyId, customerId } = company;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const { id: sessionId } = await deps.database.asSystem((tx) =>
    openSession(tx, deps, { companyId, customerId, visitor }),
  );
  const holder = { companyId, customerId, sessionId };
  const link = contractDocumentLink(deps, holder, contractIdSchema.parse(contractId));
  return new URL(link, 'http://portal.test').searchParams.get('pass') ?? '';
}

export async function addTenant(
  portal: TestPortal,
  { company, marker }: { company: TestCompany; marker: string },
): Promise<Tenant> {
  const { invoice, ...ids } = await addThings(portal, company);
  const { customerId, domain } = company;
  await mark(portal, { customerId, marker });
  const links = {
    live: invoice.token,
    expired: await addLink(portal, { company, invoice }, { expiresAt: PAST }),
    revoked: await addLink(portal, { company, invoice }, { revokedAt: PAST }),
  };
  const keys = {
    live: await addBearer(portal, company),
    expired: await addBearer(portal, company, 'expires_at'),
    revoked: await addBearer(portal, company, 'revoked_at'),
  };
  const { invoiceId, requestId, token } = invoice;
  const internalRef = `internal-${invoiceId}`;
  const named = { invoiceId, internalRef, requestId, token, domain, customerId };
  const setupId = randomUUID();
  const contractPass = await passFor(portal, company, ids.contractId);
  return {
    ...ids,
    contractPass,
    ...named,
    customerRef: marker,
    setupId,
    marker,
    company,
    links,
    keys,
  };
}

export function unknownIds(): Ids {
  const id = () => randomUUID();
  return {
    domain: 'nobody-at-all',
    token: mintLinkToken((count) => randomBytes(count)),
    customerId: id(),
    customerRef: 'C-0',
    invoiceId: id(),
    internalRef: `internal-${id()}`,
    requestId: id(),
    partialRequestId: id(),
    selectionId: id(),
    methodId: id(),
    contactId: id(),
    projectId: id(),
    orderId: id(),
    estimateId: id(),
    contractId: id(),
    contractPass: 'not-a-pass',
    attemptId: id(),
    setupId: id(),
    passkeyId: id(),
  };
}

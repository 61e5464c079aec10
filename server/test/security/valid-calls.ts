/** A valid call for every row of the provider API, about the objects of one company. */
import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import {
  attemptIdSchema,
  type CompanyId,
  customerIdSchema,
  inquiryIdSchema,
  invoiceIdSchema,
} from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { ProviderRouteName } from '@quittance/contract/provider-routes';
import { insertInquiry } from '../../src/invoices/inquiry-rows.ts';
import { noteUnplaced } from '../../src/ledger/unplaced-charges.ts';
import { insertPayout } from '../../src/payouts/store.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider, newApiKey } from '../world/provider-client.ts';
import type { World } from '../world/world.ts';

export type Objects = Readonly<Record<string, string>>;

function newInvoice({ customerId }: Objects, accountRef: string) {
  return { customerId, accountRef, productName: 'Hull', dueDate: '2026-12-01', total: 5000 };
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0f766e"/></svg>';

const MAIL_TEXT = {
  kind: 'INVOICES',
  language: 'en',
  subject: 'Your invoice {invoiceNumber}',
  greeting: null,
  note: null,
};

const MAIL_SETTINGS = {
  putNoticeSettings: { addresses: ['office@example.com'], kinds: ['PAID'] },
  previewReminder: { day: 3, note: 'Please call us' },
  putReminderSettings: { isActive: true, days: [1], note: null },
  putMailText: MAIL_TEXT,
  previewMailText: MAIL_TEXT,
  sendTestMail: MAIL_TEXT,
};

const CREDIT = {
  createCreditNote: { amount: 1, reason: 'Goodwill' },
  voidWithRefund: { reason: 'Called off' },
  undoCredit: { reason: 'Wrong invoice' },
  voidCreditNote: { reason: 'Wrong amount' },
  payOutCredit: { amount: 1, reason: 'By check' },
};

/** `mark` makes references unique, so that the same call can be made more than once. */
export function validBodies(
  objects: Objects,
  mark = '',
): Partial<Record<ProviderRouteName, Record<string, unknown> | Uint8Array>> {
  const { customerId, invoiceId } = objects;
  return {
    changeCompany: { name: 'Harbor Dental' },
    createCustomer: { customerRef: `H-9${mark}`, firstName: 'Ida', lastName: 'Moss' },
    changeCustomer: { firstName: 'Ina' },
    eraseCustomer: { reason: 'Asked for', customerRef: 'H-1' },
    putCustomer: { customerRef: `H-8${mark}`, businessName: 'Moss Ltd' },
    createInvoice: newInvoice(objects, `HI-9${mark}`),
    changeInvoice: { note: 'Thank you' },
    changePayment: { metadata: { batch: '7' } },
    putInvoice: newInvoice(objects, `HI-8${mark}`),
    voidInvoice: { reason: 'Mistake' },
    writeOffInvoice: { reason: 'Lost' },
    reopenInvoice: { reason: 'Paid to the wrong account' },
    disputeInvoice: { reason: 'Wrong item' },
    resolveInvoice: { reason: 'Item replaced' },
    answerInquiry: { answer: 'It is for the mast.' },
    cancelPlan: { reason: 'On the phone' },
    cancelSchedule: { reason: 'On the phone' },
    moveSchedule: { chargeOn: '2026-11-30', reason: 'On the phone' },
    answerPause: { isGranted: false, message: 'Please call us' },
    offerSettlement: { amount: 100 },
    createRefund: { reason: 'Canceled', amount: 100 },
    previewRefund: { amount: 100 },
    changeProcessorFees: { fees: null },
    putEvidenceFile: Buffer.from(`%PDF-1.7 receipt${mark}`),
    submitEvidence: { explanation: 'Delivered' },
    decideRefund: { decision: 'SEND_AGAIN', reason: 'The card works again' },
    assignCharge: { invoiceId: objects['unpaidInvoiceId'] ?? invoiceId, reason: 'In the memo' },
    refundCharge: { reason: 'Not agreed' },
    releaseCharges: { reason: 'Compared with the processor' },
    decidePayment: { outcome: 'not_paid', reason: 'Not in the records' },
    createProject: { customerId, projectRef: `HP-9${mark}`, name: 'Hull' },
    changeProject: { name: 'Keel' },
    createOrder: { orderRef: `HO-1${mark}`, name: 'Planks', total: 100 },
    createEstimate: {
      estimateRef: `HE-1${mark}`,
      memo: 'Mast',
      expiresOn: '2026-12-31',
      items: [{ name: 'Mast', amount: 500 }],
    },
    createContract: { customerId, contractRef: `HC-9${mark}`, typeName: 'Service', amount: 100 },
    changeContract: { status: 'Canceled' },
    importRows: Buffer.from(`customerRef,firstName,lastName\nH-7${mark},Ida,Moss\n`),
    addAttachment: Buffer.from(`%PDF-1.7 mast${mark}`),
    createImport: { kind: 'customers', fileName: `customers${mark}.csv` },
    putImportPart: Buffer.from('customerRef,businessName\nH-6,Moss\n'),
    startImport: { isDryRun: true },
    sendInvoice: { note: 'As agreed on the phone' },
    putContractDocument: Buffer.from(`%PDF-1.7 hull${mark}`),
    createPartialRequest: { amount: 50 },
    changePartialRequest: { amount: 60 },
    ...MAIL_SETTINGS,
    recordManualPayment: { invoiceId, amount: 1000, method: 'CASH', reference: `H-1${mark}` },
    reverseManualPayment: { cause: 'ERROR', reason: 'Mistake' },
    ...CREDIT,
    applyCredit: { invoiceId, amount: 1 },
    createKey: { name: 'Second', scopes: ['read'] },
    rotateKey: { overlapHours: 1 },
    createWebhookEndpoint: { url: 'https://example.com/hook' },
    changeWebhookEndpoint: { types: ['invoice.paid'] },
    acknowledgeAttention: { reason: 'Called the customer' },
    putView: { list: 'invoices', filters: { isOverdue: 'true' } },
    computeFeeExample: { amount: 10_000 },
    checkContrast: { mainColor: '#0f766e', secondaryColor: '#134e4a' },
    putLogo: Buffer.from(LOGO),
    // New keys would have to exist at the sandbox.
    changeProcessor: { webhookSecret: 'whsec_replaced' },
    replayEvents: { since: '2026-11-15T00:00:00.000Z' },
  };
}

type OwnedIds = { companyId: CompanyId; customerId: string; invoiceId: string };

/** Added directly, because only a payer can ask a question. */
async function addQuestion(world: World, { companyId, ...owned }: OwnedIds): Promise<string> {
  const id = inquiryIdSchema.parse(randomUUID());
  await world.deps.database.asSystem((tx) =>
    insertInquiry(tx, {
      companyId,
      id,
      customerId: customerIdSchema.parse(owned.customerId),
      invoiceId: invoiceIdSchema.parse(owned.invoiceId),
      kind: 'QUESTION',
      text: 'What is this for?',
      isByLink: false,
      createdAt: world.deps.clock.now(),
    }),
  );
  return id;
}

/** Inserted directly: payouts are read from the processor. */
async function addPayout(world: World, { companyId }: OwnedIds): Promise<string> {
  const id = randomUUID();
  await world.deps.database.asSystem((tx) =>
    insertPayout(tx, {
      companyId,
      id,
      processor: 'stripe',
      processorReference: `po-${id}`,
      state: 'PAID',
      arrivesOn: isoDate('2026-11-16'),
      amountCents: cents(100),
      isOpaque: true,
      createdAt: world.deps.clock.now(),
    }),
  );
  return id;
}

/** Inserted directly: no API call can add a bounced address. */
async function addBounce(world: World, { companyId, customerId }: OwnedIds): Promise<string> {
  const { rows } = await world.deps.database.pool.query<{ id: string }>(
    `insert into contacts (company_id, id, customer_id, type, value, bounced_at, created_at)
     values ($1, gen_random_uuid(), $2, 'EMAIL', 'gone@example.com', $3, $3) returning id`,
    [companyId, customerId, world.deps.clock.now()],
  );
  return `BOUNCED_MAIL.${rows[0]?.id ?? ''}`;
}

/**
 * Inserted directly: no API call can add a debit that reconciliation found without an invoice. It stays pending so
 * that no money is booked.
 */
async function addCharge(world: World, { companyId }: OwnedIds): Promise<string> {
  const id = attemptIdSchema.parse(randomUUID());
  await world.deps.database.asSystem((tx) =>
    noteUnplaced(tx, {
      companyId,
      id,
      processor: 'payengine',
      processorReference: `ch-${id}`,
      invoiceRef: null,
      kind: 'ach',
      amountCents: cents(700),
      isPending: true,
      foundAt: world.deps.clock.now(),
    }),
  );
  return id;
}

export async function addObjects(world: World, company: TestCompany): Promise<Objects> {
  const call = await createProvider(world, company);
  const add = async (path: string, body?: unknown) => {
    const { body: added } = await call('POST', path, {
      ...(body === undefined ? {} : { body }),
      key: randomUUID(),
    });
    return String(added.id);
  };
  const externalRef = randomUUID();
  const ada = { customerRef: 'H-1', firstName: 'Ada', lastName: 'Pine', externalRef };
  const customerId = await add('/customers', ada);
  const invoiceId = await add('/invoices', newInvoice({ customerId }, 'HI-1'));
  const cash = { invoiceId, amount: 100, method: 'CASH', reference: 'H-0' };
  const projectId = await add('/projects', { customerId, projectRef: 'HP-1', name: 'Hull' });
  const planks = { orderRef: 'HO-0', name: 'Planks', total: 100 };
  const items = [{ name: 'Mast', amount: 500 }];
  const mast = { estimateRef: 'HE-0', memo: 'Mast', expiresOn: '2026-12-31', items };
  const care = { customerId, contractRef: 'HC-1', typeName: 'Service', amount: 100 };
  const orderId = await add(`/projects/${projectId}/orders`, planks);
  const estimateId = await add(`/projects/${projectId}/estimates`, mast);
  const partialRequestId = await add(`/orders/${orderId}/partial-requests`, { amount: 50 });
  const { id: keyId } = await newApiKey(world, company, ['read']);
  const { body: plan } = await call('POST', `/invoices/${invoiceId}/attachments?name=plan.pdf`, {
    body: Buffer.from('%PDF-1.7'),
    type: 'application/octet-stream',
    key: randomUUID(),
  });
  const owned = { companyId: company.companyId, customerId, invoiceId };
  const overdue = { list: 'invoices', filters: { isOverdue: 'true' } };
  await call('PUT', '/views/overdue', { body: overdue });
  const importId = await add('/import-jobs', { kind: 'customers', fileName: 'customers.csv' });
  const part = { body: Buffer.from('customerRef\n'), type: 'application/octet-stream' };
  await call('PUT', `/import-jobs/${importId}/parts/1`, part);
  const contractId = await add('/contracts', care);
  const signed = { body: Buffer.from('%PDF-1.7'), type: 'application/pdf' };
  await call('PUT', `/contracts/${contractId}/document`, signed);
  return {
    externalRef,
    customerId,
    invoiceId,
    projectId,
    orderId,
    estimateId,
    partialRequestId,
    keyId,
    inquiryId: await addQuestion(world, owned),
    linkId: await add(`/invoices/${invoiceId}/links`),
    paymentId: await add('/manual-payments', cash),
    creditNoteId: await add(`/invoices/${invoiceId}/credit-notes`, {
      amount: 1,
      reason: 'Goodwill',
    }),
    contractId,
    endpointId: await add('/webhook-endpoints', { url: 'https://example.com' }),
    attachmentId: plan.id,
    deliveryId: randomUUID(),
    refundId: randomUUID(),
    disputeId: randomUUID(),
    fileKind: 'RECEIPT',
    payoutId: await addPayout(world, owned),
    attentionId: await addBounce(world, owned),
    chargeId: await addCharge(world, owned),
    unpaidInvoiceId: await add('/invoices', newInvoice({ customerId }, 'HI-2')),
    viewName: 'overdue',
    processor: company.merchant.processor,
    kind: 'invoices',
    importId,
    position: '1',
  };
}

const QUERIES: Readonly<Record<string, string>> = {
  '/imports': '?kind=customers',
  '/reports/journal': '?from=2026-11-01&to=2026-11-02',
  '/disputes/{disputeId}/files/{fileKind}': '?name=receipt.pdf',
  '/invoices/{invoiceId}/attachments': '?name=plan.pdf',
};

export function toPath(
  { path, query }: Pick<ProviderRoute, 'path' | 'query'>,
  objects: Objects,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => objects[name] ?? '');
  return `${filled}${(query && QUERIES[path]) ?? ''}`;
}

export const toFileType = ({ bodyType }: ProviderRoute) => (bodyType ? { type: bodyType } : {});

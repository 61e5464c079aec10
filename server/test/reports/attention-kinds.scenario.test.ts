/** Attention items (R76) caused by a processor or a payer, from start to end. */
import { randomUUID } from 'node:crypto';
import { cents } from '@quittance/contract/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverMail } from '../../src/app/mail/deliver-mail.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { Secret } from '../../src/processors/secret.ts';
import { orderFor } from '../processors/subject.ts';
import {
  attemptsOn,
  forgetPayments,
  openAdapter,
  reconcileFor,
} from '../scenarios/reconciliation.ts';
import { typeInto } from '../world/browser.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { addContact } from '../world/mailbox.ts';
import { startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { type Caller, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let invoice: TestInvoice;
let call: Provider;

const world = useWorld();
beforeEach(async () => {
  company = await world.company({ processor: 'stripe' });
  invoice = await world.invoice(company, { dueInDays: 20 });
  call = await createProvider(world, company);
});

async function toItems(kind: string) {
  return (await call('GET', `/attention?kind=${kind}`)).body.data;
}

async function listActions(action: string): Promise<unknown[]> {
  const { rows } = await world.deps.database.pool.query(
    'select subject, detail from audit where company_id = $1 and action = $2 order by id',
    [company.companyId, action],
  );
  return rows;
}

const readSteps = async (paymentId: string) =>
  (await call('GET', `/payments/${paymentId}`)).body.history.map(
    ({ step, code }: { step: string; code: string | null }) => [step, code],
  );

describe('A disputed payment', () => {
  it('a disputed payment needs attention until the dispute has ended at the processor', async () => {
    const { merchant, domain } = company;
    await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
    const hearEvents = async () => {
      await world.sandbox.flushWebhooks();
      await processWebhooks(world.deps);
    };
    await world.payer(company, invoice).pay();
    const [charge] = await world.sandbox.records(merchant);
    const dispute = await world.sandbox.dispute(charge?.transactionId ?? '');
    await hearEvents();
    const [item] = await toItems('DISPUTED_PAYMENT');
    expect(item).toMatchObject({
      kind: 'DISPUTED_PAYMENT',
      invoice: { id: invoice.invoiceId },
      amount: 10_330,
      facts: { method: 'CARD', methodLast4: '4242' },
      allowedDecisions: ['submitEvidence'],
    });
    const body = { reason: 'Seen' };
    const refused = await call('POST', `/attention/${item.id}/acknowledge`, { body });
    expect(refused.body.code).toBe('NOT_FOUND');
    expect(await readSteps(item.paymentId)).toContainEqual(['DISPUTE_OPENED', expect.any(String)]);
    await world.sandbox.endDispute(dispute, 'won');
    await hearEvents();
    expect(await toItems('DISPUTED_PAYMENT')).toEqual([]);
  });
});

describe('A plan', () => {
  let customer: Caller;

  beforeEach(async () => {
    customer = await signIn(world, company);
    const { methodId, last4 } = await world.method(company);
    await startPlan(world, { caller: customer, company, invoice }, { pmID: methodId, last4 });
  });

  it('a plan whose method was removed needs attention until the plan is canceled', async () => {
    const { rows } = await world.deps.database.pool.query(
      'select method_id from plans where company_id = $1',
      [company.companyId],
    );
    await customer.call({
      method: 'DELETE',
      path: `debtor/payment-method/${rows[0]?.method_id}`,
    });
    const [item] = await toItems('SUSPENDED_PLAN');
    expect(item).toMatchObject({
      invoice: { id: invoice.invoiceId, accountRef: invoice.accountRef },
      customer: { id: company.customerId },
      allowedDecisions: ['cancelPlan'],
    });
    const body = { reason: 'On the phone' };
    await call('POST', `/invoices/${invoice.invoiceId}/cancel-plan`, { body, key: 'cancel' });
    expect(await toItems('SUSPENDED_PLAN')).toEqual([]);
  });

  it('a plan needs attention while a requested pause is undecided', async () => {
    const path = `payment-plan/internal-${invoice.invoiceId}/changes`;
    const { plan } = await customer.call({ method: 'GET', path });
    // Safe because in this world, the server checks its responses against the schema.
    const change = { kind: 'pause', plan: (plan as { key: string }).key, months: 2 };
    const asked = await customer.call({
      method: 'POST',
      path: 'upcoming-charge/preview',
      body: { change },
    });
    const agreedText = (asked['preview'] as { text: string }).text; // because of the same
    const sent = { change, agreedText };
    await customer.call({ method: 'POST', path: 'upcoming-charge/change', body: sent });
    const [item] = await toItems('PAUSE_REQUEST');
    expect(item).toMatchObject({
      invoice: { id: invoice.invoiceId },
      facts: { months: 2 },
      allowedDecisions: ['answerPause'],
    });
    await call('POST', `/invoices/${invoice.invoiceId}/answer-pause`, {
      body: { isGranted: true, message: null },
      key: 'grant',
    });
    expect(await toItems('PAUSE_REQUEST')).toEqual([]);
  });
});

/** Creates a card token for a charge that does not go through the portal. */
async function chargeBeside(amountCents: number, invoiceRef: string): Promise<string> {
  const fields = { url: 'unused', authorization: 'unused' };
  const page = { sandbox: world.sandbox, merchant: company.merchant, fields };
  const token = await typeInto(page, { kind: 'card', number: CARDS.pays });
  const { charges } = await openAdapter(world, company);
  const source = { kind: 'new', token: new Secret(token) } as const;
  const order = orderFor(source, { invoiceRef, amountCents: cents(amountCents) });
  const taken = await charges.charge(order);
  if (taken.kind !== 'succeeded') throw new Error(taken.kind);
  await reconcileFor(world, company);
  return taken.processorReference;
}

describe('A charge that reconciliation finds', () => {
  it('a found charge pays the invoice that it names and needs attention until it is acknowledged', async () => {
    await world.payer(company, invoice).pay();
    await forgetPayments(world, invoice);
    await reconcileFor(world, company);
    const [item] = await toItems('ORPHANED_CHARGE');
    expect(item).toMatchObject({
      invoice: { id: invoice.invoiceId },
      amount: 10_330,
      allowedDecisions: ['createRefund', 'acknowledgeAttention'],
    });
    const body = { reason: 'Compared with the processor' };
    await call('POST', `/attention/${item.id}/acknowledge`, { body });
    expect(await toItems('ORPHANED_CHARGE')).toEqual([]);
    expect(await attemptsOn(world, invoice)).toMatchObject([{ line: 'SUCCEEDED orphan' }]);
  });

  it('a found charge without an invoice is assigned manually, once, with a reason', async () => {
    const reference = await chargeBeside(10_330, 'NOBODY-1');
    const [item] = await toItems('UNPLACED_CHARGE');
    expect(item).toMatchObject({
      customer: null,
      invoice: null,
      paymentId: null,
      amount: 10_330,
      facts: { code: reference, state: 'SUCCEEDED' },
      allowedDecisions: ['assignCharge', 'acknowledgeAttention', 'refundCharge'],
    });
    const path = `/charges/${item.facts.objectId}/assign`;
    const to = (invoiceId: string) => ({ invoiceId, reason: 'Named in the memo' });
    const nowhere = await call('POST', path, { body: to(randomUUID()), key: 'nowhere' });
    expect(nowhere.body.code).toBe('ACCOUNT_NOT_FOUND');
    const body = to(invoice.invoiceId);
    const assigned = await call('POST', path, { body, key: 'assign' });
    expect(assigned.status).toBe(201);
    expect(assigned.body).toMatchObject({ state: 'SUCCEEDED', amount: 10_000, fee: 330 });
    expect((await call('POST', path, { body, key: 'again' })).body.code).toBe('REQUEST_CHANGED');
    expect(await world.statement(invoice)).toContain('invoice COLLECTED $100.00 of $100.00');
    expect(await toItems('UNPLACED_CHARGE')).toEqual([]);
    expect(await listActions('charge.assigned')).toMatchObject([
      { subject: `attempt:${assigned.body.id}`, detail: { reason: 'Named in the memo' } },
    ]);
    expect(await readSteps(assigned.body.id)).toContainEqual(['ASSIGNED', null]);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });

  it('a found charge cannot be assigned to a closed invoice and leaves the list after a refund', async () => {
    const processorReference = await chargeBeside(500, 'NOBODY-2');
    const [item] = await toItems('UNPLACED_CHARGE');
    const { invoiceId } = invoice;
    const why = { reason: 'Wrong item' };
    await call('POST', `/invoices/${invoiceId}/dispute`, { body: why, key: 'dispute' });
    const refused = await call('POST', `/charges/${item.facts.objectId}/assign`, {
      body: { invoiceId, ...why },
      key: 'assign',
    });
    expect(refused.body.code).toBe('ACCOUNT_NOT_PAYABLE');
    const { charges } = await openAdapter(world, company);
    const refund = { reference: randomUUID(), processorReference, amountCents: cents(500) };
    await charges.refund({ ...refund, kind: 'card' });
    await reconcileFor(world, company);
    expect(await toItems('UNPLACED_CHARGE')).toEqual([]);
  });

  it('a found charge leaves the attention list when its ordered refund is made (R80)', async () => {
    const reference = await chargeBeside(900, 'NOBODY-4');
    const [item] = await toItems('UNPLACED_CHARGE');
    const { merchant } = company;
    await world.sandbox.fault({ merchant, operation: 'refund', fault: 'pending' });
    const order = { body: { reason: 'Not ours' }, key: 'refund' };
    const sent = await call('POST', `/charges/${item.facts.objectId}/refund`, order);
    expect(sent.body).toMatchObject({ state: 'SENT' });
    await reconcileFor(world, company);
    expect(await toItems('UNPLACED_CHARGE')).toHaveLength(1);
    await world.sandbox.endRefund(reference, 'succeeded');
    await reconcileFor(world, company);
    expect(await toItems('UNPLACED_CHARGE')).toEqual([]);
  });

  it('a found charge without an invoice can be acknowledged and then stays off the attention list', async () => {
    const processorReference = await chargeBeside(700, 'NOBODY-3');
    const [item] = await toItems('UNPLACED_CHARGE');
    const body = { reason: 'Refunded at the processor' };
    const seen = await call('POST', `/attention/${item.id}/acknowledge`, { body });
    expect(seen.status).toBe(200);
    await reconcileFor(world, company);
    expect(await toItems('UNPLACED_CHARGE')).toEqual([]);
    const late = await call('POST', `/charges/${item.facts.objectId}/assign`, {
      body: { invoiceId: invoice.invoiceId, ...body },
      key: 'late',
    });
    expect(late.body.code).toBe('REQUEST_CHANGED');
    const { charges } = await openAdapter(world, company);
    const refund = { reference: randomUUID(), processorReference, amountCents: cents(700) };
    await charges.refund({ ...refund, kind: 'card' });
  });
});

describe('A refund of a charge that belongs to no invoice', () => {
  it('a charge found at the processor is not refunded with an idempotency key of another charge', async () => {
    await chargeBeside(800, 'NOBODY-4');
    await chargeBeside(900, 'NOBODY-5');
    const [one, other] = await toItems('UNPLACED_CHARGE');
    const refund = (item: { facts: { objectId: string } }, key = 'refund') =>
      call('POST', `/charges/${item.facts.objectId}/refund`, {
        body: { reason: 'Not agreed' },
        key,
      });
    const refunded = await refund(one);
    expect(refunded.body).toEqual({ id: one.facts.objectId, state: 'REFUNDED' });
    const refused = await refund(other);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await refund(one)).body).toEqual(refunded.body);
    const charges = await world.sandbox.records(company.merchant);
    expect(charges.filter(({ refundedCents }) => refundedCents > 0)).toHaveLength(1);
    expect(await toItems('UNPLACED_CHARGE')).toMatchObject([{ id: other.id }]);
    expect((await refund(other, 'another')).body.state).toBe('REFUNDED');
  });

  it('a refund of a found charge returns no data to a key without the read scope (R95)', async () => {
    await chargeBeside(600, 'NOBODY-6');
    const [item] = await toItems('UNPLACED_CHARGE');
    const payOnly = await createProvider(world, company, ['money']);
    const answer = await payOnly('POST', `/charges/${item.facts.objectId}/refund`, {
      body: { reason: 'Not agreed' },
      key: 'refund',
    });
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(await toItems('UNPLACED_CHARGE')).toEqual([]);
  });
});

describe('The history of a payment (R78)', () => {
  it('the history of a payment includes sent and unsent emails', async () => {
    await world.payer(company, invoice).pay();
    const [{ id }] = (await call('GET', '/payments')).body.data;
    const mailer = { send: async () => undefined, close: () => undefined };
    await deliverMail(world.deps, { mailer, address: 'portal@example.com' });
    expect(await readSteps(id)).toContainEqual(['MAIL_NOT_SENT', 'receipt']);
    await addContact(world, company, { value: `rosa-${randomUUID()}@example.com` });
    const other = await world.invoice(company);
    await world.payer(company, other).pay({ card: CARDS.pays });
    await deliverMail(world.deps, { mailer, address: 'portal@example.com' });
    const [{ id: second }] = (await call('GET', `/payments?invoiceId=${other.invoiceId}`)).body
      .data;
    expect(await readSteps(second)).toContainEqual(['MAIL_SENT', 'receipt']);
  });
});

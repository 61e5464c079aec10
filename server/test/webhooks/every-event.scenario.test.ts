/** Every event type in the list is produced by the action it describes. A type that nothing produces fails here. */
import { DAY_MS } from '@quittance/contract/durations';
import { EVENT_TYPES } from '@quittance/contract/webhooks/event-schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { deliverBulkMail } from '../../src/app/mail/deliver-bulk-mail.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { MailRefused, type Message } from '../../src/platform/mail/mailer.ts';
import { ANY_ADDRESS } from '../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../src/webhooks/deliver-events.ts';
import { addSchedule, changeMethod } from '../world/arrangements.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { payOnPlan, startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { addOwnMethod, type Caller, signIn, signInByLink } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let call: Provider;
let keys = 0;

const world = useWorld({ webhookReach: ANY_ADDRESS });

beforeAll(async () => {
  company = await world.company();
  call = await createProvider(world, company);
});

async function done(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) {
  keys += 1;
  const answer = await call(method, path, { ...(body ? { body } : {}), key: `every ${keys}` });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

const reason = { reason: 'It has to happen' };

const bill = (accountRef: string, more: object = {}) =>
  done('POST', '/invoices', {
    customerRef: 'V-1',
    accountRef,
    productName: 'Hull',
    total: 5000,
    dueDate: '2026-11-16',
    ...more,
  });

async function recordCustomersAndInvoices(): Promise<void> {
  const ada = { customerRef: 'V-1', firstName: 'Ada', lastName: 'Pine', email: 'ada@example.com' };
  const customer = await done('POST', '/customers', ada);
  await done('PATCH', `/customers/${customer.id}`, { firstName: 'Ida' });
  const changed = await bill('V-A');
  await done('PATCH', `/invoices/${changed.id}`, { total: 6000 });
  const link = await done('POST', `/invoices/${changed.id}/links`);
  await done('DELETE', `/invoices/${changed.id}/links/${link.id}`);
  await done('POST', `/invoices/${changed.id}/dispute`, reason);
  await done('POST', `/invoices/${changed.id}/resolve`, reason);
  await done('POST', `/invoices/${changed.id}/void`, reason);
  const noted = await bill('V-N');
  const cash = { invoiceId: noted.id, amount: 5000, method: 'CASH', reference: 'V-N' };
  await done('POST', '/manual-payments', cash);
  await done('POST', `/invoices/${noted.id}/credit-notes`, { amount: 1000, ...reason });
  const { id: invoiceId } = await bill('V-O');
  await done('POST', `/customers/${customer.id}/credit/apply`, { invoiceId, amount: 1000 });
  const leaving = { customerRef: 'V-2', firstName: 'Bo', lastName: 'Elm' };
  const { id } = await done('POST', '/customers', leaving);
  const owner = await provedOwner(world, company);
  const erasure = { body: { ...reason, customerRef: 'V-2' } };
  expect((await owner.provider('POST', `/customers/${id}/erase`, erasure)).status).toBe(200);
}

async function askAndAnswer(): Promise<void> {
  for (const kind of ['QUESTION', 'DISPUTE']) {
    const invoice = await world.invoice(company);
    const path = `request/${invoice.requestId}/inquiries`;
    const body = { kind, text: 'What is this invoice for?' };
    await signInByLink(world, invoice).call({ method: 'POST', path, body });
    const { body: page } = await call('GET', '/inquiries?state=open');
    await done('POST', `/inquiries/${page.data[0].id}/answer`, { answer: 'For the hull.' });
  }
}

/** The customer of the invoice turns a kind of email off (R64). */
async function turnOff(kind: 'INVOICES' | 'REMINDERS', invoiceId: string): Promise<void> {
  await world.deps.database.pool.query(
    `insert into muted_mails select company_id, customer_id, $1, now() from invoices
     where company_id = $2 and id = $3`,
    [kind, company.companyId, invoiceId],
  );
}

async function sendAndRemind(): Promise<void> {
  const refused: string[] = [];
  const mailer = {
    close: () => undefined,
    async send({ to }: Message) {
      if (refused.includes(to)) throw new MailRefused({ code: 550, isForGood: true });
    },
  };
  const deliver = () => deliverBulkMail(world.deps, { mailer, address: 'portal@example.com' });
  const invoice = await bill('V-C');
  await done('POST', `/invoices/${invoice.id}/send`);
  await done('PUT', '/reminder-settings', { isActive: true, days: [-1], note: null });
  await world.runJobs();
  await deliver();
  await turnOff('REMINDERS', invoice.id);
  await bill('V-D');
  await world.runJobs();
  await done('POST', `/invoices/${invoice.id}/send`);
  await turnOff('INVOICES', invoice.id);
  await deliver();
  await world.deps.database.pool.query('delete from muted_mails');
  refused.push('ada@example.com');
  await done('POST', `/invoices/${invoice.id}/send`);
  await deliver();
}

async function makeOffers(): Promise<void> {
  const invoice = await world.invoice(company);
  const path = `/invoices/${invoice.invoiceId}/offer`;
  await done('POST', path, { amount: 6000 });
  await done('DELETE', path);
  await done('POST', path, { amount: 7000 });
  await world.payer(company, invoice).pay();
}

async function pay(): Promise<void> {
  await world.payer(company, await world.invoice(company)).pay({ card: CARDS.declined });
  await world.payer(company, await world.invoice(company)).pay({ bank: BANK_ACCOUNTS.pays });
  const { invoiceId } = await world.invoice(company);
  const cash = { invoiceId, amount: 10_000, method: 'CASH', reference: 'V-1' };
  const paid = await done('POST', '/manual-payments', cash);
  await done('POST', `/manual-payments/${paid.id}/reverse`, { cause: 'BOUNCED', ...reason });
  const { merchant } = company;
  const fault = { merchant, operation: 'charge', fault: 'http_500_before', times: 1 } as const;
  await world.sandbox.fault(fault);
  await world.payer(company, await world.invoice(company)).pay();
}

async function refundAndDispute(): Promise<void> {
  const stripe = await world.company({ processor: 'stripe' });
  const { merchant, domain } = stripe;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
  const hear = async () => {
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
  };
  await world.payer(stripe, await world.invoice(stripe)).pay();
  const callStripe = await createProvider(world, stripe);
  const [paid] = (await callStripe('GET', '/payments')).body.data;
  const body = { amount: 100, ...reason };
  await callStripe('POST', `/payments/${paid.id}/refunds`, { body, key: 'refund' });
  await makeRefunds(world.deps);
  const [refunded] = (await world.sandbox.records(merchant)).slice(-1);
  await world.sandbox.endRefund(refunded?.transactionId ?? '', 'failed');
  await hear();
  for (const end of ['won', 'lost'] as const) {
    await world.payer(stripe, await world.invoice(stripe)).pay();
    const [charge] = (await world.sandbox.records(merchant)).slice(-1);
    const dispute = await world.sandbox.dispute(charge?.transactionId ?? '');
    await hear();
    await world.sandbox.endDispute(dispute, end);
    await hear();
  }
}

async function askForPause(customer: Caller, invoiceId: string): Promise<void> {
  const path = `payment-plan/internal-${invoiceId}/changes`;
  const known = z.object({ plan: z.object({ key: z.string() }) });
  const { plan } = known.parse(await customer.call({ method: 'GET', path }));
  const change = { kind: 'pause', plan: plan.key, months: 1 };
  const asked = { method: 'POST', path: 'upcoming-charge/preview', body: { change } } as const;
  const shown = z.object({ preview: z.object({ text: z.string() }) });
  const { text: agreedText } = shown.parse(await customer.call(asked)).preview;
  const body = { change, agreedText };
  const made = await customer.call({ method: 'POST', path: 'upcoming-charge/change', body });
  expect(made.success).toBe(true);
}

/**
 * Creates a plan that is changed and paid off, one that is canceled, and one that ends because it has no method.
 */
async function arrange(): Promise<void> {
  const customer = await signIn(world, company);
  const remove = (methodId: string) =>
    customer.call({ method: 'DELETE', path: `debtor/payment-method/${methodId}` });
  const other = await world.method(company);
  await addOwnMethod(world, { caller: customer, company }, { bank: BANK_ACCOUNTS.pays });

  const paid = await world.invoice(company);
  await startPlan(
    world,
    { caller: signInByLink(world, paid), company, invoice: paid },
    { count: 2 },
  );
  await changeMethod(world.deps, { company, method: other }, paid);
  await payOnPlan(world, { caller: customer, invoice: paid }, { isFull: true });

  const canceled = await world.invoice(company);
  const holder = signInByLink(world, canceled);
  await startPlan(world, { caller: holder, company, invoice: canceled }, { count: 2 });
  await done('POST', `/invoices/${canceled.invoiceId}/cancel-plan`, reason);

  const scheduled = await world.invoice(company, { dueInDays: 40 });
  const { methodId, last4 } = await world.method(company, { kind: 'card', number: CARDS.pays });
  await addSchedule(world.deps, { company, invoice: scheduled, methodId }, 5);
  await changeMethod(world.deps, { company, method: other }, scheduled);
  await done('POST', `/invoices/${scheduled.invoiceId}/cancel-schedule`, reason);

  const charged = await world.invoice(company, { dueInDays: 40 });
  await addSchedule(world.deps, { company, invoice: charged, methodId: other.methodId }, 2);
  const suspended = await world.invoice(company, { dueInDays: 40 });
  await addSchedule(world.deps, { company, invoice: suspended, methodId }, 5);
  const defaulting = await world.invoice(company);
  const plan = { caller: customer, company, invoice: defaulting };
  await startPlan(world, plan, { count: 2, pmID: methodId, last4 });
  await askForPause(customer, defaulting.invoiceId);
  await world.deps.database.pool.query(
    'update payment_methods set expires_month = 12, expires_year = 2026 where id = $1',
    [other.methodId],
  );
  await remove(methodId);
}

async function recordProjects(): Promise<void> {
  const { customerId } = company;
  const project = await done('POST', '/projects', {
    customerId,
    projectRef: 'V-P',
    name: 'Roof',
  });
  await done('PATCH', `/projects/${project.id}`, { name: 'New roof' });
  const order = { orderRef: 'V-O', name: 'Tiles', total: 100 };
  const { id: orderId } = await done('POST', `/projects/${project.id}/orders`, order);
  const part = await done('POST', `/orders/${orderId}/partial-requests`, { amount: 50 });
  await done('PATCH', `/partial-requests/${part.id}`, { amount: 60 });
  await done('DELETE', `/partial-requests/${part.id}`);
  const estimate = await done('POST', `/projects/${project.id}/estimates`, {
    estimateRef: 'V-E',
    memo: 'New roof',
    expiresOn: '2027-12-31',
    items: [{ name: 'Tiles', amount: 500 }],
  });
  const customer = await signIn(world, company);
  const path = `project/estimate-accept/${estimate.id}`;
  expect(await customer.call({ method: 'POST', path })).toMatchObject({ success: true });
  const contract = await done('POST', '/contracts', {
    customerId,
    contractRef: 'V-K',
    typeName: 'Care plan',
    amount: 50_000,
  });
  await done('PATCH', `/contracts/${contract.id}`, { status: 'Canceled' });
}

async function subscribe(): Promise<void> {
  const url = 'http://127.0.0.1:9/hook';
  const endpoint = await done('POST', '/webhook-endpoints', { url });
  await done('POST', `/webhook-endpoints/${endpoint.id}/test`);
}

/**
 * Six weeks pass: the plan without a method ends, the card is about to expire, and deliveries to the receiver are
 * given up.
 */
async function wait(): Promise<void> {
  const days = [0.1, 1, 1, 1, 1, 1, 10, 5, 15, 10];
  for (const count of days) {
    await deliverEvents(world.deps);
    await world.later(count * DAY_MS);
  }
}

describe.runIf(isFullRun)('Every type of event', () => {
  it('every event type is produced by the action that it reports', {
    timeout: 120_000,
  }, async () => {
    await subscribe();
    await recordCustomersAndInvoices();
    await sendAndRemind();
    await askAndAnswer();
    await makeOffers();
    await pay();
    await refundAndDispute();
    await arrange();
    await recordProjects();
    const overdue = await bill('V-B');
    await wait();
    await done('POST', `/invoices/${overdue.id}/write-off`, reason);
    const { rows } = await world.deps.database.pool.query<{ type: string }>(
      'select distinct type from provider_events',
    );
    const produced = rows.map(({ type }) => type).sort();
    expect(produced).toEqual([...EVENT_TYPES].sort());
  });
});

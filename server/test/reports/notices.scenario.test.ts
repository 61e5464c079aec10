/**
 * A company is notified of events by email (ADR 0072): once, at the addresses it has chosen, and not ten thousand
 * times a day.
 */
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverBulkMail } from '../../src/app/mail/deliver-bulk-mail.ts';
import { deliverMail } from '../../src/app/mail/deliver-mail.ts';
import type { Message } from '../../src/platform/mail/mailer.ts';
import { ANY_ADDRESS } from '../../src/platform/outbound/reach.ts';
import { notifyCompanies } from '../../src/reports/notify-companies.ts';
import { deliverEvents } from '../../src/webhooks/deliver-events.ts';
import type { TestCompany } from '../world/company.ts';
import { dieEverywhere } from '../world/dying-clock.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

const OFFICE = 'office@harbor.example';

let company: TestCompany;
let call: Provider;

const world = useWorld({ webhookReach: ANY_ADDRESS });
beforeEach(async () => {
  company = await world.company({ supportEmail: OFFICE });
  call = await createProvider(world, company);
});

async function newMail(): Promise<Message[]> {
  await notifyCompanies(world.deps);
  const sent: Message[] = [];
  const mailer = { send: async (mail: Message) => void sent.push(mail), close: () => undefined };
  const sender = { mailer, address: 'portal@example.com' };
  await deliverMail(world.deps, sender);
  await deliverBulkMail(world.deps, sender);
  return sent;
}

const subjects = async () => (await newMail()).map(({ to, subject }) => `${to} ${subject}`).sort();

const set = (addresses: string[], kinds: string[]) =>
  call('PUT', '/notice-settings', { body: { addresses, kinds } });

/** Cash is the simplest way to pay. */
async function payCash(ref: string): Promise<string> {
  const invoice = await world.invoice(company);
  const { invoiceId } = invoice;
  const cash = { invoiceId, amount: 10_000, method: 'CASH', reference: ref };
  return (await call('POST', '/manual-payments', { body: cash, key: ref })).body.id;
}

describe('The notification settings', () => {
  it('notifications default to attention items at the support address and keep changed settings', async () => {
    expect((await call('GET', '/notice-settings')).body).toEqual({
      addresses: [OFFICE],
      kinds: ['RETURNED', 'HELD', 'DISPUTED', 'QUESTION', 'REFUND_FAILED', 'ENDPOINT_PAUSED'],
    });
    const wanted = { addresses: ['a@harbor.example', 'b@harbor.example'], kinds: ['PAID'] };
    expect((await call('PUT', '/notice-settings', { body: wanted })).body).toEqual(wanted);
    expect((await call('GET', '/notice-settings')).body).toEqual(wanted);
    const twice = { ...wanted, addresses: [OFFICE, OFFICE] };
    expect((await call('PUT', '/notice-settings', { body: twice })).status).toBe(400);
  });
});

describe('Notifications to a company', () => {
  it('a company is notified of a payment at every address, except for disabled notifications', async () => {
    await set([OFFICE, 'boss@harbor.example'], ['PAID']);
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const mails = await newMail();
    const toCompany = mails.filter(({ to }) => to.endsWith('harbor.example'));
    expect(toCompany.map(({ to }) => to)).toEqual([OFFICE, 'boss@harbor.example']);
    const { subject, text, html } = toCompany[0] ?? { subject: '', text: '', html: '' };
    expect(subject).toMatch(/^A payment was received: /);
    expect(text).toContain('Customer: Maya Ortiz');
    expect(text).toContain('Amount: $103.30');
    expect(html).toContain('Maya Ortiz');
    expect(`${text}${html}`).not.toMatch(/4242|\*{4}|undefined|null/);
    const reversal = { body: { cause: 'ERROR', reason: 'Counterfeit' }, key: 'reversal' };
    await call('POST', `/manual-payments/${await payCash('N-1')}/reverse`, reversal);
    expect(await subjects()).toEqual([
      `boss@harbor.example ${await subjectOfLast('A payment was received')}`,
      `${OFFICE} ${await subjectOfLast('A payment was received')}`,
    ]);
  });

  it('a company is notified once of each return and each dispute, even after crashes', async () => {
    const paid = await payCash('N-2');
    const reversal = { body: { cause: 'ERROR', reason: 'Counterfeit' }, key: 'reversal' };
    await call('POST', `/manual-payments/${paid}/reverse`, reversal);
    const { invoiceId } = await world.invoice(company);
    await call('POST', `/invoices/${invoiceId}/dispute`, { body: { reason: 'Wrong tooth' } });
    await dieEverywhere(world.deps, notifyCompanies);
    await Promise.all([notifyCompanies(world.deps), notifyCompanies(world.deps)]);
    const told = await subjects();
    expect(told).toHaveLength(2);
    expect(told[0]).toContain('A payment or invoice is disputed');
    expect(told[1]).toContain('A payment was returned');
    expect(await subjects()).toEqual([]);
  });

  it('a company is notified once of a payment that awaits its decision', async () => {
    const invoice = await world.invoice(company);
    const { merchant } = company;
    const fault = { merchant, operation: 'charge', fault: 'http_500_before', times: 1 } as const;
    await world.sandbox.fault(fault);
    await world.payer(company, invoice).pay();
    expect(await subjects()).toEqual([]);
    for (let hours = 0; hours < 3; hours += 1) await world.later(HOUR_MS + 60_000);
    const [mail, ...others] = await newMail();
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('A payment needs your decision');
    expect(mail?.text).toContain('Amount: $103.30');
    const { body } = await call('GET', '/events?type=payment.held');
    expect(body.data).toMatchObject([{ data: { state: 'UNKNOWN' } }]);
  });

  it('a company is notified when a webhook endpoint fails for an hour, and when it is paused', async () => {
    await call('POST', '/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } });
    await call('POST', '/customers', {
      body: { customerRef: 'N', firstName: 'Ada', lastName: 'Pine' },
    });
    await deliverEvents(world.deps);
    await world.later(HOUR_MS - MINUTE_MS);
    expect(await newMail()).toEqual([]);
    await world.later(MINUTE_MS);
    const [failing, ...more] = await newMail();
    expect(more).toEqual([]);
    expect(failing?.subject).toBe('A webhook endpoint is failing: 127.0.0.1:9');
    expect(failing?.text).toContain('No event has been accepted for an hour.');
    const { data } = (await call('GET', '/attention?kind=FAILING_ENDPOINT')).body;
    expect(data).toMatchObject([{ kind: 'FAILING_ENDPOINT' }]);
    for (let tries = 0; tries < 14; tries += 1) {
      await deliverEvents(world.deps);
      await world.later(6 * HOUR_MS);
    }
    const [mail, ...others] = await newMail();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('A webhook endpoint is paused: 127.0.0.1:9');
  });
});

async function subjectOfLast(beginning: string): Promise<string> {
  const { rows } = await world.deps.database.pool.query<{ ref: string }>(
    `select account_ref as ref from invoices where company_id = $1 order by created_at desc, paid_cents`,
    [company.companyId],
  );
  return `${beginning}: ${rows[0]?.ref}`;
}

describe('Many notices', () => {
  it('the first notifications are sent individually, and later notifications in one email after an hour', async () => {
    await set([OFFICE], ['PAID']);
    for (const ref of ['F-1', 'F-2', 'F-3']) await payCash(ref);
    expect(await subjects()).toHaveLength(3);
    for (const ref of ['F-4', 'F-5', 'F-6', 'F-7']) await payCash(ref);
    expect(await subjects()).toEqual([]);
    await world.later(HOUR_MS + 60_000);
    expect(await subjects()).toHaveLength(4);
    for (let count = 10; count < 32; count += 1) await payCash(`F-${count}`);
    expect(await subjects()).toEqual([]);
    await world.later(HOUR_MS + 60_000);
    const [together, ...others] = await newMail();
    expect(others).toEqual([]);
    expect(together?.subject).toBe('22 payments were received');
    expect(together?.text).toContain('$2,200.00');
    expect(together?.text).toContain('And 2 more.');
  });

  it('a waiting notification is not sent to a removed address or after it is disabled', async () => {
    await set([OFFICE, 'left@harbor.example'], ['PAID']);
    await payCash('G-1');
    await notifyCompanies(world.deps);
    await set([OFFICE], ['PAID']);
    expect((await subjects()).map((line) => line.split(' ')[0])).toEqual([OFFICE]);
    await payCash('G-2');
    await set([OFFICE], []);
    expect(await subjects()).toEqual([]);
    await set([OFFICE], ['PAID']);
    expect(await subjects()).toEqual([]);
  });
});

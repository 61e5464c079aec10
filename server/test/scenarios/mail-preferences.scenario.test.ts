/** Email preferences of a customer (R64), in the profile and through the link in an email. */

import { randomUUID } from 'node:crypto';
import { addDays } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverBulkMail } from '../../src/app/mail/deliver-bulk-mail.ts';
import { deliverMail } from '../../src/app/mail/deliver-mail.ts';
import type { MailPayload } from '../../src/customers/mail/mail-payload.ts';
import { notify } from '../../src/customers/mail/notify.ts';
import type { Message } from '../../src/platform/mail/mailer.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { addContact } from '../world/mailbox.ts';
import { createProvider } from '../world/provider-client.ts';
import { type Caller, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
let company: TestCompany;
let customer: Caller;
beforeEach(async () => {
  company = await world.company();
  await addContact(world, company, { value: `maya-${randomUUID()}@example.com` });
  customer = await signIn(world, company);
});

async function delivered(): Promise<Message[]> {
  const sent: Message[] = [];
  const mailer = { send: async (mail: Message) => void sent.push(mail), close: () => undefined };
  const sender = { mailer, address: 'portal@example.com' };
  await deliverMail(world.deps, sender);
  await deliverBulkMail(world.deps, sender);
  return sent;
}

async function mail(template: MailPayload['template'], data: MailPayload['data'] = {}) {
  const { companyId, customerId } = company;
  const at = world.deps.clock.now();
  await world.deps.database.inCompany({ companyId, customerId }, (tx) =>
    notify(tx, { companyId, customerId, template, data, at }),
  );
}

const path = 'debtor/mail-preferences';

const set = (kind: string, isOn: boolean) =>
  customer.call({ method: 'PUT', path, body: { kind, isOn } });

async function offKinds(): Promise<unknown[]> {
  const { rows } = await world.deps.database.pool.query<{ kind: string }>(
    'select kind from muted_mails where company_id = $1 order by 1',
    [company.companyId],
  );
  return rows.map(({ kind }) => kind);
}

async function audited(action: string) {
  const { rows } = await world.deps.database.pool.query<{ detail: unknown }>(
    'select detail from audit where company_id = $1 and action = $2 order by id',
    [company.companyId, action],
  );
  return rows.map(({ detail }) => detail);
}

const OPTIONAL = [
  ['INVOICES', 'invoice', {}],
  ['REMINDERS', 'invoice-reminder', {}],
  ['RECEIPTS', 'receipt', { isAutomatic: 0 }],
  ['AUTOMATIC_RECEIPTS', 'receipt', { isAutomatic: 1 }],
  ['ANSWERS', 'inquiry-answered', {}],
  ['EXPIRING_CARDS', 'method-expiring', {}],
] as const;

describe('Mail preferences (R64)', () => {
  it.each(OPTIONAL)('the preference %s can be turned off and on', async (kind, template, data) => {
    await mail(template, data);
    expect(await delivered()).toHaveLength(1);
    expect(await set(kind, false)).toMatchObject({ code: 200 });
    expect(await set(kind, false)).toMatchObject({ code: 200 });
    expect(await offKinds()).toEqual([kind]);
    await mail(template, data);
    expect(await delivered()).toEqual([]);
    expect(await audited('mail.not_wanted')).toMatchObject([{ template, kind }]);
    expect(await delivered()).toEqual([]);
    await set(kind, true);
    await mail(template, data);
    expect(await delivered()).toHaveLength(1);
    expect(await audited('mail.turned_off')).toEqual([{ kind, by: 'profile' }]);
    expect(await audited('mail.turned_on')).toEqual([{ kind, by: 'profile' }]);
  });

  it('required emails say so, and have no switch, no unsubscribe link and no unsubscribe header', async () => {
    for (const [kind] of OPTIONAL) await set(kind, false);
    const required = ['upcoming-charge', 'payment-failed', 'payment-submitted', 'sign-in'] as const;
    for (const template of required) await mail(template);
    const sent = await delivered();
    expect(sent).toHaveLength(required.length);
    for (const { headers, text, html } of sent) {
      expect(headers).toEqual({});
      expect(text).not.toContain('Turn off these emails');
      expect([text, html]).toEqual(Array(2).fill(expect.stringContaining('turn this email off')));
    }
    expect(await set('UPCOMING_CHARGES', false)).toMatchObject({ code: 400 });
  });

  it('receipts of automatic payments and of own ones are turned off separately', async () => {
    await set('AUTOMATIC_RECEIPTS', false);
    const paid = async () => (await delivered()).filter(({ subject }) => /receipt/i.test(subject));
    await world.payer(company, await world.invoice(company)).pay();
    expect(await paid()).toHaveLength(1);
    await set('RECEIPTS', false);
    await world.payer(company, await world.invoice(company)).pay();
    expect(await paid()).toEqual([]);
    await set('RECEIPTS', true);
    const { methodId } = await world.method(company);
    const invoice = await world.invoice(company, { dueInDays: 40 });
    await addSchedule(world.deps, { company, invoice, methodId }, 1);
    for (const _ of [1, 2]) await world.later(DAY_MS);
    expect(await world.statement(invoice)).toContain('invoice COLLECTED');
    expect(await paid()).toEqual([]);
    const kinds = [{ kind: 'RECEIPTS' }, { kind: 'AUTOMATIC_RECEIPTS' }];
    expect(await audited('mail.not_wanted')).toMatchObject(kinds);
  });

  it('reminders respect the email preference, and the company sees which reminder was not sent', async () => {
    const call = await createProvider(world, company);
    await set('REMINDERS', false);
    await world.later(2 * 3_600_000);
    const { body: person } = await call('GET', `/customers/${company.customerId}`);
    const today = world.deps.clock.today('America/New_York');
    const named = { customerRef: person.customerRef, accountRef: 'M-1', productName: 'Crown' };
    const body = { ...named, total: 5000, dueDate: addDays(today, 1) };
    const { body: invoice } = await call('POST', '/invoices', { body });
    const settings = { isActive: true, days: [-1], note: null };
    await call('PUT', '/reminder-settings', { body: settings });
    await world.runJobs();
    expect(await delivered()).toEqual([]);
    const { body: events } = await call('GET', '/events?type=invoice.reminder_declined');
    expect(events.data).toMatchObject([{ objectId: invoice.id }]);
    expect((await call('GET', '/events?type=invoice.bounced')).body.data).toEqual([]);
  });
});

describe('One-click unsubscribe (R64, RFC 8058)', () => {
  async function toLink(template: MailPayload['template'] = 'invoice-reminder') {
    await mail(template);
    const [message] = await delivered();
    const header = message?.headers?.['List-Unsubscribe'] ?? '';
    expect(message?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = header.slice(1, -1);
    expect(message?.text).toContain(url);
    expect(message?.html).toContain(url);
    return url.replace(new URL(world.deps.publicUrl).origin, world.url);
  }

  const post = (url: string, body: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  it('an email program turns a preference off with one click, and repeating it is harmless', async () => {
    const url = await toLink();
    for (const _ of [1, 2]) {
      const answer = await post(url, 'List-Unsubscribe=One-Click');
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await offKinds()).toEqual(['REMINDERS']);
    }
    expect(await audited('mail.turned_off')).toEqual([{ kind: 'REMINDERS', by: 'mail' }]);
    await mail('invoice-reminder');
    expect(await delivered()).toEqual([]);
  });

  it('opening the unsubscribe link changes nothing until a button is pressed', async () => {
    const url = await toLink('method-expiring');
    const page = await fetch(url);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('Turn off these emails?');
    expect(html).toContain('Saved cards that expire soon');
    expect(await offKinds()).toEqual([]);
    expect(await (await post(url, 'setting=off')).text()).toContain('These emails are turned off');
    expect(await offKinds()).toEqual(['EXPIRING_CARDS']);
    expect(await (await fetch(url)).text()).toContain('Turn these emails back on');
    expect(await (await post(url, 'setting=on')).text()).toContain('These emails are turned on');
    const spanish = await fetch(url, { headers: { 'accept-language': 'es' } });
    expect(await spanish.text()).toContain('¿Desactivar estos correos?');
    expect(await offKinds()).toEqual([]);
  });

  it('a modified unsubscribe token or a token of another company is not found', async () => {
    const url = await toLink();
    const other = await world.company();
    const changed = [
      url.replace(company.companyId, other.companyId),
      `${url.slice(0, -4)}AAAA`,
      url.replace(/unsubscribe\/.*/, 'unsubscribe/nothing'),
    ];
    for (const each of changed) {
      expect((await fetch(each)).status).toBe(404);
      expect((await post(each, 'List-Unsubscribe=One-Click')).status).toBe(404);
    }
    expect(await offKinds()).toEqual([]);
  });

  it('an unsubscribe link of an erased person does nothing', async () => {
    const url = await toLink();
    const owner = await provedOwner(world, company);
    const body = { reason: 'Asked for by letter', customerRef: 'C-1' };
    const path = `/customers/${company.customerId}/erase`;
    expect((await owner.provider('POST', path, { body })).status).toBe(200);
    expect((await post(url, 'List-Unsubscribe=One-Click')).status).toBe(404);
    expect(await offKinds()).toEqual([]);
  });
});

describe('Contacts in copy (R94)', () => {
  const [billing, copy] = ['office@shop.example', 'books@shop.example'];
  const both = [{ email: billing, role: 'BILLING' }, { email: copy }];
  let call: Awaited<ReturnType<typeof createProvider>>;

  const change = async (copyContacts: unknown) => {
    const answer = await call('PATCH', `/customers/${company.customerId}`, {
      body: { copyContacts },
    });
    expect(answer.status).toBe(200);
    return answer.body.copyContacts;
  };
  const sentTo = (sent: Message[], address: string) => {
    const [found, ...more] = sent.filter(({ to }) => to === address);
    if (!found || more.length > 0) throw new Error(`not one mail to ${address}`);
    return found;
  };
  const unsubscribe = (message: Message) =>
    fetch(
      (message.headers?.['List-Unsubscribe'] ?? '')
        .slice(1, -1)
        .replace(new URL(world.deps.publicUrl).origin, world.url),
      { method: 'POST', body: 'List-Unsubscribe=One-Click' },
    );

  beforeEach(async () => {
    call = await createProvider(world, company);
    await delivered();
  });

  it('a billing contact gets the public link of an invoice, a copy has no link, and each is sent once', async () => {
    expect(await change(both)).toEqual([
      { email: copy, role: 'COPY', turnedOff: [], isBounced: false },
      { email: billing, role: 'BILLING', turnedOff: [], isBounced: false },
    ]);
    await call('PATCH', '/company', { body: { isInvoiceAttached: true } });
    const { invoiceId } = await world.invoice(company);
    expect((await call('POST', `/invoices/${invoiceId}/send`)).status).toBe(201);
    const sent = await delivered();
    expect(sent).toHaveLength(3);
    const payer = sent.find(({ to }) => to !== billing && to !== copy);
    const link = /https?:\S+\/pay\/[a-z2-7]+/.exec(payer?.text ?? '')?.[0];
    expect(link).toBeDefined();
    expect(sentTo(sent, billing).text).toContain(link);
    expect(sentTo(sent, billing).text).toContain('This is a copy of an email to');
    for (const address of [billing, copy]) expect(sentTo(sent, address).text).toMatch(/^Hello,$/m);
    const { text, html, attachments } = sentTo(sent, copy);
    expect(text).not.toContain('/pay/');
    expect(html).not.toContain('/pay/');
    expect(attachments).toMatchObject([{ contentType: 'application/pdf' }]);
    expect(await delivered()).toEqual([]);
    const { body: events } = await call('GET', '/events?type=invoice.sent');
    expect(events.data).toHaveLength(1);
    const bulk = "select is_bulk from outbox where company_id = $1 and payload ? 'copyTo'";
    const { rows } = await world.deps.database.pool.query(bulk, [company.companyId]);
    expect(rows).toEqual([{ is_bulk: true }, { is_bulk: true }]);
  });

  it('a receipt is copied with its PDF and without a link to pages that need a sign-in', async () => {
    await change(both);
    await world.payer(company, await world.invoice(company)).pay();
    const sent = await delivered();
    for (const address of [billing, copy]) {
      const { text, attachments } = sentTo(sent, address);
      expect(text).not.toMatch(/\/(payments|profile|pay)\b/);
      expect(attachments).toMatchObject([{ contentType: 'application/pdf' }]);
    }
  });

  it('each recipient turns off each kind of copy with one click, also after being added again', async () => {
    await change(both);
    await mail('invoice-reminder', { invoiceRef: 'M-1' });
    const first = await delivered();
    expect((await unsubscribe(sentTo(first, copy))).status).toBe(200);
    await mail('invoice-reminder', { invoiceRef: 'M-1' });
    expect((await delivered()).map(({ to }) => to)).not.toContain(copy);
    await change([]);
    expect(await change(both)).toContainEqual({
      email: copy,
      role: 'COPY',
      turnedOff: ['REMINDERS'],
      isBounced: false,
    });
    await mail('invoice-reminder', { invoiceRef: 'M-1' });
    const again = await delivered();
    expect(again.map(({ to }) => to)).not.toContain(copy);
    sentTo(again, billing);
    await mail('invoice', { invoiceRef: 'M-1' });
    sentTo(await delivered(), copy);
    await set('REMINDERS', false);
    await mail('invoice-reminder', { invoiceRef: 'M-1' });
    expect((await delivered()).map(({ to }) => to)).toEqual([billing]);
  });

  it('a payer manages copies after a recent sign-in, and the own addresses are notified', async () => {
    const put = (email: string, role: string | null) =>
      customer.call({ method: 'PUT', path: 'debtor/copy-contacts', body: { email, role } });
    expect(await put('Spouse@Home.example', 'BILLING')).toMatchObject({
      code: 200,
      copyContacts: [{ email: 'spouse@home.example', role: 'BILLING' }],
    });
    expect(await put('spouse@home.example', 'BILLING')).toMatchObject({ code: 200 });
    const notes = await delivered();
    expect(notes).toHaveLength(1);
    expect(notes[0]?.text).toContain('A recipient of copies was added.');
    expect(notes[0]?.text).toContain('s•••@home.example');
    expect(await put('not an address', 'COPY')).toMatchObject({ code: 422 });
    await put('spouse@home.example', null);
    expect(await customer.call({ method: 'GET', path: 'debtor/copy-contacts' })).toMatchObject({
      copyContacts: [],
    });
    await delivered();
  });

  it('a contact in copy cannot sign in, and an erasure deletes it', async () => {
    await change(both);
    const asked = await fetch(`${world.url}/api/portal/debtor/-/send-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: billing, domain: company.domain, isLocal: false }),
    });
    expect(asked.status).toBe(200);
    await world.runJobs();
    expect(await delivered()).toEqual([]);
    const owner = await provedOwner(world, company);
    const body = { reason: 'Asked for by letter', customerRef: 'C-1' };
    const erased = await owner.provider('POST', `/customers/${company.customerId}/erase`, { body });
    expect(erased.body.copyContacts).toEqual([]);
  });
});

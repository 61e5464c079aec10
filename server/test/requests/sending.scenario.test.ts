/** A company emails an invoice, and its reminders stop when the invoice is paid. */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverBulkMail } from '../../src/app/mail/deliver-bulk-mail.ts';
import { deliverMail } from '../../src/app/mail/deliver-mail.ts';
import type { Message } from '../../src/platform/mail/mailer.ts';
import { qrPng } from '../../src/platform/mail/qr-code.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

let company: TestCompany;
let call: Provider;

/** Begins at noon in New York. */
const world = useWorld();

beforeAll(async () => {
  company = await world.company();
  call = await createProvider(world, company);
  await world.later(2 * 3_600_000);
});

async function newMail(): Promise<Message[]> {
  const sent: Message[] = [];
  const mailer = { send: async (mail: Message) => void sent.push(mail), close: () => undefined };
  const sender = { mailer, address: 'portal@example.com' };
  await deliverMail(world.deps, sender);
  await deliverBulkMail(world.deps, sender);
  return sent;
}

async function bill(customerRef: string, dueDate: string, email?: string) {
  const person = { customerRef, firstName: 'Ada', lastName: 'Pine', ...(email ? { email } : {}) };
  await call('POST', '/customers', { body: person });
  const invoice = {
    customerRef,
    accountRef: `S-${customerRef}`,
    productName: 'Crown',
    total: 5000,
  };
  return (await call('POST', '/invoices', { body: { ...invoice, dueDate } })).body;
}

const linkIn = ({ text }: Message) => /\/pay\/([a-z2-7]{32})/.exec(text)?.[1] ?? '';

async function pays(token: string): Promise<boolean> {
  const answer = await fetch(`${world.url}/api/portal/public/account/${company.domain}/${token}`);
  return answer.ok;
}

describe('An invoice that is sent', () => {
  it('a sent invoice arrives by email with a link that opens the invoice', async () => {
    const invoice = await bill('M-1', '2026-12-15', 'ada@example.com');
    const sent = await call('POST', `/invoices/${invoice.id}/send`);
    expect(sent.status).toBe(201);
    const [mail] = await newMail();
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Invoice S-M-1 from Harbor Dental',
    });
    expect(mail && (await pays(linkIn(mail)))).toBe(true);
    const code = mail?.attachments?.find(({ cid }) => cid === 'qr');
    const [url = ''] = mail?.text.match(/https?:\/\/\S+\/pay\/\S+/) ?? [];
    expect(mail?.html).toContain('src="cid:qr"');
    expect(code?.content).toEqual(qrPng(url).bytes);
  });

  it('a note is in the one email that it was written for, and stays with the link', async () => {
    const invoice = await bill('M-3', '2026-12-15', 'abe@example.com');
    await call('PATCH', `/customers/${invoice.customerId}`, { body: { language: 'es' } });
    const send = (body: object) => call('POST', `/invoices/${invoice.id}/send`, { body });
    expect((await send({ note: 'x'.repeat(501) })).body.fields).toMatchObject([{ field: 'note' }]);
    await call('PATCH', '/company', { body: { dba: 'Harbor Smiles' } });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
    const logo = { body: Buffer.from(svg), type: 'application/octet-stream' };
    expect((await call('PUT', '/company/logo', logo)).status).toBe(200);
    expect((await send({ note: 'Gracias por <b>todo</b>.' })).status).toBe(201);
    const [mail] = await newMail();
    for (const form of [mail?.text, mail?.html])
      expect(form).toContain('Harbor Dental Group LLC, que opera como Harbor Smiles');
    expect(mail?.html).toContain('src="cid:logo"');
    expect(mail?.attachments).toContainEqual(expect.objectContaining({ cid: 'logo' }));
    expect(mail?.text).toContain('Gracias por <b>todo</b>.');
    expect(mail?.html).toContain('Gracias por &lt;b&gt;todo&lt;/b&gt;.');
    expect((await send({})).status).toBe(201);
    expect((await newMail())[0]?.text).not.toContain('Gracias por');
    const { data } = (await call('GET', `/invoices/${invoice.id}/links`)).body;
    const notes = data.map(({ note }: { note: string | null }) => note);
    expect(new Set(notes)).toEqual(new Set([null, 'Gracias por <b>todo</b>.']));
  });

  it('a reminder by staff is sent once a day, and the settings send no second one', async () => {
    const { id } = await bill('M-7', '2026-11-10', 'reminded@example.com');
    const remind = () => call('POST', `/invoices/${id}/remind`);
    const first = await remind();
    expect(first.status).toBe(201);
    expect((await newMail()).map(({ to, subject }) => [to, subject])).toEqual([
      ['reminded@example.com', expect.stringMatching(/^Invoice S-M-7 from Harbor Dental /)],
    ]);
    await call('PUT', '/reminder-settings', { body: { isActive: true, days: [5], note: null } });
    await world.later(60_000);
    expect((await remind()).body).toEqual(first.body);
    expect(await newMail()).toEqual([]);
    await call('PUT', '/reminder-settings', { body: { isActive: false, days: [], note: null } });
  });

  it('a customer turns invoice emails off with one click, and the company sees why the next is not sent', async () => {
    const { id, customerId } = await bill('M-8', '2026-12-15', 'off@example.com');
    const send = () => call('POST', `/invoices/${id}/send`);
    expect((await send()).status).toBe(201);
    const [mail] = await newMail();
    expect((await send()).status).toBe(201);
    const header = mail?.headers?.['List-Unsubscribe'] ?? '';
    const url = header.slice(1, -1).replace(new URL(world.deps.publicUrl).origin, world.url);
    const off = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(off.status).toBe(200);
    expect(await newMail()).toEqual([]);
    const { body: declined } = await call('GET', '/events?type=invoice.email_declined');
    expect(declined.data).toMatchObject([{ objectId: id }]);
    expect((await send()).body.code).toBe('EMAIL_TURNED_OFF');
    expect((await call('GET', `/customers/${customerId}`)).body.turnedOff).toEqual(['INVOICES']);

    const copyContacts = [{ email: 'office@shop.example', role: 'BILLING' }];
    await call('PATCH', `/customers/${customerId}`, { body: { copyContacts } });
    expect((await send()).status).toBe(201);
    expect((await newMail()).map(({ to }) => to)).toEqual(['office@shop.example']);
    const { body: sent } = await call('GET', '/events?type=invoice.sent');
    expect(sent.data.filter(({ objectId }: { objectId: string }) => objectId === id)).toHaveLength(
      2,
    );
  });

  it('sending an invoice is refused for a draft and for a customer without an address', async () => {
    const { id } = await bill('M-2', '2026-12-15');
    expect((await call('POST', `/invoices/${id}/send`)).body.code).toBe('NO_EMAIL');
    const draft = {
      customerRef: 'M-1',
      accountRef: 'S-D',
      productName: 'Draft',
      total: 100,
      isDraft: true,
      dueDate: '2026-12-15',
    };
    const { body } = await call('POST', '/invoices', { body: draft });
    expect((await call('POST', `/invoices/${body.id}/send`)).body.code).toBe(
      'INVOICE_NOT_SENDABLE',
    );
  });
});

describe('The own email texts of a company (R99)', () => {
  const standard = { subject: null, greeting: null, note: null };
  const put = (text: object) => call('PUT', '/mail-texts', { body: { ...standard, ...text } });

  it('an email has the text of its kind and language until the text is reset', async () => {
    const english = { kind: 'INVOICES', language: 'en' };
    const spanish = { kind: 'RECEIPTS', language: 'es' };
    const written = {
      subject: '{companyName}: {invoiceNumber}, {amount} by {dueDate}',
      greeting: 'Dear {customerName},',
      note: 'Call <b>us</b> any time.',
    };
    expect((await put({ ...english, ...written })).body).toEqual({ ...english, ...written });
    await put({ ...spanish, subject: 'Gracias, {customerName}: {amount} el {paymentDate}' });

    const invoice = await bill('T-1', '2026-12-15', 'tom@example.com');
    await call('POST', `/invoices/${invoice.id}/send`);
    const [mail] = await newMail();
    expect(mail?.subject).toBe('Harbor Dental: S-T-1, $50.00 by December 15, 2026');
    expect(mail?.text).toContain('Dear Ada Pine,');
    expect(mail?.text).not.toContain('Hello');
    expect(mail?.html).toContain('Call &lt;b&gt;us&lt;/b&gt; any time.');

    const person = { firstName: '{amount}', language: 'es' };
    await call('PATCH', `/customers/${invoice.customerId}`, { body: person });
    await call('POST', `/invoices/${invoice.id}/send`);
    expect((await newMail())[0]?.subject).toBe('Factura S-T-1 de Harbor Dental');
    const cash = { invoiceId: invoice.id, amount: 5000, method: 'CASH', reference: 'T-1' };
    await call('POST', '/manual-payments', { body: cash, key: 'T-1' });
    const [receipt] = await newMail();
    expect(receipt?.subject).toMatch(
      /^Gracias, \{amount\} Pine: \$50\.00 el \d+ de noviembre de 2026$/,
    );

    const texts = async () => (await call('GET', '/mail-texts')).body.texts;
    const reminders = { isActive: false, days: [], note: null, texts: [] };
    await call('PUT', '/reminder-settings', { body: reminders });
    expect(await texts()).toHaveLength(2);
    await put(english);
    await put(spanish);
    expect(await texts()).toEqual([]);
    expect((await call('GET', '/reminder-settings')).body).toEqual(reminders);
    const other = await bill('T-2', '2026-12-15', 'tea@example.com');
    await call('POST', `/invoices/${other.id}/send`);
    expect((await newMail())[0]?.subject).toBe('Invoice S-T-2 from Harbor Dental');
  });

  it('an unknown variable is refused, and the response names it', async () => {
    const text = { kind: 'RECEIPTS', language: 'en', note: 'Due {dueDate}' };
    const { status, body } = await put(text);
    expect(status).toBe(400);
    expect(body.fields).toEqual([
      { field: 'note', message: expect.stringContaining('Unknown variable {dueDate}') },
    ]);
    for (const note of ['{ amount }', '{amount', 'amount}'])
      expect((await put({ ...text, note })).status).toBe(400);
  });

  it('a preview shows the unsaved text with sample data', async () => {
    const body = {
      ...standard,
      kind: 'INVOICES',
      language: 'es',
      greeting: 'Estimado {customerName}:',
    };
    const { body: mail } = await call('POST', '/mail-texts/preview', { body });
    expect(mail.text).toContain('Estimado Alex Morgan:');
    expect(mail.subject).toContain('Factura INV-1042');
    expect((await call('GET', '/mail-texts')).body.texts).toEqual([]);
    expect((await call('POST', '/mail-texts/test', { body })).body.code).toBe('ROLE_NOT_ALLOWED');
  });
});

describe('Reminders (R93)', () => {
  it('a reminder is sent once for each listed day until the invoice is paid', async () => {
    const note = 'Call us to pay in installments.';
    const texts = [{ day: -1, note: 'A word before.' }];
    const settings = { isActive: true, days: [-1, 1, 2], note, texts };
    const wrong = { ...settings, texts: [{ day: 5, note }] };
    expect((await call('PUT', '/reminder-settings', { body: wrong })).status).toBe(400);
    const stored = await call('PUT', '/reminder-settings', { body: settings });
    expect(stored.body).toEqual(settings);
    expect((await call('GET', '/reminder-settings')).body).toEqual(settings);
    const invoice = await bill('R-1', '2026-11-16', 'rae@example.com');
    const other = await bill('R-2', '2026-11-16', 'kim@example.com');

    const excluded = await bill('R-3', '2026-11-16', 'lee@example.com');
    const person = `/customers/${excluded.customerId}`;
    const changed = await call('PATCH', person, { body: { isReminded: false } });
    expect(changed.body.isReminded).toBe(false);

    const subjects = async () =>
      (await newMail()).map(({ to, subject }) => `${to} ${subject}`).sort();
    await world.runJobs();
    expect(await subjects()).toEqual([
      'kim@example.com Invoice S-R-2 from Harbor Dental is due soon',
      'rae@example.com Invoice S-R-1 from Harbor Dental is due soon',
    ]);
    await world.runJobs();
    expect(await subjects()).toEqual([]);
    await world.later(DAY_MS);
    expect(await subjects()).toEqual([]);

    const cash = { invoiceId: other.id, amount: 5000, method: 'CASH', reference: 'R-2' };
    await call('POST', '/manual-payments', { body: cash, key: 'R-2' });
    await newMail();
    await world.later(DAY_MS);
    const [overdue, ...others] = await newMail();
    expect(others).toEqual([]);
    expect(overdue).toMatchObject({
      to: 'rae@example.com',
      subject: 'Invoice S-R-1 from Harbor Dental is overdue',
      text: expect.stringContaining(note),
    });
    expect(overdue?.text).not.toContain('A word before.');
    await call('PUT', '/reminder-settings', { body: { ...settings, isActive: false } });
    await world.later(DAY_MS);
    expect(await subjects()).toEqual([]);
    expect((await call('GET', `/invoices/${invoice.id}`)).body.status).toBe('IN_COLLECTION');
  });
});

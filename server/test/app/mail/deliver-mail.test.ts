/** Email delivery (R28): once, branded, delayed if necessary, and never blocking other emails. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { rotating } from '../../../../domain/test/full-run.ts';
import { deliverMail } from '../../../src/app/mail/deliver-mail.ts';
import { MAIL_TEMPLATES } from '../../../src/customers/mail/mail-payload.ts';
import { type Notice, notify } from '../../../src/customers/mail/notify.ts';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import { createMailer, type Message } from '../../../src/platform/mail/mailer.ts';
import type { TestCompany } from '../../world/company.ts';
import { forFile } from '../../world/for-file.ts';
import { addContact, toMailbox } from '../../world/mailbox.ts';
import { START, useWorld } from '../../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company({ name: 'Harbor & "Sons" <Dental>', mainColor: '#fde047' });
  email = `maya-${harbor.companyId}@example.com`;
  await addContact(world, harbor, { value: email });
});

const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

async function ask(notice: Partial<Notice> = {}): Promise<void> {
  const { companyId, customerId } = harbor;
  const asked: Notice = {
    companyId,
    customerId,
    template: 'payment-failed',
    data: { invoiceRef: 'HD-1042', amountCents: 12_345, nextTryOn: '2026-11-16' },
    at: clock.now(),
    ...notice,
  };
  await world.deps.database.inCompany({ companyId, customerId }, (tx) => notify(tx, asked));
}

const inbox = () => post.inbox(email);

describe('A mail', () => {
  it('an email shows the name and color of the company, with localized amounts and dates', async () => {
    await ask();
    expect(await post.deliver()).toBe(1);
    const [mail] = await inbox();
    expect(mail?.from).toBe('Harbor & "Sons" <Dental> <no-reply@portal.test>');
    expect(mail?.text).toContain('Hello Maya,');
    expect(mail?.text).toContain('Amount: $123.45');
    expect(mail?.text).toContain("We'll try again on November 16, 2026.");
    expect(mail?.links).toEqual([`http://portal.test/${harbor.domain}/invoices/HD-1042`]);
    expect(mail?.html).toContain('background:#fde047');
    expect(mail?.html).toContain('Harbor &amp; &quot;Sons&quot; &lt;Dental&gt;');
    expect(mail?.html).not.toContain('<Dental>');
    expect(mail?.html).not.toMatch(/<(?:img|script|link)/);
  });

  // mail-samples.test.ts renders each template with its data.
  it.each(rotating(MAIL_TEMPLATES, 4))(
    'an email of type %s can be rendered with and without data',
    async (template) => {
      const data = {
        invoiceRef: 'HD-1042',
        amountCents: 12_345,
        feeCents: 0,
        chargeOn: '2026-12-01',
        method: 'Visa **** 4242',
        reason: '<script>alert(1)</script>',
        event: 'cardDisputed',
      } as const;
      await ask({ template, data });
      await ask({ template, data: {} });
      expect(await post.deliver()).toBe(2);
      for (const { subject, text, html } of await inbox()) {
        expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN/);
        expect(html).not.toContain('<script');
        expect(subject.length).toBeGreaterThan(10);
      }
    },
  );

  it('replies go to the support address of the company, and without one the email says that they are not read', async () => {
    const sent: Message[] = [];
    const mailer = { send: async (mail: Message) => void sent.push(mail), close: () => undefined };
    await ask();
    await deliverMail(world.deps, { mailer, address: 'no-reply@portal.test' });
    await world.deps.database.pool.query(
      "update companies set support_email = 'billing@harbor.example' where company_id = $1",
      [harbor.companyId],
    );
    await ask();
    await deliverMail(world.deps, { mailer, address: 'no-reply@portal.test' });
    expect(sent.map(({ replyTo }) => replyTo)).toEqual([undefined, 'billing@harbor.example']);
    const line = 'Replies to this email are not read.';
    expect(sent.map(({ text }) => text.includes(line))).toEqual([true, false]);
    expect(sent.map(({ html }) => html.includes(line))).toEqual([true, false]);
    // Email clients hide what follows the mark.
    const [, signature = ''] = sent[1]?.text.split('\n-- \n') ?? [];
    expect(signature).not.toMatch(/contact|turn this email off/i);
  });

  it('an email goes to the named contact, verified or not, or else to a verified contact', async () => {
    const other = `new-${harbor.companyId}@example.com`;
    const contactId = await addContact(world, harbor, {
      value: other,
      isPrimary: false,
      verifiedDaysAgo: null,
    });
    await ask({ template: 'contact-verification', data: {}, contactId });
    await ask();
    await post.deliver();
    expect(await post.inbox(other)).toHaveLength(1);
    expect(await inbox()).toHaveLength(1);
  });

  it('a process whose lease ended while composing an email does not send that email', async () => {
    await ask();
    const { database } = world.deps;
    let isStalled = false;
    const readForCompany: typeof database.readForCompany = async (scope, read) => {
      const found = await database.readForCompany(scope, read);
      if (!isStalled) {
        isStalled = true;
        pass(10 * MINUTE_MS);
        expect(await post.deliver()).toBe(1);
      }
      return found;
    };
    const stalling = { ...world.deps, database: { ...database, readForCompany } };
    expect(await post.deliver(stalling)).toBe(0);
    expect(await inbox()).toHaveLength(1);
  });

  it('an email without a recipient is dropped', async () => {
    await world.deps.database.pool.query(
      'update contacts set is_enabled = false where company_id = $1',
      [harbor.companyId],
    );
    await ask();
    expect(await post.deliver()).toBe(0);
    pass(60 * MINUTE_MS);
    expect(await post.deliver()).toBe(0);
  });
});

describe('A mail server that refuses a message', () => {
  it('a deferred email is retried under the same id and arrives once', async () => {
    await world.sandbox.refuseMail({ code: 451, times: 1 });
    await ask();
    expect(await post.deliver()).toBe(0);
    pass(4_000);
    expect(await post.deliver()).toBe(0);
    pass(1_000);
    expect(await post.deliver()).toBe(1);
    expect(await inbox()).toHaveLength(1);
    const [mail] = await inbox();
    expect(mail?.messageId).toMatch(/^<\d+\.[0-9a-f-]{36}@portal\.test>$/);
    pass(24 * 60 * MINUTE_MS);
    expect(await post.deliver()).toBe(0);
  });

  it('an address that is unknown to the mail server receives no more emails', async () => {
    await world.sandbox.refuseMail({ code: 550, times: 1 });
    await ask();
    await post.deliver();
    await ask();
    expect(await post.deliver()).toBe(0);
    expect(await inbox()).toEqual([]);
  });

  it('an unreachable mail server does not delay socket events', async () => {
    const nowhere = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', folder: '' });
    await ask();
    const invoice = await world.invoice(harbor);
    await world.payer(harbor, invoice).pay();
    expect(await deliverMail(world.deps, { mailer: nowhere, address: 'a@portal.test' })).toBe(0);
    await world.runJobs();
    const { rows } = await world.deps.database.pool.query<{ topic: string }>(
      `select distinct topic from outbox where company_id = $1 and delivered_at is null`,
      [harbor.companyId],
    );
    expect(rows).toEqual([{ topic: 'mail' }]);
  });
});

describe('Without a mail server', () => {
  it('each email is written to a file that only the owner can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quittance-mail-'));
    const mailer = createMailer({ smtpUrl: null, folder });
    await ask({ template: 'receipt' });
    pass(24 * 60 * MINUTE_MS);
    await ask({ template: 'receipt' });
    expect(await deliverMail(world.deps, { mailer, address: 'a@portal.test' })).toBeGreaterThan(1);
    const files = await readdir(folder);
    const text = await readFile(join(folder, files[0] ?? ''), 'utf8');
    expect(text).toContain('Message-ID: <');
    await rm(folder, { recursive: true });
  });

  it('a payment email has the receipt attached as a PDF', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quittance-mail-'));
    const mailer = createMailer({ smtpUrl: null, folder });
    await world.payer(harbor, await world.invoice(harbor)).pay();
    await deliverMail(world.deps, { mailer, address: 'a@portal.test' });
    const texts = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    const mail = texts.find((text) => text.includes(email)) ?? '';
    expect(mail).toMatch(/Content-Type: application\/pdf; name=receipt-R-[0-9A-F]{8}\.pdf/);
    expect(mail).toContain(Buffer.from('%PDF-1.7\n').toString('base64'));
    await rm(folder, { recursive: true });
  });
});

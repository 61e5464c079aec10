/** Signing in (R19, R32): who receives a sign-in email, and what is required to use it. */

import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@quittance/contract/durations';
import { customerIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { recordManualPayment } from '../../src/payments/record-manual.ts';
import { customers } from '../../src/schema/customers.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { createVisitor } from '../world/visitor.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company();
  email = `maya-${randomUUID()}@example.com`;
  await addContact(world, harbor, { value: email });
});

/** Moves only the clock of this test, because no processor is involved. */
const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

async function asked() {
  const browser = createVisitor(world.url);
  await browser.askForMail(harbor.domain, email);
  await post.deliver();
  return { browser, ...(await post.newestWayIn(email)) };
}

async function addCustomer(customerRef: string) {
  const id = customerIdSchema.parse(randomUUID());
  await world.deps.database.asSystem((tx) =>
    tx.insert(customers).values({
      companyId: harbor.companyId,
      id,
      firstName: 'Omar',
      lastName: 'Haddad',
      customerRef,
      internalRef: id,
      createdAt: world.deps.clock.now(),
    }),
  );
  return id;
}

describe('Requesting a sign-in email (R19)', () => {
  it('a sign-in request always succeeds and sends an email to customers only', async () => {
    const browser = createVisitor(world.url);
    for (const typed of ['nobody@example.com', '', 'C-999', '+12075550000', "'; drop table", '@']) {
      const answer = await browser.askForMail(harbor.domain, typed);
      expect([answer.status, answer.success]).toEqual([200, true]);
    }
    expect(await post.deliver()).toBe(0);
  });

  it('a sign-in request for an unknown company returns 500, as the client expects (R32)', async () => {
    const answer = await createVisitor(world.url).askForMail('nobody', email);
    expect([answer.status, answer.message]).toEqual([500, 'COMPANY_NOT_FOUND']);
    const reload = await createVisitor(world.url).reload('nobody');
    expect([reload.status, reload.message]).toEqual([500, 'COMPANY_NOT_FOUND']);
  });

  it.each([
    ['the address, in any case', (typed: string) => typed.toUpperCase(), '-'],
    ['the customer reference', () => 'C-1', '-'],
    ['a phone number as people write it', () => '(207) 555-0142', '-'],
    ['nothing, with the reference in the call', () => '', 'C-1'],
  ])('a sign-in request finds the customer by %s', async (_what, typed, id) => {
    await addContact(world, harbor, { type: 'PHONE', value: '+12075550142' });
    await createVisitor(world.url).askForMail(harbor.domain, typed(email), id);
    await post.deliver();
    expect(await post.inbox(email)).toHaveLength(1);
  });

  it('the id in the sign-in request selects one of several customers with a shared address', async () => {
    const omar = await addCustomer('C-2');
    await addContact(world, harbor, { value: email, customerId: omar });
    const browser = createVisitor(world.url);
    await browser.askForMail(harbor.domain, email, 'C-2');
    await post.deliver();
    expect(await post.inbox(email)).toHaveLength(1);
    const { token } = await post.newestWayIn(email);
    expect((await browser.openLink(token)).customerId).toBe(omar);

    await browser.askForMail(harbor.domain, email);
    await post.deliver();
    expect(await post.inbox(email)).toHaveLength(3);
  });

  it.each([
    ['verified less than a day ago', { verifiedDaysAgo: 0.9 }],
    ['not verified', { verifiedDaysAgo: null }],
    ['switched off', { isEnabled: false }],
    ['bounced', { isBounced: true }],
  ])('a sign-in request sends nothing to an address that is %s', async (_what, settings) => {
    const value = `new-${randomUUID()}@example.com`;
    await addContact(world, harbor, { value, isPrimary: false, ...settings });
    await createVisitor(world.url).askForMail(harbor.domain, value);
    expect(await post.deliver()).toBe(0);
  });

  it('the sign-in token, the code and the typed text are not stored in plain text', async () => {
    const { token, code } = await asked();
    expect(token).toMatch(/^[\w-]{65}$/);
    expect(code).toMatch(/^\d{6}$/);
    const { pool } = world.deps.database;
    const { rows } = await pool.query<{ text: string }>(
      `select payload::text as text from outbox where company_id = $1
       union all select sign_in_tokens::text from sign_in_tokens where company_id = $1
       union all select audit::text from audit where company_id = $1`,
      [harbor.companyId],
    );
    const everything = rows.map(({ text }) => text).join('\n');
    expect(rows.length).toBeGreaterThan(2);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(code);
    expect(everything).not.toContain(email);
  });

  it('a sign-in email that expired while the mail server was unavailable is not sent', async () => {
    await createVisitor(world.url).askForMail(harbor.domain, email);
    await world.sandbox.refuseMail({ code: 451, times: 1 });
    expect(await post.deliver()).toBe(0);
    pass(11 * MINUTE_MS);
    expect(await post.deliver()).toBe(0);
    expect(await post.inbox(email)).toEqual([]);
  });
});

describe('The link of a sign-in mail (R19)', () => {
  it('a sign-in link signs in the requesting browser immediately and only once', async () => {
    const { browser, token } = await asked();
    const answer = await browser.openLink(token, harbor.domain);
    expect(answer).toMatchObject({
      status: 200,
      customerId: harbor.customerId,
      domain: harbor.domain,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const again = await browser.openLink(token, harbor.domain);
    expect([again.status, again.message]).toEqual([410, 'SIGN_IN_LINK_DEAD']);
  });

  it.each([
    ['an overdue invoice', true, { status: 'IN_COLLECTION', dueInDays: -3 }],
    ['an invoice due in 14 days', true, { status: 'DUE', dueInDays: 14 }],
    ['an invoice due in 15 days', false, { status: 'DUE', dueInDays: 15 }],
  ] as const)(
    'the sign-in response for %s states whether an invoice is due: %s (R35)',
    async (_, isDue, invoice) => {
      await world.invoice(harbor, invoice);
      const { browser, token } = await asked();
      expect(await browser.openLink(token)).toMatchObject({ isPaymentDue: isDue });
    },
  );

  it('the sign-in response reports nothing due when the invoice is paid or scheduled (R35)', async () => {
    const { companyId } = harbor;
    const paid = await world.invoice(harbor, { dueInDays: 3 });
    await recordManualPayment(world.deps, {
      companyId,
      parts: [{ invoiceId: paid.invoiceId, amountCents: cents(10_000) }],
      reference: randomUUID(),
      method: 'CASH',
      actor: 'operator:till',
      at: clock.now(),
    });
    const invoice = await world.invoice(harbor, { dueInDays: 3 });
    const { methodId } = await world.method(harbor, { kind: 'card', number: '4242424242424242' });
    await addSchedule(world.deps, { company: harbor, invoice, methodId }, 5);
    const { browser, token } = await asked();
    expect(await browser.openLink(token)).toMatchObject({ isPaymentDue: false });
  });

  it('exactly one of a hundred concurrent uses of a sign-in link succeeds', async () => {
    const { browser, token } = await asked();
    const headers = { cookie: browser.cookie() };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        createVisitor(world.url).call(`debtor/auth?token=${token}`, { headers }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 410)]);
    const { rows } = await world.deps.database.pool.query(
      'select id from sessions where company_id = $1',
      [harbor.companyId],
    );
    expect(rows).toHaveLength(1);
  });

  it('a sign-in link is not consumed in another browser, however often a mail scanner opens it', async () => {
    const { token, code } = await asked();
    const scanner = createVisitor(world.url);
    for (let count = 0; count < 6; count += 1) {
      const answer = await scanner.openLink(token, harbor.domain);
      expect([answer.status, answer.message]).toEqual([409, 'SIGN_IN_CODE_NEEDED']);
      const pressed = await scanner.typeCode({ domain: harbor.domain, code: '', token });
      expect([pressed.status, pressed.message]).toEqual([422, 'SIGN_IN_CODE_WRONG']);
    }
    expect(scanner.jar.size).toBe(0);
    const phone = createVisitor(world.url);
    expect((await phone.typeCode({ domain: harbor.domain, code, token })).status).toBe(200);
  });

  it('a sign-in link is refused after ten minutes, at another company, and when unknown', async () => {
    const { browser, token } = await asked();
    const northwind = await world.company();
    const dead = [browser.openLink(token, northwind.domain), browser.openLink('x'.repeat(43))];
    for (const answer of await Promise.all(dead)) {
      expect([answer.status, answer.message]).toEqual([410, 'SIGN_IN_LINK_DEAD']);
    }
    pass(10 * MINUTE_MS);
    expect((await browser.openLink(token)).status).toBe(410);
  });

  it('sign-in links from several emails work in the requesting browser until one link is used', async () => {
    const { browser, token: first } = await asked();
    await browser.askForMail(harbor.domain, email);
    await post.deliver();
    const { token: second } = await post.newestWayIn(email);
    expect(second).not.toBe(first);
    const { jar } = browser;
    const nonce = jar.get('SignInNonce') ?? '';
    expect((await browser.openLink(first)).status).toBe(200);
    jar.set('SignInNonce', nonce);
    expect((await browser.openLink(second)).status).toBe(410);
  });

  it('a page of another site cannot redeem a sign-in link', async () => {
    const { browser, token } = await asked();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ]) {
      const answer = await browser.call(`debtor/auth?token=${token}`, { headers });
      expect(answer.status).toBe(401);
    }
    expect((await browser.openLink(token)).status).toBe(200);
  });
});

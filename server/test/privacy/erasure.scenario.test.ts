/** A company erases a person but retains the financial records (R54). */
import { randomUUID } from 'node:crypto';
import { customerIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { chainEntries } from '../../src/platform/audit/chain-entries.ts';
import { addSchedule, autoPayOn } from '../world/arrangements.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { toMailbox } from '../world/mailbox.ts';
import { addPasskey } from '../world/own-rows.ts';
import { startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { addOwnMethod, BANK_ACCOUNTS, signIn, signInByLink } from '../world/signed-in.ts';
import { createVisitor } from '../world/visitor.ts';
import { useWorld } from '../world/world.ts';
import { expectChainWithoutSalts } from './erased-chain.ts';

const PERSON = {
  firstName: 'Xiomara',
  lastName: 'Quillfeather',
  bornOn: '1979-04-17',
  email: 'xq@example.com',
  phone: '+12075550199',
} as const;
/** A new address cannot receive sign-in emails for a day. */
const DAY_AND_HOUR_MS = 25 * 3_600_000;
const SECOND_EMAIL = 'second-box@example.com';
const BROWSER = 'Erasable/9.1';
const DENTIST = 'Dr. Wintergreen';
const DEVICE = {
  screen: { width: 1717, height: 1313, colorDepth: 24 },
  timezone: 'Pacific/Chatham',
  timezoneOffset: -765,
  locale: 'en-NZ',
  userAgent: BROWSER,
  ipAddress: '203.0.113.77',
};
const ADDRESS = {
  country: 'US',
  city: 'Pelican Falls',
  state: 'Maine',
  address: '12 Heron Crescent',
  formatted_address: '12 Heron Crescent, Pelican Falls',
  postalCode: '04999',
  streetNumber: '12',
  unit: '',
  street: 'Heron Crescent',
};
/** Must also be absent from a mandate's record, which keeps only the IP address and browser of a consent. */
const PERSONAL = [
  ...Object.values(PERSON),
  SECOND_EMAIL,
  BROWSER,
  DEVICE.timezone,
  DEVICE.ipAddress,
  'Heron Crescent',
  'Pelican Falls',
  DENTIST,
];

const world = useWorld();

type Person = { company: TestCompany; call: Provider; path: string };

async function newPerson(): Promise<Person> {
  const company = await world.company();
  const call = await createProvider(world, company);
  const body = { ...PERSON, customerRef: 'E-1', externalRef: 'crm-7' };
  const { body: customer } = await call('POST', '/customers', { body, key: 'create' });
  const customerId = customerIdSchema.parse(customer.id);
  return { company: { ...company, customerId }, call, path: `/customers/${customerId}` };
}

const ERASURE = { reason: 'Asked for by letter', customerRef: 'E-1' };

async function erase({ company, path }: Person) {
  const owner = await provedOwner(world, company);
  return owner.provider('POST', `${path}/erase`, { body: ERASURE });
}

/** Lists occurrences in the company's rows and in tables without a company, as 'text in table'. */
async function findOccurrences(
  texts: readonly string[],
  { companyId }: TestCompany,
): Promise<string[]> {
  const { pool } = world.deps.database;
  const { rows: tables } = await pool.query<{ name: string; isOwn: boolean }>(
    `select format('%I.%I', t.schemaname, t.tablename) as name, exists (
       select from information_schema.columns c where c.table_schema = t.schemaname
         and c.table_name = t.tablename and c.column_name = 'company_id') as "isOwn"
     from pg_tables t where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const places: string[] = [];
  for (const { name, isOwn } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `select sought as text from unnest($1::text[]) sought where exists (select from ${name} t
         where strpos(lower(t::text), lower(sought)) > 0
           and ${isOwn ? 'company_id = $2' : '$2::uuid is not null'})`,
      [texts, companyId],
    );
    for (const { text } of rows) places.push(`${text} in ${name}`);
  }
  return places;
}

const MONEY_TABLES = ['postings', 'attempt_moves', 'refunds', 'disputes', 'invoice_lines'];

async function readLedger({ companyId }: TestCompany): Promise<string> {
  const parts = MONEY_TABLES.map(
    (table) => `select md5(string_agg(t::text, ',' order by t::text)) as hash
      from ${table} t where company_id = $1`,
  );
  const sums = `select md5(string_agg(concat_ws('|', id, status, total_cents, paid_cents), ','
      order by id)) from invoices where company_id = $1
    union all select md5(string_agg(concat_ws('|', id, state, amount_cents, fee_cents,
      refunded_cents, processor_reference), ',' order by id)) from attempts where company_id = $1`;
  const { rows } = await world.deps.database.pool.query([...parts, sums].join(' union all '), [
    companyId,
  ]);
  return JSON.stringify(rows);
}

/**
 * Creates everything that a person can leave behind: a payment by link, a saved card with auto-pay, a session,
 * contacts, emails.
 */
async function liveFully({ company, path, call }: Person): Promise<void> {
  const invoice = await world.invoice(company);
  await call('POST', `/invoices/${invoice.invoiceId}/send`, { body: { note: DENTIST } });
  await world.payer(company, invoice).pay({ deviceInfo: DEVICE });
  const post = toMailbox(world);
  const browser = createVisitor(world.url);
  await world.later(DAY_AND_HOUR_MS);
  await browser.askForMail(company.domain, PERSON.email);
  await post.deliver();
  const { token } = await post.newestWayIn(PERSON.email);
  const query = new URLSearchParams({ token, domain: company.domain });
  const headers = { 'user-agent': BROWSER };
  expect(await browser.call(`debtor/auth?${query}`, { headers })).toMatchObject({ status: 200 });
  const caller = await signIn(world, company);
  const added = { type: 'EMAIL', value: SECOND_EMAIL };
  expect(await caller.call({ method: 'POST', path: 'contact', body: added })).toMatchObject({
    success: true,
  });
  const home = await caller.call({ method: 'PUT', path: 'debtor', body: { address: ADDRESS } });
  expect(home).toMatchObject({ success: true });
  const body = { kind: 'QUESTION', text: `My dentist is ${DENTIST}.` };
  await caller.call({ method: 'POST', path: `request/${invoice.requestId}/inquiries`, body });
  expect(await addOwnMethod(world, { caller, company })).toMatchObject({ success: true });
  const method = await world.method(company);
  await autoPayOn(world.deps, { company, kind: 'card', method });
  await world.invoice(company);
  await call('PATCH', path, { body: { phone: PERSON.phone, firstName: PERSON.firstName } });
  await addPasskey(world, company, { name: `Key of ${PERSON.lastName}` });
  await world.runJobs();
}

describe('Erasing a person (R54)', () => {
  it('an erasure removes the personal data from every table and keeps all money records', async () => {
    const person = await newPerson();
    const { company, call, path } = person;
    await liveFully(person);
    const before = await findOccurrences(PERSONAL, company);
    expect(before).toEqual(
      expect.arrayContaining([
        'Quillfeather in public.customers',
        'xq@example.com in public.contacts',
        'second-box@example.com in public.contacts',
        'Erasable/9.1 in public.sessions',
        'Pacific/Chatham in public.attempts',
        'Heron Crescent in public.customers',
        'Quillfeather in public.passkeys',
        ...['inquiries', 'capabilities'].map((table) => `${DENTIST} in public.${table}`),
      ]),
    );
    const ledger = await readLedger(company);
    await chainEntries(world.deps);

    const erased = await erase(person);

    expect(erased.body).toMatchObject({
      customerRef: 'E-1',
      externalRef: 'crm-7',
      firstName: 'Erased',
      lastName: 'customer',
      bornOn: null,
      email: null,
      phone: null,
      erasedAt: world.deps.clock.now(),
    });
    expect(await findOccurrences(PERSONAL, company)).toEqual([]);
    // The evidence of a consent is stored with its mandate (docs/security.md).
    const addresses = await findOccurrences(['127.0.0.1'], company);
    // In this test, the owner who erased the person has the same IP address.
    const isOther = (place: string) => !/ in (?:limits\.|public\.staff_)/.test(place);
    expect(addresses.filter(isOther)).toEqual(['127.0.0.1 in public.mandates']);
    expect(await readLedger(company)).toBe(ledger);
    await expectChainWithoutSalts(world.deps.database, company.companyId);
    const events = await call('GET', '/events?type=customer.erased');
    expect(events.body.data).toMatchObject([{ data: { customerRef: 'E-1' } }]);
    // The stored response of the first call no longer names the person.
    const repeated = await call('POST', '/customers', {
      body: { ...PERSON, customerRef: 'E-1', externalRef: 'crm-7' },
      key: 'create',
    });
    expect(repeated.body).toEqual(erased.body);

    const again = await erase(person);
    expect(again.body).toEqual(erased.body);
    expect((await call('GET', '/events?type=customer.erased')).body.data).toHaveLength(1);
    expect((await call('GET', path)).body).toEqual(erased.body);
  });

  it('an erasure ends sessions, links, saved methods, auto-pay and sign-in emails', async () => {
    const person = await newPerson();
    const { company } = person;
    const invoice = await world.invoice(company);
    const caller = await signIn(world, company);
    const method = await world.method(company);
    await autoPayOn(world.deps, { company, kind: 'card', method });
    await erase(person);
    const profile = { method: 'PUT', path: 'debtor', body: { address: ADDRESS } } as const;
    expect(await caller.call(profile)).toMatchObject({ code: 401 });
    const link = await fetch(
      `${world.url}/api/portal/public/account/${company.domain}/${invoice.token}`,
    );
    expect(link.status).toBe(404);
    const { rows } = await world.deps.database.pool.query(
      `select m.state, c.is_auto_pay_active from payment_methods m
       join customers c on c.company_id = m.company_id and c.id = m.customer_id where c.id = $1`,
      [company.customerId],
    );
    expect(rows).toEqual([{ state: 'removed', is_auto_pay_active: false }]);
    await world.later(DAY_AND_HOUR_MS);
    const post = toMailbox(world);
    await post.deliver();
    const sent = await post.inbox(PERSON.email);
    const known = await createVisitor(world.url).askForMail(company.domain, PERSON.email);
    const stranger = await createVisitor(world.url).askForMail(
      company.domain,
      'unknown@example.com',
    );
    expect([known.status, known.message]).toEqual([stranger.status, stranger.message]);
    expect(await post.deliver()).toBe(0);
    expect(await post.inbox(PERSON.email)).toHaveLength(sent.length);
  });

  it('an erasure is refused during an open payment and changes nothing', async () => {
    const person = await newPerson();
    const { company, call, path } = person;
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay({ bank: BANK_ACCOUNTS.pays });
    const refused = await erase(person);
    expect([refused.status, refused.body.code]).toEqual([409, 'CUSTOMER_HAS_OPEN_PAYMENTS']);
    expect((await call('GET', path)).body).toMatchObject(PERSON);
  });

  it('an erasure is refused while a refund is pending', async () => {
    const person = await newPerson();
    const { company, call } = person;
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const { companyId } = company;
    const payment = await world.deps.database.asSystem((tx) =>
      findNewestAttempt(tx, { companyId, requestId: invoice.requestId }),
    );
    const refund = { body: { reason: 'Canceled' }, key: randomUUID() };
    await call('POST', `/payments/${payment?.id}/refunds`, refund);
    expect((await erase(person)).body.code).toBe('CUSTOMER_HAS_OPEN_PAYMENTS');
    await world.runJobs();
    expect((await erase(person)).status).toBe(200);
  });

  it.each(['plan', 'schedule'] as const)(
    'an erasure is refused while a %s is active',
    async (kind) => {
      const person = await newPerson();
      const { company, call } = person;
      const invoice = await world.invoice(company);
      const { methodId } = await world.method(company);
      if (kind === 'plan') {
        await startPlan(world, { caller: signInByLink(world, invoice), company, invoice });
      } else {
        await addSchedule(world.deps, { company, invoice, methodId }, 5);
      }
      expect((await erase(person)).body.code).toBe('CUSTOMER_HAS_ARRANGEMENTS');
      const canceled = await call('POST', `/invoices/${invoice.invoiceId}/cancel-${kind}`, {
        body: { reason: 'To be erased' },
        key: 'cancel',
      });
      expect(canceled.status).toBe(200);
      expect((await erase(person)).status).toBe(200);
    },
  );

  it('an erased customer cannot be changed or billed', async () => {
    const person = await newPerson();
    const { call, path } = person;
    const draft = { accountRef: 'E-I-1', productName: 'Hull', dueDate: '2026-12-01', total: 5000 };
    const billed = { ...draft, customerRef: 'E-1' };
    const unsent = { ...billed, isDraft: true };
    const { body: stored } = await call('POST', '/invoices', { body: unsent });
    const roof = { customerRef: 'E-1', projectRef: 'E-P-1', name: 'Roof' };
    const { body: project } = await call('POST', '/projects', { body: roof });
    await erase(person);
    const name = { firstName: 'Someone', lastName: 'Else' };
    const care = { customerRef: 'E-1', contractRef: 'E-C-1', typeName: 'Care', amount: 100 };
    const estimate = { estimateRef: 'E-E-1', memo: 'Mast', expiresOn: '2099-12-31' };
    const items = [{ name: 'Mast', amount: 500 }];
    const order = { orderRef: 'E-O-1', name: 'Planks', total: 100 };
    const inProject = `/projects/${project.id}`;
    const refusals = [
      await call('PATCH', path, { body: name }),
      await call('PUT', '/customers/by-ref/crm-7', { body: { ...name, customerRef: 'E-1' } }),
      await call('POST', '/invoices', { body: { ...billed, accountRef: 'E-I-2' } }),
      await call('POST', `/invoices/${stored.id}/issue`),
      await call('PATCH', `/invoices/${stored.id}`, { body: { metadata: { name: 'Ada' } } }),
      await call('POST', '/projects', { body: { ...roof, projectRef: 'E-P-2' } }),
      await call('POST', '/contracts', { body: care }),
      await call('POST', `${inProject}/orders`, { body: order }),
      await call('POST', `${inProject}/estimates`, { body: { ...estimate, items } }),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual(Array(9).fill('CUSTOMER_ERASED'));
  });

  it.each(['dry run', 'import'])('a %s refuses only rows of an erased customer', async (mode) => {
    const person = await newPerson();
    const { call } = person;
    const roof = { customerRef: 'E-1', projectRef: 'E-P-1', name: 'Roof' };
    await call('POST', '/projects', { body: roof });
    await call('POST', '/customers', { body: { customerRef: 'E-2', businessName: 'Moss Ltd' } });
    await erase(person);
    const files = {
      customers: 'customerRef,firstName,lastName\nE-1,Someone,Else',
      projects: 'customerRef,projectRef,name\nE-1,E-P-2,Roof',
      contracts: 'customerRef,contractRef,typeName,amount\nE-1,E-C-1,Care,1.00',
      orders: 'projectRef,orderRef,name,total\nE-P-1,E-O-1,Planks,1.00',
      estimates:
        'projectRef,estimateRef,memo,expiresOn,item,amount\nE-P-1,E-E-1,Mast,2099-12-31,Mast,5',
      invoices: `customerRef,accountRef,productName,total,dueDate
E-1,E-I-2,Hull,5,2099-12-01
E-2,E-I-3,Hull,5,2099-12-01`,
    };
    for (const [kind, text] of Object.entries(files)) {
      const query = `kind=${kind}&dryRun=${mode === 'dry run'}`;
      const sent = { body: Buffer.from(text), type: 'application/octet-stream' };
      const { body } = await call('POST', `/imports?${query}`, sent);
      expect(body).toMatchObject({
        added: kind === 'invoices' ? 1 : 0,
        errors: [{ line: 2, code: 'CUSTOMER_ERASED' }],
      });
    }
  });

  it('concurrent erasure calls erase a customer once', async () => {
    const person = await newPerson();
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase(person)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const events = await person.call('GET', '/events?type=customer.erased');
    expect(events.body.data).toHaveLength(1);
  });
});

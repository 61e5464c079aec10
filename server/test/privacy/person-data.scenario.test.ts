/** One person's data in one file, for the company, the operator and the person (GDPR Art. 15 and 20). */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPage } from '../world/account-history.ts';
import { toCommandLine } from '../world/command-line.ts';
import type { TestCompany } from '../world/company.ts';
import { signedInStaff } from '../world/desk-browser.ts';
import { addPasskey } from '../world/own-rows.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { addOwnMethod, type Caller, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const linkSchema = z.object({ link: z.string() });

const world = useWorld();
let company: TestCompany;
let call: Provider;
let caller: Caller;

/** Names, contacts, a device, a session, an address of a consent, a question and a method. */
const STORED = [
  'Quillfeather',
  'xq@example.com',
  'copy@example.com',
  'My dentist',
  '127.0.0.1',
  '4242',
  'Passkey Q',
];
const TABLES = [
  'customers',
  'contacts',
  'copy_contacts',
  'inquiries',
  'mandates',
  'payment_methods',
  'sessions',
  'passkeys',
  'audit',
];
const SECRETS = /_sealed"|token_hash"|public_key"|processor_customer"|<script/;

beforeAll(async () => {
  company = await world.company();
  call = await createProvider(world, company);
  const person = {
    customerRef: 'E-1',
    firstName: '<script>alert(1)</script>',
    lastName: 'Quillfeather',
  };
  const body = {
    ...person,
    email: 'xq@example.com',
    copyContacts: [{ email: 'copy@example.com', role: 'COPY' }],
  };
  const created = await call('POST', '/customers', { body });
  company = { ...company, customerId: created.body.id };
  await call('POST', '/customers', { body: { customerRef: 'E-2', businessName: 'Moss Ltd' } });
  const invoice = await world.invoice(company);
  caller = await signIn(world, company);
  await caller.call({
    method: 'POST',
    path: `request/${invoice.requestId}/inquiries`,
    body: { kind: 'QUESTION', text: 'My dentist asks' },
  });
  expect(await addOwnMethod(world, { caller, company })).toMatchObject({ success: true });
  await addPasskey(world, company, { name: 'Passkey Q' });
});

function expectAll(json: string): void {
  const { tables } = JSON.parse(json);
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(TABLES));
  expectTexts(json.replaceAll('<script', ''));
}

function expectTexts(text: string): void {
  expect(STORED.filter((stored) => !text.includes(stored))).toEqual([]);
  expect(text).not.toContain('Moss Ltd');
  expect(text).not.toMatch(SECRETS);
}

describe('The data of one person', () => {
  it('an owner and a key download it, and each download is recorded', async () => {
    const path = `/customers/${company.customerId}/data`;
    const clerk = await signedInStaff(world, company, { role: 'clerk' });
    expect((await clerk.provider('GET', path)).code).toBe('ROLE_NOT_ALLOWED');
    const owner = await signedInStaff(world, company, { role: 'owner' });
    expectAll((await owner.provider('GET', path)).text);
    expectTexts((await owner.provider('GET', `${path}-page`)).text);
    const { rows } = await world.deps.database.pool.query(
      `select from audit where action = 'customer.data_exported' and subject = $1`,
      [`customer:${company.customerId}`],
    );
    expect(rows).toHaveLength(2);
  });

  it('the operator writes it to two files', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'person-')), 'E-1');
    const quittance = toCommandLine(world);
    expect((await quittance(['customer', 'data', company.domain, 'E-1', path])).err).toBe('');
    expectAll(await readFile(`${path}.json`, 'utf8'));
    expectTexts(await readFile(`${path}.html`, 'utf8'));
  });

  it('the person downloads it in the portal', async () => {
    const headers = await openPage(world, company);
    const download = async (kind: string) => {
      const path = `/api/portal/debtor/${company.customerId}/file-link?kind=${kind}`;
      const { link } = linkSchema.parse(await (await fetch(world.url + path, { headers })).json());
      const { cookie } = headers;
      return (await fetch(world.url + link, { headers: { cookie } })).text();
    };
    expectAll(await download('personal-data'));
    expectTexts(await download('personal-page'));
  });
});

/** References and company segments are compared case-insensitively and stored as given (R53). */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import { addContact, type Mailbox, toMailbox } from '../world/mailbox.ts';
import { createVisitor } from '../world/visitor.ts';
import { useWorld } from '../world/world.ts';

let post: Mailbox;
let harbor: TestCompany;
let email: string;

const world = useWorld();

beforeAll(async () => {
  post = toMailbox(world);
  harbor = await world.company();
  email = `maya-${randomUUID()}@example.com`;
  await addContact(world, harbor, { value: email });
});

const get = async (path: string) => (await fetch(`${world.url}/api/portal/${path}`)).status;
const upper = () => harbor.domain.toUpperCase();

describe('References in any case (R53)', () => {
  it('a company is found by its path segment in upper or lower case', async () => {
    const { token } = await world.invoice(harbor);
    expect(await get(`company/${upper()}`)).toBe(200);
    expect(await get(`public/account/${upper()}/${token}`)).toBe(200);
    expect(await get(`public/account/elsewhere/${token}`)).toBe(404);
  });

  it('a customer signs in with their reference in upper or lower case', async () => {
    await createVisitor(world.url).askForMail(upper(), 'c-1');
    expect(await post.deliver()).toBe(1);
    expect((await post.newestWayIn(email)).code).toMatch(/^\d{6}$/);
  });

  it('a reference that differs only in case is already in use', async () => {
    const { accountRef } = await world.invoice(harbor);
    const { invoiceId } = await world.invoice(harbor);
    const rename = world.deps.database.pool.query(
      'update invoices set account_ref = $1 where id = $2',
      [accountRef.toLowerCase(), invoiceId],
    );
    await expect(rename).rejects.toThrow('account_ref_is_unique_in_company');
    const twin = world.deps.database.pool.query(
      'update companies set domain = $1 where company_id = $2',
      [upper(), (await world.company()).companyId],
    );
    await expect(twin).rejects.toThrow('company_domain_is_unique');
  });
});

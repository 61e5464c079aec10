/** Reads of a person by staff are recorded, and viewers see contacts of those whom they open (R47, R95). */
import { HOUR_MS } from '@quittance/contract/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import { signedInStaff } from '../world/desk-browser.ts';
import { createProvider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

const EMAIL = 'quillfeather@example.com';
const COPY = 'bookkeeper@example.org';
const PHONE = '+12075550199';

const world = useWorld();
let company: TestCompany;
let path: string;
let customerId: string;

beforeAll(async () => {
  company = await world.company();
  const call = await createProvider(world, company);
  const person = {
    customerRef: 'E-1',
    firstName: 'Ada',
    lastName: 'Pine',
    email: EMAIL,
    phone: PHONE,
  };
  const body = { ...person, copyContacts: [{ email: COPY, role: 'COPY' }] };
  customerId = String((await call('POST', '/customers', { body })).body.id);
  path = `/customers/${customerId}`;
});

async function countReads(): Promise<number> {
  const { rows } = await world.deps.database.pool.query(
    `select from audit where action = 'customer.read' and subject = $1 and actor like 'staff:%'`,
    [`customer:${customerId}`],
  );
  return rows.length;
}

const WAYS = [
  '/customers',
  '/exports/customers',
  '/exports/customers?format=csv',
  '/exports/contacts',
];

describe('Contacts that staff see (R47)', () => {
  it('a viewer sees them masked in lists and exports, and whole of a customer that is opened', async () => {
    const viewer = await signedInStaff(world, company, { role: 'viewer' });
    for (const way of [...WAYS, `/customers?search=${COPY}`]) {
      const { status, text } = await viewer.provider('GET', way);
      expect([way, status]).toEqual([way, 200]);
      expect([EMAIL, COPY, PHONE].filter((value) => text.includes(value))).toEqual([]);
      expect(text).toContain('q***@example.com');
    }
    const { text } = await viewer.provider('GET', path);
    expect([EMAIL, COPY, PHONE].filter((value) => !text.includes(value))).toEqual([]);
  });

  it('a clerk sees them everywhere, and finds a customer by the address of a copy', async () => {
    const clerk = await signedInStaff(world, company, { role: 'clerk' });
    for (const way of WAYS) expect((await clerk.provider('GET', way)).text).toContain(EMAIL);
    const found = await clerk.provider('GET', `/customers?search=${COPY.toUpperCase()}`);
    expect(found.body.data).toMatchObject([{ id: customerId }]);
  });
});

describe('Reads of a person (R95)', () => {
  it('a read is recorded once per person, member of staff and hour, and not by the systems of the company', async () => {
    const before = await countReads();
    const [one, other] = [
      await signedInStaff(world, company, { role: 'clerk' }),
      await signedInStaff(world, company, { role: 'owner' }),
    ];
    await Promise.all([1, 2, 3].map(() => one.provider('GET', path)));
    expect(await countReads()).toBe(before + 1);
    await other.provider('GET', path);
    expect(await countReads()).toBe(before + 2);
    await one.provider('GET', '/customers');
    await (await createProvider(world, company))('GET', path);
    expect(await countReads()).toBe(before + 2);
    await world.later(HOUR_MS);
    await one.provider('GET', path);
    expect(await countReads()).toBe(before + 3);
  });
});

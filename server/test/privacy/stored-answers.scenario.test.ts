/** Stored responses and emails name their customer, so that an erasure finds them (R54). */
import { customerIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { notifyCompanies } from '../../src/reports/notify-companies.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { toMailbox } from '../world/mailbox.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const WORD = 'Quillfeather';
const MAIL = 'quill@example.com';
const ERASURE = { reason: 'Asked for by letter', customerRef: 'E-1' };

const world = useWorld();

async function newPerson() {
  const company = await world.company();
  const call = await createProvider(world, company);
  const body = { customerRef: 'E-1', firstName: 'Xiomara', lastName: WORD, email: MAIL };
  const { body: customer } = await call('POST', '/customers', { body });
  const customerId = customerIdSchema.parse(customer.id);
  return { company: { ...company, customerId }, call, path: `/customers/${customerId}` };
}

type Person = Awaited<ReturnType<typeof newPerson>>;

async function erase({ company, path }: Person) {
  const owner = await provedOwner(world, company);
  expect((await owner.provider('POST', `${path}/erase`, { body: ERASURE })).status).toBe(200);
}

const file = {
  body: Buffer.from(
    `customerRef,firstName,lastName,email\nE-1,Xi,${WORD},${MAIL}\nE-2,A,${WORD}s,x`,
  ),
  type: 'application/octet-stream',
};

/** Calls with a key, whose stored responses tell something about the person. */
async function askedAbout({ company, call, path }: Person) {
  const invoice = await world.invoice(company);
  const caller = await signIn(world, company);
  const question = { kind: 'QUESTION', text: `My name is ${WORD}.` };
  await caller.call({
    method: 'POST',
    path: `request/${invoice.requestId}/inquiries`,
    body: question,
  });
  const [inquiry] = (await call('GET', '/inquiries')).body.data;
  const metadata = { metadata: { name: WORD } };
  const attached = { body: Buffer.from('%PDF-1.7'), type: 'application/octet-stream' };
  const calls: Record<string, (call: Provider, key: string) => ReturnType<Provider>> = {
    'an import report': (send, key) => send('POST', '/imports?kind=customers', { ...file, key }),
    'a reply': (send, key) =>
      send('POST', `/inquiries/${inquiry.id}/answer`, { body: { answer: `Dear ${WORD}` }, key }),
    'metadata of an invoice': (send, key) =>
      send('PATCH', `/invoices/${invoice.invoiceId}`, { body: metadata, key }),
    'the name of an attachment': (send, key) =>
      send('POST', `/invoices/${invoice.invoiceId}/attachments?name=${WORD}.pdf`, {
        ...attached,
        key,
      }),
    'a change of the customer': (send, key) =>
      send('PATCH', path, { body: { lastName: WORD }, key }),
  };
  return calls;
}

describe('Stored responses and emails of an erased person (R54)', () => {
  it('a call that is repeated after an erasure tells nothing about the person', async () => {
    const person = await newPerson();
    const other = await person.call('POST', '/customers', {
      body: { customerRef: 'E-9', firstName: 'Ada', lastName: 'Pine' },
      key: 'other',
    });
    const calls = await askedAbout(person);
    for (const [name, send] of Object.entries(calls)) {
      const first = await send(person.call, name);
      expect([name, first.status < 300, JSON.stringify(first.body).includes(WORD)]).toEqual([
        name,
        true,
        true,
      ]);
    }
    await erase(person);
    for (const [name, send] of Object.entries(calls)) {
      const { status, body } = await send(person.call, name);
      expect([name, JSON.stringify(body).includes(WORD)]).toEqual([name, false]);
      if (status >= 300) expect([name, status, body.code]).toEqual([name, 409, 'CUSTOMER_ERASED']);
    }
    const repeated = await person.call('POST', '/customers', {
      body: { customerRef: 'E-9', firstName: 'Ada', lastName: 'Pine' },
      key: 'other',
    });
    expect(repeated.body).toEqual(other.body);
  });

  it('a file that is imported again does not bring an erased person into its report', async () => {
    const person = await newPerson();
    await erase(person);
    const { status, body } = await person.call('POST', '/imports?kind=customers', file);
    expect([status, body.errors[0].code]).toEqual([200, 'CUSTOMER_ERASED']);
    expect(JSON.stringify(body)).not.toContain(MAIL);
    expect(body.sample).toEqual([]);
  });

  it('a notice to the company is written when it is sent, so that it names no erased person', async () => {
    const person = await newPerson();
    const { company, call } = person;
    await call('PUT', '/notice-settings', {
      body: { addresses: ['office@example.com'], kinds: ['QUESTION'] },
    });
    await askedAbout(person);
    await notifyCompanies(world.deps);
    const { rows } = await world.deps.database.pool.query<{ payload: string }>(
      `select payload::text from outbox where company_id = $1 and payload ? 'to'`,
      [company.companyId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.payload).not.toContain(WORD);
    await erase(person);
    const post = toMailbox(world);
    await post.deliver();
    const [notice] = await post.inbox('office@example.com');
    expect(notice).toBeDefined();
    expect(JSON.stringify(notice)).not.toContain(WORD);
    expect(JSON.stringify(notice)).toContain('Erased customer');
  });
});

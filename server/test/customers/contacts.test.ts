/** A customer's contacts, and protection against account takeover through them (product §7.3, R23). */

import { type Contact, contactSchema } from '@quittance/contract/customers/contact-schemas';
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openForMail } from '../../src/customers/mail/notify.ts';
import type { TestCompany } from '../world/company.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addContact } from '../world/own-rows.ts';

let harbor: TestCompany;
let maya: Caller;
/** The address that Maya signed in with, verified long ago. */
let first: string;

const portal = useOwnPortal();

beforeEach(async () => {
  harbor = await portal.company();
  maya = await portal.signIn(harbor);
  const verifiedAt = portal.deps.clock.now();
  first = await addContact(portal, harbor, {
    value: 'maya@example.com',
    isPrimary: true,
    verifiedAt,
  });
});

async function list(caller = maya): Promise<Contact[]> {
  return z.array(contactSchema).parse((await caller.call('contact')).body['contacts']);
}

function add(value: string, type = 'EMAIL') {
  return maya.call('contact', { method: 'POST', body: { type, value } });
}

async function added(value: string, type = 'EMAIL'): Promise<Contact> {
  return contactSchema.parse((await add(value, type)).body['contact']);
}

function put(contactId: string, body: object) {
  return maya.call(`contact/${contactId}`, { method: 'PUT', body });
}

function remove(contactId: string, caller = maya) {
  const body = { reason: 'Removed by customer' };
  return caller.call(`contact/${contactId}`, { method: 'DELETE', body });
}

function askFor(contactId: string, caller = maya) {
  return caller.call('contact/email-verify', { method: 'POST', body: { contactId } });
}

function confirm(token: string, caller = maya) {
  return caller.call('contact/email-confirm', { method: 'POST', body: { token } });
}

type Mail = { template: string; contactId: string; data: object; secretSealed?: string };

async function mails(template: string): Promise<Mail[]> {
  const { rows } = await portal.pool.query<{ payload: Mail }>(
    `select payload from outbox
     where company_id = $1 and topic = 'mail' and payload ->> 'template' = $2 order by id`,
    [harbor.companyId, template],
  );
  return rows.map((row) => row.payload);
}

async function mailedToken(): Promise<string> {
  const sealed = (await mails('contact-verification')).at(-1)?.secretSealed ?? '';
  return String(openForMail(portal.deps.sealer, harbor, sealed)['token']);
}

async function verified(value: string): Promise<string> {
  const { contactId } = await added(value);
  await askFor(contactId);
  await confirm(await mailedToken());
  return contactId;
}

describe('Adding contacts (product §7.3)', () => {
  it('a new address is stored normalized and unverified, and cannot be used for sign-in', async () => {
    expect(await added(' Maya.Work@Example.com ')).toMatchObject({
      type: 'EMAIL',
      value: 'maya.work@example.com',
      isEnabled: true,
      isVerified: false,
      isPrimary: false,
      signInFrom: null,
    });
    expect(await list()).toHaveLength(2);
  });

  it('a phone number is stored with the prefix +1, and the first number becomes the primary one', async () => {
    expect(await added('(207) 555-0142', 'PHONE')).toMatchObject({
      value: '+12075550142',
      isPrimary: true,
    });
    expect(await added('207-555-0143', 'PHONE')).toMatchObject({ isPrimary: false });
  });

  it.each([
    ['EMAIL', 'maya@example', 422, 'INVALID_CONTACT'],
    ['EMAIL', 'x@example.com\r\nBcc: eve@example.com', 422, 'INVALID_CONTACT'],
    ['EMAIL', 'maya@example.com', 409, 'CONTACT_ALREADY_ADDED'],
    ['PHONE', '+44 20 7946 0958', 422, 'INVALID_COUNTRY'],
    ['PHONE', '12345', 422, 'INVALID_CONTACT'],
    ['FAX', '(207) 555-0142', 400, 'INVALID_REQUEST'],
  ])('a new contact is refused: %s %j', async (type, value, status, message) => {
    expect(await add(value, type)).toMatchObject({ status, body: { message } });
  });

  it('a customer can have up to ten contacts, even when many are added concurrently (R23)', async () => {
    const values = Array.from({ length: 12 }, (_, number) => `maya${number}@example.com`);
    const answers = await Promise.all(values.map((value) => add(value)));
    const refused = answers.filter((answer) => answer.body.message === 'CONTACTS_MAX_10');
    expect(refused).toHaveLength(3);
    expect(await list()).toHaveLength(10);
  });

  it('existing addresses are notified about a new address in masked form', async () => {
    await added('eve@example.net');
    expect(await mails('contact-changed')).toMatchObject([
      { contactId: first, data: { contact: 'e•••@example.net' } },
    ]);
  });
});

describe('A change of contacts needs a recent sign-in', () => {
  it('a contact change, unlike a read, requires a new sign-in after ten minutes', async () => {
    portal.later(9 * MINUTE_MS);
    const contact = await added('maya2@example.com');
    portal.later(MINUTE_MS + 1);
    const fresh = await portal.signIn(harbor);
    const again = { status: 401 };
    // The bearer token also expires after ten minutes. A new bearer token still belongs to the old session.
    expect(await add('maya3@example.com')).toMatchObject(again);
    expect(await list(fresh)).toHaveLength(2);
    const { pool } = portal;
    await pool.query(
      `update sessions set
         created_at = ((created_at at time zone 'UTC') - interval '11 minutes') at time zone 'UTC'
       where id = $1`,
      [fresh.sessionId],
    );
    const stale = { status: 403, body: { success: false, message: 'SIGN_IN_AGAIN' } };
    const body = { type: 'EMAIL', value: 'maya3@example.com' };
    expect(await fresh.call('contact', { method: 'POST', body })).toEqual(stale);
    expect(await remove(contact.contactId, fresh)).toEqual(stale);
    const copy = { email: 'maya3@example.com', role: 'COPY' };
    expect(await fresh.call('debtor/copy-contacts', { method: 'PUT', body: copy })).toEqual(stale);
    const change = { fields: {}, isEnabled: false };
    const path = `contact/${contact.contactId}`;
    expect(await fresh.call(path, { method: 'PUT', body: change })).toEqual(stale);
    expect(await list(fresh)).toHaveLength(2);
  });
});

describe('A bounced address', () => {
  it('a bounced address is marked and receives no sign-in email until it is verified again', async () => {
    await portal.pool.query('update contacts set bounced_at = now() where id = $1', [first]);
    expect(await list()).toMatchObject([{ isBounced: true, isVerified: false, signInFrom: null }]);
    expect((await askFor(first)).status).toBe(200);
    await confirm(await mailedToken());
    expect(await list()).toMatchObject([{ isBounced: false, isVerified: true, isPrimary: true }]);
  });
});

describe('Verifying an address', () => {
  it('an emailed token verifies an address once, and the address is usable for sign-in a day later', async () => {
    const { contactId } = await added('work@example.com');
    expect((await askFor(contactId)).status).toBe(200);
    expect(await mails('contact-verification')).toMatchObject([{ contactId }]);
    const token = await mailedToken();
    const at = portal.deps.clock.now();
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422]);
    const contact = (await list()).find((row) => row.contactId === contactId);
    const signInFrom = new Date(Date.parse(at) + DAY_MS).toISOString();
    expect(contact).toMatchObject({ isVerified: true, isPrimary: false, signInFrom });
    expect((await askFor(contactId)).body.message).toBe('EMAIL_ALREADY_CONFIRMED');
  });

  it('a verification token is not stored in plain text', async () => {
    const { contactId } = await added('work@example.com');
    await askFor(contactId);
    const token = await mailedToken();
    const { rows } = await portal.pool.query(
      "select string_agg(payload::text, '') || (select string_agg(contact_proofs::text, '') from contact_proofs) as everything from outbox",
    );
    expect(rows[0].everything).not.toContain(token);
  });

  it('a verification token expires after ten minutes', async () => {
    const { contactId } = await added('work@example.com');
    await askFor(contactId);
    portal.later(10 * MINUTE_MS);
    const fresh = await portal.signIn(harbor);
    const answer = await confirm(await mailedToken(), fresh);
    expect(answer).toMatchObject({ status: 422, body: { message: 'VERIFICATION_NOT_VALID' } });
  });

  it('a verification token verifies only the address to which it was sent', async () => {
    const { contactId } = await added('work@example.com');
    await askFor(contactId);
    const token = await mailedToken();
    await put(contactId, { fields: { value: 'eve@example.net' }, isEnabled: true });
    expect((await confirm(token)).body.message).toBe('VERIFICATION_NOT_VALID');
    expect((await list()).find((row) => row.contactId === contactId)?.isVerified).toBe(false);
  });

  it('a verification token is rejected in the session of another customer', async () => {
    const { contactId } = await added('typo@example.com');
    await askFor(contactId);
    const token = await mailedToken();
    const stranger = await portal.signIn(await portal.neighbor(harbor));
    expect((await confirm(token, stranger)).status).toBe(422);
    expect((await confirm(token)).status).toBe(200);
  });

  it('a verification email is sent at most three times an hour (R23)', async () => {
    const { contactId } = await added('work@example.com');
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push((await askFor(contactId)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
  });
});

describe('Changing and removing contacts', () => {
  it('a replaced address loses its verification and its primary status', async () => {
    const second = await verified('second@example.com');
    const { body } = await put(first, { fields: { value: 'new@example.com' }, isEnabled: true });
    const contacts = z.array(contactSchema).parse(body['contacts']);
    const shown = contacts.map((row) => [row.contactId, row.isVerified, row.isPrimary]);
    expect(shown).toEqual([
      [second, true, true],
      [first, false, false],
    ]);
    expect((await mails('contact-changed')).at(-1)).toMatchObject({ contactId: second });
  });

  it('the last verified address cannot be removed, replaced or disabled', async () => {
    await added('unverified@example.com');
    await added('(207) 555-0142', 'PHONE');
    const last = { status: 409, body: { success: false, message: 'LAST_CONTACT' } };
    expect(await remove(first)).toEqual(last);
    const changed = { fields: { value: 'new@example.com' }, isEnabled: true };
    expect(await put(first, changed)).toEqual(last);
    expect(await put(first, { fields: {}, isEnabled: false })).toEqual(last);
    expect((await put(first, { fields: {}, isEnabled: true })).status).toBe(200);
  });

  it('one address remains when two addresses are removed concurrently', async () => {
    const second = await verified('second@example.com');
    const answers = await Promise.all([remove(first), remove(second)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(await list()).toHaveLength(1);
  });

  it('a contact is removed once with its reason, and a second removal changes nothing', async () => {
    const { contactId } = await added('second@example.com');
    expect((await remove(contactId)).body['contacts']).toHaveLength(1);
    expect((await remove(contactId)).body['contacts']).toHaveLength(1);
    const { rows } = await portal.pool.query(
      'select removal_reason from contacts where id = $1 and removed_at is not null',
      [contactId],
    );
    expect(rows).toEqual([{ removal_reason: 'Removed by customer' }]);
    const removed = (await mails('contact-changed')).filter(
      (mail) => JSON.stringify(mail.data).includes('removed') && mail.contactId === first,
    );
    expect(removed).toHaveLength(1);
  });

  it('a contact update cannot change the kind or other fixed fields', async () => {
    const fields = { value: 'x@example.com', verifiedAt: '2026-01-01T00:00:00.000Z' };
    expect((await put(first, { fields, isEnabled: true })).status).toBe(400);
    const polluted = JSON.parse('{"fields":{"__proto__":{"isVerified":true}},"isEnabled":true}');
    await put(first, polluted);
    expect(await list()).toMatchObject([{ value: 'maya@example.com', isVerified: true }]);
  });
});

/**
 * Addresses are ASCII wherever they enter, and only ASCII letters are compared without regard to case (R100): the Kelvin
 * sign is not a k.
 */
import { randomUUID } from 'node:crypto';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import { beforeAll, describe, expect, it } from 'vitest';
import { findSignInContactsByEmail } from '../../src/identity/contacts-for-sign-in.ts';
import { hashEmail } from '../../src/identity/members.ts';
import type { TestCompany } from '../world/company.ts';
import { provedOwner } from '../world/desk-browser.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
const EMAIL = `kim-${randomUUID()}@example.com`;
const KELVIN = EMAIL.replace('k', '\u212a');

let harbor: TestCompany;
let call: Provider;

beforeAll(async () => {
  harbor = await world.company();
  call = await createProvider(world, harbor);
});

const customer = (more: object) => ({
  body: { customerRef: randomUUID(), firstName: 'Kim', lastName: 'Moss', ...more },
});

function findWays(email: string) {
  const { companyId } = harbor;
  const search = { companyId, verifiedBefore: world.deps.clock.now(), email };
  return world.deps.database.asSystem((tx) => findSignInContactsByEmail(tx, search));
}

describe('Addresses that are not ASCII (R100)', () => {
  it('are not folded', () => {
    expect(foldEmail(EMAIL.toUpperCase())).toBe(EMAIL);
    expect(foldEmail(KELVIN)).toBe(KELVIN);
  });

  it('are refused in calls of the API, imports and invitations', async () => {
    const owner = await provedOwner(world, harbor);
    for (const refused of [
      (await call('POST', '/customers', customer({ email: KELVIN }))).body,
      (await call('POST', '/customers', customer({ copyContacts: [{ email: KELVIN }] }))).body,
      await owner.desk('inviteMember', { body: { name: 'Kim', email: KELVIN, role: 'clerk' } }),
    ]) {
      expect(refused.code).toBe('INVALID_REQUEST');
    }
    const rows = [`A-1,Kim,Moss,${KELVIN},`, `A-2,Kim,Moss,,${KELVIN}`];
    const file = ['customerRef,firstName,lastName,email,copyEmails', ...rows].join('\n');
    const { body } = await call('POST', '/imports?kind=customers', {
      body: Buffer.from(file),
      type: 'application/octet-stream',
    });
    expect(body).toMatchObject({ added: 0, refused: 2 });
  });

  it('are not the address of a customer or member who signs in', async () => {
    await call('POST', '/customers', customer({ email: EMAIL.toUpperCase() }));
    expect(await findWays(EMAIL)).toHaveLength(1);
    expect(await findWays(EMAIL.toUpperCase())).toHaveLength(1);
    expect(await findWays(KELVIN)).toEqual([]);
    const hash = (email: string) =>
      world.deps.database.asSystem((tx) => hashEmail(tx, world.deps, { ...harbor, email }));
    expect(await hash(EMAIL.toUpperCase())).toBe(await hash(EMAIL));
    expect(await hash(KELVIN)).not.toBe(await hash(EMAIL));
  });
});

/** Copy addresses in a file of customers (R94): an address that is a billing contact stays one. */
import { describe, expect, it } from 'vitest';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();

async function newCustomer() {
  const call = await createProvider(world, await world.company());
  const copyContacts = [
    { email: 'books@moss.example', role: 'BILLING' },
    { email: 'a@moss.example', role: 'COPY' },
  ];
  const body = { customerRef: 'I-1', businessName: 'Moss Ltd', copyContacts };
  const { body: customer } = await call('POST', '/customers', { body });
  const read = async () => {
    const { body: current } = await call('GET', `/customers/${customer.id}`);
    return current.copyContacts.map(({ email, role }: { email: string; role: string }) => [
      email,
      role,
    ]);
  };
  return { call, read };
}

const send = (call: Provider, copyEmails: string) =>
  call('POST', '/imports?kind=customers', {
    body: Buffer.from(`customerRef,businessName,copyEmails\nI-1,Moss Ltd,${copyEmails}\n`),
    type: 'application/octet-stream',
  });

describe('Copy addresses in an import (R94)', () => {
  it('a file that names a billing contact as a copy changes nothing about that contact', async () => {
    const { call, read } = await newCustomer();
    const before = await read();
    const { status, body } = await send(call, 'Books@moss.example; a@moss.example');
    expect([status, body.unchanged, body.errors]).toEqual([200, 1, []]);
    expect(await read()).toEqual(before);
  });

  it('other copies of such a file are added and removed', async () => {
    const { call, read } = await newCustomer();
    expect((await send(call, 'books@moss.example;b@moss.example')).body.changed).toBe(1);
    expect((await read()).sort()).toEqual([
      ['b@moss.example', 'COPY'],
      ['books@moss.example', 'BILLING'],
    ]);
    expect((await send(call, 'books@moss.example')).body.changed).toBe(1);
    expect(await read()).toEqual([['books@moss.example', 'BILLING']]);
    expect((await send(call, 'books@moss.example')).body.unchanged).toBe(1);
  });
});

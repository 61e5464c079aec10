// Customers, who own saved methods: create, retrieve, update, delete, list, search. Addresses, tax and balances are
// accepted but not stored.
import { z } from 'zod';
import { customerAnswer } from '../answers.ts';
import { invalid, missing } from '../api/api-error.ts';
import { Metadata, mergeMetadata, newId } from '../api/ids.ts';
import { listAnswer, searchAnswer } from '../api/lists.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { emitEvent } from '../events.ts';
import { type Customer, nowSeconds } from '../store.ts';
import { detach } from './methods.ts';

/** An empty string removes the value. */
const Text = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .optional();

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function requireEmail(email: string | null | undefined): void {
  if (!email || EMAIL.test(email)) return;
  throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

const Fields = z.object({
  name: Text,
  email: Text,
  phone: Text,
  description: Text,
  metadata: Metadata,
});

export function findCustomer({ store, account }: Call, id: string, param = 'id'): Customer {
  const customer = store.customers.get(id);
  if (customer === undefined || customer.account !== account.id || customer.deleted) {
    throw missing('customer', id, param);
  }
  return customer;
}

export function createCustomer(call: Call): PreparedOperation {
  const { name, email, phone, description, metadata } = Fields.parse(call.params);
  requireEmail(email);
  const { store, account } = call;
  const execute = () => {
    const customer = store.customers.put({
      id: newId('cus'),
      account: account.id,
      created: nowSeconds(store),
      name: name ?? null,
      email: email ?? null,
      phone: phone ?? null,
      description: description ?? null,
      metadata: mergeMetadata({}, metadata),
      deleted: false,
    });
    const answer = customerAnswer(customer);
    emitEvent(store, { account: account.id, type: 'customer.created', object: answer });
    return answer;
  };
  return { execute };
}

/** A deleted customer can be retrieved and is marked as deleted; every other call fails. */
export function retrieveCustomer(call: Call): PreparedOperation {
  const customer = call.store.customers.get(call.path['id'] ?? '');
  if (customer === undefined || customer.account !== call.account.id) {
    throw missing('customer', call.path['id'] ?? '');
  }
  return { execute: () => customerAnswer(customer) };
}

export function updateCustomer(call: Call): PreparedOperation {
  const customer = findCustomer(call, call.path['id'] ?? '');
  const { metadata, ...changes } = Fields.parse(call.params);
  requireEmail(changes.email);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const execute = () =>
    customerAnswer(
      call.store.customers.put({
        ...customer,
        ...Object.fromEntries(given),
        metadata: mergeMetadata(customer.metadata, metadata),
      }),
    );
  return { execute };
}

export function deleteCustomer(call: Call): PreparedOperation {
  const customer = findCustomer(call, call.path['id'] ?? '');
  const { store } = call;
  const execute = () => {
    const methods = store.paymentMethods.all().filter((each) => each.customer === customer.id);
    for (const method of methods) detach(store, method);
    return customerAnswer(store.customers.put({ ...customer, deleted: true }));
  };
  return { execute };
}

const EmailFilter = z.object({ email: z.string().optional() });

export function listCustomers(call: Call): PreparedOperation {
  const { email } = EmailFilter.parse(call.params);
  const rows = call.store.customers
    .all()
    .filter((row) => !row.deleted && (email === undefined || row.email === email));
  return { execute: () => listAnswer(call, { url: '/v1/customers', rows, show: customerAnswer }) };
}

export function searchCustomers(call: Call): PreparedOperation {
  const execute = () =>
    searchAnswer(call, {
      url: '/v1/customers/search',
      rows: call.store.customers.all().filter((row) => !row.deleted),
      show: customerAnswer,
      metadataOf: ({ metadata }) => metadata,
      fieldOf: (row, field) => ({ email: row.email, name: row.name, phone: row.phone })[field],
    });
  return { execute };
}

/** A company adds and changes its customers. */

import type {
  CustomerByRef,
  CustomerChange,
  CustomerQuery,
  NewCustomer,
  ProviderCustomer,
} from '@quittance/contract/customers/provider-schemas';
import { type CustomerId, contactIdSchema, customerIdSchema } from '@quittance/contract/ids';
import type { ContactType } from '@quittance/contract/vocabulary';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { sortedPageFrom, sortedPageOf } from '../platform/http/sorted-page.ts';
import {
  type ContactRow,
  CUSTOMER_ORDERS,
  type CustomerRow,
  findCustomerRow,
  insertContact,
  listContactsOf,
  listCustomerRows,
  lockCustomerByExternalRef,
  lockCustomerRow,
  removePrimaryContact,
  updateCustomer,
} from './customer-records.ts';
import { addCustomers } from './new-customers.ts';

/** Our words for the two kinds of contact. */
export const CONTACT_TYPE = { email: 'EMAIL', phone: 'PHONE' } as const satisfies Record<
  string,
  ContactType
>;

function show(row: CustomerRow, contacts: readonly ContactRow[]): ProviderCustomer {
  const first = (wanted: ContactType) =>
    contacts.find(({ customerId, type }) => customerId === row.id && type === wanted)?.value ??
    null;
  const { id, customerRef, externalRef, firstName, lastName, businessName, bornOn, language } = row;
  return {
    id,
    type: businessName === null ? 'person' : 'business',
    customerRef,
    externalRef,
    firstName,
    lastName,
    businessName,
    bornOn,
    email: first(CONTACT_TYPE.email),
    phone: first(CONTACT_TYPE.phone),
    language,
    isTest: row.isTest,
    erasedAt: row.erasedAt,
    createdAt: row.createdAt,
  };
}

async function showAll(tx: Tx, rows: readonly CustomerRow[]): Promise<ProviderCustomer[]> {
  const [first] = rows;
  if (!first) return [];
  const customerIds = rows.map(({ id }) => id);
  const contacts = await listContactsOf(tx, { companyId: first.companyId, customerIds });
  return rows.map((row) => show(row, contacts));
}

async function showOne(tx: Tx, row: CustomerRow): Promise<ProviderCustomer> {
  const { companyId, id } = row;
  return show(row, await listContactsOf(tx, { companyId, customerIds: [id] }));
}

/** A business without a person is greeted by its own name. */
type Names = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  businessName?: string | null | undefined;
};

function namesOf({ firstName, lastName, businessName }: Names) {
  return {
    firstName: firstName ?? businessName ?? '',
    lastName: lastName ?? '',
    businessName: businessName ?? null,
  };
}

type Contacts = Pick<CustomerChange, 'email' | 'phone'>;

/** The company vouches for what its own records say, so the address can be used to sign in at once. */
async function writeContacts(
  tx: Tx,
  { clock, entropy }: ProviderDeps,
  { key, given }: { key: CustomerKey; given: Contacts },
): Promise<void> {
  const at = clock.now();
  const known = await listContactsOf(tx, { ...key, customerIds: [key.customerId] });
  for (const [name, type] of Object.entries(CONTACT_TYPE)) {
    const value = given[name === 'email' ? 'email' : 'phone'];
    if (value === undefined) continue;
    const primary = known.find((contact) => contact.type === type && contact.isPrimary);
    if (primary?.value.toLowerCase() === value?.toLowerCase()) continue;
    await removePrimaryContact(tx, { ...key, type, at });
    if (value === null) continue;
    await insertContact(tx, {
      ...key,
      id: contactIdSchema.parse(entropy.uuid()),
      type,
      value,
      isPrimary: true,
      verifiedAt: at,
      createdAt: at,
    });
  }
}

export async function createCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, input }: { actor: Actor; input: NewCustomer },
): Promise<ProviderCustomer> {
  const { companyId } = actor;
  const id = customerIdSchema.parse(deps.entropy.uuid());
  const customer = {
    companyId,
    id,
    ...namesOf(input),
    customerRef: input.customerRef,
    externalRef: input.externalRef ?? null,
    internalRef: deps.entropy.uuid(),
    bornOn: input.bornOn ?? null,
    language: input.language ?? null,
    isTest: input.isTest,
    createdAt: deps.clock.now(),
  };
  await addCustomers(tx, [customer]);
  await writeContacts(tx, deps, { key: { companyId, customerId: id }, given: input });
  await recordAction(tx, deps, { actor, action: 'customer.created', subject: `customer:${id}` });
  recordEvent(tx, { companyId, type: 'customer.created', objectId: id, at: deps.clock.now() });
  return getCustomer(tx, { companyId, customerId: id });
}

/** Undefined fields stay as they are. */
export function columnsOf(change: CustomerChange, row: CustomerRow) {
  const { customerRef, bornOn, language } = change;
  const isRenamed = ['firstName', 'lastName', 'businessName'].some((name) => name in change);
  const current = {
    firstName: row.firstName,
    lastName: row.lastName,
    businessName: row.businessName,
  };
  return {
    ...(isRenamed ? namesOf({ ...current, ...change }) : {}),
    ...(customerRef === undefined ? {} : { customerRef }),
    ...(bornOn === undefined ? {} : { bornOn }),
    ...(language === undefined ? {} : { language }),
  };
}

/** A person who was erased is not described, billed or written to again (R54). */
export function refuseErased({ erasedAt }: Pick<CustomerRow, 'erasedAt'>): void {
  if (erasedAt !== null) throw new AppError('CUSTOMER_ERASED');
}

async function write(
  tx: Tx,
  deps: ProviderDeps,
  { actor, row, change }: { actor: Actor; row: CustomerRow; change: CustomerChange },
): Promise<ProviderCustomer> {
  refuseErased(row);
  const { companyId, id: customerId } = row;
  const key = { companyId, customerId };
  const columns = columnsOf(change, row);
  const changed = Object.keys(columns).length > 0 ? await updateCustomer(tx, key, columns) : row;
  await writeContacts(tx, deps, { key, given: change });
  const detail = { fields: Object.keys(change) };
  const subject = `customer:${customerId}`;
  await recordAction(tx, deps, { actor, action: 'customer.changed', subject, detail });
  const at = deps.clock.now();
  recordEvent(tx, { companyId, type: 'customer.changed', objectId: customerId, at });
  return showOne(tx, changed);
}

export async function changeCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, customerId, change }: { actor: Actor; customerId: CustomerId; change: CustomerChange },
): Promise<ProviderCustomer> {
  const row = await lockCustomerRow(tx, { companyId: actor.companyId, customerId });
  if (!row) throw new AppError('DEBTOR_NOT_FOUND');
  return write(tx, deps, { actor, row, change });
}

/** Adds the customer, or makes the one with this reference as given. */
export async function putCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, externalRef, input }: { actor: Actor; externalRef: string; input: CustomerByRef },
): Promise<ProviderCustomer> {
  const row = await lockCustomerByExternalRef(tx, { companyId: actor.companyId, externalRef });
  if (!row) return createCustomer(tx, deps, { actor, input: { ...input, externalRef } });
  const { isTest: _, ...change } = input;
  return write(tx, deps, { actor, row, change });
}

export async function getCustomer(tx: Tx, key: CustomerKey): Promise<ProviderCustomer> {
  const row = await findCustomerRow(tx, key);
  if (!row) throw new AppError('DEBTOR_NOT_FOUND');
  return showOne(tx, row);
}

export async function listCustomers(
  tx: Tx,
  { companyId }: Actor,
  { customerRef, search, ...query }: CustomerQuery,
) {
  const page = sortedPageFrom(query, CUSTOMER_ORDERS);
  const rows = await listCustomerRows(tx, { filter: { companyId, customerRef, search }, page });
  return sortedPageOf(rows, page, (shown) => showAll(tx, shown));
}

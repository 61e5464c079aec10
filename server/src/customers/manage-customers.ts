import { CUSTOMER_FIELDS } from '@quittance/contract/customers/fields';
import type {
  CustomerByRef,
  CustomerChange,
  CustomerQuery,
  NewCustomer,
  ProviderCustomer,
} from '@quittance/contract/customers/provider-schemas';
import { changeable } from '@quittance/contract/fields';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import {
  type CompanyId,
  type CustomerId,
  contactIdSchema,
  customerIdSchema,
} from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { AppError } from '../kernel/errors.ts';
import { decideEach, isAccepted, type Outcome, onlyOutcome } from '../kernel/outcomes.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { pickColumns, toChangedColumns, toNewColumns } from '../platform/database/field-columns.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { insertRows, updateRows } from '../platform/database/row-sets.ts';
import { findRow, lockRow } from '../platform/database/rows.ts';
import { together } from '../platform/database/transaction.ts';
import {
  type ChangeSet,
  createObjects,
  type NewSet,
  recordChanges,
} from '../platform/events/write-objects.ts';
import { sortedPageFrom, toSort, toSortedPage } from '../platform/http/sorted-page.ts';
import { contacts, customers } from '../schema/customers.ts';
import { writeCopyContacts } from './copy-contacts.ts';
import {
  type ContactRow,
  CUSTOMER_ORDERS,
  type CustomerRow,
  type CustomerState,
  findCustomerByNumber,
  findCustomerRow,
  findCustomersById,
  listContacts,
  listCustomerRows,
  listLeftAtProcessors,
  lockCustomerByExternalRef,
  type ReplacedContact,
  removePrimaryContacts,
} from './customer-records.ts';
import { limitTestCustomers } from './new-customers.ts';
import { CONTACT_TYPE, showCustomers } from './show-customers.ts';

async function showOne(tx: Tx, row: CustomerRow): Promise<ProviderCustomer> {
  const [shown] = await showCustomers(tx, [row]);
  invariant(shown, 'a customer is shown');
  return shown;
}

type Names = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  businessName?: string | null | undefined;
};

function toNames({ firstName, lastName, businessName }: Names) {
  return {
    firstName: firstName ?? businessName ?? '',
    lastName: lastName ?? '',
    businessName: businessName ?? null,
  };
}

type Contacts = {
  customerId: CustomerId;
  given: Pick<CustomerChange, 'email' | 'phone' | 'copyContacts'>;
};

type ContactSet = {
  companyId: CompanyId;
  all: readonly Contacts[];
  known: readonly ContactRow[];
};

/** The company vouches for its own records, so the address is verified, and can be used to sign in after a day (R19). */
function writeContacts(tx: Tx, deps: ProviderDeps, { companyId, all, known }: ContactSet): void {
  const { clock, entropy } = deps;
  const at = clock.now();
  const primary = primaryContacts(known);
  const replaced: ReplacedContact[] = [];
  const added: (typeof contacts.$inferInsert)[] = [];
  for (const { customerId, given } of all) {
    for (const name of ['email', 'phone'] as const) {
      const [type, value] = [CONTACT_TYPE[name], given[name]];
      const before = primary.get(contactKey({ customerId, type }));
      if (value === undefined || foldEmail(before ?? '') === foldEmail(value ?? '')) continue;
      if (before !== undefined) replaced.push({ customerId, type });
      if (value === null) continue;
      added.push({
        companyId,
        id: contactIdSchema.parse(entropy.uuid()),
        customerId,
        type,
        value,
        isPrimary: true,
        verifiedAt: at,
        createdAt: at,
      });
    }
  }
  // Runs before the new contacts are inserted, because a customer has only one primary contact of each type.
  removePrimaryContacts(tx, { companyId, at }, replaced);
  insertRows(tx, contacts, added);
  writeCopyContacts(tx, deps, { companyId, all });
}

export const contactKey = ({ customerId, type }: Pick<ContactRow, 'customerId' | 'type'>) =>
  `${customerId} ${type}`;

export function primaryContacts(known: readonly ContactRow[]): ReadonlyMap<string, string> {
  return new Map(
    known.filter((row) => row.isPrimary).map((row) => [contactKey(row), row.value] as const),
  );
}

export async function createCustomers(
  tx: Tx,
  deps: ProviderDeps,
  set: NewSet<NewCustomer>,
): Promise<Outcome<{ id: CustomerId }>[]> {
  const { companyId } = set.actor;
  const createdAt = deps.clock.now();
  await limitTestCustomers(
    tx,
    set.inputs.map(({ isTest }) => ({ companyId, isTest })),
  );
  const outcomes = await createObjects(tx, deps, {
    ...set,
    action: 'customer.created',
    table: customers,
    decide: (input) => ({
      companyId,
      id: customerIdSchema.parse(deps.entropy.uuid()),
      ...toNewColumns(CUSTOMER_FIELDS, input),
      ...toNames(input),
      internalRef: deps.entropy.uuid(),
      isTest: input.isTest,
      isReminded: input.isReminded ?? true,
      createdAt,
    }),
  });
  if (set.options?.isDryRun) return outcomes;
  const all = set.inputs.flatMap((given, index) => {
    const outcome = outcomes[index];
    return outcome && isAccepted(outcome) ? [{ customerId: outcome.id, given }] : [];
  });
  writeContacts(tx, deps, { companyId, all, known: [] });
  return outcomes;
}

export async function createCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, input }: { actor: Actor; input: NewCustomer },
): Promise<ProviderCustomer> {
  const created = await createCustomers(tx, deps, { actor, inputs: [input] });
  const { id: customerId } = onlyOutcome(created);
  return getCustomer(tx, { companyId: actor.companyId, customerId });
}

function toColumns(change: CustomerChange, row: CustomerRow) {
  const isRenamed = ['firstName', 'lastName', 'businessName'].some((name) => name in change);
  const { firstName, lastName, businessName } = row;
  const current = { firstName, lastName, businessName };
  return {
    ...toChangedColumns(CUSTOMER_FIELDS, change),
    ...(isRenamed ? toNames({ ...current, ...change }) : {}),
    isReminded: change.isReminded ?? row.isReminded,
  };
}

/** A person who was erased must not be described, billed or contacted again (R54). */
function refuseErased({ erasedAt }: Pick<CustomerState, 'erasedAt'>): void {
  if (erasedAt !== null) throw new AppError('CUSTOMER_ERASED');
}

/** @throws AppError */
export function requirePresent<Customer extends CustomerState>(
  customer: Customer | null | undefined,
): Customer {
  if (!customer) throw new AppError('DEBTOR_NOT_FOUND');
  refuseErased(customer);
  return customer;
}

type CustomerName = {
  customerId?: CustomerId | undefined;
  customerRef?: string | undefined;
};

export async function findNamedCustomers(
  tx: Tx,
  { companyId }: Actor,
  names: readonly CustomerName[],
): Promise<(CustomerState | null)[]> {
  const customerIds = [...new Set(names.flatMap(({ customerId }) => customerId ?? []))];
  const byId =
    customerIds.length === 0 ? null : await findCustomersById(tx, { companyId, customerIds });
  return together(
    names.map(({ customerId, customerRef = '' }) =>
      customerId === undefined
        ? findCustomerByNumber(tx, { companyId, customerRef })
        : (byId?.get(customerId) ?? null),
    ),
  );
}

export async function requireCustomer(tx: Tx, actor: Actor, name: CustomerName) {
  const [customer] = await findNamedCustomers(tx, actor, [name]);
  return requirePresent(customer);
}

/** The customers must be locked. */
export async function changeCustomers(
  tx: Tx,
  deps: ProviderDeps,
  { actor, changes, options = {} }: ChangeSet<CustomerRow, CustomerChange>,
): Promise<Outcome<{ row: CustomerRow; change: CustomerChange }>[]> {
  const [{ companyId }, updatedAt] = [actor, deps.clock.now()];
  const outcomes = decideEach(changes, ({ row, change }) => {
    refuseErased(row);
    return { row: { ...row, ...toColumns(change, row), updatedAt }, change };
  });
  const accepted = outcomes.filter(isAccepted);
  if (options.isDryRun || accepted.length === 0) return outcomes;
  const rows = accepted.map(({ row }) => ({
    id: row.id,
    isReminded: row.isReminded,
    updatedAt,
    ...pickColumns(changeable(CUSTOMER_FIELDS), row),
  }));
  const known = await listContacts(tx, { companyId, customerIds: rows.map(({ id }) => id) });
  updateRows(tx, customers, { companyId, rows });
  const all = accepted.map(({ row, change }) => ({ customerId: row.id, given: change }));
  writeContacts(tx, deps, { companyId, all, known });
  const objects = accepted.map(({ row: { id }, change }) => ({
    id,
    detail: { fields: Object.keys(change) },
  }));
  await recordChanges(tx, deps, { actor, action: 'customer.changed', objects });
  return outcomes;
}

async function changeOne(
  tx: Tx,
  deps: ProviderDeps,
  { actor, row, change }: { actor: Actor; row: CustomerRow; change: CustomerChange },
): Promise<ProviderCustomer> {
  const outcomes = await changeCustomers(tx, deps, { actor, changes: [{ row, change }] });
  return showOne(tx, onlyOutcome(outcomes).row);
}

export async function changeCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, customerId, change }: { actor: Actor; customerId: CustomerId; change: CustomerChange },
): Promise<ProviderCustomer> {
  const row = await lockRow(tx, customers, { companyId: actor.companyId, id: customerId });
  if (!row) throw new AppError('DEBTOR_NOT_FOUND');
  return changeOne(tx, deps, { actor, row, change });
}

export async function putCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, externalRef, input }: { actor: Actor; externalRef: string; input: CustomerByRef },
): Promise<ProviderCustomer> {
  const row = await lockCustomerByExternalRef(tx, { companyId: actor.companyId, externalRef });
  if (!row) return createCustomer(tx, deps, { actor, input: { ...input, externalRef } });
  const { isTest: _, ...change } = input;
  return changeOne(tx, deps, { actor, row, change });
}

export async function getCustomer(tx: Tx, key: CustomerKey): Promise<ProviderCustomer> {
  const row = await findCustomerRow(tx, key);
  if (!row) throw new AppError('DEBTOR_NOT_FOUND');
  const shown = await showOne(tx, row);
  if (row.erasedAt === null) return shown;
  return { ...shown, leftAtProcessors: await listLeftAtProcessors(tx, key) };
}

export async function getCustomerByRef(
  tx: Tx,
  key: { companyId: CompanyId; externalRef: string },
): Promise<ProviderCustomer> {
  const row = await findRow(tx, customers, key);
  if (!row) throw new AppError('DEBTOR_NOT_FOUND');
  return showOne(tx, row);
}

export async function listCustomers(
  tx: Tx,
  { companyId }: Actor,
  { limit, after, sort, ...filter }: CustomerQuery,
) {
  const page = sortedPageFrom({ limit, after, sort: sort ?? toSort(filter) }, CUSTOMER_ORDERS);
  const rows = await listCustomerRows(tx, { filter: { companyId, ...filter }, page });
  return toSortedPage(rows, page, (shown) => showCustomers(tx, shown));
}

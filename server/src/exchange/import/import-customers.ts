/** Customers of a file: new ones are inserted together, and changed ones updated together. */
import type { CustomerChange } from '@quittance/contract/customers/provider-schemas';
import type { ContactRow, CustomerRow } from '../../customers/customer-records.ts';
import { CONTACT_TYPE, columnsOf } from '../../customers/manage-customers.ts';
import type { ProviderDeps } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  type ChangedCustomer,
  listPrimaryContacts,
  lockCustomers,
  type ReplacedContact,
  updateCustomersTogether,
} from './changed-customers.ts';
import type { ChangesOf, ImportKind } from './import-rows.ts';
import { type BatchResult, type Change, differenceOf, type Refusal, refusalWith } from './rows.ts';
import {
  CUSTOMER_TYPES,
  type GivenCustomer,
  insertJudgedCustomers,
  judgeCustomers,
  listGivenCustomers,
} from './staged-customers.ts';

/** An address in other letters is the same one. */
const storedOr = (stored: string | undefined, given: string | null) =>
  stored?.toLowerCase() === given?.toLowerCase() ? given : (stored ?? null);

/** By customer and type. */
type Primary = ReadonlyMap<string, string>;

const contactKey = ({ customerId, type }: Pick<ContactRow, 'customerId' | 'type'>) =>
  `${customerId} ${type}`;

function differenceFrom(
  row: CustomerRow,
  primary: Primary,
  { line: _, customerId, ...given }: GivenCustomer,
) {
  const storedOf = (name: 'email' | 'phone') =>
    storedOr(primary.get(contactKey({ customerId, type: CONTACT_TYPE[name] })), given[name]);
  const stored = { ...row, email: storedOf('email'), phone: storedOf('phone') };
  return differenceOf<CustomerChange>(stored, given);
}

function columnsAfter(row: CustomerRow, change: CustomerChange): ChangedCustomer {
  const { id, customerRef, firstName, lastName, businessName, language } = row;
  const columns = { id, customerRef, firstName, lastName, businessName, language };
  return { ...columns, ...columnsOf(change, row), fields: Object.keys(change) };
}

function contactsIn({ id }: CustomerRow, { email, phone }: CustomerChange): ReplacedContact[] {
  const given = [
    { type: CONTACT_TYPE.email, value: email },
    { type: CONTACT_TYPE.phone, value: phone },
  ];
  return given.flatMap(({ type, value }) => (value ? [{ customerId: id, type, value }] : []));
}

/** What was changed meanwhile is compared again, under the lock. */
async function changeCustomers(
  tx: Tx,
  { clock }: ProviderDeps,
  { actor, places }: ChangesOf,
): Promise<Omit<BatchResult, 'added'>> {
  const { companyId, name } = actor;
  const given = await listGivenCustomers(tx, places);
  const theirs = { companyId, customerIds: given.map(({ customerId }) => customerId) };
  const locked = new Map((await lockCustomers(tx, theirs)).map((row) => [row.id, row]));
  const contacts = await listPrimaryContacts(tx, theirs);
  const primary = new Map(contacts.map((contact) => [contactKey(contact), contact.value]));
  const updates: ChangedCustomer[] = [];
  const replaced: ReplacedContact[] = [];
  const changed: Change[] = [];
  const refused: Refusal[] = [];
  for (const one of given) {
    const row = locked.get(one.customerId);
    if (!row) continue;
    const { change, shown } = differenceFrom(row, primary, one);
    if (Object.keys(change).length === 0) continue;
    if (row.erasedAt !== null) {
      refused.push(refusalWith(one.line, 'CUSTOMER_ERASED'));
      continue;
    }
    updates.push(columnsAfter(row, change));
    replaced.push(...contactsIn(row, change));
    changed.push({ line: one.line, ref: one.customerRef, fields: shown });
  }
  const by = { companyId, actor: name, at: clock.now() };
  await updateCustomersTogether(tx, by, { changed: updates, replaced });
  return { changed, refused, unchanged: given.length - changed.length - refused.length };
}

export const CUSTOMER_IMPORT: ImportKind = {
  staging: { types: CUSTOMER_TYPES, keys: ['customerRef'], sharedBy: 'customerRef' },
  judge: judgeCustomers,
  adding: { table: 'customers', insert: insertJudgedCustomers },
  change: changeCustomers,
  takenCode: 'COSTUMER_REF_ALREADY_USED',
  repeated: (firstLine) => `names the same customer as line ${firstLine}`,
};

/** Customers as the provider API shows them. */
import { CUSTOMER_FIELDS } from '@quittance/contract/customers/fields';
import type { ProviderCustomer } from '@quittance/contract/customers/provider-schemas';
import type { CustomerId } from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import type { ContactType } from '@quittance/contract/vocabulary';
import type { Tx } from '../platform/database/database.ts';
import { toFieldValues } from '../platform/database/field-columns.ts';
import { together } from '../platform/database/transaction.ts';
import { type CopyContactRow, listCopyContacts, toCopyContact } from './copy-contacts.ts';
import {
  type ContactRow,
  type CustomerRow,
  listContacts,
  sumReservedCredit,
} from './customer-records.ts';
import { listMutedMails, type MutedMail, toTurnedOff } from './muted-mails.ts';

export const CONTACT_TYPE = { email: 'EMAIL', phone: 'PHONE' } as const satisfies Record<
  string,
  ContactType
>;

type Shown = {
  contacts: readonly ContactRow[];
  copies: readonly CopyContactRow[];
  muted: readonly MutedMail[];
  reserved: ReadonlyMap<CustomerId, Cents>;
};

function show(row: CustomerRow, { contacts, copies, muted, reserved }: Shown): ProviderCustomer {
  const first = (wanted: ContactType) =>
    contacts.find(({ customerId, type }) => customerId === row.id && type === wanted)?.value ??
    null;
  return {
    id: row.id,
    type: row.businessName === null ? 'person' : 'business',
    ...toFieldValues(CUSTOMER_FIELDS, row),
    email: first(CONTACT_TYPE.email),
    phone: first(CONTACT_TYPE.phone),
    copyContacts: copies.filter(({ customerId }) => customerId === row.id).map(toCopyContact),
    isTest: row.isTest,
    isReminded: row.isReminded,
    turnedOff: toTurnedOff(muted.filter(({ customerId }) => customerId === row.id)),
    credit: row.creditCents,
    creditReserved: reserved.get(row.id) ?? ZERO,
    erasedAt: row.erasedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt ?? row.createdAt,
  };
}

export async function showCustomers(tx: Tx, rows: readonly CustomerRow[]) {
  const [first] = rows;
  if (!first) return [];
  const whose = { companyId: first.companyId, customerIds: rows.map(({ id }) => id) };
  const [contacts, copies, muted, reserved] = await together([
    listContacts(tx, whose),
    listCopyContacts(tx, whose),
    listMutedMails(tx, whose),
    sumReservedCredit(tx, whose),
  ]);
  return rows.map((row) => show(row, { contacts, copies, muted, reserved }));
}

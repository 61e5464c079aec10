/** Imports customers: compares them with stored customers, then adds and changes them. */
import type { CopyContact } from '@quittance/contract/customers/copy-contacts';
import type {
  CustomerChange,
  NewCopyContacts,
  NewCustomer,
} from '@quittance/contract/customers/provider-schemas';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import type { CompanyId } from '@quittance/contract/ids';
import type { Language } from '@quittance/contract/language';
import { type SQL, sql } from 'drizzle-orm';
import { listCopyContacts, toCopyContact } from '../../customers/copy-contacts.ts';
import { type CustomerRow, listContacts } from '../../customers/customer-records.ts';
import {
  changeCustomers,
  contactKey,
  createCustomers,
  primaryContacts,
} from '../../customers/manage-customers.ts';
import { CONTACT_TYPE } from '../../customers/show-customers.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/row-sets.ts';
import { customers } from '../../schema/customers.ts';
import { addBy, changeBy, type ImportKind, type Judged } from './import-kind.ts';
import { toDifference } from './rows.ts';
import { type Counts, computeCount, differs, judge, type Share } from './staged-rows.ts';

export type StagedCustomer = {
  line: number;
  customerRef: string;
  externalRef: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  businessName: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  language: string | undefined;
  /** Sorted and in lower case, separated by semicolons. */
  copyEmails: string | undefined;
};

export const toCopyContacts = (emails: string): NewCopyContacts =>
  emails
    .split(/[;,\s]+/)
    .filter((email) => email !== '')
    .map((email) => ({ email, role: 'COPY' }));

export const toCopyEmails = (contacts: readonly { email: string }[]) =>
  contacts
    .map(({ email }) => foldEmail(email))
    .sort()
    .join(';');

const CUSTOMER_TYPES = {
  line: 'integer',
  customerRef: 'text',
  externalRef: 'text',
  firstName: 'text',
  lastName: 'text',
  businessName: 'text',
  email: 'text',
  phone: 'text',
  language: 'text',
  copyEmails: 'text',
} as const satisfies Record<keyof StagedCustomer, string>;

const contact = (company: SQL, type: 'EMAIL' | 'PHONE') =>
  sql`(select value from contacts where contacts.company_id = ${company}
    and contacts.customer_id = t.id and contacts.type = ${sql.raw(`'${type}'`)}
    and contacts.is_primary and contacts.removed_at is null limit 1)`;

/** Matches by the company's own reference or, without one, by the customer number. */
async function judgeCustomers(tx: Tx, share: Share): Promise<Counts> {
  const company = sql`${share.companyId}::uuid`;
  // Materialized, because a condition with a `case` would not use an index.
  const compared = sql`with found as materialized (
      select s.*, r.id as number_id,
        case when s.external_ref is null then r.id else e.id end as target_id
      from staged s
      left join customers r
        on r.company_id = ${company} and r.customer_ref_key = s.customer_ref_key
      left join customers e
        on e.company_id = ${company} and e.external_ref = s.external_ref
      where s.share = ${share.share}::int
    ), stored as materialized (
      select s.*, t.id as stored_id, t.customer_ref as stored_ref, t.first_name as stored_first,
        t.last_name as stored_last, t.business_name as stored_business,
        t.language as stored_language,
        (select string_agg(address_key, ';' order by address_key) from copy_contacts
          where copy_contacts.company_id = ${company} and copy_contacts.customer_id = t.id
            and (role = 'COPY' or address_key = any(string_to_array(s.copy_emails, ';')))
            and copy_contacts.removed_at is null) as stored_copies,
        ${contact(company, 'EMAIL')} as stored_email, ${contact(company, 'PHONE')} as stored_phone
      from found s
      left join customers t on t.company_id = ${company} and t.id = s.target_id
    )
    select s.*, case
        when first_line < line then 'IMPORT_ROW_REPEATED'
        when stored_id is null and number_id is not null then 'COSTUMER_REF_ALREADY_USED'
        when stored_id is null then 'added'
        when stored_id <> number_id then 'COSTUMER_REF_ALREADY_USED'
        when customer_ref <> stored_ref or ${differs('first_name', 'stored_first')}
          or ${differs('last_name', 'stored_last')}
          or ${differs('business_name', 'stored_business')}
          or (email is not null and lower(email) is distinct from lower(stored_email))
          or ${differs('phone', 'stored_phone')}
          or ${differs('language', 'stored_language')}
          or ${differs('copy_emails', 'stored_copies')} then 'changed'
        else 'unchanged'
      end as verdict
    from stored s`;
  return judge(tx, {
    compared,
    position: sql`line`,
    keys: ['customer_ref_key', 'external_ref'],
    ...computeCount(share),
  });
}

type JudgedCustomer = Judged<Omit<StagedCustomer, 'language'>> & {
  language: Language | null;
  targetId: string;
};
const COLUMNS = { ...CUSTOMER_TYPES, targetId: 'uuid' } as const;

const toNewCustomer = (row: JudgedCustomer): NewCustomer => ({
  customerRef: row.customerRef,
  externalRef: row.externalRef ?? undefined,
  firstName: row.firstName ?? undefined,
  lastName: row.lastName ?? undefined,
  businessName: row.businessName,
  email: row.email,
  phone: row.phone,
  language: row.language,
  copyContacts: row.copyEmails ? toCopyContacts(row.copyEmails) : undefined,
  isTest: false,
});

type StoredCustomer = CustomerRow & {
  primary: ReadonlyMap<string, string>;
  copies: readonly CopyContact[];
};

async function lockWithContacts(
  tx: Tx,
  { companyId, ids }: { companyId: CompanyId; ids: readonly string[] },
): Promise<StoredCustomer[]> {
  const rows = await lockRows(tx, customers, { companyId, ids });
  const customerIds = rows.map(({ id }) => id);
  const primary = primaryContacts(await listContacts(tx, { companyId, customerIds }));
  const copies = await listCopyContacts(tx, { companyId, customerIds });
  const findCopies = ({ id }: CustomerRow) => copies.filter(({ customerId }) => customerId === id);
  return rows.map((row) => ({ ...row, primary, copies: findCopies(row).map(toCopyContact) }));
}

/** Addresses that differ only in letter case are equal. */
const storedOr = (stored: string | undefined, given: string | null) =>
  foldEmail(stored ?? '') === foldEmail(given ?? '') ? given : (stored ?? null);

/** A billing contact gets every email that a copy gets, so a file that names it does not change it. */
function withoutBilling(emails: string, billing: readonly CopyContact[]): string {
  const known = new Set(billing.map(({ email }) => foldEmail(email)));
  return toCopyEmails(toCopyContacts(emails).filter(({ email }) => !known.has(email)));
}

function compare(
  { line: _, targetId, externalRef: __, ...given }: JudgedCustomer,
  { primary, copies, ...row }: StoredCustomer,
) {
  const storedContact = (name: 'email' | 'phone') =>
    storedOr(
      primary.get(contactKey({ customerId: row.id, type: CONTACT_TYPE[name] })),
      given[name],
    );
  const [email, phone] = [storedContact('email'), storedContact('phone')];
  const billing = copies.filter(({ role }) => role === 'BILLING');
  const copyEmails = toCopyEmails(copies.filter((contact) => !billing.includes(contact)));
  const stored = { ...row, email, phone, copyEmails };
  const difference = toDifference<CustomerChange & { copyEmails?: string }>(stored, {
    ...given,
    copyEmails: given.copyEmails && withoutBilling(given.copyEmails, billing),
  });
  const { copyEmails: changed, ...change } = difference.change;
  const kept = billing.map((contact) => ({ email: contact.email, role: contact.role }));
  const copyContacts = changed === undefined ? undefined : [...kept, ...toCopyContacts(changed)];
  return {
    ref: given.customerRef,
    shown: difference.shown,
    change: copyContacts ? { ...change, copyContacts } : change,
  };
}

export const CUSTOMER_IMPORT: ImportKind = {
  staging: { types: CUSTOMER_TYPES, keys: ['customerRef'], sharedBy: 'customerRef' },
  judge: judgeCustomers,
  add: addBy<JudgedCustomer>(COLUMNS, (tx, deps, { rows, ...batch }) =>
    createCustomers(tx, deps, { ...batch, inputs: rows.map(toNewCustomer) }),
  ),
  change: changeBy({ columns: COLUMNS, lock: lockWithContacts, compare, change: changeCustomers }),
  takenCode: 'COSTUMER_REF_ALREADY_USED',
  repeated: (firstLine) => `names the same customer as line ${firstLine}`,
};

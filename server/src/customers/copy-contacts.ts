/**
 * Contacts that receive copies of a customer's emails (R94). They are not contacts of the customer: no sign-in looks
 * them up, and an email to them contains no link but the public link of its invoice.
 */
import { COPY_CONTACTS_MAX, type CopyContact } from '@quittance/contract/customers/copy-contacts';
import type { NewCopyContacts } from '@quittance/contract/customers/provider-schemas';
import type { Instant } from '@quittance/contract/dates';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import {
  type CompanyId,
  type ContactId,
  type CustomerId,
  contactIdSchema,
} from '@quittance/contract/ids';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { CopiedMail } from '@quittance/contract/vocabulary';
import { and, asc, sql } from 'drizzle-orm';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { firstRow, hasRow, hasRows } from '../platform/database/rows.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { addToOutbox, MAIL_TOPIC } from '../platform/events/outbox.ts';
import { copyContacts } from '../schema/copy-contacts.ts';
import { contacts } from '../schema/customers.ts';
import { changeContacts, recordContactChange } from './change-contacts.ts';
import { readContactValue } from './contact-value.ts';
import { readAsCustomer } from './customer-scope.ts';
import type { MailPayload, MailTemplate } from './mail/mail-payload.ts';
import { updateCustomer } from './store.ts';

export type CopyContactRow = typeof copyContacts.$inferSelect;
export type CopyContactKey = CustomerKey & { contactId: ContactId };

export async function listCopyContacts(
  tx: Tx,
  { companyId, customerIds }: { companyId: CompanyId; customerIds: readonly CustomerId[] },
): Promise<CopyContactRow[]> {
  return tx
    .select()
    .from(copyContacts)
    .where(matching(copyContacts, { companyId, customerId: customerIds, removedAt: null }))
    .orderBy(asc(copyContacts.createdAt), asc(copyContacts.addressKey));
}

export const toCopyContact = ({
  address,
  role,
  muted,
  bouncedAt,
}: CopyContactRow): CopyContact => ({
  email: address,
  role,
  turnedOff: muted,
  isBounced: bouncedAt !== null,
});

type CopyContactList = {
  customerId: CustomerId;
  given: { copyContacts?: NewCopyContacts | undefined };
};

/** Replaces the lists of these customers. A customer without a given list keeps its own. */
export function writeCopyContacts(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { companyId, all }: { companyId: CompanyId; all: readonly CopyContactList[] },
): void {
  const lists = all.filter(({ given }) => given.copyContacts !== undefined);
  if (lists.length === 0) return;
  const at = clock.now();
  const contactRows = lists.flatMap(({ customerId, given: { copyContacts: listed = [] } }) =>
    listed.map(({ email, role }) => ({
      id: entropy.uuid(),
      customerId,
      email,
      key: foldEmail(email),
      role,
    })),
  );
  const owners = JSON.stringify(lists.map(({ customerId }) => customerId));
  const rows = sql`json_to_recordset(${JSON.stringify(contactRows)}::json)
    as given (id uuid, "customerId" uuid, email text, key text, role text)`;
  const isMissing = sql`company_id = ${companyId}
    and customer_id in (select value::uuid from json_array_elements_text(${owners}::json))
    and not exists (select 1 from ${rows}
      where given."customerId" = customer_id and given.key = address_key)`;
  sendAhead(tx, tx.execute(sql`delete from copy_contacts where ${isMissing} and muted = '{}'`));
  sendAhead(
    tx,
    tx.execute(sql`update copy_contacts set removed_at = ${at}
      where ${isMissing} and muted <> '{}' and removed_at is null`),
  );
  if (contactRows.length === 0) return;
  const statement = sql`insert into copy_contacts (company_id, id, customer_id, address, role, created_at)
    select ${companyId}::uuid, id, "customerId", email, role, ${at}::timestamptz from ${rows}
    on conflict (company_id, customer_id, address_key) do update
    set address = excluded.address, role = excluded.role, removed_at = null,
      bounced_at = case when copy_contacts.removed_at is null then copy_contacts.bounced_at end`;
  sendAhead(tx, tx.execute(statement));
}

export function readCopyContacts(deps: Deps, principal: CustomerPrincipal): Promise<CopyContact[]> {
  const { companyId, customerId } = principal;
  return readAsCustomer(deps, principal, async (tx) =>
    (await listCopyContacts(tx, { companyId, customerIds: [customerId] })).map(toCopyContact),
  );
}

/** Like a change of the customer's own contacts, it needs a recent sign-in and is reported to them. */
export function setCopyContact(
  deps: Deps,
  principal: CustomerPrincipal,
  { email: typed, role }: BodyOf<'setCopyContact'>,
): Promise<CopyContact[]> {
  const email = readContactValue('EMAIL', typed);
  const { companyId, customerId } = principal;
  return changeContacts(deps, principal, async (tx, own) => {
    const list = () => listCopyContacts(tx, { companyId, customerIds: [customerId] });
    const before = await list();
    const present = before.find(({ addressKey }) => addressKey === email);
    if ((present?.role ?? null) === role) return before.map(toCopyContact);
    const others = before.filter((row) => row !== present);
    if (role !== null && others.length >= COPY_CONTACTS_MAX) throw new AppError('CONTACTS_MAX_10');
    const kept = others.map((row) => ({ email: row.address, role: row.role }));
    const listed = role === null ? kept : [...kept, { email, role }];
    const all = [{ customerId, given: { copyContacts: listed } }];
    writeCopyContacts(tx, deps, { companyId, all });
    const after = await list();
    const id = (present ?? after.find(({ addressKey }) => addressKey === email))?.id;
    const contact = { id: contactIdSchema.parse(id), type: 'EMAIL', value: email } as const;
    const added = present ? 'copy_contact.changed' : 'copy_contact.added';
    const action = role === null ? 'copy_contact.removed' : added;
    await recordContactChange(tx, deps, { principal, contact, action, contacts: own });
    return after.map(toCopyContact);
  });
}

const COPIED = {
  invoice: 'INVOICES',
  'invoice-reminder': 'REMINDERS',
  receipt: 'RECEIPTS',
} as const satisfies Partial<Record<MailTemplate, CopiedMail>>;

export const toCopiedMail = (template: MailTemplate): CopiedMail | null =>
  template in COPIED ? COPIED[template as keyof typeof COPIED] : null; // because of the check before it

/** A contact that only gets a copy cannot open the invoice. */
export function hasBillingContact(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<boolean> {
  const isBilling = { role: 'BILLING', removedAt: null, bouncedAt: null } as const;
  return hasRow(tx, copyContacts, { companyId, customerId, ...isBilling });
}

export function findCopyContact(
  tx: Tx,
  { companyId, customerId, contactId: id }: CopyContactKey,
): Promise<CopyContactRow | null> {
  return firstRow(
    tx.select().from(copyContacts).where(matching(copyContacts, { companyId, customerId, id })),
  );
}

/**
 * Queues the copies of an email when the email itself is done, in the same transaction, so that each is queued once.
 * They are bulk email: within the caps and after everything a payer waits for. The customer's own address gets none.
 */
export async function queueCopies(
  tx: Tx,
  { companyId, payload, at }: { companyId: CompanyId; payload: MailPayload; at: Instant },
): Promise<number> {
  const kind = toCopiedMail(payload.template);
  if (!kind || payload.contactId || payload.copyTo) return 0;
  const { customerId } = payload;
  const isOwn = tx
    .select({ one: sql`1` })
    .from(contacts)
    .where(
      and(
        matching(contacts, { companyId, customerId, type: 'EMAIL', removedAt: null }),
        sql`${contacts.isPrimary} and ${contacts.valueKey} = ${copyContacts.addressKey}`,
      ),
    );
  const rows = await tx
    .select({ id: copyContacts.id, role: copyContacts.role })
    .from(copyContacts)
    .where(
      and(
        matching(copyContacts, { companyId, customerId, removedAt: null, bouncedAt: null }),
        sql`not (${kind} = any(${copyContacts.muted})) and not exists ${isOwn}`,
      ),
    )
    .orderBy(asc(copyContacts.id));
  const { secretSealed, ...open } = payload;
  for (const { id: copyTo, role } of rows) {
    const secret = role === 'BILLING' && secretSealed ? { secretSealed } : {};
    const copy: MailPayload = { ...open, ...secret, copyTo };
    await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload: copy, isBulk: true, at });
  }
  return rows.length;
}

export async function markCopyBounced(
  tx: Tx,
  { companyId, customerId, contactId: id }: CopyContactKey,
  bouncedAt: Instant,
): Promise<void> {
  await updateCustomer(tx, { companyId, customerId }, { updatedAt: bouncedAt });
  await tx
    .update(copyContacts)
    .set({ bouncedAt })
    .where(matching(copyContacts, { companyId, customerId, id }));
}

/** Returns whether it was a change. */
export function muteCopy(
  tx: Tx,
  { companyId, customerId, contactId: id }: CopyContactKey,
  { kind, isOn }: { kind: CopiedMail; isOn: boolean },
): Promise<boolean> {
  const { muted } = copyContacts;
  const isMuted = sql`${kind} = any(${muted})`;
  return hasRows(
    tx
      .update(copyContacts)
      .set({
        muted: isOn ? sql`array_remove(${muted}, ${kind})` : sql`array_append(${muted}, ${kind})`,
      })
      .where(
        and(
          matching(copyContacts, { companyId, customerId, id }),
          isOn ? isMuted : sql`not (${isMuted})`,
        ),
      )
      .returning({ id: copyContacts.id }),
  );
}

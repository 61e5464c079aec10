/** Customers, as shown in the portal and as payers at a processor. */

import type { Instant } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { desc, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, references } from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { findRow, firstRow, lockRow, lockWithChildren } from '../platform/database/rows.ts';
import type { MethodRow } from '../schema/customers.ts';
import { contacts, customers, paymentMethods } from '../schema/customers.ts';

const METHODS_MAX = 200;

export type PayerRow = Pick<CustomerRow, 'firstName' | 'lastName' | 'language'> & {
  email: string | null;
};

/** Includes data that a bank debit may need. Not for pages: a public link shows none of it (R4). */
export type ChargedPayerRow = PayerRow & Pick<CustomerRow, 'bornOn'>;

export async function findChargedPayer(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<ChargedPayerRow | null> {
  return firstRow(
    readPrepared(tx, { name: 'charged_payer', values: { companyId, customerId } }, () => ({
      selection: {
        firstName: customers.firstName,
        lastName: customers.lastName,
        bornOn: customers.bornOn,
        language: customers.language,
        email: sql<string | null>`${contacts.value}`,
      },
      source: sql`from ${customers} left join ${contacts}
        on ${references(contacts.customerId, customers)}
        and ${matching(contacts, { type: 'EMAIL', isPrimary: true, removedAt: null })}
        where ${customers.companyId} = ${sql.placeholder('companyId')}
        and ${customers.id} = ${sql.placeholder('customerId')}`,
    })),
  );
}

/** Returns only data that a page may show. */
export async function findPayer(tx: Tx, key: CustomerKey): Promise<PayerRow | null> {
  const payer = await findChargedPayer(tx, key);
  if (!payer) return null;
  const { bornOn: _, ...shown } = payer;
  return shown;
}

/** The only data of a customer that the holder of a link sees (R4). */
export async function findGreeting(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<Pick<CustomerRow, 'firstName' | 'language'> | null> {
  return firstRow(
    readPrepared(tx, { name: 'greeting', values: { companyId, customerId } }, () => ({
      selection: { firstName: customers.firstName, language: customers.language },
      source: sql`from ${customers} where ${customers.companyId} = ${sql.placeholder('companyId')}
        and ${customers.id} = ${sql.placeholder('customerId')}`,
    })),
  );
}

export type CustomerRow = typeof customers.$inferSelect;

export async function findCustomer(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<CustomerRow | null> {
  return findRow(tx, customers, { companyId, id: customerId });
}

export type CustomerChange = Partial<
  Pick<CustomerRow, 'firstName' | 'lastName' | 'bornOn' | 'address' | 'language' | 'updatedAt'>
>;

export async function updateCustomer(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  change: CustomerChange,
): Promise<void> {
  await tx
    .update(customers)
    .set(change)
    .where(matching(customers, { companyId, id: customerId }));
}

export async function listSavedMethods(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  processor: ProcessorName,
): Promise<MethodRow[]> {
  const owner = { companyId, customerId };
  return tx
    .select()
    .from(paymentMethods)
    .where(matching(paymentMethods, { ...owner, processor, state: 'active', isSaved: true }))
    .orderBy(desc(paymentMethods.createdAt), desc(paymentMethods.id))
    .limit(METHODS_MAX);
}

/** Lock order: invoices, then the customer, then methods. */
export async function lockCustomer(tx: Tx, { companyId, customerId }: CustomerKey) {
  return lockRow(tx, customers, { companyId, id: customerId });
}

/** For an erasure: waits for everyone who writes about the customer, and lets them wait and then be refused. */
export async function lockCustomerCompletely(tx: Tx, { companyId, customerId }: CustomerKey) {
  return lockWithChildren(tx, customers, { companyId, id: customerId });
}

/** A constraint refuses to use more than the customer's credit (R90). */
export async function changeCredit(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  { addedCents, at: updatedAt }: { addedCents: Cents; at: Instant },
): Promise<void> {
  const creditCents = sql`${customers.creditCents} + ${addedCents}`;
  await tx
    .update(customers)
    .set({ creditCents, updatedAt })
    .where(matching(customers, { companyId, id: customerId }));
}

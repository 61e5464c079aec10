/** Rows of one customer for `every-table.ts`: sessions, links, codes, passkeys, a method setup and an intent. */
import { randomUUID } from 'node:crypto';
import { attemptIdSchema, type ContactId, contactIdSchema } from '@quittance/contract/ids';
import type { Tx } from '../../src/platform/database/database.ts';
import {
  bearers,
  contactProofs,
  devices,
  sessions,
  signInTokens,
} from '../../src/schema/access.ts';
import { copyContacts } from '../../src/schema/copy-contacts.ts';
import { processorCustomers } from '../../src/schema/customers.ts';
import { intents } from '../../src/schema/intents.ts';
import { metadata } from '../../src/schema/metadata.ts';
import { methodSetups } from '../../src/schema/method-setups.ts';
import { mutedMails } from '../../src/schema/muted-mails.ts';
import { passkeys, spentChallenges } from '../../src/schema/passkeys.ts';
import { AT, type SmallCustomer } from './money-rows.ts';

export async function fillAccess(
  tx: Tx,
  small: SmallCustomer,
  contactId: ContactId,
): Promise<void> {
  const { companyId, customerId } = small;
  const whose = { companyId, customerId, createdAt: AT };
  const sessionId = randomUUID();
  const secret = () => ({ tokenHash: randomUUID(), expiresAt: AT });
  const from = { address: '127.0.0.1', userAgent: 'test' };
  await tx
    .insert(sessions)
    .values({ ...whose, id: sessionId, ...secret(), ...from, lastSeenAt: AT });
  const device = { id: randomUUID(), userAgent: 'test', rotatedAt: AT, lastUsedAt: AT };
  await tx.insert(devices).values({ ...whose, ...device, ...secret() });
  await tx.insert(bearers).values({ ...whose, id: randomUUID(), sessionId, ...secret() });
  const asked = { codeHash: randomUUID(), nonceHash: randomUUID(), mailRequestId: randomUUID() };
  await tx
    .insert(signInTokens)
    .values({ ...whose, id: randomUUID(), contactId, ...asked, ...secret() });
  await tx
    .insert(contactProofs)
    .values({ ...whose, id: randomUUID(), contactId, contactVersion: 1, ...secret() });
  await tx.insert(methodSetups).values({
    ...whose,
    id: randomUUID(),
    actor: 'test',
    key: randomUUID(),
    requestHash: 'hash',
    purpose: { kind: 'add', methodKind: 'card' },
    mandateText: 'Yes.',
    evidence: { ipAddress: '127.0.0.1', userAgent: 'test' },
    state: 'FAILED',
  });
}

export async function fillPasskey(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId } = small;
  const whose = { companyId, customerId };
  await tx.insert(passkeys).values({
    ...whose,
    id: randomUUID(),
    credentialId: randomUUID(),
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: 'Phone',
    isBackedUp: false,
    createdAt: AT,
  });
  await tx.insert(spentChallenges).values({ ...whose, id: randomUUID(), expiresAt: AT });
  await tx
    .insert(metadata)
    .values({ ...whose, objectId: whose.customerId, data: { region: 'west' } });
  await tx.insert(copyContacts).values({
    ...whose,
    id: contactIdSchema.parse(randomUUID()),
    address: `copy-${randomUUID()}@example.com`,
    role: 'COPY',
    createdAt: AT,
  });
  await tx.insert(mutedMails).values({ ...whose, kind: 'REMINDERS', mutedAt: AT });
  await tx.insert(processorCustomers).values({ ...whose, processor: 'stripe', forgetAt: AT });
}

/** The intent is canceled by default. */
export async function fillIntent(
  tx: Tx,
  small: SmallCustomer,
  changes: Partial<typeof intents.$inferInsert> = {},
): Promise<void> {
  const { companyId, customerId, requestId, invoiceId } = small;
  await tx.insert(intents).values({
    companyId,
    customerId,
    requestId,
    invoiceId,
    createdAt: AT,
    id: attemptIdSchema.parse(randomUUID()),
    actor: 'test',
    processor: 'stripe',
    state: 'CANCELED',
    quotes: [],
    evidence: { ipAddress: '127.0.0.1', userAgent: 'test' },
    expiresAt: AT,
    settledAt: AT,
    ...changes,
  });
}

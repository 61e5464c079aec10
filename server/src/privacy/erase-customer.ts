/**
 * Erases a person on behalf of a company (R54): names, contacts, devices and addresses are replaced or deleted, but
 * amounts remain. The customer row also remains, with the company's own references, because invoices and payments
 * belong to it.
 */

import type { ProviderCustomer } from '@quittance/contract/customers/provider-schemas';
import type { CustomerId } from '@quittance/contract/ids';
import { z } from 'zod';
import { getCustomer } from '../customers/manage-customers.ts';
import { lockCustomerCompletely } from '../customers/store.ts';
import { endSessions } from '../identity/session.ts';
import { deleteAttachmentsOfCustomer } from '../invoices/attachments.ts';
import { addMs } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { switchOff } from '../methods/auto-pay.ts';
import { revokeMandates } from '../methods/mandates.ts';
import { markRemoved } from '../methods/methods.ts';
import { forgetErased } from '../methods/processor-customers.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { ERASING_MS } from '../platform/http/find-owner.ts';
import { listAnswersAbout, storeAnswer } from '../platform/http/idempotency.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import {
  erasePerson,
  hasArrangement,
  hasOpenMoney,
  lockMethods,
  lockPayables,
  revokeLinks,
} from './erasure.ts';

/** Locks in the same order as payments: invoices, customer, methods. */
async function lockErasable(tx: Tx, key: CustomerKey) {
  await lockPayables(tx, key);
  const customer = await lockCustomerCompletely(tx, key);
  if (!customer) throw new AppError('DEBTOR_NOT_FOUND');
  // Credit is money that the company owes (R90).
  if (customer.creditCents > 0 || (await hasOpenMoney(tx, key))) {
    throw new AppError('CUSTOMER_HAS_OPEN_PAYMENTS');
  }
  if (await hasArrangement(tx, key)) throw new AppError('CUSTOMER_HAS_ARRANGEMENTS');
  return customer;
}

/** The sweep for removed methods later deletes them at the processor. */
async function removeMethods(tx: Tx, { clock }: ProviderDeps, key: CustomerKey): Promise<void> {
  const { companyId } = key;
  const at = clock.now();
  for (const { id: methodId, isSaved } of await lockMethods(tx, key)) {
    await markRemoved(tx, { companyId, methodId }, at);
    await revokeMandates(tx, { companyId, methodId }, at);
    if (isSaved) recordEvent(tx, { companyId, type: 'method.removed', objectId: methodId, at });
  }
}

const emptyLists = (answer: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  );

const recordSchema = z.record(z.string(), z.unknown());

/**
 * A repeated call returns the customer's current data, or the numbers of an import without its rows. Any other is
 * refused.
 */
async function replaceAnswers(
  tx: Tx,
  { sealer, clock }: ProviderDeps,
  { actor: { companyId }, customer }: { actor: Actor; customer: ProviderCustomer },
): Promise<void> {
  const shown = { ...customer, metadata: {} };
  const answers = await listAnswersAbout(tx, { companyId, customerId: customer.id });
  // Calls after an earlier erasure tell nothing.
  const until = addMs(customer.erasedAt ?? clock.now(), ERASING_MS);
  for (const call of answers.filter(({ createdAt }) => createdAt <= until)) {
    const { key, objectId, isOfMany, answerSealed: before } = call;
    const context = sealContext.providerCall({ companyId, key });
    const seal = (answer: object) => sealer.seal(JSON.stringify(answer), context);
    const report =
      isOfMany && before ? recordSchema.parse(JSON.parse(sealer.open(before, context))) : null;
    const current = objectId === customer.id ? seal(shown) : null;
    const answerSealed = report ? seal(emptyLists(report)) : current;
    await storeAnswer(tx, { companyId, key }, { answerSealed });
  }
}

type Erasure = {
  actor: Actor;
  customerId: CustomerId;
  reason: string;
  /** The customer's reference, typed as confirmation (R95). */
  customerRef: string;
};

const OTHER_CUSTOMER = { field: 'customerRef', message: 'Is not the number of this customer' };

/** May be repeated, to erase data that a request in progress wrote after the first erasure. */
export async function eraseCustomer(
  tx: Tx,
  deps: ProviderDeps,
  { actor, customerId, reason, customerRef }: Erasure,
): Promise<ProviderCustomer> {
  const { companyId } = actor;
  const key = { companyId, customerId };
  const customer = await lockErasable(tx, key);
  if (customer.customerRef.toLowerCase() !== customerRef.trim().toLowerCase()) {
    throw new AppError('INVALID_REQUEST', { details: { fields: [OTHER_CUSTOMER] } });
  }
  const at = deps.clock.now();
  await switchOff(tx, deps, { customer, methodId: null });
  await removeMethods(tx, deps, key);
  await forgetErased(tx, key, at);
  await revokeLinks(tx, key, at);
  await endSessions(tx, key, at);
  await erasePerson(tx, key, at);
  await deleteAttachmentsOfCustomer(tx, key);
  const erased = await getCustomer(tx, key);
  await replaceAnswers(tx, deps, { actor, customer: erased });
  if (customer.erasedAt !== null) return erased;
  const subject = `customer:${customerId}`;
  await recordAction(tx, deps, { actor, action: 'customer.erased', subject, detail: { reason } });
  recordEvent(tx, { companyId, type: 'customer.erased', objectId: customerId, at });
  return erased;
}

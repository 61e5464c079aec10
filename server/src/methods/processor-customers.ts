/**
 * Deletes customers at their processors once none of their methods is left (R54). A failure is retried with growing
 * delays, and an erasure reports what is not deleted yet.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, isNull } from 'drizzle-orm';
import { findProcessor } from '../companies/processor-for-company.ts';
import { addMs } from '../kernel/clock.ts';
import { repeatAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { selectOpenAttempts } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { hasRow, hasRows } from '../platform/database/rows.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { claimOne, type Lease, release, retryAt } from '../platform/queue/queue.ts';
import { paymentMethods, processorCustomers } from '../schema/customers.ts';
import { intents, OPEN_INTENT_STATES } from '../schema/intents.ts';
import { methodSetups } from '../schema/method-setups.ts';
import { attempts } from '../schema/payments.ts';
import { OPEN_SETUP_STATES } from './method-setups.ts';

type KnownKey = CustomerKey & { processor: ProcessorName };

/** Longer than a processor repeats its response to a key, which would name a customer that was deleted since. */
const REPEATED_MS = DAY_MS + HOUR_MS;

const forgetQueue = {
  table: processorCustomers,
  key: ['customerId', 'processor'],
  dueAt: 'forgetAt',
  isWaiting: matching(processorCustomers, { isKept: false }),
  leaseMs: MINUTE_MS,
  backoff: { pausesMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS], jitter: 0.2 },
} as const;

/** Called in the transaction before a call that may create the customer at the processor. */
export function expectProcessorCustomer(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { companyId, customerId, processor }: KnownKey,
): void {
  const set = { forgetAt: addMs(clock.now(), REPEATED_MS), isKept: false, tries: 0 };
  const { companyId: company, customerId: customer, processor: at } = processorCustomers;
  sendAhead(
    tx,
    tx
      .insert(processorCustomers)
      .values({ companyId, customerId, processor, ...set })
      .onConflictDoUpdate({ target: [company, customer, at], set }),
  );
}

/** A time that is already set stands, so that a customer is never deleted too early. */
export async function forgetCustomerAt(
  tx: Tx,
  { companyId, customerId, processor }: KnownKey,
  at: Instant,
): Promise<void> {
  const isKnown = matching(processorCustomers, { companyId, customerId, processor, isKept: false });
  await tx
    .update(processorCustomers)
    .set({ forgetAt: at })
    .where(and(isKnown, isNull(processorCustomers.forgetAt)));
}

/** Nothing is created for an erased customer anymore, so nothing has to be waited for. */
export async function forgetErased(tx: Tx, key: CustomerKey, at: Instant): Promise<void> {
  const isKnown = matching(processorCustomers, { ...key, isKept: false });
  await tx.update(processorCustomers).set({ forgetAt: at, tries: 0 }).where(isKnown);
}

type CustomerLease = Lease<typeof processorCustomers>;

type Use = 'has-method' | 'may-get-one' | 'none';

async function findUse(tx: Tx, { companyId, customerId, processor }: KnownKey): Promise<Use> {
  const key = { companyId, customerId };
  if (await hasRow(tx, paymentMethods, { ...key, processor, forgottenAt: null }))
    return 'has-method';
  const isOpen =
    (await hasRows(selectOpenAttempts(tx, matching(attempts, key)).limit(1))) ||
    (await hasRow(tx, methodSetups, { ...key, state: OPEN_SETUP_STATES })) ||
    (await hasRow(tx, intents, { ...key, state: OPEN_INTENT_STATES }));
  return isOpen ? 'may-get-one' : 'none';
}

async function deleteAtProcessor(deps: Deps, { row }: CustomerLease): Promise<'deleted' | 'kept'> {
  const { companyId, customerId, processor: name } = row;
  const processor = await findProcessor(deps, companyId, name);
  // The company has no keys for a processor that it has left.
  if (!processor) return 'kept';
  const known = await deps.database.readAlone((tx) =>
    tx
      .selectDistinct({ id: paymentMethods.processorCustomer })
      .from(paymentMethods)
      .where(matching(paymentMethods, { companyId, customerId, processor: name })),
  );
  const ids = known.flatMap(({ id }) => id ?? []);
  return (await processor.methods.forgetCustomer?.({ reference: customerId, ids })) ?? 'deleted';
}

async function forget(deps: Deps, lease: CustomerLease): Promise<void> {
  const { companyId, customerId, processor } = lease.row;
  const key = { companyId, customerId, processor };
  const use = await deps.database.readAlone((tx) => findUse(tx, key));
  if (use !== 'none') {
    const at = use === 'has-method' ? null : addMs(deps.clock.now(), HOUR_MS);
    await deps.database.writeAlone((tx) => release(tx, lease, { at, change: { tries: 0 } }));
    return;
  }
  const end = await deleteAtProcessor(deps, lease);
  await deps.database.writeAlone(async (tx) => {
    if (end === 'kept') return release(tx, lease, { at: null, change: { isKept: true } });
    await tx.delete(processorCustomers).where(matching(processorCustomers, key));
    return tx
      .update(paymentMethods)
      .set({ processorCustomer: null })
      .where(matching(paymentMethods, key));
  });
}

async function forgetClaimed(deps: Deps, lease: CustomerLease): Promise<void> {
  try {
    await forget(deps, lease);
  } catch (error) {
    const { companyId, customerId, processor } = lease.row;
    deps.log.error(
      { event: 'processor.deletion_failed', companyId, customerId, processor, err: error },
      'a customer could not be deleted at the processor',
    );
    await deps.database.writeAlone((tx) => release(tx, lease, { at: retryAt(deps, lease) }));
  }
}

export function forgetCustomers(deps: Deps): Promise<number> {
  return repeatAtMost(deps.concurrency.lookups, {
    claim: () => deps.database.writeAlone((tx) => claimOne(tx, deps, { queue: forgetQueue })),
    work: (lease) => forgetClaimed(deps, lease),
  });
}

/** Provider API handlers for `privacy`. */

import type { CustomerId } from '@quittance/contract/ids';
import { getCustomer } from '../customers/manage-customers.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { type PersonData, readPersonData, toPage } from '../statements/person-data.ts';
import { eraseCustomer } from './erase-customer.ts';

/** The download is in the audit trail. */
export async function readRecorded(
  tx: Tx,
  deps: ProviderDeps,
  { caller: actor, params }: { caller: Actor; params: { customerId: CustomerId } },
): Promise<PersonData> {
  const key = { companyId: actor.companyId, ...params };
  await getCustomer(tx, key);
  const subject = `customer:${params.customerId}`;
  await recordAction(tx, deps, { actor, action: 'customer.data_exported', subject });
  return readPersonData(tx, { ...key, createdAt: deps.clock.now() });
}

export const providerHandlers = {
  getCustomerData: async (tx, deps, call) =>
    JSON.stringify(await readRecorded(tx, deps, call), null, 2),
  getCustomerDataPage: async (tx, deps, call) => toPage(await readRecorded(tx, deps, call)),
  eraseCustomer: (tx, deps, { caller, params, body }) =>
    eraseCustomer(tx, deps, { actor: caller, ...params, ...body }),
} satisfies Partial<ProviderHandlers>;

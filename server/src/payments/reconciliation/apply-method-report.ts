/**
 * A saved method changed at the processor: a card updater or a network token replaced its number or expiry, or the
 * payer withdrew the authorization for debits. The method is read from the processor; the event only names it.
 */
import { findCompanyAndProcessor } from '../../companies/processor-for-company.ts';
import type { Deps } from '../../kernel/deps.ts';
import { lockMethodsOfProcessorCustomer, lockTwin } from '../../methods/methods.ts';
import { refreshMethod, toIdentity } from '../../methods/store-method.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sealContext } from '../../platform/sealing/seal.ts';
import type { FoundMethod, SavedMethod } from '../../processors/processor.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { disableRevoked } from '../dunning/return-consequences.ts';
import type { WebhookRow } from './webhook-inbox.ts';

function isSameToken({ sealer }: Deps, row: MethodRow, { token }: SavedMethod): boolean {
  const { companyId, id: methodId, tokenSealed } = row;
  if (tokenSealed === null) return false;
  return (
    sealer.open(tokenSealed, sealContext.methodToken({ companyId, methodId })) === token.reveal()
  );
}

/** The new number may be one that the customer has saved as another method, which keeps its identity. */
async function freeIdentity(tx: Tx, row: MethodRow, method: SavedMethod) {
  const identity = method.fingerprint ? toIdentity(method) : null;
  if (identity === null || identity === row.identity) return {};
  const twin = await lockTwin(tx, { ...row, identity });
  return twin ? {} : { identity };
}

async function apply(tx: Tx, deps: Deps, { row, found }: { row: MethodRow; found: FoundMethod }) {
  const { brand, last4, expiresMonth, expiresYear } = found.method;
  const identity = await freeIdentity(tx, row, found.method);
  const reported = { brand, last4, expiresMonth, expiresYear, ...identity };
  await refreshMethod(tx, deps, { row, reported });
  const { companyId, customerId, id: methodId, state } = row;
  if (found.isRevoked && state === 'active') {
    await disableRevoked(tx, deps, { companyId, customerId, methodId });
  }
}

/** Returns false if the event must be retried later. */
export async function applyMethodReport(
  deps: Deps,
  { companyId, reference }: WebhookRow,
): Promise<boolean> {
  const { company, processor } = await findCompanyAndProcessor(deps, companyId);
  const found = reference && (await processor?.methods.findChanged?.(reference));
  if (!found || found.kind === 'not_found') return true;
  if (found.kind === 'unknown') return false;
  const { processorCustomer } = found.method;
  if (processorCustomer === null) return true;
  await deps.database.inCompany({ companyId }, async (tx) => {
    const key = { companyId, processor: company.processor, processorCustomer };
    const rows = await lockMethodsOfProcessorCustomer(tx, key);
    for (const row of rows.filter((each) => isSameToken(deps, each, found.method))) {
      await apply(tx, deps, { row, found });
    }
  });
  return true;
}

/**
 * Stores a method that the processor has saved, with its token encrypted. Saving the same card or account again
 * keeps the method and replaces its token (R46), so that its arrangements continue under the same id.
 */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type CompanyId,
  type CustomerId,
  type MethodId,
  methodIdSchema,
} from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { lockCustomer } from '../customers/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import type { SavedMethod } from '../processors/processor.ts';
import type { MethodRow } from '../schema/customers.ts';
import { insertMethod, lockTwin, updateMethod } from './methods.ts';

/** Returns null if only the last digits are known, because two accounts may share them. */
function toTraits(method: SavedMethod): (string | number)[] | null {
  const { kind, brand, last4, expiresMonth, expiresYear, holder } = method;
  const name = (holder ?? '').trim().toLowerCase();
  if (kind === 'ach') return name ? [last4, name] : null;
  if (expiresMonth === null || expiresYear === null) return null;
  return [brand ?? '', last4, expiresMonth, expiresYear, name];
}

/**
 * Identifies a card or account among its customer's methods (R46): by the processor's fingerprint, or else by
 * brand, last digits, expiry and holder. The identity is stored as a digest, because the holder is a person's name.
 */
export function toIdentity(method: SavedMethod): string | null {
  const traits = method.fingerprint ? [method.fingerprint] : toTraits(method);
  if (!traits) return null;
  return createHash('sha256')
    .update(JSON.stringify([method.kind, ...traits]))
    .digest('hex');
}

export type NewMethodRow = {
  companyId: CompanyId;
  customerId: CustomerId;
  processor: ProcessorName;
  isSaved: boolean;
};

export type StoredMethod = { method: MethodRow; isNew: boolean };

type MethodToSave = { row: NewMethodRow; method: SavedMethod; isOfErased?: boolean };

type Place = { companyId: CompanyId; methodId: MethodId };

/** A payer with a link must not take over a saved card through values claimed by the browser. */
function trustedIdentity({ row, method, isOfErased }: MethodToSave): string | null {
  return isOfErased || (method.isClaimed && !row.isSaved) ? null : toIdentity(method);
}

function toColumns({ row, method }: MethodToSave) {
  const { kind, brand, last4, expiresMonth, expiresYear, processorCustomer } = method;
  const { schemeReference, accountType = null } = method;
  const details = { kind, brand, last4, expiresMonth, expiresYear, processorCustomer };
  return { ...details, schemeReference, accountType, identity: trustedIdentity({ row, method }) };
}

/** Follows a card updater or a network token: digits and expiry change, the token stays (R46). */
export async function refreshMethod(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { row, reported }: { row: MethodRow; reported: ReportedDetails },
): Promise<void> {
  const { brand, last4, expiresMonth, expiresYear } = row;
  const known = { brand, last4, expiresMonth, expiresYear };
  const now = { ...known, ...reported };
  if (isDeepStrictEqual(known, now)) return;
  const { companyId, id: methodId } = row;
  await updateMethod(tx, { companyId, methodId }, now);
  await appendAudit(tx, {
    companyId,
    actor: 'system',
    action: 'method.updated',
    subject: `method:${methodId}`,
    detail: { before: known, after: now },
    at: clock.now(),
  });
}

export type ReportedDetails = Partial<
  Pick<MethodRow, 'brand' | 'last4' | 'expiresMonth' | 'expiresYear' | 'identity'>
>;

function sealToken({ sealer }: Deps, place: Place, token: string): string {
  return sealer.seal(token, sealContext.methodToken(place));
}

/** A method that is attached to an invoice does not belong to the customer's saved methods. */
function announceAdded(tx: Tx, { clock }: Deps, { companyId, id, isSaved }: MethodRow): void {
  if (isSaved) recordEvent(tx, { companyId, type: 'method.added', objectId: id, at: clock.now() });
}

async function insertNew(tx: Tx, deps: Deps, saving: MethodToSave): Promise<MethodRow> {
  const { companyId } = saving.row;
  const methodId = methodIdSchema.parse(deps.entropy.uuid());
  const method = await insertMethod(tx, {
    ...toColumns(saving),
    ...saving.row,
    id: methodId,
    tokenSealed: sealToken(deps, { companyId, methodId }, saving.method.token.reveal()),
    createdAt: deps.clock.now(),
  });
  announceAdded(tx, deps, method);
  return method;
}

/** Moves the old token to a separate row. The token is deleted at the processor once no charge uses it. */
async function retireToken(
  tx: Tx,
  deps: Deps,
  { twin, token }: { twin: MethodRow; token: string },
): Promise<void> {
  const { companyId } = twin;
  const methodId = methodIdSchema.parse(deps.entropy.uuid());
  await insertMethod(tx, {
    ...twin,
    id: methodId,
    tokenSealed: sealToken(deps, { companyId, methodId }, token),
    state: 'removed',
    removedAt: deps.clock.now(),
    replacedBy: twin.id,
  });
}

async function replaceToken(
  tx: Tx,
  deps: Deps,
  { twin, saving }: { twin: MethodRow; saving: MethodToSave },
): Promise<MethodRow> {
  const { companyId, id: methodId } = twin;
  const place = { companyId, methodId };
  invariant(twin.tokenSealed, 'a method that is not removed has its token');
  const before = deps.sealer.open(twin.tokenSealed, sealContext.methodToken(place));
  const token = saving.method.token.reveal();
  // A processor may return the same token for the same card. Deleting that token would delete the method.
  if (before !== token) await retireToken(tx, deps, { twin, token: before });
  const columns = toColumns(saving);
  const method = await updateMethod(tx, place, {
    ...columns,
    schemeReference: columns.schemeReference ?? twin.schemeReference,
    accountType: columns.accountType ?? twin.accountType,
    tokenSealed: sealToken(deps, place, token),
    state: 'active',
    isSaved: twin.isSaved || saving.row.isSaved,
  });
  if (!twin.isSaved) announceAdded(tx, deps, method);
  return method;
}

/** Lock order: the payable and the attempt or setup, the customer, the method. */
export async function storeMethod(tx: Tx, deps: Deps, given: MethodToSave): Promise<StoredMethod> {
  const { companyId, customerId, processor } = given.row;
  const customer = await lockCustomer(tx, { companyId, customerId });
  const saving = { ...given, isOfErased: Boolean(customer?.erasedAt) };
  const identity = trustedIdentity(saving);
  const twin =
    identity === null ? null : await lockTwin(tx, { companyId, customerId, processor, identity });
  if (!twin) return { method: await insertNew(tx, deps, saving), isNew: true };
  return { method: await replaceToken(tx, deps, { twin, saving }), isNew: false };
}

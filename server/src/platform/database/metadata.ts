/** Stores, reads and finds the metadata of customers, invoices and payments. */
import type { Metadata, MetadataChange } from '@quittance/contract/http/metadata';
import { METADATA_KEYS_MAX } from '@quittance/contract/http/metadata';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '../../kernel/errors.ts';
import { customers } from '../../schema/customers.ts';
import { metadata } from '../../schema/metadata.ts';
import type { Tx } from './database.ts';
import { matching } from './keys.ts';
import { lockRow } from './rows.ts';

export async function findMetadata(
  tx: Tx,
  companyId: CompanyId,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, Metadata>> {
  if (objectIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(metadata)
    .where(matching(metadata, { companyId, objectId: [...objectIds] }));
  return new Map(rows.map(({ objectId, data }) => [objectId, data]));
}

type Owner = { companyId: CompanyId; objectId: string; customerId: CustomerId };

/** Locks the customer: nothing may be written about a person after an erasure (R54). */
export async function changeMetadata(
  tx: Tx,
  { companyId, objectId, customerId }: Owner,
  change: MetadataChange,
): Promise<void> {
  const customer = await lockRow(tx, customers, { companyId, id: customerId });
  if (customer?.erasedAt) throw new AppError('CUSTOMER_ERASED');
  const stored = await lockRow(tx, metadata, { companyId, objectId });
  const kept = Object.entries({ ...stored?.data, ...change }).filter(([, value]) => value !== null);
  if (kept.length > METADATA_KEYS_MAX) {
    const message = `At most ${METADATA_KEYS_MAX} keys`;
    throw new AppError('INVALID_REQUEST', {
      details: { fields: [{ field: 'metadata', message }] },
    });
  }
  const data = Object.fromEntries(kept) as Metadata; // because removed keys are filtered out
  await tx
    .insert(metadata)
    .values({ companyId, objectId, customerId, data })
    .onConflictDoUpdate({ target: [metadata.companyId, metadata.objectId], set: { data } });
}

/** Condition: the object has all of these pairs, such as `region=west`. */
export function hasMetadata(
  id: PgColumn,
  companyId: CompanyId,
  pairs: string | readonly string[],
): SQL {
  const wanted = [pairs].flat().map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const data = JSON.stringify(Object.fromEntries(wanted));
  return sql`${id} = any(array(select ${metadata.objectId} from ${metadata}
    where ${metadata.companyId} = ${companyId} and ${metadata.data} @> ${data}::jsonb))`;
}

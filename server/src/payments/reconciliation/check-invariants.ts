/**
 * Checks the invariants that must hold after any history, in the database and, if given, against the processor's
 * records. Runs after every simulated step, at the end of every scenario, and every night. Each returned row names
 * a violated invariant.
 */
import type { Database } from '../../platform/database/database.ts';
import {
  INVARIANT_QUERY,
  type NightlyCheck,
  readViolations,
  type Violation,
} from '../invariants/invariants.ts';
import { checkProcessorRecords, type ProcessorRecords } from './check-processor-records.ts';

export async function checkInvariants(
  database: Pick<Database, 'pool'>,
  records?: ProcessorRecords,
): Promise<Violation[]> {
  const { rows } = await database.pool.query<Violation>({
    name: 'invariants',
    text: INVARIANT_QUERY,
  });
  return records ? [...rows, ...(await checkProcessorRecords(database, records))] : rows;
}

/** Checks the same invariants for a database of any size, without the processor's records. */
export function checkInvariantsNightly(
  database: Pick<Database, 'asSystem'>,
): Promise<NightlyCheck> {
  return readViolations(database);
}

/**
 * The promises that must hold after any history, asked of the database itself and, where it is at
 * hand, of the processor's own books. Run after every simulated step, at the end of every scenario and
 * every night; each row it returns is a sentence about what is broken.
 */
import type { Database } from '../../storage/database.ts';
import { INVARIANT_QUERY, type Violation } from '../../storage/invariants/invariants.ts';
import { compareWithProcessor, type ProcessorTruth } from './compare-with-processor.ts';

export async function checkInvariants(
  database: Pick<Database, 'pool'>,
  truth?: ProcessorTruth,
): Promise<Violation[]> {
  const { rows } = await database.pool.query<Violation>({
    name: 'invariants',
    text: INVARIANT_QUERY,
  });
  return truth ? [...rows, ...(await compareWithProcessor(database, truth))] : rows;
}

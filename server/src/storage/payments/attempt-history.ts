/** The attempts of one occurrence of an arrangement, oldest first: the input of R15's retry decision. */
import type { CompanyId } from '@quittance/contract/ids';
import type { Tx } from '../database.ts';
import { listRows } from '../rows.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';

type Occurrence = { companyId: CompanyId; occurrenceOf: string };

export async function listAttemptsOfOccurrence(
  tx: Tx,
  { companyId, occurrenceOf }: Occurrence,
): Promise<Attempt[]> {
  const values = { companyId, occurrenceOf };
  return listRows(tx, attempts, { values, orderedBy: ['tryNumber', 'createdAt'] });
}

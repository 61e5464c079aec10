/**
 * Looks up earlier attempts that a decision depends on: attempts of an occurrence (R15) and attempts made through a
 * link (R86).
 */
import type { CompanyId, MethodId } from '@quittance/contract/ids';
import { and, ne } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching, type RequestKey } from '../platform/database/keys.ts';
import { hasRows, listRows } from '../platform/database/rows.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';

type Occurrence = { companyId: CompanyId; occurrenceOf: string };

/** Oldest first. Input to the retry decision of R15. */
export async function listAttemptsOfOccurrence(
  tx: Tx,
  { companyId, occurrenceOf }: Occurrence,
): Promise<Attempt[]> {
  const values = { companyId, occurrenceOf };
  return listRows(tx, attempts, { values, orderedBy: ['tryNumber', 'createdAt'] });
}

type ChargeByActor = RequestKey & { methodId: MethodId; actor: string };

export async function hasChargedMethod(tx: Tx, charge: ChargeByActor): Promise<boolean> {
  const { companyId, requestId, methodId, actor } = charge;
  const isTheirs = matching(attempts, { companyId, requestId, methodId, actor });
  const made = tx.select({ id: attempts.id }).from(attempts);
  return hasRows(made.where(and(isTheirs, ne(attempts.state, 'FAILED'))).limit(1));
}

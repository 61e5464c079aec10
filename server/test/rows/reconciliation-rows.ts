/** One row in each table that reconciliation writes. */
import { randomUUID } from 'node:crypto';
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { Tx } from '../../src/platform/database/database.ts';
import {
  latestReconciliations,
  reconciliations,
  unplacedCharges,
} from '../../src/schema/reconciliations.ts';
import { AT } from './money-rows.ts';

export async function fillReconciliation(tx: Tx, companyId: CompanyId): Promise<void> {
  await tx.insert(reconciliations).values({
    companyId,
    id: randomUUID(),
    processor: 'payengine',
    coversFrom: AT,
    coversTo: AT,
    finishedAt: AT,
    differences: {},
    isClean: true,
  });
  await tx
    .insert(latestReconciliations)
    .values({ companyId, processor: 'payengine', finishedAt: AT });
  await tx.insert(unplacedCharges).values({
    companyId,
    id: attemptIdSchema.parse(randomUUID()),
    processor: 'payengine',
    processorReference: randomUUID(),
    kind: 'card',
    amountCents: cents(1),
    isPending: false,
    foundAt: AT,
  });
}

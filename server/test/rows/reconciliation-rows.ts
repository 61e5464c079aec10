/** One row in each table that reconciliation writes. */
import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { Tx } from '../../src/platform/database/database.ts';
import { payoutDifferences, payoutLines, payoutReads, payouts } from '../../src/schema/payouts.ts';
import {
  latestReconciliations,
  reconciliations,
  unplacedCharges,
} from '../../src/schema/reconciliations.ts';
import { AT } from './money-rows.ts';

async function fillPayout(tx: Tx, companyId: CompanyId): Promise<void> {
  const payoutId = randomUUID();
  await tx.insert(payoutReads).values({ companyId, nextReadAt: AT });
  await tx.insert(payouts).values({
    companyId,
    id: payoutId,
    processor: 'stripe',
    processorReference: payoutId,
    state: 'PAID',
    arrivesOn: isoDate('2026-01-16'),
    amountCents: cents(1),
    isOpaque: false,
    createdAt: AT,
  });
  await tx.insert(payoutLines).values({
    companyId,
    id: randomUUID(),
    payoutId,
    kind: 'CHARGE',
    processorReference: payoutId,
    grossCents: cents(1),
    feeCents: cents(0),
    expectedCents: cents(1),
    isOurs: true,
    createdAt: AT,
  });
  await tx.insert(payoutDifferences).values({
    companyId,
    id: randomUUID(),
    kind: 'OTHER_TOTAL',
    payoutId,
    expectedCents: cents(1),
    foundCents: cents(2),
    createdAt: AT,
  });
}

export async function fillReconciliation(tx: Tx, companyId: CompanyId): Promise<void> {
  await fillPayout(tx, companyId);
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

/** What payers agreed to, word for word, with the evidence of it. */
import type { Tx } from './database.ts';
import { mandates } from './schema/customers.ts';

export type NewMandate = typeof mandates.$inferInsert;

export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<void> {
  await tx.insert(mandates).values(mandate);
}

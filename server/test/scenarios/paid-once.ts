/**
 * Compares payments with the processors' own records, after the portal was killed or its processors failed: no
 * acknowledged payment is lost, and none is made twice.
 */
import { expect } from 'vitest';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import type { TestCompany } from '../world/company.ts';
import type { ClickResult, Stage } from './kills.ts';

export type AttemptRow = {
  id: string;
  invoice_id: string;
  processor: string;
  state: string;
  created_at: Date;
  settled_at: Date | null;
};

async function attempts({ portal }: Stage): Promise<AttemptRow[]> {
  const { rows } = await portal.database.pool.query<AttemptRow>(
    `select id, invoice_id, processor, state, created_at, settled_at from attempts
     where processor <> 'manual'`,
  );
  return rows;
}

async function booked(
  { sandbox }: Stage,
  companies: readonly TestCompany[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { merchant } of companies) {
    for (const { internalTransactionID, status } of await sandbox.records(merchant)) {
      if (status !== 'succeeded' || !internalTransactionID) continue;
      counts.set(internalTransactionID, (counts.get(internalTransactionID) ?? 0) + 1);
    }
  }
  return counts;
}

/** PayEngine does not deduplicate charges, so a charge that it never received is held instead of resolved. */
export async function undecided(
  stage: Stage,
  companies: readonly TestCompany[],
): Promise<AttemptRow[]> {
  const taken = await booked(stage, companies);
  return (await attempts(stage)).filter(
    ({ id, state, processor }) =>
      !['SUCCEEDED', 'FAILED', 'RETURNED'].includes(state) &&
      (processor !== 'payengine' || taken.has(id)),
  );
}

type Paid = { companies: readonly TestCompany[]; clicked: readonly ClickResult[] };

export async function expectPaidOnce(stage: Stage, { companies, clicked }: Paid) {
  const [rows, taken] = [await attempts(stage), await booked(stage, companies)];
  const acknowledged = clicked.filter(({ answer }) => answer.status === 'SUCCESS');
  const paid = rows.filter(({ state }) => state === 'SUCCEEDED');
  const paidInvoices = new Set(paid.map((row) => row.invoice_id));
  const lost = acknowledged.filter(({ invoice }) => !paidInvoices.has(invoice.invoiceId));
  const counts = new Map<string, number>();
  for (const { id, invoice_id: invoiceId } of rows) {
    counts.set(invoiceId, (counts.get(invoiceId) ?? 0) + (taken.get(id) ?? 0));
  }
  const doubled = [...counts.values()].filter((count) => count > 1);
  expect({ lost: lost.length, doubled: doubled.length }).toEqual({ lost: 0, doubled: 0 });
  expect(paid.map(({ id }) => id).sort()).toEqual([...taken.keys()].sort());
  expect(await checkInvariants(stage.portal.database)).toEqual([]);
  const held = rows.filter(({ state }) => state === 'UNKNOWN' || state === 'SENT');
  return {
    rows,
    clicks: clicked.length,
    acknowledged: acknowledged.length,
    asksAgain: clicked.reduce((sum, { tries }) => sum + tries - 1, 0),
    charges: taken.size,
    heldAtPayengine: held.length,
  };
}

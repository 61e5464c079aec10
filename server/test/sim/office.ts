/** Manual records and changes by the company: revoked and limited mandates, disabled methods, fees. */
import { cents } from '@quittance/contract/money';
import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { findCompany } from '../../src/companies/store.ts';
import { revokeMandate } from '../../src/methods/mandates.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { companies } from '../../src/schema/companies.ts';
import { mandates, paymentMethods } from '../../src/schema/customers.ts';
import { attempts } from '../../src/schema/payments.ts';
import type { OfficeWork } from './commands.ts';
import type { SimWorld } from './world.ts';

function chosen<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(items.length, 1)];
}

/** Does not revoke auto-pay mandates: switching off auto-pay revokes those. */
async function revoke(tx: Tx, world: SimWorld, pick: number): Promise<void> {
  const { companyId } = world.company;
  const rows = await tx
    .select()
    .from(mandates)
    .where(ne(mandates.purpose, 'AUTO_PAY'))
    .orderBy(mandates.createdAt, mandates.id);
  const row = chosen(rows, pick);
  if (row) await revokeMandate(tx, { companyId, mandateId: row.id }, world.clock.now());
}

/** Limits only a mandate that was not used yet, because S6 compares every charge with its mandate. */
async function limit(tx: Tx, pick: number): Promise<void> {
  const uses = tx
    .select({ one: sql`1` })
    .from(attempts)
    .where(and(eq(attempts.companyId, mandates.companyId), eq(attempts.mandateId, mandates.id)));
  const rows = await tx
    .select()
    .from(mandates)
    .where(notExists(uses))
    .orderBy(mandates.createdAt, mandates.id);
  const row = chosen(rows, pick);
  if (row)
    await tx
      .update(mandates)
      .set({ capCents: cents(1) })
      .where(eq(mandates.id, row.id));
}

async function disable(tx: Tx, pick: number): Promise<void> {
  const rows = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.state, 'active'))
    .orderBy(paymentMethods.createdAt, paymentMethods.id);
  const row = chosen(rows, pick);
  if (!row) return;
  await tx.update(paymentMethods).set({ state: 'disabled' }).where(eq(paymentMethods.id, row.id));
}

const MORE_BASIS_POINTS = 50;

/** Raises and lowers the fee in turn, so that an open page shows the other fee. */
async function changeFees(tx: Tx, { company: { companyId } }: SimWorld): Promise<void> {
  const company = await findCompany(tx, companyId);
  if (!company) return;
  const { card, ach, ...fixed } = company.feeSettings;
  const more = card % 100 === 0 ? MORE_BASIS_POINTS : -MORE_BASIS_POINTS;
  const feeSettings = { ...fixed, card: card + more, ach: ach + more };
  await tx.update(companies).set({ feeSettings }).where(eq(companies.companyId, companyId));
}

/** Credit is applied by a job, or by the company only (R90). */
async function changeCreditRule(tx: Tx, { company: { companyId } }: SimWorld): Promise<void> {
  const isCreditApplied = sql`not ${companies.isCreditApplied}`;
  await tx.update(companies).set({ isCreditApplied }).where(eq(companies.companyId, companyId));
}

export function workInOffice(world: SimWorld, work: OfficeWork): Promise<void> {
  return world.deps.database.asSystem((tx) => {
    switch (work.name) {
      case 'revokeMandate':
        return revoke(tx, world, work.mandate);
      case 'limitMandate':
        return limit(tx, work.mandate);
      case 'disableMethod':
        return disable(tx, work.method);
      case 'changeFees':
        return changeFees(tx, world);
      case 'changeCreditRule':
        return changeCreditRule(tx, world);
    }
  });
}

/**
 * A payer changes upcoming charges (ADR 0092): the page shows the terms, and the payer agrees to exactly those
 * terms.
 */
import { addDays } from '@quittance/contract/dates';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { findNewestPlan } from '../../src/arrangements/plans.ts';
import { findStandingSchedule } from '../../src/arrangements/schedules.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { changeCharge as make, previewChange } from '../../src/payments/changes/change-charge.ts';
import type { ChargeChangeCommand } from './commands.ts';
import { BROWSER, EVIDENCE, toCustomer } from './pay.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

type ArrangementIds = { scheduleId: string | null; planId: string | null };

async function arrangedOn(world: SimWorld, { invoiceId }: SimInvoice): Promise<ArrangementIds> {
  const { companyId } = world.company;
  return uninstrumented(() =>
    world.database.asSystem(async (tx) => {
      const schedule = await findStandingSchedule(tx, { companyId, invoiceId });
      const plan = await findNewestPlan(tx, { companyId, invoiceId });
      return { scheduleId: schedule?.id ?? null, planId: plan?.id ?? null };
    }),
  );
}

function toChange(
  world: SimWorld,
  {
    how,
    number,
    invoice,
  }: { how: ChargeChangeCommand['how']; number: number; invoice: SimInvoice },
  { scheduleId, planId }: ArrangementIds,
): ChargeChange | null {
  const plan = planId === null ? null : `plan:${planId}`;
  const arranged = scheduleId ? `schedule:${scheduleId}` : plan && `${plan}:${1 + (number % 4)}`;
  const charge = arranged ?? `auto-pay:${invoice.invoiceId}`;
  switch (how) {
    case 'move': {
      const date = addDays(world.clock.today(world.timeZone), number % 40);
      return { kind: 'move', charge, date };
    }
    case 'skip':
      return { kind: 'skip', charge };
    case 'exclude':
      return { kind: 'exclude', charge: `auto-pay:${invoice.invoiceId}` };
    case 'day':
      return plan === null ? null : { kind: 'day', plan, day: 1 + (number % 31) };
    case 'shorten':
      return plan === null ? null : { kind: 'shorten', plan, count: 1 + (number % 3) };
    case 'pause':
      return plan === null ? null : { kind: 'pause', plan, months: 1 + (number % 2) };
  }
}

/** `isStale`: the payer agreed on a page that showed earlier terms. */
export async function changeCharge(
  world: SimWorld,
  invoice: SimInvoice,
  { how, number, isStale }: ChargeChangeCommand,
): Promise<void> {
  const change = toChange(world, { how, number, invoice }, await arrangedOn(world, invoice));
  if (!change) return;
  const principal = toCustomer(world);
  const { text } = await previewChange(world.deps, { principal, browser: BROWSER, change });
  const agreedText = (isStale && invoice.seenChanges[0]) || text;
  invoice.seenChanges.push(text);
  try {
    const body = { change, agreedText };
    await make(world.deps, { principal, browser: BROWSER, body, evidence: EVIDENCE });
  } catch (error) {
    if (error instanceof AppError && error.code === 'MANDATE_CHANGED') return;
    throw error;
  }
  const { companyId } = world.company;
  if (agreedText !== text && !(await isAgreed(world, companyId, agreedText))) {
    world.unexplained.push(`a ${how} was made under a text that its payer did not agree to`);
  }
}

async function isAgreed(world: SimWorld, companyId: string, text: string): Promise<boolean> {
  const { rows } = await uninstrumented(() =>
    world.database.pool.query(
      'select from mandates where company_id = $1 and text = $2 and revoked_at is null',
      [companyId, text],
    ),
  );
  return rows.length > 0;
}

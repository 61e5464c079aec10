/** The reminders that the demo companies have sent for invoices that are still open. */
import { addDays, instant } from '@quittance/contract/dates';
import { fixedClock } from '@quittance/server/kernel/clock';
import type { Deps } from '@quittance/server/kernel/deps';
import { sendReminders } from '@quittance/server/requests/send-invoice';
import type { DemoCompany, DemoInvoice } from './demo-data.ts';
import { makeHistory } from './demo-history.ts';

export const REMINDERS = { isActive: true, days: [-3, 0, 7], note: null, texts: [] };

/** Within the hours in which every demo company sends reminders. */
const REMINDED_AT = 'T19:00:00.000Z';

/** The days before today on which an invoice is reminded of while it is open. */
const toDaysAgo = (bills: readonly DemoInvoice[]): number[] =>
  bills
    .flatMap(({ days: [, due] }) => REMINDERS.days.map((offset) => -due - offset))
    .filter((daysAgo) => daysAgo > 0);

/** Not on days of invoices with a story, which may be open or paid by then. */
function remindedDays(companies: readonly DemoCompany[]): number[] {
  const open = companies
    .flatMap((company) => [...company.customers, ...makeHistory(company)])
    .flatMap(({ invoices: bills }) => bills)
    .filter(({ status }) => status === 'DUE' || status === 'IN_COLLECTION');
  const left = new Set(toDaysAgo(open.filter(({ told }) => told === undefined)));
  for (const daysAgo of toDaysAgo(open.filter(({ told }) => told))) left.delete(daysAgo);
  return [...left].sort((one, other) => other - one);
}

export async function remindDaily(deps: Deps, companies: readonly DemoCompany[]): Promise<void> {
  for (const daysAgo of remindedDays(companies)) {
    const evening = `${addDays(deps.clock.today('UTC'), -daysAgo)}${REMINDED_AT}`;
    await sendReminders({ ...deps, clock: fixedClock(instant(evening)) });
  }
}

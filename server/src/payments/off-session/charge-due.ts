/**
 * Charges what is due off-session: scheduled payments, installments, auto-pay, and their retries, in
 * the same three steps as a payment at checkout. After an outage the oldest come first, and the daily
 * limits leave the rest for the next day (catch-up). Several customers are charged at the same time.
 */
import type { CustomerId } from '@quittance/contract/ids';
import { oldestFirst } from '@quittance/domain/off-session/catch-up';
import { isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import { addMs } from '../../clock.ts';
import { forEachAtMost, groupBy } from '../../concurrency.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Processor } from '../../processors/processor.ts';
import { type DueItem, findDue } from '../../storage/arrangements/due.ts';
import { claimDueCharges, releaseDueCharges } from '../../storage/arrangements/due-claims.ts';
import { processorForCompany } from '../core/processor-for-company.ts';
import { withoutIntents } from '../intents/clear-intents.ts';
import { chargeAndSettle } from '../settlement/charge-and-settle.ts';
import { beginOffSession } from './begin-off-session.ts';
import {
  addCounts,
  type CompanyDay,
  type Counts,
  countOne,
  type Due,
  sweepCompanies,
} from './sweep-companies.ts';

/** The result as one word, for the counts in the log. */
async function chargeOne(deps: Deps, processor: Processor, due: Due): Promise<string> {
  const { companyId, arrangement } = due.item;
  // Nothing is written: the next run tries again, and it counts as no attempt.
  if (processor.charges.isPaused?.()) return 'paused';
  try {
    const start = await withoutIntents(deps, () => beginOffSession(deps, due));
    if (start.kind !== 'started') {
      if (start.kind !== 'waits') {
        deps.log.warn(
          { event: 'due_charge.skipped', companyId, arrangement, ...start },
          'a due charge was skipped',
        );
      }
      return start.kind;
    }
    const { attempt } = await chargeAndSettle(deps, processor, start.started);
    return attempt.state;
  } catch (error) {
    // An intent of the payer can still be confirmed: the next run tries again.
    if (error instanceof AppError) return 'waits';
    deps.log.error(
      { event: 'due_charge.failed', companyId, arrangement, err: error },
      'a due charge failed',
    );
    return 'failed';
  }
}

/** Longer than the charges that one customer may get in a day; then another process may make them. */
const LEASE_MS = 3 * 60_000;

type Charging = CompanyDay & { processor: Processor };

/** In order: the daily limit leaves the youngest for the next day. */
async function chargeCustomer(
  deps: Deps,
  { company, processor }: Charging,
  items: readonly DueItem[],
): Promise<Counts> {
  let counts: Counts = {};
  for (const item of items) {
    counts = countOne(counts, await chargeOne(deps, processor, { company, item }));
  }
  return counts;
}

/**
 * Charges a few customers at the same time. Those whom another process charges are left to it, and what it has
 * charged since they were listed is no longer due.
 */
async function chargeCustomers(
  deps: Deps,
  charging: Charging,
  listed: readonly CustomerId[],
): Promise<Counts> {
  const { database, clock, concurrency } = deps;
  const { company, today } = charging;
  const { companyId } = company;
  const now = clock.now();
  const lease = { now, until: addMs(now, LEASE_MS) };
  const customerIds = await database.writeAlone((tx) =>
    claimDueCharges(tx, { companyId, customerIds: listed }, lease),
  );
  if (customerIds.length === 0) return {};
  const due = await database.readInCompany({ companyId }, (tx) =>
    findDue(tx, { companyId, today, customerIds }),
  );
  const byCustomer = groupBy(oldestFirst(due), ({ customerId }) => customerId);
  let counts: Counts = {};
  await forEachAtMost(concurrency.charges, byCustomer.values(), async (items) => {
    const done = await chargeCustomer(deps, charging, items);
    counts = addCounts(counts, done);
  });
  await database.writeAlone((tx) => releaseDueCharges(tx, { companyId, customerIds }));
  return counts;
}

/** The due charges of one company, by its own calendar and run window. */
export async function chargeCompany(deps: Deps, day: CompanyDay): Promise<Counts> {
  const { company, today } = day;
  const { companyId, timeZone } = company;
  if (!isWithinRunWindow({ timeZone, at: deps.clock.now() })) return {};
  const due = await deps.database.readInCompany({ companyId }, (tx) =>
    findDue(tx, { companyId, today }),
  );
  if (due.length === 0) return {};
  const processor = await processorForCompany(deps, company);
  if (!processor) {
    deps.log.error(
      { event: 'due_charge.no_processor', companyId, due: due.length },
      'charges are due and the company has no usable processor',
    );
    return { due: due.length };
  }
  const customers = [...groupBy(oldestFirst(due), ({ customerId }) => customerId).keys()];
  const { charges } = deps.concurrency;
  let counts: Counts = {};
  for (let start = 0; start < customers.length; start += charges) {
    const listed = customers.slice(start, start + charges);
    const done = await chargeCustomers(deps, { ...day, processor }, listed);
    counts = addCounts(counts, done);
  }
  return counts;
}

export function chargeDue(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'charge-due', sweep: chargeCompany });
}

/**
 * Makes the due off-session charges: scheduled payments, installments, auto-pay, and their retries, in the same
 * three steps as a payment at checkout. After an outage, the oldest charges come first, and the daily limits leave
 * the rest for the next day (catch-up). Several customers are charged concurrently.
 */
import type { CustomerId } from '@quittance/contract/ids';
import { oldestFirst } from '@quittance/domain/off-session/catch-up';
import { isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import { type DueItem, findDue } from '../../arrangements/due.ts';
import { chargesQueue, isCustomerAmong } from '../../arrangements/due-claims.ts';
import { processorForCompany } from '../../companies/processor-for-company.ts';
import { forEachFound, groupBy } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { claim, isLive, type Lease, releaseAll, renew } from '../../platform/queue/queue.ts';
import type { Processor } from '../../processors/processor.ts';
import { chargeAndSettle } from '../charge/charge.ts';
import { withoutIntents } from '../intents/clear-intents.ts';
import { beginOffSession } from './begin-off-session.ts';
import {
  addCounts,
  type CompanyDay,
  type Counts,
  countOne,
  type Due,
  sweepCompanies,
} from './sweep-companies.ts';

/** Returns null if another process holds the lease by now. */
async function chargeOne(deps: Deps, processor: Processor, due: Due): Promise<string | null> {
  const { companyId, arrangement } = due.item;
  // Nothing is written. The next run tries again, and this does not count as an attempt.
  if (processor.charges.isPaused?.()) return 'paused';
  try {
    const start = await withoutIntents(deps, () => beginOffSession(deps, due));
    if (start.kind !== 'started') {
      if (start.reason === 'notLeased') return null;
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
    // An intent of the payer can still be confirmed. The next run tries again.
    if (error instanceof AppError) return 'waits';
    deps.log.error(
      { event: 'due_charge.failed', companyId, arrangement, err: error },
      'a due charge failed',
    );
    return 'failed';
  }
}

type CustomerLease = Lease<typeof chargesQueue.table>;

type ChargeRun = CompanyDay & {
  processor: Processor;
  /** Leases whose charges are made. They are released together, before the next claim. */
  done: CustomerLease[];
};

/** Longer than one charge takes: its locks, the call and its settlement. */
const CHARGE_MS_MAX = 90_000;

type ClaimedItems = { items: readonly DueItem[]; lease: CustomerLease };

/**
 * Charges in order, so that the daily limit leaves the newest charges for the next day. The lease is renewed before a
 * charge that it may not outlast, and transaction 1 checks it again. If it has expired, the rest is left to the process
 * that now holds it.
 */
async function chargeCustomer(
  deps: Deps,
  { company, processor, done }: ChargeRun,
  claimed: ClaimedItems,
): Promise<Counts> {
  const { database, clock } = deps;
  let { lease } = claimed;
  let counts: Counts = {};
  for (const item of claimed.items) {
    if (!isLive(deps, lease, CHARGE_MS_MAX)) {
      const renewed = await database.writeAlone((tx) => renew(tx, { clock, lease }));
      if (!renewed) return counts;
      lease = renewed;
    }
    const due = { company, item, leasedBy: lease.owner };
    const outcome = await chargeOne(deps, processor, due);
    if (outcome === null) return counts;
    counts = countOne(counts, outcome);
  }
  done.push(lease);
  return counts;
}

async function releaseDone({ database }: Deps, { company, done }: ChargeRun): Promise<void> {
  const { companyId } = company;
  const leases = done.splice(0);
  await database.writeAlone((tx) => releaseAll(tx, leases, { companyId, at: null }));
}

/**
 * Claims a few customers at a time, and claims the next ones while these are being charged. Customers claimed by
 * another process are skipped. Charges made by the other process in the meantime are no longer due.
 */
async function* claimCustomers(
  deps: Deps,
  run: ChargeRun,
  listed: readonly CustomerId[],
): AsyncGenerator<ClaimedItems> {
  const { database, concurrency } = deps;
  const { today } = run;
  const { companyId } = run.company;
  const limit = concurrency.charges;
  for (let start = 0; start < listed.length; start += limit) {
    const some = listed.slice(start, start + limit);
    const where = isCustomerAmong(some);
    await releaseDone(deps, run);
    const leases = await database.writeAlone((tx) =>
      claim(tx, deps, { queue: chargesQueue, companyId, where, limit }),
    );
    if (leases.length === 0) continue;
    const leasesById = new Map(leases.map((lease) => [lease.row.id, lease]));
    const customerIds = some.filter((id) => leasesById.has(id));
    const due = await database.readForCompany({ companyId }, (tx) =>
      findDue(tx, { companyId, today, customerIds }),
    );
    const byCustomer = groupBy(oldestFirst(due), ({ customerId }) => customerId);
    for (const customerId of customerIds) {
      const lease = leasesById.get(customerId);
      if (lease) yield { items: byCustomer.get(customerId) ?? [], lease };
    }
  }
}

export async function chargeCompany(deps: Deps, day: CompanyDay): Promise<Counts> {
  const { company, today } = day;
  const { companyId, timeZone, chargesHeldSince } = company;
  // Charges made after the backup are not in this database yet (ADR 0082).
  if (chargesHeldSince !== null) return {};
  if (!isWithinRunWindow({ timeZone, at: deps.clock.now() })) return {};
  const due = await deps.database.readForCompany({ companyId }, (tx) =>
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
  const charging = { ...day, processor, done: [] };
  let counts: Counts = {};
  const claimed = claimCustomers(deps, charging, customers);
  try {
    await forEachFound(deps.concurrency.charges, claimed, async (customer) => {
      const charged = await chargeCustomer(deps, charging, customer);
      counts = addCounts(counts, charged);
    });
  } finally {
    await releaseDone(deps, charging);
  }
  return counts;
}

export function chargeDue(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'charge-due', work: 'hasDue', sweep: chargeCompany });
}

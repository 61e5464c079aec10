/**
 * Charges what is due off-session: scheduled payments, installments, auto-pay, and their retries, in
 * the same three steps as a payment at checkout. After an outage the oldest come first, and the daily
 * limits leave the rest for the next day (catch-up).
 */
import { oldestFirst } from '@quittance/domain/off-session/catch-up';
import { isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import type { Deps } from '../../deps.ts';
import type { Processor } from '../../processors/processor.ts';
import { findDue } from '../../storage/arrangements/due.ts';
import { processorForCompany } from '../core/processor-for-company.ts';
import { chargeAndSettle } from '../settlement/charge-and-settle.ts';
import { beginOffSession } from './begin-off-session.ts';
import {
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
    const start = await beginOffSession(deps, due);
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
    deps.log.error(
      { event: 'due_charge.failed', companyId, arrangement, err: error },
      'a due charge failed',
    );
    return 'failed';
  }
}

/** The due charges of one company, by its own calendar and run window. */
export async function chargeCompany(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId, timeZone } = company;
  if (!isWithinRunWindow({ timeZone, at: deps.clock.now() })) return {};
  const items = await deps.database.inCompany({ companyId }, (tx) =>
    findDue(tx, { companyId, today }),
  );
  if (items.length === 0) return {};
  const processor = await processorForCompany(deps, company);
  if (!processor) {
    deps.log.error(
      { event: 'due_charge.no_processor', companyId, due: items.length },
      'charges are due and the company has no usable processor',
    );
    return { due: items.length };
  }
  let counts: Counts = {};
  for (const item of oldestFirst(items)) {
    counts = countOne(counts, await chargeOne(deps, processor, { company, item }));
  }
  return counts;
}

export function chargeDue(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'charge-due', sweep: chargeCompany });
}

/**
 * Charges what is due without the payer: scheduled payments, installments, automatic payments, and
 * their retries. Each goes through the same three steps as a payer's own payment. After an outage the
 * oldest come first, and whatever is too much for one day waits for the next (catch-up).
 */
import { oldestFirst } from '@quittance/domain/off-session/catch-up';
import { isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import type { Deps } from '../../deps.ts';
import type { Processor } from '../../processors/processor.ts';
import { findDue } from '../../storage/arrangements/due.ts';
import { processorOf } from '../core/processor-for-company.ts';
import { runCharge } from '../settlement/charge-and-settle.ts';
import { beginOffSession } from './begin-off-session.ts';
import { type CompanyDay, type Counts, countOne, type Due, sweepCompanies } from './due-work.ts';

/** What became of it, in one word for the log. */
async function chargeOne(deps: Deps, processor: Processor, due: Due): Promise<string> {
  const { companyId, arrangement } = due.item;
  try {
    const start = await beginOffSession(deps, due);
    if (start.kind !== 'started') {
      if (start.kind !== 'waits') {
        deps.log.warn({ companyId, arrangement, ...start }, 'a due charge is not made');
      }
      return start.kind;
    }
    const { attempt } = await runCharge(deps, processor, start.begun);
    return attempt.state;
  } catch (error) {
    deps.log.error({ companyId, arrangement, err: error }, 'a due charge could not be made');
    return 'failed';
  }
}

/** What is due at one company, on its own day and in its own hours. */
export async function chargeCompany(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId, timeZone } = company;
  if (!isWithinRunWindow({ timeZone, at: deps.clock.now() })) return {};
  const items = await deps.database.inCompany({ companyId }, (tx) =>
    findDue(tx, { companyId, today }),
  );
  if (items.length === 0) return {};
  const processor = await processorOf(deps, company);
  if (!processor) {
    deps.log.error({ companyId, due: items.length }, 'charges are due and nobody can make them');
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

/**
 * Runs a sweep over the companies that may have work for it, each in its own time zone. A failing company does not
 * stop the others. The results are logged.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { DueItem } from '../../arrangements/due.ts';
import { type CompanyRow, requireListed } from '../../companies/store.ts';
import { forEachCompany } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type KindOfWork, listCompaniesWith } from './companies-with-work.ts';

export type Due = {
  company: CompanyRow;
  item: DueItem;
  /** Set if the customer's charges were claimed: the token of the lease, which is checked under the locks. */
  leasedBy?: string;
};

export type Counts = Readonly<Record<string, number>>;

export type CompanyDay = { company: CompanyRow; today: IsoDate };

export type Sweep = {
  name: string;
  work: KindOfWork;
  sweep(deps: Deps, day: CompanyDay): Promise<Counts>;
};

export function countOne(counts: Counts, kind: string): Counts {
  return { ...counts, [kind]: (counts[kind] ?? 0) + 1 };
}

export function addCounts(left: Counts, right: Counts): Counts {
  const kinds = Object.keys({ ...left, ...right });
  return Object.fromEntries(kinds.map((kind) => [kind, (left[kind] ?? 0) + (right[kind] ?? 0)]));
}

function isAny(counts: Counts): boolean {
  return Object.values(counts).some((count) => count > 0);
}

async function sweepCompany(deps: Deps, { name, sweep }: Sweep, companyId: CompanyId) {
  try {
    const company = await deps.database.readAlone((tx) => requireListed(tx, companyId));
    const { timeZone } = company;
    const counts = await sweep(deps, { company, today: deps.clock.today(timeZone) });
    if (isAny(counts)) {
      deps.log.info(
        { event: 'due_work.completed', sweep: name, companyId, ...counts },
        'due work completed',
      );
    }
    return counts;
  } catch (error) {
    deps.log.error(
      { event: 'due_work.failed', sweep: name, companyId, err: error },
      'due work failed',
    );
    return { failed: 1 };
  }
}

/** A processor that does not respond delays only its own companies. */
export async function sweepCompanies(deps: Deps, sweep: Sweep): Promise<Counts> {
  const { work: kind } = sweep;
  const companies = await listCompaniesWith(deps.database, { kind, now: deps.clock.now() });
  let counts: Counts = {};
  await forEachCompany(deps, companies, async ({ companyId }) => {
    const done = await sweepCompany(deps, sweep, companyId);
    counts = addCounts(counts, done);
  });
  return counts;
}

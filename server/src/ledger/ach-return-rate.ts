/**
 * Keeps a company's ACH return rate within the network's limits: at a limit, no new bank account is saved or
 * used for later debits. Existing arrangements continue.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { RETURN_WINDOW_DAYS, returnRates } from '@quittance/domain/dunning/return-rate';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { countDebits } from './debit-counts.ts';

const WINDOW_MS = RETURN_WINDOW_DAYS * 24 * 60 * 60 * 1000;

type RateDeps = Pick<Deps, 'database' | 'clock'>;

export async function readReturnRates(
  { database, clock }: RateDeps,
  which: { companyId?: CompanyId } = {},
) {
  const since = addMs(clock.now(), -WINDOW_MS);
  const counted = await database.asSystem((tx) => countDebits(tx, { since, ...which }));
  return counted.map(({ domain, ...counts }) => ({ domain, rates: returnRates(counts) }));
}

export async function refuseNewBankAccounts(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  { companyId, kind }: { companyId: CompanyId; kind: ChargeKind },
): Promise<void> {
  if (kind !== 'ach') return;
  const companies = await readReturnRates(deps, { companyId });
  const over = companies.flatMap(({ rates }) => rates.filter(({ isOver }) => isOver));
  if (over.length === 0) return;
  const kinds = over.map((rate) => rate.kind);
  deps.log.error(
    { event: 'ach_return_rate.limit_reached', companyId, kinds },
    'the ACH return rate is at the limit: a new bank account was refused',
  );
  throw new AppError('METHOD_RESTRICTED');
}

/**
 * Caps on bulk email (ADR 0072), per company and in total. An email counts when it is claimed, in the same
 * transaction. An email that could not be sent gives back its quota.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../database/database.ts';
import { type CounterRow, countHits } from './limit-counters.ts';

type CapDeps = Pick<Deps, 'clock' | 'limits' | 'log'>;

/** Thrown inside the claiming transaction to roll it back. */
export class MailCapReached extends Error {
  override readonly name = 'MailCapReached';
  readonly isOfAll: boolean;

  constructor({ isOfAll }: { isOfAll: boolean }) {
    super('The cap of bulk mails is reached.');
    this.isOfAll = isOfAll;
  }
}

const ALL = 'bulkMailsInAll:all';
const toKey = (companyId: CompanyId) => `bulkMailsPerCompany:${companyId}`;

type CountChange = { companyId: CompanyId; by: 1 | -1 };

function count(tx: Tx, { clock, limits }: CapDeps, { companyId, by }: CountChange) {
  const now = clock.now();
  const { bulkMailsPerCompany, bulkMailsInAll } = limits;
  const hits = [
    { key: toKey(companyId), by, resetsAt: addMs(now, bulkMailsPerCompany.windowMs) },
    { key: ALL, by, resetsAt: addMs(now, bulkMailsInAll.windowMs) },
  ];
  return countHits(tx, hits, now);
}

/** Logged once per window. */
function logFull({ log }: CapDeps, companyId: CompanyId, { key, resetsAt }: CounterRow): void {
  const cap = key === ALL ? 'all' : 'company';
  log.warn(
    { event: 'mail.cap_reached', cap, companyId, resetsAt },
    'the cap of bulk mails is reached; further ones wait for the next hour',
  );
}

/** @throws MailCapReached */
export async function takeMailPlace(tx: Tx, deps: CapDeps, companyId: CompanyId): Promise<void> {
  const { bulkMailsPerCompany, bulkMailsInAll } = deps.limits;
  const computeRemaining = ({ key, count: taken }: CounterRow) =>
    (key === ALL ? bulkMailsInAll : bulkMailsPerCompany).count - taken;
  const counted = await count(tx, deps, { companyId, by: 1 });
  const exceeded = counted.filter((one) => computeRemaining(one) < 0);
  if (exceeded.length > 0) {
    throw new MailCapReached({ isOfAll: exceeded.some(({ key }) => key === ALL) });
  }
  for (const one of counted) if (computeRemaining(one) === 0) logFull(deps, companyId, one);
}

export async function giveMailPlaceBack(
  tx: Tx,
  deps: CapDeps,
  companyId: CompanyId,
): Promise<void> {
  await count(tx, deps, { companyId, by: -1 });
}

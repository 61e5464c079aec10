/**
 * If a processor does not find a charge that it reported earlier, its keys belong to another account or mode. This
 * proves nothing about the charge, so the charge is not sent again, closed or compared, and an operator checks the
 * keys.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyRow } from '../../companies/store.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import {
  isCharged,
  newestChargedAttempts,
  type ProcessorScope,
} from '../../ledger/reconciliation-rows.ts';
import { notSent, orUnknown } from '../../processors/outcomes.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';

/**
 * Returns whether the processor has reported this charge. If the processor charges only after the challenge, the
 * reference of an attempt without an outcome identifies the challenge instead.
 */
export function isKnownCharge(
  { charges }: Pick<Processor, 'charges'>,
  { processorReference, state }: Pick<Attempt, 'processorReference' | 'state'>,
): boolean {
  if (processorReference === null) return false;
  return charges.finishAction === undefined || isCharged(state);
}

/** A lookup may not find a new charge immediately. */
const FOUND_WITHIN_MS = 10 * 60_000;

const oldEnough = (now: Instant) => addMs(now, -FOUND_WITHIN_MS);

type ReportedAttempt = Pick<Attempt, 'companyId' | 'id' | 'processorReference' | 'createdAt'>;

function raise({ log }: Pick<Deps, 'log'>, reported: Omit<ReportedAttempt, 'createdAt'>): void {
  const { companyId, id: reference, processorReference } = reported;
  log.fatal(
    { event: 'processor.other_account', companyId, reference, processorReference },
    'the processor does not find what it reported before; its keys may be of another account or mode',
  );
}

export function reportOtherAccount(
  deps: Pick<Deps, 'log' | 'clock'>,
  { createdAt, ...reported }: ReportedAttempt,
): void {
  if (createdAt <= oldEnough(deps.clock.now())) raise(deps, reported);
}

/** More than one, because a single charge may actually be missing. */
const ASKED = 3;

type Account = ProcessorScope & { client: Processor };

async function askForNewest(deps: Deps, { client, ...scope }: Account) {
  const asked = { count: ASKED, before: oldEnough(deps.clock.now()) };
  const known = await deps.database.inCompany(scope, (tx) =>
    newestChargedAttempts(tx, scope, asked),
  );
  for (const { id: reference, processorReference } of known) {
    const sought = { reference, processorReference };
    const found = await orUnknown(deps, () => client.charges.lookup(sought));
    if (found.kind === 'unknown') return { answer: 'unanswered' } as const;
    if (found.kind !== 'not_found') return { answer: 'found' } as const;
  }
  const [newest] = known;
  return newest ? ({ answer: 'missing', newest } as const) : ({ answer: 'none' } as const);
}

/**
 * Returns whether the processor finds the company's newest charges: `own`, or `other` if it finds none of them. Without
 * an earlier charge, or without a response, nothing is proven.
 */
export async function findAccount(
  deps: Deps,
  { company, processor }: { company: CompanyRow; processor: Processor },
): Promise<'own' | 'other' | 'unproven'> {
  const { companyId, processor: name } = company;
  const asked = await askForNewest(deps, { companyId, processor: name, client: processor });
  if (asked.answer !== 'missing') return asked.answer === 'found' ? 'own' : 'unproven';
  reportOtherAccount(deps, asked.newest);
  return 'other';
}

/**
 * A saved method that is missing at the processor is declined only if the account is proven to be the company's,
 * which means that the method was deleted there. Otherwise the keys may belong to another account, and the charge
 * waits as if it had not been sent.
 */
export async function unlessOtherAccount(
  deps: Deps,
  { attempt, client }: { attempt: Attempt; client: Processor },
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'declined' || !outcome.isMissing || attempt.methodId === null) {
    return outcome;
  }
  const { companyId, processor } = attempt;
  const { answer } = await askForNewest(deps, { companyId, processor, client });
  if (answer === 'found') return outcome;
  raise(deps, attempt);
  return notSent(outcome.code);
}

/**
 * Attempts that the processor does not find. A processor can execute a charge late, so one failed lookup proves
 * nothing. An attempt is closed only if the processor finds other charges of the company, which proves the account, has never
 * reported this one, it may no longer be sent again, the batch of its day has been closed for a whole day, and a clean
 * reconciliation has run since. Until then, the attempt holds its invoice and is logged for manual review.
 */
import { addDays, type Instant, type IsoDate } from '@quittance/contract/dates';
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { dateIn } from '@quittance/contract/local-time';
import type { CompanyRow } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { heldBefore } from '../../ledger/next-check.ts';
import { isReconciled, listUnresolvedAttempts } from '../../ledger/reconciliation-rows.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';
import { isKnownCharge } from '../core/other-account.ts';
import { settle } from '../settlement/settle.ts';

/** The batch closes with the company's day; one more whole day must pass. */
const BATCH_DAYS = 2;

const NOT_FOUND = {
  kind: 'declined',
  code: 'never_seen',
  message: RESPONSE_MESSAGES.notFoundAtProcessor,
  class: 'soft',
} as const;

function closableOn({ timeZone }: CompanyRow, createdAt: Instant): IsoDate {
  return addDays(dateIn(timeZone, createdAt), BATCH_DAYS);
}

function mayBeSentAgain({ charges: { resend } }: Processor, createdAt: Instant, now: Instant) {
  const ageMs = Date.parse(now) - Date.parse(createdAt);
  return resend.kind === 'same_key' && ageMs < resend.withinMs;
}

type Candidate = { company: CompanyRow; processor: Processor; attempt: Attempt };

async function isProven(deps: Deps, { company, processor, attempt }: Candidate): Promise<boolean> {
  const { companyId, processor: name } = company;
  const { id: reference, processorReference, createdAt } = attempt;
  const now = deps.clock.now();
  if (isKnownCharge(processor, attempt)) return false;
  if (mayBeSentAgain(processor, createdAt, now)) return false;
  const on = closableOn(company, createdAt);
  const covered = {
    attemptId: reference,
    from: createdAt,
    on,
    timeZone: company.timeZone,
  };
  const isCovered = await deps.database.inCompany({ companyId }, (tx) =>
    isReconciled(tx, { companyId, processor: name }, covered),
  );
  if (!isCovered) return false;
  const found = await processor.charges.lookup({ reference, processorReference });
  return found.kind === 'not_found';
}

type ReconciledAccount = { company: CompanyRow; processor: Processor; isProvenAccount: boolean };

export async function closeNotFoundAtProcessor(
  deps: Deps,
  { company, processor, isProvenAccount }: ReconciledAccount,
): Promise<number> {
  const { companyId } = company;
  const before = heldBefore(deps.clock.now());
  const candidates = await deps.database.inCompany({ companyId }, (tx) =>
    listUnresolvedAttempts(tx, { companyId, before }),
  );
  let closed = 0;
  for (const attempt of candidates.filter((each) => each.processor === company.processor)) {
    const { id: attemptId, processorReference, createdAt } = attempt;
    if (isProvenAccount && (await isProven(deps, { company, processor, attempt }))) {
      const outcome: Outcome = { ...NOT_FOUND, processorReference };
      await settle(deps, { companyId, attemptId, outcome, source: 'reconciler' });
      closed += 1;
    } else {
      deps.log.error(
        { event: 'attempt.outcome_unknown', companyId, attemptId, createdAt },
        'the outcome of a payment is unknown',
      );
    }
  }
  return closed;
}

export async function findHeldAttempts(deps: Pick<Deps, 'database' | 'clock'>): Promise<Attempt[]> {
  const before = heldBefore(deps.clock.now());
  return deps.database.asSystem((tx) => listUnresolvedAttempts(tx, { before }));
}

/**
 * Attempts of which the processor knows nothing. A charge can be carried out late, so not finding it
 * proves nothing by itself: an attempt is closed as never seen only when it may no longer be sent
 * again, when the batch of its day has been closed for a whole day, and when the books have been
 * compared since without a difference. Until then it holds its invoice, and a person is told.
 */
import { addDays, dateIn, type Instant, type IsoDate } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import {
  hasCleanReconciliation,
  listUnresolvedAttempts,
} from '../../storage/payments/reconciliations.ts';
import { settle } from '../settlement/settle.ts';

const HOUR_MS = 3_600_000;

/** The batch closes with the company's day; one more whole day has to pass after that. */
const BATCH_DAYS = 2;

/** Longer than this, and a person should know of it. */
const HELD_AFTER_MS = HOUR_MS;

const NEVER_SEEN = {
  kind: 'declined',
  code: 'never_seen',
  message: 'The payment did not reach the processor. You have not been charged.',
  class: 'soft',
} as const;

function closableOn({ timeZone }: CompanyRow, createdAt: Instant): IsoDate {
  return addDays(dateIn(timeZone, createdAt), BATCH_DAYS);
}

function mayBeSentAgain({ charges: { resend } }: Processor, createdAt: Instant, now: Instant) {
  const ageMs = Date.parse(now) - Date.parse(createdAt);
  return resend.kind === 'same_key' && ageMs < resend.withinMs;
}

type Suspect = { company: CompanyRow; processor: Processor; attempt: Attempt };

async function isProven(deps: Deps, { company, processor, attempt }: Suspect): Promise<boolean> {
  const { companyId, processor: name } = company;
  const { id: reference, processorReference, createdAt } = attempt;
  const now = deps.clock.now();
  if (mayBeSentAgain(processor, createdAt, now)) return false;
  const on = closableOn(company, createdAt);
  const { timeZone } = company;
  const isCompared = await deps.database.inCompany({ companyId }, (tx) =>
    hasCleanReconciliation(tx, { companyId, processor: name }, { from: createdAt, on, timeZone }),
  );
  if (!isCompared) return false;
  const found = await processor.charges.lookup({ reference, processorReference });
  return found.kind === 'not_found';
}

/** How many were closed; every other one is still held. */
export async function closeNeverSeen(
  deps: Deps,
  { company, processor }: { company: CompanyRow; processor: Processor },
): Promise<number> {
  const { companyId } = company;
  const before = addMs(deps.clock.now(), -HELD_AFTER_MS);
  const suspects = await deps.database.inCompany({ companyId }, (tx) =>
    listUnresolvedAttempts(tx, { companyId, before }),
  );
  let closed = 0;
  for (const attempt of suspects.filter((each) => each.processor === company.processor)) {
    const { id: attemptId, processorReference, createdAt } = attempt;
    if (await isProven(deps, { company, processor, attempt })) {
      const outcome: Outcome = { ...NEVER_SEEN, processorReference };
      await settle(deps, { companyId, attemptId, outcome, source: 'reconciler' });
      closed += 1;
    } else {
      deps.log.error({ companyId, attemptId, createdAt }, 'nobody knows what became of a payment');
    }
  }
  return closed;
}

/** For the operator: everything that holds its invoice while nobody knows, in all companies. */
export async function heldAttempts(deps: Pick<Deps, 'database' | 'clock'>): Promise<Attempt[]> {
  const before = addMs(deps.clock.now(), -HELD_AFTER_MS);
  return deps.database.asSystem((tx) => listUnresolvedAttempts(tx, { before }));
}

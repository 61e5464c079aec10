/**
 * A processor that does not find a charge which it reported before has keys of another account or mode. That proves nothing
 * about the charge: nothing is sent again, closed or compared for it, and an operator looks at the keys.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Processor } from '../../processors/processor.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { isCharged, newestChargedAttempts } from '../../storage/payments/reconciliations.ts';
import { orUnknown } from './or-unknown.ts';

/**
 * Whether the processor has reported this charge. Where it charges only after the challenge, the reference of an attempt
 * without an outcome is that of the challenge.
 */
export function isKnownCharge(
  { charges }: Pick<Processor, 'charges'>,
  { processorReference, state }: Pick<Attempt, 'processorReference' | 'state'>,
): boolean {
  if (processorReference === null) return false;
  return charges.finishAction === undefined || isCharged(state);
}

/** A lookup may not find a charge at once. */
const FOUND_WITHIN_MS = 10 * 60_000;

const oldEnough = (now: Instant) => addMs(now, -FOUND_WITHIN_MS);

/** An attempt or an intent. */
type Reported = Pick<Attempt, 'companyId' | 'id' | 'processorReference' | 'createdAt'>;

export function reportOtherAccount(
  { log, clock }: Pick<Deps, 'log' | 'clock'>,
  { companyId, id: reference, processorReference, createdAt }: Reported,
): void {
  if (createdAt > oldEnough(clock.now())) return;
  log.fatal(
    { event: 'processor.other_account', companyId, reference, processorReference },
    'the processor does not find what it reported before; its keys may be of another account or mode',
  );
}

/** One of them may really be gone. */
const ASKED = 3;

/** True when the processor finds none of the newest charges that it reported. */
export async function isOtherAccount(
  deps: Deps,
  { company, processor }: { company: CompanyRow; processor: Processor },
): Promise<boolean> {
  const { companyId, processor: name } = company;
  const asked = { count: ASKED, before: oldEnough(deps.clock.now()) };
  const known = await deps.database.inCompany({ companyId }, (tx) =>
    newestChargedAttempts(tx, { companyId, processor: name }, asked),
  );
  for (const { id: reference, processorReference } of known) {
    const sought = { reference, processorReference };
    const found = await orUnknown(deps, () => processor.charges.lookup(sought));
    if (found.kind !== 'not_found') return false;
  }
  const [newest] = known;
  if (newest) reportOtherAccount(deps, newest);
  return newest !== undefined;
}

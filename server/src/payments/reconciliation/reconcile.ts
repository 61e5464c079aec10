/**
 * Daily reconciliation with every processor, which also runs at startup if the last one is older than a day. Only
 * reconciliation finds charges whose attempts were lost with the last commits. A failing company does not stop the
 * others.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { isNotNull, or, type SQL } from 'drizzle-orm';
import { processorForCompany } from '../../companies/processor-for-company.ts';
import { type CompanyRow, listChargingCompanies, requireListed } from '../../companies/store.ts';
import { addMs } from '../../kernel/clock.ts';
import { forEachAtMost, forEachCompany } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  isNotReconciledSince,
  type ProcessorScope,
  type Reconciliation,
  reconciledUntil,
} from '../../ledger/reconciliation-rows.ts';
import {
  type FollowedRefund,
  lockRefund,
  refundsToFollow,
  updateRefund,
} from '../../ledger/refunds.ts';
import { companies } from '../../schema/companies.ts';
import { findAccount } from '../core/other-account.ts';
import { closeNotFoundAtProcessor } from './not-found-at-processor.ts';
import { isRecheckDue, recheckPaid } from './recheck-paid.ts';
import { reconcileCompany } from './reconcile-company.ts';
import { followUnplacedCharges } from './refund-charge.ts';
import { releaseAfterRestore } from './release-charges.ts';
import { resolveAttempt } from './resolve.ts';

const FOLLOWED_DAYS = 90;

/** A card's bank sends a refund back within a month. Ninety days cover all known cases. */
const AGES_DAYS = [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  9,
  11,
  14,
  17,
  21,
  25,
  30,
  35,
  40,
  45,
  50,
  60,
  75,
  FOLLOWED_DAYS,
  FOLLOWED_DAYS + 1,
] as const;

const OLDEST_MS = (FOLLOWED_DAYS + 1) * DAY_MS;

type Since = { since: Instant | null; now: Instant };

function isDue({ state, createdAt }: FollowedRefund, { since, now }: Since): boolean {
  return state === 'PENDING' || isRecheckDue(createdAt, { since, now, agesDays: AGES_DAYS });
}

/** Holds a refund that has been pending for so long that a person must contact the processor. Lookups continue. */
async function holdIfLate(
  deps: Deps,
  account: ProcessorScope,
  { id, heldAt, createdAt }: FollowedRefund,
): Promise<void> {
  const now = deps.clock.now();
  if (heldAt !== null || addMs(createdAt, FOLLOWED_DAYS * DAY_MS) > now) return;
  const { companyId } = account;
  await deps.database.inCompany(account, async (tx) => {
    const refund = await lockRefund(tx, { companyId, id });
    if (refund?.state !== 'PENDING') return;
    await updateRefund(tx, refund, { heldAt: now });
    deps.log.error(
      { event: 'refund.late', companyId, refundId: id },
      'a refund has been pending for too long',
    );
  });
}

const PAGE = 1000;

/**
 * Looks up every refund until it is final (R80). The processor reports the final state by webhook, which can be
 * lost or may not exist, and a completed refund can still fail weeks later if the payer's bank sends it back. Every
 * reconciliation therefore looks up pending refunds. Completed refunds are looked up daily at first, then less
 * often, for ninety days.
 * `since`: the last reconciliation.
 */
async function followRefunds(
  deps: Deps,
  account: ProcessorScope,
  since: Instant | null,
): Promise<void> {
  const now = deps.clock.now();
  // A refund may have passed the last age after the last reconciliation.
  const oldest = since !== null && since < now ? since : now;
  const from = addMs(oldest, -OLDEST_MS);
  let after: FollowedRefund | null = null;
  for (;;) {
    const span = { from, after, limit: PAGE };
    const page: FollowedRefund[] = await deps.database.inCompany(account, (tx) =>
      refundsToFollow(tx, account, span),
    );
    const due = page.filter((refund) => isDue(refund, { since, now }));
    await forEachAtMost(deps.concurrency.lookups, due, async (refund) => {
      const key = { companyId: account.companyId, attemptId: refund.attemptId };
      await resolveAttempt(deps, key, 'reconciler');
      if (refund.state === 'PENDING') await holdIfLate(deps, account, refund);
    });
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

class OtherAccount extends Error {}

/**
 * Returns null if there is no adapter for the company's processor.
 * @throws if the processor's list is not available or belongs to another account; nothing is compared, closed or
 * released
 */
export async function reconcileOne(
  deps: Deps,
  company: CompanyRow,
): Promise<Reconciliation | null> {
  const processor = await processorForCompany(deps, company);
  if (!processor) return null;
  const found = await findAccount(deps, { company, processor });
  if (found === 'other') {
    throw new OtherAccount("the processor does not find the company's newest charges");
  }
  const { companyId, processor: name } = company;
  const account = { companyId, processor: name };
  const { comparedUntil } = await deps.database.inCompany(account, (tx) =>
    reconciledUntil(tx, account),
  );
  const done = await reconcileCompany(deps, { company, processor });
  const returned = await recheckPaid(deps, account, { since: comparedUntil, processor });
  await followRefunds(deps, account, comparedUntil);
  await followUnplacedCharges(deps, processor, account);
  const isProvenAccount = found === 'own';
  const notFound = await closeNotFoundAtProcessor(deps, { company, processor, isProvenAccount });
  await releaseAfterRestore(deps, { company, processor }, done);
  const { differences, coversFrom, coversTo, isClean } = done;
  deps.log.info(
    {
      event: 'reconciliation.completed',
      companyId,
      coversFrom,
      coversTo,
      isClean,
      differences,
      returned,
      notFound,
    },
    'a company was reconciled with its processor',
  );
  return done;
}

export type ReconcileWhich = { onlyStale?: boolean; onlyHeld?: boolean };

/** Held companies were restored from a backup, so their last reconciliation may be of another database. */
function isWanted({ clock }: Deps, { onlyHeld, onlyStale }: ReconcileWhich): SQL | undefined {
  const isHeld = isNotNull(companies.chargesHeldSince);
  if (onlyHeld) return isHeld;
  return onlyStale ? or(isHeld, isNotReconciledSince(addMs(clock.now(), -DAY_MS))) : undefined;
}

/**
 * Reconciles all companies, those whose last reconciliation is older than a day, or those whose charges are held
 * since a restore. A company whose processor does not respond is logged and left out of the result. It delays only
 * companies of the same processor.
 */
export async function reconcile(deps: Deps, which: ReconcileWhich = {}): Promise<Reconciliation[]> {
  const listed = await deps.database.asSystem((tx) =>
    listChargingCompanies(tx, isWanted(deps, which)),
  );
  const done: Reconciliation[] = [];
  await forEachCompany(deps, listed, async ({ companyId }) => {
    try {
      const company = await deps.database.readAlone((tx) => requireListed(tx, companyId));
      const row = await reconcileOne(deps, company);
      if (row) done.push(row);
    } catch (error) {
      deps.log.error(
        { event: 'reconciliation.failed', companyId, err: error },
        'a company could not be reconciled',
      );
    }
  });
  return done;
}

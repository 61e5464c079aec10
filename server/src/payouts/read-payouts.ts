/**
 * Reads the payouts of every company from its processor once an hour (R96), stores what each contains, and compares
 * it with the ledger. Reading again changes nothing: a payout and its lines are stored once.
 */
import type { Instant } from '@quittance/contract/dates';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { cents, ZERO } from '@quittance/contract/money';
import type { PayoutLineKind, PayoutState } from '@quittance/contract/payouts/provider-schemas';
import { findCompanyAndProcessor } from '../companies/processor-for-company.ts';
import type { CompanyRow } from '../companies/store.ts';
import { addMs } from '../kernel/clock.ts';
import { forEachAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { hashedUuid } from '../kernel/hashed-uuid.ts';
import { lockRow } from '../platform/database/rows.ts';
import { claim, type Lease, release, renew } from '../platform/queue/queue.ts';
import type { ListedPayout, ListedPayoutLine, Payouts } from '../processors/after-settlement.ts';
import { payouts as payoutsTable } from '../schema/payouts.ts';
import { markOurs, matchLines, recordDifferences, writeMatch } from './match-payout.ts';
import {
  addPayoutReads,
  bookPayouts,
  findNewestItemized,
  findNotPaidOut,
  findPayout,
  insertLines,
  insertPayout,
  listDifferingPayouts,
  loadLines,
  type PayoutLineRow,
  type PayoutRead,
  type PayoutRow,
  payoutReadQueue,
  updatePayout,
} from './store.ts';

/** The first read goes back this far. */
const FIRST_MS = 90 * DAY_MS;
/** A payout can fail for some days after it was sent. */
const READ_AGAIN_MS = 14 * DAY_MS;
/** A charge or refund is in a payout after a week at most; bank payments and holidays take longest. */
const PAID_OUT_WITHIN_MS = 14 * DAY_MS;
const READ_EVERY_MS = HOUR_MS;
/** For processors without an API, in case the company changes to another one. */
const LOOK_AGAIN_MS = DAY_MS;

type ReadLease = Lease<typeof payoutReadQueue.table>;
type Account = { company: CompanyRow; payouts: Payouts; read: PayoutRead };

const STATES: Readonly<Record<ListedPayout['state'], PayoutState>> = {
  pending: 'PENDING',
  paid: 'PAID',
  failed: 'FAILED',
};

const KINDS: Readonly<Record<ListedPayoutLine['kind'], PayoutLineKind>> = {
  charge: 'CHARGE',
  refund: 'REFUND',
  dispute: 'DISPUTE',
  return: 'RETURN',
  fee: 'FEE',
  adjustment: 'ADJUSTMENT',
};

const toScope = ({ company: { companyId } }: Account) => ({ companyId, asProvider: true }) as const;

async function storePayout(deps: Deps, account: Account, listed: ListedPayout): Promise<PayoutRow> {
  const { companyId, processor } = account.company;
  const { payoutReference: processorReference, createdAt, amountCents, arrivesOn } = listed;
  const id = hashedUuid(`${companyId} ${processor} ${processorReference}`);
  const state = STATES[listed.state];
  const isOpaque = listed.lines === 'never';
  return deps.database.inCompany(toScope(account), async (tx) => {
    const known = await findPayout(tx, { companyId, id });
    if (known && known.state === state && known.arrivesOn === arrivesOn) return known;
    const row = { companyId, id, processor, processorReference, createdAt, amountCents };
    if (known) await updatePayout(tx, known, { state, arrivesOn });
    else await insertPayout(tx, { ...row, state, arrivesOn, isOpaque });
    return {
      itemizedAt: null,
      expectedCents: null,
      feeCents: ZERO,
      lineCount: 0,
      bookedAt: null,
      reversedAt: null,
      ...row,
      isOpaque,
      ...known,
      state,
      arrivesOn,
    };
  });
}

function toLineRow({ companyId, processor, id: payoutId }: PayoutRow, line: ListedPayoutLine) {
  const { lineReference, grossCents, feeCents, chargeReference, itemReference, reference } = line;
  return {
    companyId,
    id: hashedUuid(`${companyId} ${processor} ${lineReference}`),
    payoutId,
    kind: KINDS[line.kind],
    processorReference: lineReference,
    grossCents,
    feeCents,
    expectedCents: ZERO,
    chargeReference,
    itemReference,
    isOurs: reference !== null,
    attemptId: null,
    refundId: null,
    createdAt: line.at,
  } satisfies PayoutLineRow;
}

async function itemize(deps: Deps, account: Account, payout: PayoutRow): Promise<void> {
  const listed = await account.payouts.lines(payout.processorReference);
  const rows = listed.map((line) => toLineRow(payout, line));
  const { companyId, id } = payout;
  await deps.database.inCompany(toScope(account), async (tx) => {
    const locked = await lockRow(tx, payoutsTable, { companyId, id });
    if (!locked || locked.itemizedAt !== null) return;
    const ours = await markOurs(tx, payout, rows);
    const lines = await matchLines(tx, payout, { lines: ours, fees: account.read.fees });
    await insertLines(
      tx,
      lines.map(({ differences: _differences, ...line }) => line),
    );
    await writeMatch(tx, deps, { payout: locked, before: [], lines });
  });
}

/** Later records may have resolved differences, and the company may have changed the agreed fees. */
async function matchAgain(deps: Deps, account: Account): Promise<void> {
  const { companyId } = account.company;
  const differing = await deps.database.inCompany(toScope(account), (tx) =>
    listDifferingPayouts(tx, companyId),
  );
  for (const { id } of differing) {
    await deps.database.inCompany(toScope(account), async (tx) => {
      const payout = await lockRow(tx, payoutsTable, { companyId, id });
      if (payout === null || payout.itemizedAt === null) return;
      const before = await loadLines(tx, payout);
      const lines = await matchLines(tx, payout, { lines: before, fees: account.read.fees });
      await writeMatch(tx, deps, { payout, before, lines });
    });
  }
}

/** Returns the time until which everything settled here was looked for in the payouts. */
async function seekNotPaidOut(
  deps: Deps,
  account: Account,
  coversFrom: Instant,
): Promise<Instant | null> {
  const { companyId, processor } = account.company;
  const key = { companyId, processor };
  const soughtUntil = account.read.processor === processor ? account.read.soughtUntil : null;
  const from = soughtUntil ?? coversFrom;
  return deps.database.inCompany(toScope(account), async (tx) => {
    const newest = await findNewestItemized(tx, key, coversFrom);
    const to = newest && addMs(newest, -PAID_OUT_WITHIN_MS);
    if (to === null || to <= from) return soughtUntil;
    const missing = await findNotPaidOut(tx, key, { from, to });
    const found = missing.map(({ id, attemptId, reference, amount }) => ({
      companyId,
      payoutId: null,
      kind: 'MISSING_THERE' as const,
      subject: id,
      attemptId,
      processorReference: reference,
      expectedCents: cents(amount),
      foundCents: ZERO,
    }));
    await recordDifferences(tx, deps, found);
    return to;
  });
}

async function readAccount(deps: Deps, lease: ReadLease, account: Account): Promise<void> {
  const { company, payouts, read } = account;
  const to = deps.clock.now();
  const isSame = read.processor === company.processor;
  const first = addMs(to, -FIRST_MS);
  const coversFrom = (isSame && read.coversFrom) || first;
  const from = isSame && read.readAt ? addMs(read.readAt, -READ_AGAIN_MS) : coversFrom;
  const listed = await payouts.list({ from, to });
  let held = lease;
  for (const each of listed.toReversed()) {
    const payout = await storePayout(deps, account, each);
    if (payout.itemizedAt === null && each.lines === 'complete') {
      await itemize(deps, account, payout);
      const renewal = { clock: deps.clock, lease: held };
      const renewed = await deps.database.writeAlone((tx) => renew(tx, renewal));
      // Another process reads the account.
      if (!renewed) return;
      held = renewed;
    }
  }
  const { companyId, processor } = company;
  await deps.database.inCompany(toScope(account), (tx) =>
    bookPayouts(tx, { companyId, processor }, deps.clock.now()),
  );
  await matchAgain(deps, account);
  const soughtUntil = await seekNotPaidOut(deps, account, coversFrom);
  const at = addMs(deps.clock.now(), READ_EVERY_MS);
  const change = {
    processor: company.processor,
    coversFrom,
    readAt: to,
    soughtUntil,
    problem: null,
  };
  await deps.database.writeAlone((tx) => release(tx, held, { at, change }));
}

async function readOne(deps: Deps, lease: ReadLease): Promise<void> {
  const { companyId } = lease.row;
  const { company, processor } = await findCompanyAndProcessor(deps, companyId);
  const payouts = processor?.payouts;
  const later = (ms: number) => addMs(deps.clock.now(), ms);
  if (!payouts || company.isDemo) {
    const change = { problem: null };
    await deps.database.writeAlone((tx) =>
      release(tx, lease, { at: later(LOOK_AGAIN_MS), change }),
    );
    return;
  }
  try {
    await readAccount(deps, lease, { company, payouts, read: lease.row });
  } catch (error) {
    const problem = payouts.isNotPermitted(error) ? 'NOT_PERMITTED' : 'NO_RESPONSE';
    deps.log.error(
      { event: 'payout.read_failed', companyId, problem, err: error },
      'the payouts of a company could not be read',
    );
    const change = { problem } as const;
    await deps.database.writeAlone((tx) =>
      release(tx, lease, { at: later(READ_EVERY_MS), change }),
    );
  }
}

/** There is a run every minute: with more than 1,200 accounts, each is read less often than once an hour. */
const READS_IN_RUN = 20;

export async function readPayouts(deps: Deps): Promise<number> {
  const { database, clock, concurrency } = deps;
  await database.writeAlone((tx) => addPayoutReads(tx, clock.now()));
  const wanted = { queue: payoutReadQueue, limit: READS_IN_RUN };
  const leases = await database.writeAlone((tx) => claim(tx, deps, wanted));
  await forEachAtMost(concurrency.lookups, leases, (lease) => readOne(deps, lease));
  return leases.length;
}

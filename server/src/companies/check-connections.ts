/**
 * Checks the connection to every processor account every few minutes with a harmless lookup, so that a revoked key or
 * a wrong webhook secret is noticed before a payer is.
 */
import type { ConnectionProblem } from '@quittance/contract/companies/settings-schemas';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { and, gt, lt } from 'drizzle-orm';
import { addMs } from '../kernel/clock.ts';
import { forEachAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { matching } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { claim, type Lease } from '../platform/queue/queue.ts';
import { orUnknown } from '../processors/outcomes.ts';
import type { Processor } from '../processors/processor.ts';
import { attempts } from '../schema/payments.ts';
import { addConnections, connectionQueue, recordCheck } from './connections.ts';
import { findCompanyAndProcessor } from './processor-for-company.ts';

type ConnectionLease = Lease<typeof connectionQueue.table>;
type Finding = { problem: ConnectionProblem | null; detail: string | null };

const IN_ORDER: Finding = { problem: null, detail: null };

async function lookUp(deps: Deps, { charges }: Processor): Promise<Finding> {
  const reference = attemptIdSchema.parse(deps.entropy.uuid());
  const found = await orUnknown(deps, () =>
    charges.lookup({ reference, processorReference: null }),
  );
  if (found.kind !== 'unknown' && found.kind !== 'not_sent') return IN_ORDER;
  const isRefused = found.kind === 'unknown' && found.isKeyRefused === true;
  return { problem: isRefused ? 'KEY_REFUSED' : 'NO_RESPONSE', detail: found.reason };
}

/** Events usually arrive within seconds. */
const EVENTS_WITHIN_MS = HOUR_MS;

/** Whether payments were made after the last event, long enough ago that their events must have arrived. */
async function lacksEvents({ database, clock }: Deps, { row }: ConnectionLease): Promise<boolean> {
  const { companyId, lastEventAt } = row;
  if (lastEventAt === null) return false;
  const isLater = and(
    matching(attempts, { companyId, state: 'SUCCEEDED' }),
    gt(attempts.createdAt, addMs(lastEventAt, EVENTS_WITHIN_MS)),
    lt(attempts.createdAt, addMs(clock.now(), -EVENTS_WITHIN_MS)),
  );
  return database.readAlone((tx) =>
    hasRows(tx.select({ id: attempts.id }).from(attempts).where(isLater).limit(1)),
  );
}

async function findEventProblem(deps: Deps, lease: ConnectionLease): Promise<Finding> {
  if (lease.row.refusedEvents > 0) {
    const detail = `${lease.row.refusedEvents} events could not be verified.`;
    return { problem: 'EVENTS_REFUSED', detail };
  }
  if (await lacksEvents(deps, lease)) return { problem: 'NO_EVENTS', detail: null };
  return IN_ORDER;
}

async function examine(deps: Deps, lease: ConnectionLease): Promise<Finding | null> {
  const { companyId } = lease.row;
  const { company, processor } = await findCompanyAndProcessor(deps, companyId);
  if (!processor || company.isDemo) return null;
  const connection = await lookUp(deps, processor);
  const hasWebhooks = PROCESSOR_DESCRIPTIONS[company.processor].webhookEvents !== null;
  return connection.problem === null && hasWebhooks ? findEventProblem(deps, lease) : connection;
}

type Change = Finding & { companyId: CompanyId; before: string | null };

function report({ log }: Deps, { companyId, before, problem, detail }: Change): void {
  if (problem === before) return;
  if (problem !== null) {
    log.error(
      { event: 'processor.connection_broken', companyId, problem, detail },
      'the connection to a processor account is broken',
    );
    return;
  }
  log.info(
    { event: 'processor.connection_restored', companyId, problem: before },
    'the connection to a processor account works again',
  );
}

/** A single call without a response is not a problem yet. The next check follows soon. */
function isFirstSilence({ row }: ConnectionLease, { problem }: Finding): boolean {
  return problem === 'NO_RESPONSE' && row.problem === null && row.detail === null;
}

async function check(deps: Deps, lease: ConnectionLease): Promise<void> {
  const { companyId, problem: before } = lease.row;
  const found = (await examine(deps, lease)) ?? IN_ORDER;
  const isFirst = isFirstSilence(lease, found);
  const { detail } = found;
  const problem = isFirst ? null : found.problem;
  const again = isFirst ? { nextMs: MINUTE_MS } : {};
  await deps.database.writeAlone((tx) =>
    recordCheck(tx, { companyId, at: deps.clock.now(), problem, detail, ...again }),
  );
  report(deps, { companyId, before, problem, detail });
}

async function checkLogged(deps: Deps, lease: ConnectionLease): Promise<void> {
  try {
    await check(deps, lease);
  } catch (error) {
    const { companyId } = lease.row;
    deps.log.error(
      { event: 'sweep.failed', companyId, err: error },
      'a connection to a processor account could not be checked',
    );
  }
}

/**
 * There is a run every minute. With more than 240 accounts, a round of all takes longer than four minutes, and the
 * load on the database and on the processors grows no further.
 */
const CHECKS_IN_RUN = 60;

export async function checkConnections(deps: Deps): Promise<number> {
  const { database, clock, concurrency } = deps;
  await database.writeAlone((tx) => addConnections(tx, clock.now()));
  const wanted = { queue: connectionQueue, limit: CHECKS_IN_RUN };
  const leases = await database.writeAlone((tx) => claim(tx, deps, wanted));
  await forEachAtMost(concurrency.lookups, leases, (lease) => checkLogged(deps, lease));
  return leases.length;
}

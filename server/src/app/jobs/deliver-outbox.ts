/** Publishes the outbox to connected browsers, oldest first, at least once. */
import type { CompanyId } from '@quittance/contract/ids';
import { processingStatusSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import { SESSION_ENDED } from '../../identity/session.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { CUSTOMER_ADD_PM, PAYMENT_PROCESSING } from '../../ledger/attempt-events.ts';
import {
  hasUndelivered,
  listCompaniesWithEvents,
  type OutboxRow,
  takeUndelivered,
} from '../../platform/events/outbox.ts';
import type { Woken } from '../../platform/queue/pump.ts';
import type { PortalEvent } from '../../platform/realtime/event-bus.ts';
import type { Realtime } from '../realtime/socket.ts';

const BATCH = 500;
const COMPANIES_AT_ONCE = 4;

const paymentProcessingPayload = z.object({
  customerId: z.string(),
  requestId: z.string(),
  paymentProcessingStatus: processingStatusSchema,
});

const addedMethodPayload = z.object({ customerId: z.string() });
const endedSessionPayload = z.object({ sessionId: z.string() });

function toEvent({ log }: Deps, row: OutboxRow): PortalEvent[] {
  switch (row.topic) {
    case PAYMENT_PROCESSING: {
      const { paymentProcessingStatus: status, ...rooms } = paymentProcessingPayload.parse(
        row.payload,
      );
      return [{ kind: 'payment_processing', ...rooms, status }];
    }
    case CUSTOMER_ADD_PM:
      return [{ kind: 'customer_add_pm', ...addedMethodPayload.parse(row.payload) }];
    case SESSION_ENDED:
      return [{ kind: 'session_ended', ...endedSessionPayload.parse(row.payload) }];
    default:
      log.error(
        { event: 'outbox.unknown_topic', topic: row.topic, id: row.id },
        'an outbox topic has no handler',
      );
      return [];
  }
}

/**
 * Browsers of this process receive events before the commit: a failed commit repeats events instead of losing them.
 */
async function deliverBatch(
  deps: Deps,
  realtime: Realtime,
  companyId: CompanyId | null,
): Promise<number> {
  return deps.database.asSystem(async (tx) => {
    const at = deps.clock.now();
    const rows = await takeUndelivered(tx, { companyId, limit: BATCH, at });
    if (rows.length === 0) return 0;
    const events = rows.flatMap((row) => toEvent(deps, row));
    realtime.emit(events);
    await realtime.share(tx, events);
    return rows.length;
  });
}

/** One transaction takes the events of all companies, unless they are on several servers (ADR 0084). */
async function listParts({ database }: Deps, woken: Woken): Promise<(CompanyId | null)[]> {
  if (await database.isDistributed()) {
    return woken ? [...woken] : database.readAlone(listCompaniesWithEvents);
  }
  // Most runs find nothing, and a read costs a quarter of a transaction.
  return (await database.readAlone(hasUndelivered)) ? [null] : [];
}

export async function deliverOutbox(
  deps: Deps,
  realtime: Realtime,
  woken: Woken = null,
): Promise<number> {
  let count = 0;
  await forEachAtMost(COMPANIES_AT_ONCE, await listParts(deps, woken), async (companyId) => {
    for (let delivered = BATCH; delivered === BATCH; count += delivered) {
      delivered = await deliverBatch(deps, realtime, companyId);
    }
  });
  return count;
}

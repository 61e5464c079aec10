/** Publishes the outbox to connected browsers, oldest first, at least once. */
import { processingStatusSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import { SESSION_ENDED } from '../access/session.ts';
import type { Deps } from '../deps.ts';
import { CUSTOMER_ADD_PM, PAYMENT_PROCESSING } from '../payments/core/events.ts';
import type { Realtime } from '../realtime/socket.ts';
import { lockUndelivered, markDelivered, type OutboxRow } from '../storage/ops/outbox.ts';

const BATCH = 100;

const paymentProcessingPayload = z.object({
  customerId: z.string(),
  requestId: z.string(),
  paymentProcessingStatus: processingStatusSchema,
});

const addedMethodPayload = z.object({ customerId: z.string() });
const endedSessionPayload = z.object({ sessionId: z.string() });

function deliver({ log }: Deps, realtime: Realtime, row: OutboxRow): void {
  switch (row.topic) {
    case PAYMENT_PROCESSING: {
      const { paymentProcessingStatus, ...rooms } = paymentProcessingPayload.parse(row.payload);
      realtime.paymentProcessing(rooms, { paymentProcessingStatus });
      return;
    }
    case CUSTOMER_ADD_PM:
      realtime.customerAddPm(addedMethodPayload.parse(row.payload).customerId);
      return;
    case SESSION_ENDED:
      realtime.sessionEnded(endedSessionPayload.parse(row.payload).sessionId);
      return;
    default:
      log.error(
        { event: 'outbox.unknown_topic', topic: row.topic, id: row.id },
        'an outbox topic has no handler',
      );
  }
}

export async function deliverOutbox(deps: Deps, realtime: Realtime): Promise<number> {
  return deps.database.asSystem(async (tx) => {
    const rows = await lockUndelivered(tx, BATCH);
    for (const row of rows) {
      deliver(deps, realtime, row);
      await markDelivered(tx, row, deps.clock.now());
    }
    return rows.length;
  });
}

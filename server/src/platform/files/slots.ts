/**
 * Slots for requests that hold memory or a database connection for a long time: files, imports, exports and drawn
 * documents. Each process has a fixed number of slots, and one company or client network may hold only some of them,
 * so that it cannot block the others.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

/** Counts by name. A name without a count takes no memory. */
export function createTally() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    change(name: string, by: 1 | -1): void {
      const count = of(name) + by;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}

export type SlotLimits = { perHolder: number; inAll: number; retryAfterMs: number };

export type Slots = {
  /** Every holder, such as a company or a network, needs a free slot. */
  take(...holders: readonly string[]): () => void;
};

export function createSlots({ perHolder, inAll, retryAfterMs }: SlotLimits): Slots {
  const taken = createTally();
  let total = 0;

  function change(holders: readonly string[], by: 1 | -1): void {
    total += by;
    for (const holder of holders) taken.change(holder, by);
  }

  return {
    take(...holders) {
      const isFull = total >= inAll || holders.some((holder) => taken.of(holder) >= perHolder);
      if (isFull) throw new AppError('TOO_BUSY', { retryAfterMs });
      change(holders, 1);
      return () => change(holders, -1);
    },
  };
}

/**
 * Takes a slot for the caller's company before the first byte of a file is read, and holds it until the work on the
 * file is done.
 */
export function takeSlot(slots: Slots) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.caller) throw new AppError('UNAUTHORIZED');
    const release = slots.take(request.caller.companyId);
    request.server.load.hold({ request, reply }, release);
  };
}

/**
 * Slots for requests that hold memory or a database connection for a long time: incoming files, imports and
 * exports. Each process has a fixed number of slots, and one company may hold only some of them, so that it cannot
 * block the others.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

export type SlotLimits = { perCompany: number; inAll: number; retryAfterMs: number };

export type Slots = {
  take(companyId: CompanyId): () => void;
};

export function createSlots({ perCompany, inAll, retryAfterMs }: SlotLimits): Slots {
  const taken = new Map<CompanyId, number>();
  let total = 0;

  function change(companyId: CompanyId, by: 1 | -1): void {
    const own = (taken.get(companyId) ?? 0) + by;
    total += by;
    if (own > 0) taken.set(companyId, own);
    else taken.delete(companyId);
  }

  return {
    take(companyId) {
      const own = taken.get(companyId) ?? 0;
      if (own >= perCompany || total >= inAll) throw new AppError('TOO_BUSY', { retryAfterMs });
      change(companyId, 1);
      return () => change(companyId, -1);
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

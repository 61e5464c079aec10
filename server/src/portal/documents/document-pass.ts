/**
 * The pass in a link to a document (R24, R26): who asked for it, in which session, until when. It is
 * sealed for one document, so it can be neither guessed nor changed nor used for another.
 */
import { instantSchema } from '@quittance/contract/dates';
import {
  type CompanyId,
  type CustomerId,
  companyIdSchema,
  customerIdSchema,
} from '@quittance/contract/ids';
import { z } from 'zod';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { SealBroken, type Sealer } from '../../storage/seal.ts';

const PASS_MS = 5 * 60 * 1000;

const passSchema = z.tuple([companyIdSchema, customerIdSchema, z.uuid(), instantSchema]);

export type PassHolder = { companyId: CompanyId; customerId: CustomerId; sessionId: string };

type PassDeps = Pick<Deps, 'sealer' | 'clock'>;

/** Null when it was changed, or sealed for another place. */
export function tryOpen(sealer: Sealer, sealed: string, place: string): string | null {
  try {
    return sealer.open(sealed, place);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** The path to the document, with the pass in its query. */
export function passTo(
  { sealer, clock }: PassDeps,
  { companyId, customerId, sessionId }: PassHolder,
  { path, place }: { path: string; place: string },
): string {
  const expiresAt = addMs(clock.now(), PASS_MS);
  const text = JSON.stringify([companyId, customerId, sessionId, expiresAt]);
  return `${path}?${new URLSearchParams({ pass: sealer.seal(text, place) })}`;
}

export function readPass(
  { sealer, clock }: PassDeps,
  pass: string,
  place: string,
): PassHolder | null {
  const text = tryOpen(sealer, pass, place);
  if (text === null) return null;
  const [companyId, customerId, sessionId, expiresAt] = passSchema.parse(JSON.parse(text));
  return expiresAt > clock.now() ? { companyId, customerId, sessionId } : null;
}

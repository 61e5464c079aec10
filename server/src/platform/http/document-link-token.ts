/**
 * The token in a link to a document (R24, R26). It seals the customer, the session and the expiry for one document,
 * so that it can neither be forged nor used for another document.
 */
import { instantSchema } from '@quittance/contract/dates';
import {
  type CompanyId,
  type CustomerId,
  companyIdSchema,
  customerIdSchema,
} from '@quittance/contract/ids';
import { z } from 'zod';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { SealBroken, type Sealer } from '../sealing/seal.ts';

const TOKEN_MS = 5 * 60 * 1000;

const tokenSchema = z.tuple([
  companyIdSchema,
  customerIdSchema,
  z.uuid(),
  instantSchema,
  z.string().nullable().default(null),
]);

export type LinkTokenHolder = {
  companyId: CompanyId;
  customerId: CustomerId;
  sessionId: string;
  /** The secret of the public link that made the request, or null for a session. */
  linkToken?: string | null;
};

type TokenDeps = Pick<Deps, 'sealer' | 'clock'>;

/** Returns null if the text was changed or sealed with another context. */
export function tryOpen(sealer: Sealer, sealed: string, sealContext: string): string | null {
  try {
    return sealer.open(sealed, sealContext);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

export function documentLink(
  { sealer, clock }: TokenDeps,
  { companyId, customerId, sessionId, linkToken = null }: LinkTokenHolder,
  { path, sealContext }: { path: string; sealContext: string },
): string {
  const expiresAt = addMs(clock.now(), TOKEN_MS);
  const text = JSON.stringify([companyId, customerId, sessionId, expiresAt, linkToken]);
  return `${path}?${new URLSearchParams({ pass: sealer.seal(text, sealContext) })}`;
}

export function readLinkToken(
  { sealer, clock }: TokenDeps,
  { token, sealContext }: { token: string; sealContext: string },
): LinkTokenHolder | null {
  const text = tryOpen(sealer, token, sealContext);
  if (text === null) return null;
  const [companyId, customerId, sessionId, expiresAt, linkToken] = tokenSchema.parse(
    JSON.parse(text),
  );
  return expiresAt > clock.now() ? { companyId, customerId, sessionId, linkToken } : null;
}

/**
 * Opening a session and recognising its bearer (R20). How somebody proves who they are before that is
 * in the sign-in files beside this one.
 */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../storage/database.ts';
import {
  findSessionOfBearer,
  insertBearer,
  insertSession,
  type SessionRow,
} from '../storage/sessions.ts';
import type { CustomerPrincipal } from './principal.ts';
import { hashToken, mintToken } from './secret-token.ts';

export const SESSION_ABSOLUTE_MS = 12 * 60 * 60 * 1000;
export const BEARER_MS = 10 * 60 * 1000;

export type Visitor = { address: string; userAgent: string };

/** Always a new session with a new secret, whatever the browser had before. */
export async function openSession(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  whose: { companyId: CompanyId; customerId: CustomerId; visitor: Visitor },
) {
  const { companyId, customerId, visitor } = whose;
  const id = entropy.uuid();
  const cookie = mintToken(entropy.bytes);
  const createdAt = clock.now();
  await insertSession(tx, {
    companyId,
    id,
    customerId,
    tokenHash: hashToken(cookie),
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: addMs(createdAt, SESSION_ABSOLUTE_MS),
    ...visitor,
  });
  return { id, companyId, customerId, cookie };
}

export async function mintBearer(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { id: sessionId, companyId, customerId }: Pick<SessionRow, 'id' | 'companyId' | 'customerId'>,
): Promise<string> {
  const token = mintToken(entropy.bytes);
  const createdAt = clock.now();
  await insertBearer(tx, {
    companyId,
    id: entropy.uuid(),
    sessionId,
    customerId,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: addMs(createdAt, BEARER_MS),
  });
  return token;
}

export async function resolveBearer(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  token: string,
): Promise<CustomerPrincipal | null> {
  const found = { tokenHash: hashToken(token), now: clock.now() };
  const session = await database.asSystem((tx) => findSessionOfBearer(tx, found));
  if (!session) return null;
  const { id: sessionId, companyId, customerId, createdAt: signedInAt } = session;
  return { kind: 'customer', sessionId, companyId, customerId, signedInAt };
}

/**
 * What a browser sent for a method typed just now: a token of the processor, or the id of a session
 * of its fields whose secret stayed with us.
 */
import type { CompanyId, RequestId } from '@quittance/contract/ids';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { Secret } from '../processors/secret.ts';
import type { Tx } from '../storage/database.ts';
import { findFieldSession } from '../storage/methods/field-sessions.ts';
import { sealContext } from '../storage/seal.ts';

const sessionIdSchema = z.uuid();

export type TypedToken = {
  companyId: CompanyId;
  /** Null where a method is added without anything to pay. */
  requestId: RequestId | null;
  token: string | undefined;
};

export async function typedToken(
  tx: Tx,
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  { companyId, requestId, token }: TypedToken,
): Promise<Secret> {
  if (!token) throw new AppError('SOME_FIELD_IS_MISSING');
  const sessionId = sessionIdSchema.safeParse(token);
  const session = sessionId.success
    ? await findFieldSession(tx, { companyId, requestId, sessionId: sessionId.data })
    : null;
  if (!session) return new Secret(token);
  if (session.expiresAt <= clock.now()) throw new AppError('SOME_FIELD_IS_MISSING');
  const place = sealContext.fieldSession({ companyId, sessionId: session.id });
  return new Secret(sealer.open(session.tokenSealed, place));
}

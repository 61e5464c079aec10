/**
 * The token of a new method: either the processor's token as sent by the browser, or the secret of a field session
 * that the browser references only by id.
 */
import type { CompanyId, RequestId } from '@quittance/contract/ids';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import { type AchAccountType, DEFAULT_ACH_ACCOUNT_TYPE } from '@quittance/contract/vocabulary';
import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { Secret } from '../processors/secret.ts';
import { fieldSessions } from '../schema/access.ts';

type FieldSessionRow = typeof fieldSessions.$inferSelect;

/** Sessions of a processor's hosted fields, identified to the browser by our own id. */
export async function insertFieldSession(tx: Tx, row: FieldSessionRow): Promise<void> {
  await tx.insert(fieldSessions).values(row);
}

/** `requestId` is null for fields that only add a method. */
type SessionKey = { companyId: CompanyId; requestId: RequestId | null; sessionId: string };

async function findFieldSession(
  tx: Tx,
  { companyId, requestId, sessionId }: SessionKey,
): Promise<FieldSessionRow | null> {
  return findRow(tx, fieldSessions, { companyId, requestId, id: sessionId });
}

const sessionIdSchema = z.uuid();

export type NewMethodToken = {
  companyId: CompanyId;
  requestId: RequestId | null;
  token: string | undefined;
};

/** Returns the account type of a new bank account (R45), or null for a card. */
export function toAccountType({
  paymentType,
  achAccountType = DEFAULT_ACH_ACCOUNT_TYPE,
}: Pick<PaymentInfo, 'paymentType' | 'achAccountType'>): AchAccountType | null {
  return paymentType === 'ach' ? achAccountType : null;
}

export async function newMethodToken(
  tx: Tx,
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  { companyId, requestId, token }: NewMethodToken,
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

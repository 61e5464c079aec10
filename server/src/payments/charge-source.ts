/**
 * What the charge draws from: a method typed just now, or one that is kept. Decided inside
 * transaction 1, so that a method removed a moment ago is not charged (S5).
 */
import type { RequestId } from '@quittance/contract/ids';
import type { PaymentInfo } from '@quittance/contract/payments';
import { z } from 'zod';
import type { Principal } from '../access/principal.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { ChargeSource } from '../processors/processor.ts';
import { Secret } from '../processors/secret.ts';
import type { Tx } from '../storage/database.ts';
import { findFieldSession } from '../storage/field-sessions.ts';
import type { InvoiceRow, MethodRow } from '../storage/invoices.ts';
import { findLiveMethod } from '../storage/methods.ts';
import { sealedPlace } from '../storage/seal.ts';

export type Chosen = { source: ChargeSource; method: MethodRow | null };

export type Choice = {
  principal: Principal;
  requestId: RequestId;
  invoice: InvoiceRow;
  paymentInfo: PaymentInfo;
};

const sessionIdSchema = z.uuid();

/** Whoever comes by a link may use the method attached to the invoice, and no other (R18). */
async function kept(tx: Tx, { sealer }: Deps, choice: Choice): Promise<Chosen> {
  const { principal, invoice, paymentInfo } = choice;
  const methodId = paymentInfo.pmID;
  const { companyId, customerId } = invoice;
  const isAttached = methodId === invoice.attachedMethodId;
  if (!methodId || (principal.kind === 'link' && !isAttached)) throw new AppError('NOT_FOUND');
  const method = await findLiveMethod(tx, { companyId, customerId, methodId });
  if (!method || method.kind !== paymentInfo.paymentType) throw new AppError('NOT_FOUND');
  const token = sealer.open(method.tokenSealed, sealedPlace.methodToken({ companyId, methodId }));
  const source: ChargeSource = {
    kind: 'saved',
    token: new Secret(token),
    expiresMonth: method.expiresMonth,
    expiresYear: method.expiresYear,
    schemeReference: method.schemeReference,
    processorCustomer: method.processorCustomer,
  };
  return { source, method };
}

/** A token of the processor, or the id of a session of its fields whose secret stayed with us. */
async function typed(tx: Tx, { sealer, clock }: Deps, choice: Choice): Promise<Chosen> {
  const { token } = choice.paymentInfo;
  if (!token) throw new AppError('SOME_FIELD_IS_MISSING');
  const { requestId } = choice;
  const { companyId } = choice.principal;
  const sessionId = sessionIdSchema.safeParse(token);
  const session = sessionId.success
    ? await findFieldSession(tx, { companyId, requestId, sessionId: sessionId.data })
    : null;
  if (!session) return { source: { kind: 'new', token: new Secret(token) }, method: null };
  if (session.expiresAt <= clock.now()) throw new AppError('SOME_FIELD_IS_MISSING');
  const place = sealedPlace.fieldSession({ companyId, sessionId: session.id });
  const secret = new Secret(sealer.open(session.tokenSealed, place));
  return { source: { kind: 'new', token: secret }, method: null };
}

export function chooseSource(tx: Tx, deps: Deps, choice: Choice): Promise<Chosen> {
  const { pmID, token } = choice.paymentInfo;
  if (pmID && token) throw new AppError('INVALID_REQUEST');
  return pmID ? kept(tx, deps, choice) : typed(tx, deps, choice);
}

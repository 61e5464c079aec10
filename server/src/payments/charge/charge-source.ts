/**
 * What the charge draws from: a method typed just now, or one that is kept. Decided inside
 * transaction 1, so that a method removed a moment ago is not charged (S5).
 */
import type { PaymentInfo } from '@quittance/contract/payments';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { typedToken } from '../../methods/new-method-token.ts';
import type { Principal } from '../../principal.ts';
import type { ChargeSource, SavedSource } from '../../processors/processor.ts';
import { Secret } from '../../processors/secret.ts';
import type { MethodRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { holdMethod } from '../../storage/methods/methods.ts';
import { sealContext } from '../../storage/seal.ts';
import type { Payee, Purchase } from '../core/charge-terms.ts';

export type Chosen = { source: ChargeSource; method: MethodRow | null };

export type Choice = { principal: Principal; payee: Payee; paymentInfo: PaymentInfo };

export function savedSource({ sealer }: Pick<Deps, 'sealer'>, method: MethodRow): SavedSource {
  const { companyId, id: methodId } = method;
  const token = sealer.open(method.tokenSealed, sealContext.methodToken({ companyId, methodId }));
  return {
    kind: 'saved',
    token: new Secret(token),
    expiresMonth: method.expiresMonth,
    expiresYear: method.expiresYear,
    schemeReference: method.schemeReference,
    processorCustomer: method.processorCustomer,
  };
}

/**
 * Whoever comes by a link may use the method attached to the invoice, and no other (R18); a signed-in
 * customer any of their own that they saved, and the attached one.
 */
async function kept(tx: Tx, deps: Deps, choice: Choice): Promise<Chosen> {
  const { principal, payee, paymentInfo } = choice;
  const { request, invoice, company } = payee;
  const { pmID: methodId, paymentType } = paymentInfo;
  const isAttached = invoice !== null && methodId === invoice.attachedMethodId;
  if (!methodId || (principal.kind === 'link' && !isAttached)) throw new AppError('NOT_FOUND');
  const { companyId, customerId } = request;
  const method = await holdMethod(tx, { companyId, customerId, methodId });
  const isTheirs =
    method?.state === 'active' &&
    method.kind === paymentType &&
    method.processor === company.processor &&
    (method.isSaved || isAttached);
  if (!isTheirs) throw new AppError('NOT_FOUND');
  return { source: savedSource(deps, method), method };
}

async function typed(tx: Tx, deps: Deps, { payee, paymentInfo }: Choice): Promise<Chosen> {
  const { companyId, id: requestId } = payee.request;
  const token = await typedToken(tx, deps, { companyId, requestId, token: paymentInfo.token });
  return { source: { kind: 'new', token }, method: null };
}

export function chooseSource(tx: Tx, deps: Deps, choice: Choice): Promise<Chosen> {
  const { pmID, token } = choice.paymentInfo;
  if (pmID && token) throw new AppError('INVALID_REQUEST');
  return pmID ? kept(tx, deps, choice) : typed(tx, deps, choice);
}

/** A new method is saved when a signed-in customer wants it; by a link it never is (R18). */
export function keepsMethodAs(
  { principal, paymentInfo }: Pick<Choice, 'principal' | 'paymentInfo'>,
  { method }: Chosen,
): Purchase['keepsMethodAs'] {
  const isWanted = principal.kind === 'customer' && paymentInfo.isSavePMOnPay === true;
  return isWanted && method === null ? 'saved' : null;
}

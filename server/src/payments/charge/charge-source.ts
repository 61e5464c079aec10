/**
 * The source of a charge: a new or a saved method. It is chosen inside transaction 1, so that a method that was
 * just removed is not charged (S5).
 */
import type { Cents } from '@quittance/contract/money';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import { holdMethod } from '../../methods/methods.ts';
import { newMethodToken, toAccountType } from '../../methods/new-method-token.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sealContext } from '../../platform/sealing/seal.ts';
import type { ChargeSource, SavedSource } from '../../processors/processor.ts';
import { Secret } from '../../processors/secret.ts';
import type { MethodRow } from '../../schema/customers.ts';
import type { ChargeTerms, PaymentContext } from '../core/charge-terms.ts';
import { mayChargeSaved } from '../core/link-method.ts';

export type ChosenSource = { source: ChargeSource; method: MethodRow | null };

export type SourceChoice = {
  principal: Principal;
  context: Pick<PaymentContext, 'request' | 'invoice' | 'company'>;
  paymentInfo: Pick<
    PaymentInfo,
    'paymentType' | 'pmID' | 'token' | 'achAccountType' | 'claimedMethod'
  >;
  /** Null if nothing is charged yet. */
  amountCents: Cents | null;
  /** The saved method, if it was locked together with the invoice. */
  held?: MethodRow | null;
};

export function savedSource({ sealer }: Pick<Deps, 'sealer'>, method: MethodRow): SavedSource {
  const { companyId, id: methodId } = method;
  invariant(method.tokenSealed, 'a method that is charged is not forgotten');
  const token = sealer.open(method.tokenSealed, sealContext.methodToken({ companyId, methodId }));
  return {
    kind: 'saved',
    token: new Secret(token),
    expiresMonth: method.expiresMonth,
    expiresYear: method.expiresYear,
    schemeReference: method.schemeReference,
    processorCustomer: method.processorCustomer,
    accountType: method.accountType,
  };
}

/**
 * A payer with a link may use the method that was entered for the invoice (R18), and a saved method to recover its
 * failed charge (R86). A signed-in customer may use any of their saved methods and the attached one.
 */
async function savedMethod(tx: Tx, deps: Deps, choice: SourceChoice): Promise<ChosenSource> {
  const { principal, context, paymentInfo, amountCents, held } = choice;
  const { request, invoice, company } = context;
  const { pmID: methodId, paymentType } = paymentInfo;
  const isAttached = invoice !== null && methodId === invoice.attachedMethodId;
  if (!methodId) throw new AppError('NOT_FOUND');
  const { companyId, customerId } = request;
  const method =
    held === undefined ? await holdMethod(tx, { companyId, customerId, methodId }) : held;
  const isUsable =
    method?.state === 'active' &&
    method.kind === paymentType &&
    method.processor === company.processor &&
    (method.isSaved
      ? await mayChargeSaved(tx, deps, { principal, method, amountCents })
      : isAttached);
  if (!isUsable) throw new AppError('NOT_FOUND');
  return { source: savedSource(deps, method), method };
}

async function newMethod(
  tx: Tx,
  deps: Deps,
  { context, paymentInfo }: SourceChoice,
): Promise<ChosenSource> {
  const { companyId, id: requestId } = context.request;
  const token = await newMethodToken(tx, deps, { companyId, requestId, token: paymentInfo.token });
  const source = {
    kind: 'new',
    token,
    accountType: toAccountType(paymentInfo),
    claimed: paymentInfo.claimedMethod ?? null,
  } as const;
  return { source, method: null };
}

export function chooseSource(tx: Tx, deps: Deps, choice: SourceChoice): Promise<ChosenSource> {
  const { pmID, token } = choice.paymentInfo;
  if (pmID && token) throw new AppError('INVALID_REQUEST');
  return pmID ? savedMethod(tx, deps, choice) : newMethod(tx, deps, choice);
}

/** A new method is saved if a signed-in customer requests it, and never for a link (R18). */
export function savesMethodAs(
  { principal, paymentInfo }: { principal: Principal; paymentInfo: PaymentInfo },
  { method }: ChosenSource,
): ChargeTerms['savesMethodAs'] {
  const isRequested = principal.kind === 'customer' && paymentInfo.isSavePMOnPay === true;
  return isRequested && method === null ? 'saved' : null;
}

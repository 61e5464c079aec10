/**
 * Saves a method without a charge, with the same protocol as a charge: the setup is stored, the processor is called
 * outside any transaction, and settleSetup() records the outcome. A setup charges nothing, so it can be sent again
 * if its response was lost.
 */
import { DAY_MS } from '@quittance/contract/durations';
import type { CompanyId, CustomerId, RequestId } from '@quittance/contract/ids';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import { invariant } from '@quittance/domain/invariant';
import type { CompanyRow } from '../companies/store.ts';
import { findChargedPayer } from '../customers/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { orUnknown } from '../processors/outcomes.ts';
import type {
  Evidence,
  Outcome,
  Processor,
  SetupOrder,
  SetupOutcome,
} from '../processors/processor.ts';
import type { Secret } from '../processors/secret.ts';
import { countNewSetups, insertSetup, type Setup, type SetupPurpose } from './method-setups.ts';
import { toAccountType } from './new-method-token.ts';
import { expectProcessorCustomer } from './processor-customers.ts';
import { sealSetupOrder } from './sealed-setup-order.ts';
import { settleSetup } from './settle-setup.ts';

export type ThreeDS = { isThreeDSActionRequired: boolean; threeDSData?: string };

export function threeDSOf(outcome: Outcome | SetupOutcome | null): ThreeDS {
  const threeDSData = outcome?.kind === 'action_required' ? outcome.threeDSData : null;
  return {
    isThreeDSActionRequired: threeDSData !== null,
    ...(threeDSData !== null ? { threeDSData } : {}),
  };
}

/** Longer than an adapter's calls may take, so that a call in progress is not looked up. */
const FIRST_CHECK_MS = 60_000;

export type SetupRequest = {
  company: CompanyRow;
  customerId: CustomerId;
  requestId: RequestId | null;
  actor: string;
  key: string;
  requestHash: string;
  purpose: SetupPurpose;
  mandateText: string;
  evidence: Evidence;
};

export type StartedSetup = { setup: Setup; order: SetupOrder };

/** Limits card testing: declined methods count too. */
export async function refuseTooMany(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { companyId, customerId, limit }: { companyId: CompanyId; customerId: CustomerId; limit: number },
): Promise<void> {
  const since = addMs(clock.now(), -DAY_MS);
  const count = await countNewSetups(tx, { companyId, customerId, since });
  if (count >= limit) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: DAY_MS });
}

export type NewMethod = { token: Secret; paymentInfo: PaymentInfo };

export async function beginSetup(
  tx: Tx,
  deps: Deps,
  { request, newMethod }: { request: SetupRequest; newMethod: NewMethod },
): Promise<StartedSetup> {
  const { company, ...row } = request;
  const { companyId, domain } = company;
  const payer = await findChargedPayer(tx, { companyId, customerId: request.customerId });
  invariant(payer, 'a method is saved for a customer');
  const { paymentType: kind, browserInfo, claimedMethod } = newMethod.paymentInfo;
  const order: SetupOrder = {
    reference: deps.entropy.uuid(),
    kind,
    token: newMethod.token,
    payer: {
      ...payer,
      reference: request.customerId,
      bornOn: kind === 'ach' ? payer.bornOn : null,
    },
    evidence: request.evidence,
    returnUrl: `${deps.publicUrl}/${domain}`,
    browserInfo: browserInfo ?? null,
    claimed: claimedMethod ?? null,
    accountType: toAccountType(newMethod.paymentInfo),
  };
  const now = deps.clock.now();
  const { processor } = company;
  expectProcessorCustomer(tx, deps, { companyId, customerId: request.customerId, processor });
  const setup = await insertSetup(tx, {
    companyId,
    id: order.reference,
    ...row,
    state: 'SENT',
    orderSealed: sealSetupOrder(deps.sealer, companyId, order),
    nextCheckAt: addMs(now, FIRST_CHECK_MS),
    createdAt: now,
  });
  return { setup, order };
}

export async function callSetup(
  { log }: Pick<Deps, 'log'>,
  setupId: string,
  call: () => Promise<SetupOutcome>,
): Promise<SetupOutcome> {
  const outcome = await orUnknown({ log }, call, (err) =>
    log.error(
      { event: 'method_setup.exception', setupId, err },
      'a method setup ended in an exception',
    ),
  );
  if (outcome.kind === 'unknown' || outcome.kind === 'not_sent') {
    log.warn(
      { event: 'method_setup.outcome_unknown', setupId, reason: outcome.reason },
      'the outcome of a method setup is unknown',
    );
  }
  return outcome;
}

export type SetupResult = { setup: Setup; outcome: SetupOutcome };

export async function saveMethod(
  deps: Deps,
  processor: Processor,
  { setup, order }: StartedSetup,
): Promise<SetupResult> {
  const outcome = await callSetup(deps, setup.id, () => processor.methods.save(order));
  const key = { companyId: setup.companyId, setupId: setup.id };
  return { setup: await settleSetup(deps, key, outcome), outcome };
}

/**
 * Keeping a method without a charge, by the same protocol as a charge: the wish is written down, the
 * processor is asked outside any transaction, and settleSetup() records what came of it. Asking
 * again is harmless, because nothing is charged; so a lost answer is simply asked for again.
 */
import type { CompanyId, CustomerId, RequestId } from '@quittance/contract/ids';
import type { PaymentInfo } from '@quittance/contract/payments';
import { invariant } from '@quittance/domain/invariant';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Evidence, Processor, SetupOrder, SetupOutcome } from '../processors/processor.ts';
import type { Secret } from '../processors/secret.ts';
import type { CompanyRow } from '../storage/billing/companies.ts';
import { findPayer } from '../storage/billing/customers.ts';
import type { Tx } from '../storage/database.ts';
import {
  countNewSetups,
  insertSetup,
  type Setup,
  type SetupPurpose,
} from '../storage/methods/method-setups.ts';
import { sealSetupOrder } from './sealed-setup-order.ts';
import { settleSetup } from './settle-setup.ts';

/** Longer than an adapter may take over its calls, so that one still running is not asked about. */
const FIRST_CHECK_MS = 60_000;
const DAY_MS = 86_400_000;

export type Wished = {
  company: CompanyRow;
  customerId: CustomerId;
  requestId: RequestId | null;
  actor: string;
  key: string;
  requestHash: string;
  wish: SetupPurpose;
  mandateText: string;
  evidence: Evidence;
};

export type StartedSetup = { setup: Setup; order: SetupOrder };

/** Trying out stolen cards is what the limit is against, so that declined ones count as well. */
export async function refuseTooMany(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { companyId, customerId, limit }: { companyId: CompanyId; customerId: CustomerId; limit: number },
): Promise<void> {
  const since = addMs(clock.now(), -DAY_MS);
  const tried = await countNewSetups(tx, { companyId, customerId, since });
  if (tried >= limit) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: DAY_MS });
}

export type TypedMethod = { token: Secret; paymentInfo: PaymentInfo };

/** Transaction 1, for a method typed just now. */
export async function beginSetup(
  tx: Tx,
  deps: Deps,
  { wished, typed }: { wished: Wished; typed: TypedMethod },
): Promise<StartedSetup> {
  const { company, ...row } = wished;
  const { companyId, domain } = company;
  const payer = await findPayer(tx, { companyId, customerId: wished.customerId });
  invariant(payer, 'a method is kept for a customer');
  const { paymentType: kind, browserInfo, claimedMethod } = typed.paymentInfo;
  const order: SetupOrder = {
    reference: deps.entropy.uuid(),
    kind,
    token: typed.token,
    payer: { ...payer, reference: wished.customerId },
    evidence: wished.evidence,
    returnUrl: `${deps.publicUrl}/${domain}`,
    browserInfo: browserInfo ?? null,
    claimed: claimedMethod ?? null,
  };
  const now = deps.clock.now();
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

/** Whatever goes wrong in an adapter is no answer. */
export async function callSetup(
  { log }: Pick<Deps, 'log'>,
  setupId: string,
  ask: () => Promise<SetupOutcome>,
): Promise<SetupOutcome> {
  try {
    const outcome = await ask();
    if (outcome.kind === 'unknown' || outcome.kind === 'not_sent') {
      log.warn({ setupId, reason: outcome.reason }, 'whether a method was kept is not known');
    }
    return outcome;
  } catch (error) {
    log.error({ setupId, err: error }, 'keeping a method ended in an exception');
    return { kind: 'unknown', reason: 'exception' };
  }
}

export type Kept = { setup: Setup; outcome: SetupOutcome };

/** The call and transaction 2. */
export async function keepMethod(
  deps: Deps,
  processor: Processor,
  { setup, order }: StartedSetup,
): Promise<Kept> {
  const outcome = await callSetup(deps, setup.id, () => processor.methods.keep(order));
  const key = { companyId: setup.companyId, setupId: setup.id };
  return { setup: await settleSetup(deps, key, outcome), outcome };
}

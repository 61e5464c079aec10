/**
 * The status of a method setup for a browser that polls (R21). Reading the status also looks up the setup at the
 * processor if a check is due, so that the payer does not have to wait for the job.
 */
import type { Instant } from '@quittance/contract/dates';
import {
  attemptIdSchema,
  type IdempotencyKey,
  type MethodId,
  type RequestId,
} from '@quittance/contract/ids';
import type { MethodLine } from '@quittance/contract/methods/portal-schemas';
import type { RequestStatusAnswer } from '@quittance/contract/payments/portal-schemas';
import type { ProcessingStatus } from '@quittance/contract/vocabulary';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type CustomerPrincipal, type Principal, principalName } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { savedMethodLine } from './method-line.ts';
import { findNewestSetup, findSetup, findSetupByKey, type Setup } from './method-setups.ts';
import { findLiveMethod } from './methods.ts';
import { resolveSetupIfDue } from './resolve-setup.ts';
import { setupPaymentStatus, setupProcessingStatus } from './settle-setup.ts';

export type SetupStatusQuery = {
  principal: Principal;
  requestId: RequestId;
  /**
   * With a key, selects the setup that it started. Without a key, selects the newest setup if it is newer than the
   * payment.
   */
  key: IdempotencyKey | undefined;
  newerThan: Instant | null;
};

async function find(tx: Tx, query: SetupStatusQuery): Promise<Setup | null> {
  const { principal, requestId, key, newerThan } = query;
  const { companyId } = principal;
  if (key) {
    const found = await findSetupByKey(tx, { companyId, actor: principalName(principal), key });
    return found?.requestId === requestId ? found : null;
  }
  const newest = await findNewestSetup(tx, { companyId, requestId });
  return newest && newerThan !== null && newest.createdAt <= newerThan ? null : newest;
}

async function findMethod(tx: Tx, setup: Setup): Promise<MethodLine | null> {
  const { companyId, customerId, methodId } = setup;
  if (!methodId) return null;
  const method = await findLiveMethod(tx, { companyId, customerId, methodId });
  return method && savedMethodLine(method);
}

function describe(setup: Setup, method: MethodLine | null): RequestStatusAnswer {
  const { id, purpose, createdAt, responseMessage } = setup;
  if (purpose.kind !== 'schedule') throw new Error('a setup of a request schedules its payment');
  return {
    success: true,
    paymentProcessingStatus: setupProcessingStatus(setup),
    payment: {
      id: attemptIdSchema.parse(id),
      status: setupPaymentStatus(setup),
      amount: purpose.amountCents,
      fee: purpose.feeCents,
      method,
      createdAt,
      responseMessage,
      // Saving a method is not a payment: it cannot be canceled and does not hold anything.
      isActionRequired: false,
      challenge: null,
      debit: null,
    },
  };
}

/** Returns null if nothing was scheduled or a payment is newer. The payment's status then applies. */
export async function checkSetupStatus(
  deps: Deps,
  query: SetupStatusQuery,
): Promise<RequestStatusAnswer | null> {
  const { companyId, customerId } = query.principal;
  const scope = { companyId, customerId };
  const found = await deps.database.inCompany(scope, (tx) => find(tx, query));
  if (!found) return null;
  const setup = await resolveSetupIfDue(deps, found);
  return describe(setup, await deps.database.inCompany(scope, (tx) => findMethod(tx, setup)));
}

export type SetupStatus = {
  paymentProcessingStatus: ProcessingStatus;
  responseMessage: string | null;
  methodId: MethodId | null;
};

export async function methodSetupStatus(
  deps: Deps,
  { principal, setupId }: { principal: CustomerPrincipal; setupId: string },
): Promise<SetupStatus> {
  const { companyId, customerId } = principal;
  const found = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    findSetup(tx, { companyId, setupId }),
  );
  if (!found) throw new AppError('NOT_FOUND');
  const setup = await resolveSetupIfDue(deps, found);
  const { responseMessage, methodId } = setup;
  return { paymentProcessingStatus: setupProcessingStatus(setup), responseMessage, methodId };
}

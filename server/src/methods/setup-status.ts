/**
 * The truth about a method being kept, for a browser that waits (R21). Reading it also asks the
 * processor when that is due, so that a payer who watches does not wait for a job.
 */
import type { Instant } from '@quittance/contract/dates';
import { attemptIdSchema, type IdempotencyKey, type RequestId } from '@quittance/contract/ids';
import type { RequestStatusAnswer } from '@quittance/contract/payments';
import type { ProcessingStatus } from '@quittance/contract/vocabulary';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type CustomerPrincipal, type Principal, principalName } from '../principal.ts';
import type { MethodRow } from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import {
  findNewestSetup,
  findSetup,
  findSetupByKey,
  type Setup,
} from '../storage/methods/method-setups.ts';
import { findLiveMethod } from '../storage/methods/methods.ts';
import { savedMethodLine } from './method-line.ts';
import { resolveSetupIfDue } from './resolve-setup.ts';
import { setupProcessingStatus } from './setup-events.ts';

export type SetupQuestion = {
  principal: Principal;
  requestId: RequestId;
  /** With a key: what was asked under it. Without: the newest, if it is newer than a payment. */
  key: IdempotencyKey | undefined;
  newerThan: Instant | null;
};

const STATUSES = {
  SENT: 'PENDING',
  ACTION_REQUIRED: 'PENDING',
  KEPT: 'SUCCESS',
  FAILED: 'FAILED',
} as const;

async function find(tx: Tx, question: SetupQuestion): Promise<Setup | null> {
  const { principal, requestId, key, newerThan } = question;
  const { companyId } = principal;
  if (key) {
    const found = await findSetupByKey(tx, { companyId, actor: principalName(principal), key });
    return found?.requestId === requestId ? found : null;
  }
  const newest = await findNewestSetup(tx, { companyId, requestId });
  return newest && newerThan !== null && newest.createdAt <= newerThan ? null : newest;
}

async function methodOf(tx: Tx, setup: Setup): Promise<MethodRow | null> {
  const { companyId, customerId, methodId } = setup;
  return methodId ? findLiveMethod(tx, { companyId, customerId, methodId }) : null;
}

function describe(setup: Setup, method: MethodRow | null): RequestStatusAnswer {
  const { id, wish, state, createdAt, responseMessage } = setup;
  if (wish.kind !== 'schedule') throw new Error('what is asked for at a request is a schedule');
  return {
    success: true,
    paymentProcessingStatus: setupProcessingStatus(setup),
    payment: {
      id: attemptIdSchema.parse(id),
      status: STATUSES[state],
      amount: wish.amountCents,
      fee: wish.feeCents,
      method: method ? savedMethodLine(method) : null,
      createdAt,
      responseMessage,
    },
  };
}

/** Null when nothing was scheduled, or a payment is newer: then that is what the request is about. */
export async function setupStatusOf(
  deps: Deps,
  question: SetupQuestion,
): Promise<RequestStatusAnswer | null> {
  const { companyId, customerId } = question.principal;
  const scope = { companyId, customerId };
  const found = await deps.database.inCompany(scope, (tx) => find(tx, question));
  if (!found) return null;
  const setup = await resolveSetupIfDue(deps, found);
  return describe(setup, await deps.database.inCompany(scope, (tx) => methodOf(tx, setup)));
}

export type SetupStatus = {
  paymentProcessingStatus: ProcessingStatus;
  responseMessage: string | null;
};

/** For whoever adds a method without paying anything. */
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
  const { responseMessage } = setup;
  return { paymentProcessingStatus: setupProcessingStatus(setup), responseMessage };
}

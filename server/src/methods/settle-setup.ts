/**
 * Transaction 2 of a method setup: the only function that makes a setup final. It is called for the processor's
 * response, by the polling browser and by the sweep. A final setup does not change.
 */
import type { Instant } from '@quittance/contract/dates';
import { ERRORS, RESPONSE_MESSAGES } from '@quittance/contract/errors';
import type { MethodId } from '@quittance/contract/ids';
import type { PaymentStatus, ProcessingStatus } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '@quittance/domain/invariant';
import { findCompany } from '../companies/store.ts';
import { findRequest, lockInvoice } from '../invoices/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { PAYMENT_PROCESSING } from '../ledger/attempt-events.ts';
import { CHALLENGE_EXPIRES_MS, INTENT_LIVES_MS } from '../ledger/next-check.ts';
import type { Tx } from '../platform/database/database.ts';
import { addToOutbox } from '../platform/events/outbox.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { SavedMethod, SetupOutcome } from '../processors/processor.ts';
import type { MethodRow } from '../schema/customers.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { completeSetup } from './complete-setup.ts';
import {
  findSetup,
  isOpenSetup,
  lockSetup,
  type Setup,
  type SetupKey,
  updateSetup,
} from './method-setups.ts';
import { markRemoved } from './methods.ts';
import { type StoredMethod, storeMethod } from './store-method.ts';

const PAYMENT_STATUSES = {
  SENT: 'PENDING',
  ACTION_REQUIRED: 'PENDING',
  KEPT: 'SUCCESS',
  FAILED: 'FAILED',
} as const satisfies Record<Setup['state'], PaymentStatus>;

export function setupPaymentStatus({ state }: Pick<Setup, 'state'>) {
  return PAYMENT_STATUSES[state];
}

export function setupProcessingStatus({
  state,
  purpose,
}: Pick<Setup, 'state' | 'purpose'>): ProcessingStatus {
  switch (state) {
    case 'SENT':
    case 'ACTION_REQUIRED':
      return 'in_progress';
    case 'KEPT':
      return purpose.kind === 'schedule' ? 'payment_scheduled' : 'success';
    case 'FAILED':
      return 'error';
  }
}

const NEXT_CHECK_MS = 3000;
/** The browser confirms whenever the payer is ready, so checks are less frequent. */
const NEXT_CHECK_OF_OFFER_MS = 15_000;

type LockedSetup = { setup: Setup; invoice: InvoiceRow | null };

async function lock(tx: Tx, key: SetupKey): Promise<LockedSetup> {
  const unlocked = await findSetup(tx, key);
  invariant(unlocked, 'an outcome belongs to a stored setup');
  const { companyId, requestId } = unlocked;
  const request = requestId ? await findRequest(tx, { companyId, requestId }) : null;
  const invoiceId = request?.invoiceId;
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  const setup = await lockSetup(tx, key);
  invariant(setup, 'setups are never deleted');
  return { setup, invoice };
}

function toKey({ companyId, id }: Setup): SetupKey {
  return { companyId, setupId: id };
}

type FinalChange =
  | { state: 'KEPT'; methodId: MethodId }
  | { state: 'FAILED'; responseMessage: string };

async function finish(
  tx: Tx,
  { clock }: Deps,
  { setup, change }: { setup: Setup; change: FinalChange },
): Promise<Setup> {
  const final = { ...change, orderSealed: null, nextCheckAt: null, settledAt: clock.now() };
  return updateSetup(tx, toKey(setup), final);
}

async function fail(
  tx: Tx,
  deps: Deps,
  { setup, message }: { setup: Setup; message: string },
): Promise<Setup> {
  const change = { state: 'FAILED', responseMessage: message } as const;
  const failed = await finish(tx, deps, { setup, change });
  const { companyId, customerId, requestId } = failed;
  if (!requestId) return failed;
  const paymentProcessingStatus = setupProcessingStatus(failed);
  const payload = { customerId, requestId, paymentProcessingStatus };
  const at = deps.clock.now();
  await addToOutbox(tx, { companyId, topic: PAYMENT_PROCESSING, payload, at });
  return failed;
}

async function writeMethod(
  tx: Tx,
  deps: Deps,
  { setup, saved }: { setup: Setup; saved: SavedMethod },
): Promise<StoredMethod> {
  const { companyId, customerId, purpose } = setup;
  const company = await findCompany(tx, companyId);
  invariant(company, 'a setup belongs to a company');
  const { processor } = company;
  const isSaved = purpose.kind === 'add' || purpose.isMethodSaved;
  const row = { companyId, customerId, processor, isSaved };
  return storeMethod(tx, deps, { row, method: saved });
}

async function removeAgain(tx: Tx, { clock }: Deps, method: MethodRow): Promise<void> {
  const { companyId, id: methodId, isSaved } = method;
  const at = clock.now();
  await markRemoved(tx, { companyId, methodId }, at);
  if (isSaved) recordEvent(tx, { companyId, type: 'method.removed', objectId: methodId, at });
}

/** If the payment can no longer be scheduled, the new method is removed again and the setup fails. */
async function save(
  tx: Tx,
  deps: Deps,
  { setup, invoice, saved }: LockedSetup & { saved: SavedMethod },
): Promise<Setup> {
  const { method, isNew } = await writeMethod(tx, deps, { setup, saved });
  try {
    await completeSetup(tx, deps, { setup, invoice, method });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isNew) await removeAgain(tx, deps, method);
    return fail(tx, deps, { setup, message: ERRORS[error.code].message });
  }
  return finish(tx, deps, { setup, change: { state: 'KEPT', methodId: method.id } });
}

/** The browser confirms an offered setup at the processor and may retry until the offer expires (R44). */
export function isOffered({ purpose }: Pick<Setup, 'purpose'>): boolean {
  return purpose.kind === 'add' && purpose.isOffered === true;
}

export function isExpired(setup: Setup, now: Instant): boolean {
  const livesMs = isOffered(setup) ? INTENT_LIVES_MS : CHALLENGE_EXPIRES_MS;
  return Date.parse(now) - Date.parse(setup.createdAt) > livesMs;
}

type SetupReport = LockedSetup & { outcome: SetupOutcome };

async function apply(tx: Tx, deps: Deps, { setup, invoice, outcome }: SetupReport): Promise<Setup> {
  const now = deps.clock.now();
  const nextCheckAt = addMs(now, isOffered(setup) ? NEXT_CHECK_OF_OFFER_MS : NEXT_CHECK_MS);
  switch (outcome.kind) {
    case 'saved':
      return save(tx, deps, { setup, invoice, saved: outcome.method });
    case 'declined':
      return fail(tx, deps, { setup, message: outcome.message });
    case 'not_sent':
      // The processor was never called, so the method is not saved.
      return fail(tx, deps, { setup, message: ERRORS.METHOD_NOT_SAVED.message });
    case 'action_required': {
      if (isExpired(setup, now))
        return fail(tx, deps, { setup, message: RESPONSE_MESSAGES.setupChallengeExpired });
      const { processorReference } = outcome;
      const state = 'ACTION_REQUIRED';
      return updateSetup(tx, toKey(setup), { state, processorReference, nextCheckAt });
    }
    case 'unknown':
      // A setup does not charge anything, so failing it after the deadline is safe.
      if (isExpired(setup, now)) {
        return fail(tx, deps, { setup, message: ERRORS.METHOD_NOT_SAVED.message });
      }
      return updateSetup(tx, toKey(setup), { nextCheckAt });
    default:
      return assertNever(outcome);
  }
}

export async function settleSetup(
  deps: Deps,
  key: SetupKey,
  outcome: SetupOutcome,
): Promise<Setup> {
  const { companyId } = key;
  return deps.database.inCompany({ companyId }, async (tx) => {
    const { setup, invoice } = await lock(tx, key);
    return isOpenSetup(setup) ? apply(tx, deps, { setup, invoice, outcome }) : setup;
  });
}

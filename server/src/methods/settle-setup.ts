/**
 * The second transaction of keeping a method: the only place that makes a setup final. The answer,
 * the payer's browser and the sweep all come through here; a setup that is final stays as it is.
 */
import type { Instant } from '@quittance/contract/dates';
import { ERRORS } from '@quittance/contract/errors';
import { type MethodId, methodIdSchema } from '@quittance/contract/ids';
import { assertNever, invariant } from '@quittance/domain/invariant';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { PAYMENT_PROCESSING } from '../payments/core/events.ts';
import { CHALLENGE_EXPIRES_MS } from '../payments/core/next-check.ts';
import type { KeepOutcome, KeptMethod } from '../processors/processor.ts';
import { findCompany } from '../storage/billing/companies.ts';
import {
  findRequest,
  type InvoiceRow,
  lockInvoice,
  type MethodRow,
} from '../storage/billing/invoices.ts';
import type { Tx } from '../storage/database.ts';
import {
  findSetup,
  isOpenSetup,
  lockSetup,
  type Setup,
  type SetupKey,
  updateSetup,
} from '../storage/methods/method-setups.ts';
import { insertMethod, markRemoved } from '../storage/methods/methods.ts';
import { addToOutbox } from '../storage/ops/outbox.ts';
import { sealContext } from '../storage/seal.ts';
import { fulfilWish } from './complete-setup.ts';
import { setupProcessingStatus } from './setup-events.ts';

const ASK_AGAIN_MS = 3000;
const EXPIRED_MESSAGE =
  'The confirmation with your bank was not completed in time. Nothing was saved.';

type Locked = { setup: Setup; invoice: InvoiceRow | null };

/** Invoice first, as everywhere. */
async function lock(tx: Tx, key: SetupKey): Promise<Locked> {
  const unlocked = await findSetup(tx, key);
  invariant(unlocked, 'news is about a setup of ours');
  const { companyId, requestId } = unlocked;
  const request = requestId ? await findRequest(tx, { companyId, requestId }) : null;
  const invoiceId = request?.invoiceId;
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  const setup = await lockSetup(tx, key);
  invariant(setup, 'setups are never deleted');
  return { setup, invoice };
}

function keyOf({ companyId, id }: Setup): SetupKey {
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
  return updateSetup(tx, keyOf(setup), final);
}

/** A wish that came true tells of itself; one that did not is told of here. */
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
  { sealer, entropy, clock }: Deps,
  { setup, kept }: { setup: Setup; kept: KeptMethod },
): Promise<MethodRow> {
  const { companyId, customerId, wish } = setup;
  const company = await findCompany(tx, companyId);
  invariant(company, 'a setup belongs to a company');
  const methodId = methodIdSchema.parse(entropy.uuid());
  const { token, ...look } = kept;
  return insertMethod(tx, {
    companyId,
    id: methodId,
    customerId,
    processor: company.processor,
    ...look,
    tokenSealed: sealer.seal(token.reveal(), sealContext.methodToken({ companyId, methodId })),
    isSaved: wish.kind === 'add' || wish.isMethodSaved,
    createdAt: clock.now(),
  });
}

/** Too late for the wish: what was kept for it is removed again, and the payer is told why. */
async function keep(
  tx: Tx,
  deps: Deps,
  { setup, invoice, kept }: Locked & { kept: KeptMethod },
): Promise<Setup> {
  const method = await writeMethod(tx, deps, { setup, kept });
  try {
    await fulfilWish(tx, deps, { setup, invoice, method });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { companyId, id: methodId } = method;
    await markRemoved(tx, { companyId, methodId }, deps.clock.now());
    return fail(tx, deps, { setup, message: ERRORS[error.code].message });
  }
  return finish(tx, deps, { setup, change: { state: 'KEPT', methodId: method.id } });
}

function isOver({ createdAt }: Setup, now: Instant): boolean {
  return Date.parse(now) - Date.parse(createdAt) > CHALLENGE_EXPIRES_MS;
}

type News = Locked & { outcome: KeepOutcome };

async function apply(tx: Tx, deps: Deps, { setup, invoice, outcome }: News): Promise<Setup> {
  const now = deps.clock.now();
  const nextCheckAt = addMs(now, ASK_AGAIN_MS);
  switch (outcome.kind) {
    case 'kept':
      return keep(tx, deps, { setup, invoice, kept: outcome.method });
    case 'declined':
      return fail(tx, deps, { setup, message: outcome.message });
    case 'not_sent':
      // Asked for the first time or again: a method that nobody was asked to keep is not kept.
      return fail(tx, deps, { setup, message: ERRORS.METHOD_NOT_SAVED.message });
    case 'action_required': {
      if (isOver(setup, now)) return fail(tx, deps, { setup, message: EXPIRED_MESSAGE });
      const { processorReference } = outcome;
      const state = 'ACTION_REQUIRED';
      return updateSetup(tx, keyOf(setup), { state, processorReference, nextCheckAt });
    }
    case 'unknown':
      // Nothing is charged by keeping, so that giving up in the end is safe.
      if (isOver(setup, now)) {
        return fail(tx, deps, { setup, message: ERRORS.METHOD_NOT_SAVED.message });
      }
      return updateSetup(tx, keyOf(setup), { nextCheckAt });
    default:
      return assertNever(outcome);
  }
}

export async function settleSetup(deps: Deps, key: SetupKey, outcome: KeepOutcome): Promise<Setup> {
  const { companyId } = key;
  return deps.database.inCompany({ companyId }, async (tx) => {
    const { setup, invoice } = await lock(tx, key);
    return isOpenSetup(setup) ? apply(tx, deps, { setup, invoice, outcome }) : setup;
  });
}

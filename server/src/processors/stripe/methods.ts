/**
 * Saved methods at Stripe: a setup intent attaches the method to its customer, and detaching removes it. A repeated
 * setup gets the first response through its idempotency key, so the current state is read from the intent.
 */
import type Stripe from 'stripe';
import { unknown } from '../outcomes.ts';
import type {
  FoundMethod,
  Methods,
  NotFound,
  SetupOrder,
  SetupOutcome,
  Unknown,
} from '../processor.ts';
import { withAccountType } from './account-type.ts';
import type { Account } from './charges.ts';
import { deleteCustomers, ensureCustomer } from './customers.ts';
import { fromError, isGone, toReason } from './from-error.ts';
import { fromSetup, toId, toSavedMethod } from './from-stripe.ts';
import { toSetup } from './to-stripe.ts';

async function retrieve(stripe: Stripe, id: string): Promise<SetupOutcome> {
  return fromSetup(await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }));
}

async function save({ stripe, apiVersion }: Account, order: SetupOrder): Promise<SetupOutcome> {
  try {
    const customer = await ensureCustomer(stripe, order.payer);
    const params = toSetup(order, { apiVersion, customer });
    const idempotencyKey = `keep-${order.reference}`;
    const answered = await stripe.setupIntents.create(params, { idempotencyKey });
    const isDone = answered.status === 'succeeded';
    const outcome = isDone ? fromSetup(answered) : await retrieve(stripe, answered.id);
    if (outcome.kind !== 'saved') return outcome;
    const method = await withAccountType(stripe, outcome.method, order.accountType);
    return { kind: 'saved', method };
  } catch (error) {
    return fromError(error);
  }
}

async function findSaved({ stripe }: Account, id: string): Promise<SetupOutcome> {
  try {
    return await retrieve(stripe, id);
  } catch (error) {
    // A failed lookup proves nothing about the method.
    return unknown(toReason(error));
  }
}

const isMandate = (reference: string) => reference.startsWith('mandate_');

/** A mandate for a single payment becomes inactive by itself. */
async function findChanged(
  { stripe }: Account,
  reference: string,
): Promise<FoundMethod | NotFound | Unknown> {
  try {
    const mandate = isMandate(reference) ? await stripe.mandates.retrieve(reference) : null;
    const method = await stripe.paymentMethods.retrieve(toId(mandate?.payment_method) ?? reference);
    const saved = toSavedMethod(method, toId(method.customer));
    if (!saved) return { kind: 'not_found' };
    const isRevoked = mandate?.type === 'multi_use' && mandate.status === 'inactive';
    return { kind: 'found', method: saved, isRevoked };
  } catch (error) {
    return isGone(error) ? { kind: 'not_found' } : unknown(toReason(error));
  }
}

async function forget(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id);
  } catch (error) {
    if (isGone(error)) return;
    throw new Error(`Stripe could not forget a method: ${toReason(error)}`);
  }
}

export function toMethods(account: Account): Methods {
  return {
    save: (order) => save(account, order),
    findSaved: (processorReference) => findSaved(account, processorReference),
    findChanged: (reference) => findChanged(account, reference),
    forget: ({ token }) => forget(account.stripe, token.reveal()),
    forgetCustomer: (person) => deleteCustomers(account.stripe, person),
  };
}

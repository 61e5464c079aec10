// Payment methods: created from typed details, attached to a customer, detached. A method that was
// used without a customer, or was detached, cannot be used again.
import { z } from 'zod';
import { ApiError, invalid, missing } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import type { Call } from '../api/operation.ts';
import { emitEvent } from '../events.ts';
import { cardOutcome } from '../intents/instrument-outcomes.ts';
import { type MethodDraft, nowSeconds, type PaymentMethod, type Store } from '../store.ts';
import { readMethodData, readTestToken } from './instruments.ts';
import { paymentMethodAnswer, typeOf } from './method-answers.ts';

function makeMethod(store: Store, account: string, draft: MethodDraft): PaymentMethod {
  const { instrument } = draft;
  return store.paymentMethods.put({
    ...draft,
    id: newId('pm'),
    account,
    created: nowSeconds(store),
    customer: null,
    // A bank login verifies the owner of the account; typed numbers do not.
    isVerified: instrument.kind === 'card' || instrument.financialConnectionsAccount !== null,
    isRevoked: false,
    isSpent: false,
  });
}

export function findMethod({ store, account }: Call, id: string, param = 'id'): PaymentMethod {
  const method = store.paymentMethods.get(id);
  if (method === undefined || method.account !== account.id) {
    throw missing('PaymentMethod', id, param);
  }
  return method;
}

const SPENT =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer ' +
  'attachment, shared with a connected account without Customer attachment, or was detached from a ' +
  'Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to ' +
  'a Customer first.';

export function requireUsable({ id, isSpent }: PaymentMethod): void {
  if (!isSpent) return;
  throw invalid(SPENT, { code: 'payment_method_unexpected_state', param: id });
}

export type MethodSource = { preview: MethodDraft; make: () => PaymentMethod };

export function sourceOfDraft({ store, account }: Call, draft: MethodDraft): MethodSource {
  return { preview: draft, make: () => makeMethod(store, account.id, draft) };
}

export function sourceOfId(call: Call, id: string): MethodSource {
  const draft = readTestToken(call.store, id);
  if (draft !== undefined) return sourceOfDraft(call, draft);
  const method = findMethod(call, id, 'payment_method');
  requireUsable(method);
  return { preview: method, make: () => findMethod(call, id, 'payment_method') };
}

const UNSAFE =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use ' +
  'test tokens that map to the test card you are using, see https://docs.stripe.com/testing.';

export function sourceOfData(call: Call, data: unknown): MethodSource {
  const draft = readMethodData(call.store, data);
  if (draft.instrument.kind === 'card' && !call.isFromOwnPage) throw invalid(UNSAFE);
  return sourceOfDraft(call, draft);
}

export function attach(store: Store, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  const attached = store.paymentMethods.put({ ...method, customer });
  const { account } = method;
  const object = paymentMethodAnswer(attached);
  emitEvent(store, { account, type: 'payment_method.attached', object });
  return attached;
}

export function detach(store: Store, method: PaymentMethod): PaymentMethod {
  const detached = store.paymentMethods.put({ ...method, customer: null, isSpent: true });
  const { account } = method;
  const object = paymentMethodAnswer(detached);
  emitEvent(store, { account, type: 'payment_method.detached', object });
  return detached;
}

/**
 * Cards that decline every charge also decline on attach, except the one for "attaches, then
 * fails".
 */
export function requireAttachable(store: Store, { instrument }: MethodDraft): void {
  if (instrument.kind !== 'card') return;
  const outcome = cardOutcome(store, instrument, { isSetup: true, isAuthenticated: true });
  if (outcome.kind === 'declined') {
    throw new ApiError(402, { type: 'card_error', ...outcome.decline });
  }
}

export const Filter = z.object({ customer: z.string().optional(), type: z.string().optional() });

export function toMethods({ store }: Call, { customer, type }: z.infer<typeof Filter>) {
  return store.paymentMethods
    .all()
    .filter((method) => method.customer !== null && method.customer === customer)
    .filter((method) => type === undefined || typeOf(method.instrument) === type);
}

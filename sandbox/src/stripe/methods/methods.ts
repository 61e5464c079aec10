// Payment methods: made from what was typed, attached to a customer, taken off again. A method that
// paid once without a customer, or was taken off one, cannot be used any more.
import { z } from 'zod';
import { ApiError, invalid, missing } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import type { Call } from '../api/operation.ts';
import { announce } from '../events.ts';
import { judgeCard } from '../intents/instrument-outcomes.ts';
import { type MethodDraft, nowSeconds, type PaymentMethod, type Store } from '../store.ts';
import { readMethodData, readTestToken } from './instruments.ts';
import { paymentMethodAnswer, typeOf } from './method-answers.ts';

export function makeMethod(store: Store, account: string, draft: MethodDraft): PaymentMethod {
  const { instrument } = draft;
  return store.paymentMethods.put({
    ...draft,
    id: newId('pm'),
    account,
    created: nowSeconds(store),
    customer: null,
    // A bank login says who owns the account; typed numbers do not.
    isVerified: instrument.kind === 'card' || instrument.financialConnectionsAccount !== null,
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

/** A method, or how it will be made once the call is carried out. */
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
  announce(store, { account, type: 'payment_method.attached', object });
  return attached;
}

export function detach(store: Store, method: PaymentMethod): PaymentMethod {
  const detached = store.paymentMethods.put({ ...method, customer: null, isSpent: true });
  const { account } = method;
  const object = paymentMethodAnswer(detached);
  announce(store, { account, type: 'payment_method.detached', object });
  return detached;
}

/** Cards that every charge would decline are declined here already, but for one that waits. */
export function requireAttachable(store: Store, { instrument }: MethodDraft): void {
  if (instrument.kind !== 'card') return;
  const verdict = judgeCard(store, instrument, { isSetup: true, isAuthenticated: true });
  if (verdict.kind === 'declined') {
    throw new ApiError(402, { type: 'card_error', ...verdict.decline });
  }
}

export const Filter = z.object({ customer: z.string().optional(), type: z.string().optional() });

export function methodsOf({ store }: Call, { customer, type }: z.infer<typeof Filter>) {
  return store.paymentMethods
    .all()
    .filter((method) => method.customer !== null && method.customer === customer)
    .filter((method) => type === undefined || typeOf(method.instrument) === type);
}

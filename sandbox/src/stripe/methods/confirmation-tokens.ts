// Confirmation tokens: what a browser collected, handed to the merchant's server as a name. A token
// works for one intent and for twelve hours.
import { invalid, missing } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import type { Call } from '../api/operation.ts';
import { type ConfirmationToken, nowSeconds } from '../store.ts';

const LIVES_SECONDS = 12 * 3600;

type Collected = Pick<
  ConfirmationToken,
  'draft' | 'paymentMethod' | 'returnUrl' | 'setupFutureUsage'
>;

export function makeConfirmationToken(
  { store, account }: Call,
  collected: Collected,
): ConfirmationToken {
  const created = nowSeconds(store);
  return store.confirmationTokens.put({
    ...collected,
    id: newId('ctoken'),
    account: account.id,
    created,
    expiresAt: created + LIVES_SECONDS,
    usedBy: null,
  });
}

export function confirmationTokenOf(
  { store, account }: Call,
  id: string,
): ConfirmationToken | undefined {
  const token = store.confirmationTokens.get(id);
  return token?.account === account.id ? token : undefined;
}

/** A token that can still be used; the intent marks it as used when it is confirmed. */
export function usableToken(call: Call, id: string): ConfirmationToken {
  const param = 'confirmation_token';
  const token = confirmationTokenOf(call, id);
  if (token === undefined) throw missing('confirmation_token', id, param);
  if (token.usedBy !== null) {
    throw invalid(`The ConfirmationToken ${id} has already been used.`, {
      code: 'token_already_used',
      param,
    });
  }
  if (token.expiresAt <= nowSeconds(call.store)) {
    throw invalid(`The ConfirmationToken ${id} has expired.`, { param });
  }
  return token;
}

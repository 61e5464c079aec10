// Confirmation tokens: payment details collected by a browser and passed to the merchant's server
// by id. A token is valid for one intent and for twelve hours.
import { invalid, missing } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import type { Call } from '../api/operation.ts';
import { type ConfirmationToken, nowSeconds } from '../store.ts';

const LIVES_SECONDS = 12 * 3600;

type ConfirmationDetails = Pick<
  ConfirmationToken,
  'draft' | 'paymentMethod' | 'returnUrl' | 'setupFutureUsage'
>;

export function makeConfirmationToken(
  { store, account, isFromElements }: Call,
  collected: ConfirmationDetails,
): ConfirmationToken {
  const created = nowSeconds(store);
  return store.confirmationTokens.put({
    ...collected,
    id: newId('ctoken'),
    account: account.id,
    created,
    expiresAt: created + LIVES_SECONDS,
    isFromElements,
    usedBy: null,
  });
}

export function toConfirmationToken(
  { store, account }: Call,
  id: string,
): ConfirmationToken | undefined {
  const token = store.confirmationTokens.get(id);
  return token?.account === account.id ? token : undefined;
}

export function usableToken(call: Call, id: string): ConfirmationToken {
  const param = 'confirmation_token';
  const token = toConfirmationToken(call, id);
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

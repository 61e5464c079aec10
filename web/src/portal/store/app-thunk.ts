/**
 * Creates the thunks that call the API: typed from the route table, skipped while an identical call is running, and
 * rejected with a failure instead of an exception. Each thunk declares how a failure is shown, and `listeners.ts`
 * shows it.
 */
import type { AnswerOf, RouteName } from '@quittance/contract/portal-routes';
import { createAsyncThunk } from '@reduxjs/toolkit';
import type { ApiFailure, CallInput } from '../../shared/api/client.ts';
import type { StoreParts } from './store-parts.ts';

export type FailureNotice = 'toast' | 'paymentToast' | 'screen';

export type ApiThunkMeta = { failureNotice: FailureNotice; successToast: string | null };

/**
 * `isForced` sends the call even if an identical one is running, because the response to that one may be outdated.
 */
export type ApiThunkInput<Name extends RouteName> = CallInput<Name> & { isForced?: true };

type ApiThunkOptions = { failureNotice?: FailureNotice; successToast?: string };

type ApiThunkConfig = {
  extra: StoreParts;
  rejectValue: ApiFailure;
  rejectedMeta: ApiThunkMeta;
  fulfilledMeta: ApiThunkMeta;
};

export function createApiThunk<Name extends RouteName>(
  type: string,
  routeName: Name,
  { failureNotice = 'toast', successToast }: ApiThunkOptions = {},
) {
  const notices: ApiThunkMeta = { failureNotice, successToast: successToast ?? null };
  const toKey = (input: ApiThunkInput<Name>): string => `${type} ${JSON.stringify(input)}`;
  return createAsyncThunk<AnswerOf<Name>, ApiThunkInput<Name>, ApiThunkConfig>(
    type,
    async (input, { extra, signal, rejectWithValue, fulfillWithValue }) => {
      const key = toKey(input);
      extra.inFlight.add(key);
      try {
        const result = await extra.api.call(routeName, input, signal);
        if (!result.isOk) return rejectWithValue(result.failure, notices);
        return fulfillWithValue(result.answer, notices);
      } finally {
        extra.inFlight.delete(key);
      }
    },
    { condition: (input, { extra }) => input.isForced || !extra.inFlight.has(toKey(input)) },
  );
}

/**
 * One builder for every thunk that calls the API: typed from the route table, refused while an
 * identical call is under way, rejected with a failure instead of an exception. How a failure is
 * shown is declared here per thunk and done in listeners.ts.
 */
import type { AnswerOf, ServedRouteName } from '@quittance/contract/routes';
import { createAsyncThunk } from '@reduxjs/toolkit';
import type { CallInput } from '../../api/client.ts';
import type { ApiFailure } from '../../api/failure.ts';
import type { StoreParts } from './store-parts.ts';

/** Who tells the person: a toast, a toast in the words for payments, or the screen itself. */
export type FailureNotice = 'toast' | 'paymentToast' | 'screen';

export type ApiThunkMeta = { failureNotice: FailureNotice; successToast: string | null };

/** `isForced` sends the call although an identical one is under way: its answer may be older. */
export type ApiThunkInput<Name extends ServedRouteName> = CallInput<Name> & { isForced?: true };

type ApiThunkOptions = { failureNotice?: FailureNotice; successToast?: string };

type ApiThunkConfig = {
  extra: StoreParts;
  rejectValue: ApiFailure;
  rejectedMeta: ApiThunkMeta;
  fulfilledMeta: ApiThunkMeta;
};

export function createApiThunk<Name extends ServedRouteName>(
  type: string,
  routeName: Name,
  { failureNotice = 'toast', successToast }: ApiThunkOptions = {},
) {
  const notices: ApiThunkMeta = { failureNotice, successToast: successToast ?? null };
  const keyOf = (input: ApiThunkInput<Name>): string => `${type} ${JSON.stringify(input)}`;
  return createAsyncThunk<AnswerOf<Name>, ApiThunkInput<Name>, ApiThunkConfig>(
    type,
    async (input, { extra, signal, rejectWithValue, fulfillWithValue }) => {
      const key = keyOf(input);
      extra.inFlight.add(key);
      try {
        const result = await extra.api.call(routeName, input, signal);
        if (!result.isOk) return rejectWithValue(result.failure, notices);
        return fulfillWithValue(result.answer, notices);
      } finally {
        extra.inFlight.delete(key);
      }
    },
    { condition: (input, { extra }) => input.isForced || !extra.inFlight.has(keyOf(input)) },
  );
}

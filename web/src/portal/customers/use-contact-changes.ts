/**
 * Changes of contacts. The server requires a recent sign-in (R23), so a change refused for that reason is stored
 * and retried after the sign-in.
 */
import { useState } from 'react';
import { type ApiFailure, isCode } from '../../shared/api/client.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppDispatch } from '../store/store.ts';

export type ContactChange = (dispatch: AppDispatch) => Promise<Answer>;

type Answer = { payload?: unknown; meta: { requestStatus: 'fulfilled' | 'rejected' } };

type RetryChange = () => Promise<boolean>;

function isSignInAsked({ payload, meta }: Answer): boolean {
  if (meta.requestStatus === 'fulfilled') return false;
  const failure = payload as ApiFailure | undefined; // because API thunks reject with an ApiFailure only
  return isCode(failure, 'SIGN_IN_AGAIN');
}

export function useContactChanges() {
  const dispatch = useAppDispatch();
  const [refused, setRefused] = useState<RetryChange | null>(null);

  const make = async (send: ContactChange): Promise<boolean> => {
    const answer = await send(dispatch);
    const isAsked = isSignInAsked(answer);
    setRefused(isAsked ? () => () => make(send) : null);
    return answer.meta.requestStatus === 'fulfilled';
  };
  return { make, refused, giveUp: () => setRefused(null) };
}

export type MakeChange = ReturnType<typeof useContactChanges>['make'];

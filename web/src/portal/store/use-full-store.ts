/** Whether the store is complete. Loads what is missing, and again after a failure. */
import { useEffect, useEffectEvent } from 'react';
import { useInterval } from '../../shared/hooks/use-interval.ts';
import { STORE_RETRY_MS } from '../../shared/lib/timings.ts';
import { useAppDispatch, useOpeningSelector } from './hooks.ts';
import { loadFullStore } from './load-full-store.ts';

export function useFullStore(): boolean {
  const dispatch = useAppDispatch();
  const isComplete = useOpeningSelector(({ request }) => request !== undefined);
  const load = (): void => {
    dispatch(loadFullStore()).catch(() => {}); // the interval tries again
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => {
    if (!isComplete) loadFirst();
  }, [isComplete]);
  useInterval(load, isComplete ? null : STORE_RETRY_MS);
  return isComplete;
}

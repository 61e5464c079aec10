/** The answer to a call that one page makes: loaded when it opens, at every refresh (R21), and again on demand. */
import { useCallback, useEffect, useId, useState } from 'react';
import type { ApiFailure } from '../../shared/api/client.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { onRefresh } from '../store/refresh.ts';
import type { AppThunk } from '../store/root.ts';
import type { Answered } from '../store/upcoming.ts';

type Call<Value> = () => AppThunk<Promise<Answered<Value>>>;

/** `key` names what is asked for; null while it is not known yet. */
export function useAnswer<Value>(key: string | null, call: Call<Value>) {
  const dispatch = useAppDispatch();
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked for
  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    void dispatch(call()).then((answered) => {
      if (!isCurrent) return;
      if (answered.isOk) setValue(answered.value);
      setFailure(answered.isOk ? null : answered.failure);
    });
    return () => {
      isCurrent = false;
    };
  }, [dispatch, key, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  const name = useId();
  useEffect(() => {
    const stop = dispatch(onRefresh(name, again));
    return () => void stop();
  }, [dispatch, name, again]);
  return { value, failure, again };
}

/**
 * Loads what a page needs: when its parameters change, and again after a refresh signal. Running requests
 * are aborted first, so that an older answer never arrives after a newer one.
 */
import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from './use-refresh.ts';

type RunningLoad = { abort: () => void };

/** `load` must change its identity with its parameters. Returns a function that loads again. */
export function useLoad(load: () => readonly RunningLoad[]): () => void {
  const running = useRef<readonly RunningLoad[]>([]);
  const abort = useCallback(() => {
    for (const each of running.current) each.abort();
    running.current = [];
  }, []);
  const reload = useCallback(() => {
    abort();
    running.current = load();
  }, [load, abort]);
  useEffect(() => {
    reload();
    return abort;
  }, [reload, abort]);
  useRefresh(reload);
  return reload;
}

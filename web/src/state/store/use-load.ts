/**
 * Asks what a page needs: when the question changes, and again when there may be news. Whatever was still
 * under way is dropped, so that an older answer can never come after a newer one.
 */
import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from './use-refresh.ts';

type Asked = { abort: () => void };

/** `ask` is another function for another question. Answers a function that asks once more. */
export function useLoad(ask: () => readonly Asked[]): () => void {
  const running = useRef<readonly Asked[]>([]);
  const drop = useCallback(() => {
    for (const asked of running.current) asked.abort();
    running.current = [];
  }, []);
  const askAgain = useCallback(() => {
    drop();
    running.current = ask();
  }, [ask, drop]);
  useEffect(() => {
    askAgain();
    return drop;
  }, [askAgain, drop]);
  useRefresh(askAgain);
  return askAgain;
}

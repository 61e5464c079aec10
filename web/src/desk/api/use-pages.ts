/** The rows of a list, page by page as they are scrolled to. Another question begins anew. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../shared/hooks/use-latest.ts';
import type { CallInput, ItemOf, PagedName } from './call-types.ts';
import { useClient } from './client-context.ts';
import type { Failure } from './failure.ts';

const PAGE_ROWS = 100;

export type Pages<Item> = {
  /** Null until the first page. */
  rows: readonly Item[] | null;
  /** Rows of an earlier question, until the answer to this one. */
  isStale: boolean;
  isReading: boolean;
  hasMore: boolean;
  failure: Failure | null;
  readMore: () => void;
  /** From the first page. */
  again: () => void;
};

type State<Item> = {
  key: string;
  rows: readonly Item[] | null;
  nextCursor: string | null;
  failure: Failure | null;
};

const NOTHING = { key: '', rows: null, nextCursor: null, failure: null };

export function usePages<Name extends PagedName>(
  name: Name,
  query: NonNullable<unknown>,
): Pages<ItemOf<Name>> {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<ItemOf<Name>>>(NOTHING);
  const [isReading, setIsReading] = useState(true);
  const key = `${JSON.stringify(query)} ${round}`;
  const latest = useLatest({ query, state });
  const running = useRef<AbortController | null>(null);

  const read = useCallback(
    async (after: string | null) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setIsReading(true);
      const cursor = after === null ? {} : { after };
      const query = { ...latest.current.query, limit: PAGE_ROWS, ...cursor };
      const input = { query } as CallInput<Name>; // because every list takes these, beside its filters
      const result = await client.call(name, input, { signal: controller.signal });
      if (controller.signal.aborted) return;
      setIsReading(false);
      setState((before) => {
        if (!result.isOk)
          return after === null
            ? { ...NOTHING, key, failure: result.failure }
            : { ...before, failure: result.failure };
        // because a call of this name answers a page
        const page = result.answer as { data: ItemOf<Name>[]; nextCursor: string | null };
        const earlier = after === null ? [] : (before.rows ?? []);
        return {
          key,
          rows: [...earlier, ...page.data],
          nextCursor: page.nextCursor,
          failure: null,
        };
      });
    },
    [client, name, key, latest],
  );

  useEffect(() => {
    void read(null);
    return () => running.current?.abort();
  }, [read]);

  const readMore = useCallback(() => {
    const { nextCursor } = latest.current.state;
    if (nextCursor !== null) void read(nextCursor);
  }, [read, latest]);

  const again = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => client.onReadAgain(again), [client, again]);

  return {
    rows: state.rows,
    isStale: state.key !== key,
    isReading,
    hasMore: state.nextCursor !== null,
    failure: state.failure,
    readMore,
    again,
  };
}

/**
 * Reads data for a page, and reads it again when the input changes. The last response stays visible while the next
 * one loads. If that read fails, a response to an earlier input is dropped. Lists load page by page as the user
 * scrolls.
 */
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReadState } from '../../shared/api/reads.ts';
import { useReadView } from '../../shared/api/use-read.ts';
import { useLatest } from '../../shared/hooks/use-latest.ts';
import type { AnswerOf, CallInput, CallName, ItemOf, PagedName } from './call-types.ts';
import { useClient } from './client-context.ts';
import type { ReadRequest } from './desk-client.ts';
import type { Failure, Problem } from './failure.ts';

export type Read<Answer> = {
  answer: Answer | null;
  failure: Failure | null;
  isReading: boolean;
  again: () => void;
  replace: (answer: Answer) => void;
  /** Number of responses so far. */
  count: number;
};

function toView(read: ReadState<unknown, Problem> | undefined, key: string | null) {
  const failure = read?.failure ?? null;
  const isOutdated = failure !== null && read?.heldKey !== read?.key;
  return {
    answer: isOutdated ? null : (read?.answer ?? null),
    failure,
    isReading: key !== null && (read?.key !== key || read.isLoading),
    count: read?.count ?? 0,
  };
}

export function useRead<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { isNeeded = true }: { isNeeded?: boolean } = {},
): Read<AnswerOf<Name>> {
  const { reads } = useClient();
  const place = useId();
  const { answer, ...view } = useReadView({
    reads,
    place: { name: place },
    isLocal: true,
    // because the input belongs to this call
    request: isNeeded ? ({ route: name, input } as ReadRequest) : null,
    view: toView,
  });
  const changes = useMemo(
    () => ({
      again: () => void reads.again(place),
      replace: (next: AnswerOf<Name>) => reads.replace(place, next),
    }),
    [reads, place],
  );
  // because the request was made with this call name
  return { answer: answer as AnswerOf<Name> | null, ...view, ...changes };
}

const PAGE_ROWS = 100;

export type Pages<Item> = {
  /** Null until the first page has loaded. */
  rows: readonly Item[] | null;
  /** The rows belong to an earlier query, until the response to this one arrives. */
  isStale: boolean;
  isReading: boolean;
  hasMore: boolean;
  failure: Failure | null;
  readMore: () => void;
  again: () => void;
};

type Page<Item> = { data: readonly Item[]; nextCursor: string | null };
/** Rows after the first page. `count` identifies the response that contained that first page. */
type More<Item> = Page<Item> & { count: number; failure: Failure | null; isReading: boolean };

export function usePages<Name extends PagedName>(
  name: Name,
  query: NonNullable<unknown>,
  path: NonNullable<unknown> = {},
): Pages<ItemOf<Name>> {
  const client = useClient();
  const inputAfter = (cursor: object) =>
    // because every list accepts these parameters in addition to its filters
    ({ ...path, query: { ...query, limit: PAGE_ROWS, ...cursor } }) as CallInput<Name>;
  const first = useRead(name, inputAfter({}));
  const { count } = first;
  const page = first.answer as Page<ItemOf<Name>> | null; // because a call of this name answers a page
  const [held, setMore] = useState<More<ItemOf<Name>> | null>(null);
  const more = held?.count === count ? held : null;
  const nextCursor = more ? more.nextCursor : (page?.nextCursor ?? null);
  const latest = useLatest({ inputAfter, more, nextCursor });
  const running = useRef<AbortController | null>(null);
  // The first page changed, so a running read of the rows after the previous one is aborted.
  useEffect(() => {
    if (count >= 0) return () => running.current?.abort();
    return undefined;
  }, [count]);

  const readMore = useCallback(async (): Promise<void> => {
    const { inputAfter, more, nextCursor } = latest.current;
    if (nextCursor === null) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const before = { data: more?.data ?? [], nextCursor, count };
    setMore({ ...before, failure: null, isReading: true });
    const result = await client.call(name, inputAfter({ after: nextCursor }), { signal });
    if (signal.aborted) return;
    if (!result.isOk) return setMore({ ...before, failure: result.failure, isReading: false });
    const next = result.answer as Page<ItemOf<Name>>; // because a call of this name answers a page
    const data = [...before.data, ...next.data];
    setMore({ data, nextCursor: next.nextCursor, count, failure: null, isReading: false });
  }, [client, name, count, latest]);

  const rows = useMemo(() => page && [...page.data, ...(more?.data ?? [])], [page, more]);
  return {
    rows: first.failure ? null : rows,
    isStale: first.isReading,
    isReading: first.isReading || (more?.isReading ?? false),
    hasMore: nextCursor !== null,
    failure: first.failure ?? more?.failure ?? null,
    readMore: useCallback(() => void readMore(), [readMore]),
    again: first.again,
  };
}

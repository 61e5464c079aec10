/**
 * The filters and the sort order of a list, stored in the page's address so that Back, reload and links work. The
 * names match the server's query.
 */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type Filters = Readonly<Record<string, string>>;

export type ListQuery = {
  filters: Filters;
  set: (name: string, value: string, how?: { isTyping: boolean }) => void;
  setAll: (filters: Filters) => void;
};

export function toSearchParams(filters: Filters): string {
  const text = new URLSearchParams(filters).toString();
  return text === '' ? '' : `?${text}`;
}

export function useListQuery(names: readonly string[]): ListQuery {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filters = useMemo(() => {
    const found = [...new URLSearchParams(text)].filter(
      ([name, value]) => names.includes(name) && value !== '',
    );
    return Object.fromEntries(found);
  }, [text, names]);
  const set = useCallback(
    (name: string, value: string, how?: { isTyping: boolean }) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: how?.isTyping ?? false },
      );
    },
    [setParams],
  );
  const setAll = useCallback((all: Filters) => setParams(new URLSearchParams(all)), [setParams]);
  return { filters, set, setAll };
}

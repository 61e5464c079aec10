// A search field with its results, one of which can be chosen.

import { useState } from 'react';
import { useDebouncedText } from '../../shared/hooks/use-debounced-text.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { DESK_SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { Combobox } from '../../shared/ui/form/combobox.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './finder.module.css';

const css = bindClasses(styles);

const SEARCH_MIN = 2;

export function useSearch() {
  const [search, setSearch] = useState('');
  return { search, setSearch, isNeeded: search.length >= SEARCH_MIN };
}

type FinderProps<Item> = {
  search: ReturnType<typeof useSearch>;
  texts: { label: string; hint: string; none: string };
  error: string | undefined;
  found: readonly Item[] | undefined;
  nameOf: (item: Item) => { title: string; text: string };
  onChoose: (item: Item) => void;
};

export function Finder<Item extends { id: string }>(props: FinderProps<Item>) {
  const { search, texts, error, nameOf, onChoose } = props;
  const [text, setText] = useDebouncedText({
    settled: search.search,
    onSettled: search.setSearch,
    delayMs: DESK_SEARCH_DEBOUNCE_MS,
  });
  const found = search.isNeeded ? props.found : undefined;
  const isNone = found?.length === 0;
  return (
    <div className={css('finder')}>
      <Combobox
        label={texts.label}
        hint={texts.hint}
        error={error}
        value={text}
        onType={setText}
        options={found ?? []}
        toFace={(item) => ({ id: item.id, ...nameOf(item) })}
        onChoose={onChoose}
        none={isNone ? texts.none : undefined}
        isInline
      />
      {isNone && <Text tone="muted">{texts.none}</Text>}
    </div>
  );
}

// A search field with its results, one of which can be chosen.

import { useState } from 'react';
import { useDebouncedText } from '../../shared/hooks/use-debounced-text.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionButton } from '../../shared/ui/form/option-card.tsx';
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
    delayMs: SEARCH_DEBOUNCE_MS,
  });
  const found = search.isNeeded ? props.found : undefined;
  return (
    <div className={css('finder')}>
      <Input
        label={texts.label}
        hint={texts.hint}
        error={error}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div role="status">{found?.length === 0 && <Text tone="muted">{texts.none}</Text>}</div>
      <ul className={css('found')}>
        {found?.map((item) => (
          <li key={item.id}>
            <OptionButton {...nameOf(item)} onClick={() => onChoose(item)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

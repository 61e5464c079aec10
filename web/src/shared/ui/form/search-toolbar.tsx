// Search and filters above a list. The search is submitted after a pause in typing.

import { Children, type ReactNode } from 'react';
import { useDebouncedText } from '../../hooks/use-debounced-text.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { SEARCH_DEBOUNCE_MS } from '../../lib/timings.ts';
import { SearchBox } from './search-box.tsx';
import styles from './search-toolbar.module.css';

const css = bindClasses(styles);

const SEARCH_LENGTH_MAX = 100;

type SearchToolbarProps = {
  label: string;
  placeholder: string;
  search: string;
  onSearchChange: (search: string) => void;
  children: ReactNode;
};

export function SearchToolbar(props: SearchToolbarProps) {
  const { label, placeholder, search, onSearchChange, children } = props;
  const [typed, type] = useDebouncedText({
    settled: search,
    onSettled: onSearchChange,
    delayMs: SEARCH_DEBOUNCE_MS,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not support <search>
    <div role="search" className={css('toolbar', Children.count(children) > 1 ? 'many' : 'one')}>
      <div className={css('search')}>
        <SearchBox
          label={label}
          placeholder={placeholder}
          maxLength={SEARCH_LENGTH_MAX}
          value={typed}
          onValueChange={type}
        />
      </div>
      {children}
    </div>
  );
}

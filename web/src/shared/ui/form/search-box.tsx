// A search input with a button that clears it. Debouncing belongs to the caller.

import { type ComponentProps, useId, useRef } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import inputStyles from './input.module.css';
import styles from './search-box.module.css';

const css = bindClasses(styles);
const inputCss = bindClasses(inputStyles);

type SearchBoxProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'value' | 'onChange'
> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
};

export function SearchBox({ label, value, onValueChange, ...rest }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onValueChange('');
    input.current?.focus();
  };
  return (
    <div className={`${inputCss('box')} ${css('box')}`}>
      <label htmlFor={id}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </label>
      <span className={inputCss('lead')}>
        <Icon name="search" />
      </span>
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        ref={input}
        id={id}
        type="search"
        className={`${inputCss('input')} ${css('input')}`}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
      {value !== '' && <IconButton icon="close" label={uiTexts.clearSearch} onClick={clear} />}
    </div>
  );
}

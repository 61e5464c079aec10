// A text input with a list of matches, by the keys and roles of the WAI-ARIA combobox. The focus stays in the input:
// the arrow keys mark an option, Enter chooses it, Escape closes the list, and an arrow key opens it again.

import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './combobox.module.css';
import { Input } from './input.tsx';

const css = bindClasses(styles);

type ComboboxProps<Option> = Pick<ComponentProps<typeof Input>, 'hint' | 'error' | 'onBlur'> & {
  label: string;
  value: string;
  onType: (text: string) => void;
  options: readonly Option[];
  toFace: (option: Option) => { id: string; title: string; text: string };
  onChoose: (option: Option) => void;
  /** A key that the list does not use. */
  onOtherKey?: (event: KeyboardEvent) => void;
  /** Shown and announced if nothing matches. */
  none?: string | undefined;
  /** The list takes its own room instead of covering what follows, as a dialog needs it. */
  isInline?: boolean;
};

export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, hint, error, value, options, toFace, none, isInline = false } = props;
  const id = useId();
  const list = useListKeys(props);
  const { isOpen, active } = list;
  const toOptionId = (index: number): string => `${id}-${index}`;
  const marked = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another option is marked
  useEffect(() => {
    // The statement returns nothing, because newer browsers return a promise here, and React would call it.
    marked.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className={css('root')}>
      <Input
        label={label}
        hint={hint}
        error={error}
        value={value}
        onChange={({ currentTarget }) => props.onType(currentTarget.value)}
        onKeyDown={list.onKeyDown}
        onBlur={(event) => {
          list.close();
          props.onBlur?.(event);
        }}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={active >= 0 ? toOptionId(active) : undefined}
      />
      <div role="status">
        <VisuallyHidden>{none ?? (isOpen ? uiTexts.matches(options.length) : '')}</VisuallyHidden>
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        className={css('list', isInline && 'inline')}
        hidden={!isOpen}
      >
        {options.map((option, index) => {
          const { id: key, title, text } = toFace(option);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input
            // biome-ignore lint/a11y/useFocusableInteractive: the input points at it instead
            <div
              key={key}
              ref={index === active ? marked : undefined}
              id={toOptionId(index)}
              role="option"
              aria-selected={index === active}
              className={css('option', index === active && 'active')}
              // Prevents the blur of the input, which would close the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => list.choose(option)}
            >
              <span>{title}</span>
              <span className={css('text')}>{text}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useListKeys<Option>({ options, value, onChoose, onOtherKey }: ComboboxProps<Option>) {
  const [state, setState] = useState({ for: value, index: -1, isClosed: false });
  // Another text opens the list again without a marked option.
  const { index, isClosed } = state.for === value ? state : { index: -1, isClosed: false };
  const isOpen = options.length > 0 && !isClosed;
  const active = isOpen && index < options.length ? index : -1;
  const mark = (next: number): void =>
    setState({ for: value, index: (next + options.length) % options.length, isClosed: false });
  const close = (): void => setState({ for: value, index: -1, isClosed: true });
  const choose = (option: Option): void => {
    close();
    onChoose(option);
  };
  const handle = ({ key, altKey }: KeyboardEvent): boolean => {
    const chosen = options[active];
    if (options.length === 0) return false;
    if (key === 'ArrowDown') mark(altKey ? -1 : active + 1);
    else if (key === 'ArrowUp' && altKey) close();
    else if (key === 'ArrowUp') mark(active === -1 ? options.length - 1 : active - 1);
    else if (key === 'Escape' && isOpen) close();
    else if (key === 'Enter' && chosen) choose(chosen);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (handle(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else onOtherKey?.(event);
  };
  return { isOpen, active, choose, close, onKeyDown };
}

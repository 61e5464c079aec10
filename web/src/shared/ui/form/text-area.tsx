// A multiline text input with label, hint and error, in the same box as an input.

import { type ComponentProps, useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { describedBy, Field } from './field.tsx';
import inputStyles from './input.module.css';
import styles from './text-area.module.css';

const box = bindClasses(inputStyles);
const css = bindClasses(styles);

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
};

export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <span className={box('box', error && 'invalid')}>
        <textarea
          {...rest}
          id={id}
          className={css('area')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
        />
      </span>
    </Field>
  );
}

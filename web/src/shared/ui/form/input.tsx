// A text input with label, hint and error. The error is announced when it appears. Validation belongs to the form.

import { type ComponentProps, type ReactNode, useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { describedBy, Field } from './field.tsx';
import styles from './input.module.css';

const css = bindClasses(styles);

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'prefix'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  isOptional?: boolean;
  lead?: ReactNode;
};

export function Input({ label, hint, error, isOptional = false, lead, id, ...rest }: InputProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <Field id={controlId} label={label} hint={hint} error={error} isOptional={isOptional}>
      <span className={css('box', error && 'invalid', rest.disabled && 'disabled')}>
        {lead && <span className={css('lead')}>{lead}</span>}
        <input
          {...rest}
          id={controlId}
          className={css('input')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id: controlId, hint, error })}
        />
      </span>
    </Field>
  );
}

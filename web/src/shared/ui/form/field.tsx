// Label, hint and error of a form control, connected by ids. `input.tsx` and `field-frame.tsx` put their control
// inside.

import type { ReactNode } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import styles from './field.module.css';

const css = bindClasses(styles);

type FieldProps = {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  isOptional?: boolean;
  /** A hosted field does not have an input for `htmlFor`, so its group refers to the label's id. */
  isLabelDetached?: boolean;
  onLabelPress?: (() => void) | undefined;
  children: ReactNode;
};

export const toLabelId = (id: string): string => `${id}-label`;

export function describedBy({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function Field({
  id,
  label,
  hint,
  error,
  isOptional = false,
  isLabelDetached = false,
  onLabelPress,
  children,
}: FieldProps) {
  const words = (
    <>
      {label}
      {isOptional && <span className={css('optional')}>{` ${uiTexts.optional}`}</span>}
    </>
  );
  return (
    <div className={css('field')}>
      {isLabelDetached ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself
        // biome-ignore lint/a11y/noStaticElementInteractions: what a <label> does by itself
        <span id={toLabelId(id)} className={css('label')} onClick={onLabelPress}>
          {words}
        </span>
      ) : (
        <label id={toLabelId(id)} htmlFor={id} className={css('label')}>
          {words}
        </label>
      )}
      {children}
      <p id={`${id}-error`} className={css('error')} aria-live="polite">
        {error && (
          <>
            <Icon name="error" size="small" />
            {error}
          </>
        )}
      </p>
      {hint && (
        <p id={`${id}-hint`} className={css('hint')}>
          {hint}
        </p>
      )}
    </div>
  );
}

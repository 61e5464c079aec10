// An input-like box around a field in the processor's iframe. Our code cannot read its text and focus, so both are
// props. The iframe is mounted into `containerId`.

import { useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { describedBy, Field, toLabelId } from './field.tsx';
import styles from './field-frame.module.css';

const css = bindClasses(styles);

type FieldFrameProps = {
  label: string;
  containerId: string;
  hint?: string | undefined;
  error?: string | undefined;
  isFocused?: boolean;
  isLoading?: boolean;
  /** The color scheme of the iframe, if it cannot follow the page's. */
  scheme?: 'light' | 'dark' | null;
  onPress?: () => void;
};

export function FieldFrame({
  label,
  containerId,
  hint,
  error,
  isFocused = false,
  isLoading = false,
  scheme = null,
  onPress,
}: FieldFrameProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} isLabelDetached onLabelPress={onPress}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the frame itself */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend into the box */}
      <div
        role="group"
        aria-labelledby={toLabelId(id)}
        aria-describedby={describedBy({ id, hint, error })}
        aria-busy={isLoading || undefined}
        className={css('box', scheme, isFocused && 'focused', error && 'invalid')}
        onClick={onPress}
      >
        <div id={containerId} className={css('container', isLoading && 'waiting')} />
        {isLoading && (
          <span className={css('placeholder')}>
            <Skeleton shape="block" height="100%" />
          </span>
        )}
      </div>
    </Field>
  );
}

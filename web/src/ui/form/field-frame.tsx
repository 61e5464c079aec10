// The look of an input around a field that lives in the processor's own frame. We see neither its
// text nor its focus, so both are told by props; the frame itself is mounted into `containerId`.

import { useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { describedBy, Field, labelIdOf } from './field.tsx';
import styles from './field-frame.module.css';

const css = bindClasses(styles);

type FieldFrameProps = {
  label: string;
  /** The element the processor's script mounts its frame into ('#cc-number'). */
  containerId: string;
  hint?: string | undefined;
  error?: string | undefined;
  isFocused?: boolean;
  isLoading?: boolean;
  /** A press on the label or the empty part of the box should end up in the frame. */
  onPress?: () => void;
};

export function FieldFrame({
  label,
  containerId,
  hint,
  error,
  isFocused = false,
  isLoading = false,
  onPress,
}: FieldFrameProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} isLabelDetached onLabelPress={onPress}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the frame itself */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend into the box */}
      <div
        role="group"
        aria-labelledby={labelIdOf(id)}
        aria-describedby={describedBy({ id, hint, error })}
        aria-busy={isLoading || undefined}
        className={css('box', isFocused && 'focused', error && 'invalid')}
        onClick={onPress}
      >
        <div id={containerId} className={css('container', isLoading && 'waiting')} />
        {isLoading && <span className={css('shimmer')} />}
      </div>
    </Field>
  );
}

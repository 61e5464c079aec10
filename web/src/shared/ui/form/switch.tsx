// An on/off switch that takes effect immediately. It keeps its focus while the change is saved.

import { type ReactNode, useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Spinner } from '../actions/spinner.tsx';
import styles from './switch.module.css';

const css = bindClasses(styles);

type SwitchProps = {
  label: string;
  text?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isLoading?: boolean;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
};

export function Switch({
  label,
  text,
  isOn,
  onChange,
  isLoading = false,
  isDisabled = false,
  isLabelHidden = false,
}: SwitchProps) {
  const id = useId();
  const press = (): void => {
    if (!isLoading) onChange(!isOn);
  };
  return (
    <div className={css('line')}>
      {!isLabelHidden && (
        <div className={css('words')}>
          <span id={id} className={css('label')}>
            {label}
          </span>
          {text && (
            <span id={`${id}-text`} className={css('text')}>
              {text}
            </span>
          )}
        </div>
      )}
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-busy={isLoading || undefined}
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
        aria-describedby={text && !isLabelHidden ? `${id}-text` : undefined}
        disabled={isDisabled}
        className={css('control')}
        onClick={press}
      >
        <span className={css('track', isOn && 'on')}>
          <span className={css('knob')}>{isLoading && <Spinner size="small" />}</span>
        </span>
      </button>
    </div>
  );
}

// Steps of a process that takes days: sent, expected, arrived or returned. Both the text and the color show the
// state.

import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './step-bar.module.css';

const css = bindClasses(styles);

export type Step = {
  label: string;
  detail?: string;
  state: 'done' | 'current' | 'upcoming' | 'failed';
};

export function StepBar({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <div className={css('frame')}>
      <ol className={css('bar')} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.label}
            className={css('step', step.state)}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className={css('marker')}>
              {step.state === 'done' && <Icon name="check" size="small" />}
              {step.state === 'failed' && <Icon name="close" size="small" />}
            </span>
            <span className={css('words')}>
              <span className={css('label')}>
                <VisuallyHidden>{uiTexts.step[step.state]}</VisuallyHidden>
                {step.label}
              </span>
              {step.detail && <span className={css('detail')}>{step.detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

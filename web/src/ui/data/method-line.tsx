// '**** 4242' with the mark of its card brand or a bank (product §2). Screen readers get a sentence instead
// of the asterisks.

import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { CardBrandMark, cardBrandName } from './card-brand-mark.tsx';
import styles from './method-line.module.css';

const css = bindClasses(styles);

export type MethodLineProps = {
  type: 'card' | 'ach';
  brand?: string | null | undefined;
  last4: string;
};

export function MethodLine({ type, brand, last4 }: MethodLineProps) {
  const name = type === 'ach' ? uiTexts.bankAccount : cardBrandName(brand);
  return (
    <span className={css('line')}>
      <span className={css('sign')}>
        {type === 'ach' ? (
          <span className={css('bank')}>
            <Icon name="bank" size="small" />
          </span>
        ) : (
          <CardBrandMark brand={brand} />
        )}
      </span>
      <span aria-hidden="true" className={css('digits')}>{`**** ${last4}`}</span>
      <VisuallyHidden>{uiTexts.endingIn(name, last4)}</VisuallyHidden>
    </span>
  );
}

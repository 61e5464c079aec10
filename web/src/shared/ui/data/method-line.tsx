// '**** 4242' with the logo of its card brand or a bank icon (product §2). Screen readers get a sentence instead of
// the asterisks.

import { formatExpiry } from '@quittance/contract/format';
import type { AchAccountType } from '@quittance/contract/vocabulary';
import { ACH_ACCOUNT_TYPE_LABELS } from '#texts/shared/labels';
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
  /** Format: '2027-04'. */
  expires?: string | undefined;
  isExpired?: boolean | undefined;
  accountType?: AchAccountType | undefined;
};

function toDetail({ expires, isExpired, accountType }: MethodLineProps): string | null {
  if (accountType) return ACH_ACCOUNT_TYPE_LABELS[accountType];
  if (!expires) return null;
  const month = formatExpiry(expires);
  return isExpired ? uiTexts.expired(month) : uiTexts.expires(month);
}

export function MethodLine(props: MethodLineProps) {
  const { type, brand, last4, isExpired } = props;
  const detail = toDetail(props);
  const name = type === 'ach' ? uiTexts.bankAccount : cardBrandName(brand);
  return (
    <span className={css('line')}>
      <span className={css('number')}>
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
      </span>
      <VisuallyHidden>{uiTexts.endingIn(name, last4)}</VisuallyHidden>
      {detail && <span className={css('detail', isExpired && 'expired')}>{detail}</span>}
    </span>
  );
}

const MASKED = /(.+) \*{4} (\w{4})/;

/** 'Visa **** 4242' within a text. */
export function MethodText({ text }: { text: string }) {
  const spoken = text.replace(MASKED, (_, name: string, last4: string) =>
    uiTexts.endingIn(name, last4),
  );
  if (spoken === text) return text;
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </>
  );
}

// The installments of a plan (product §2.24, §4.6), each with ordinal, date, amount, status, and its receipt
// or Pay button.

import { formatMoney } from '@quittance/contract/format';
import type { Installment } from '@quittance/contract/invoices/portal-schemas';
import type { ReactNode } from 'react';
import { planTexts } from '#texts/payment/plan';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDayLabel, formatOrdinal } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon, type IconName } from '../../shared/ui/actions/icon.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text, type TextTone } from '../../shared/ui/text/text.tsx';
import styles from './installments.module.css';

const css = bindClasses(styles);

type InstallmentListProps<Item extends Installment> = {
  installments: readonly Item[];
  /** Null while a payment is pending or the plan has no method. */
  onPay: (() => void) | null;
  /** The receipt button of a paid installment. */
  renderReceipt: (installment: Item) => ReactNode;
};

export function InstallmentList<Item extends Installment>(props: InstallmentListProps<Item>) {
  const { installments, onPay, renderReceipt } = props;
  return (
    <ol className={css('list')} aria-label={planTexts.payments}>
      {installments.map((installment) => (
        <li key={installment.index} className={css('row')}>
          <Marker installment={installment} />
          <span className={css('words')}>
            <Text isStrong>{nameOf(installment)}</Text>
            <Line installment={installment} />
          </span>
          <span className={css('aside')}>
            <Money text={formatMoney(installment.cost)} isStrong />
            <span className={css('action')}>
              {installment.status === 'SUCCESS' && renderReceipt(installment)}
              {isPayable(installment) && onPay && (
                <Button variant="secondary" size="small" onClick={onPay}>
                  {planTexts.pay}
                  <VisuallyHidden>{` ${nameOf(installment)}`}</VisuallyHidden>
                </Button>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function nameOf({ index, parts }: Installment): string {
  return planTexts.payment(formatOrdinal({ index, count: parts }));
}

/** R13: only the earliest unpaid installment. */
function isPayable({ status, isActive }: Installment): boolean {
  return isActive && (status === 'OPEN' || status === 'FAILED');
}

type Sign = { look: 'paid' | 'missed' | 'next' | null; icon: IconName | null; word: string };

function signOf({ status, isActive }: Installment): Sign {
  const words = planTexts.sign;
  if (status === 'SUCCESS') return { look: 'paid', icon: 'check', word: words.paid };
  if (status === 'FAILED') return { look: 'missed', icon: 'alert', word: words.failed };
  if (status === 'PENDING') return { look: 'next', icon: 'clock', word: words.pending };
  if (status === 'CANCELED') return { look: null, icon: 'close', word: words.canceled };
  return isActive
    ? { look: 'next', icon: null, word: words.next }
    : { look: null, icon: null, word: words.later };
}

function Marker({ installment }: { installment: Installment }) {
  const { look, icon, word } = signOf(installment);
  return (
    <span className={css('marker', look)}>
      {icon ? (
        <Icon name={icon} size="small" />
      ) : (
        <span aria-hidden="true">{installment.index}</span>
      )}
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  );
}

type LineLook = { text: (day: string) => string; tone: TextTone };

const LINES: Partial<Record<Installment['status'], LineLook>> = {
  FAILED: { text: planTexts.line.failed, tone: 'danger' },
  CANCELED: { text: planTexts.line.canceled, tone: 'muted' },
};

function Line({ installment }: { installment: Installment }) {
  const { status, date } = installment;
  if (status === 'PENDING')
    return (
      <span className={css('pending')}>
        <Icon name="clock" size="small" />
        {planTexts.line.pending}
      </span>
    );
  const line = LINES[status];
  return (
    <Text size="small" tone={line?.tone ?? 'muted'}>
      {line ? line.text(formatDayLabel(date)) : formatDayLabel(date)}
    </Text>
  );
}

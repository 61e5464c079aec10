// What happened to a payment, as a list of steps.

import type { PaymentStep } from '@quittance/contract/payments/provider-schemas';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { paymentTexts } from '../texts/payments.ts';
import styles from './payment-history.module.css';

const css = bindClasses(styles);

const BAD: readonly PaymentStep['step'][] = [
  ...(['FAILED', 'RETURNED', 'UNKNOWN', 'HELD'] as const),
  ...(['REFUND_FAILED', 'REFUND_STUCK', 'DISPUTE_OPENED', 'DISPUTE_LOST'] as const),
];
const GOOD: readonly PaymentStep['step'][] = ['SUCCEEDED', 'REFUND_MADE', 'DISPUTE_WON'];

function toneOf(step: PaymentStep['step']): 'bad' | 'good' | 'plain' {
  if (BAD.includes(step)) return 'bad';
  return GOOD.includes(step) ? 'good' : 'plain';
}

/** Two steps can be the same at the same instant. */
const keyOf = ({ at, step, reference }: PaymentStep, index: number): string =>
  `${at} ${step} ${reference ?? ''} ${index}`;

export function PaymentHistory({ steps }: { steps: readonly PaymentStep[] }) {
  const { moment } = useMoments();
  return (
    <Section title={paymentTexts.history} text={paymentTexts.historyText}>
      <ol className={css('steps')}>
        {steps.map((step, index) => (
          <li key={keyOf(step, index)} className={css('step', toneOf(step.step))}>
            <p className={css('name')}>
              {paymentTexts.steps[step.step]}
              {step.amount !== null && (
                <span className={css('amount')}>{formatMoney(step.amount)}</span>
              )}
            </p>
            <p className={css('detail')}>
              <time dateTime={step.at}>{moment(step.at)}</time>
              {detailsOf(step).map((detail) => ` · ${detail}`)}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function detailsOf({ step, source, code, reference }: PaymentStep): string[] {
  // A key or a member is named with its id: 'staff:3f6c…'.
  const kind = source?.split(':')[0] ?? '';
  const by = source === null ? null : paymentTexts.by(paymentTexts.sources[kind] ?? source);
  const isMail = step === 'MAIL_SENT' || step === 'MAIL_NOT_SENT';
  const named = isMail && code !== null ? (paymentTexts.mails[code] ?? code) : code;
  return [by, named, reference].filter((detail) => detail !== null);
}
